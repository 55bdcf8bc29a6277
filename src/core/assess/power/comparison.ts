import { type DataOf, entry, type Form, figure, flag, list, number, orNull, text } from '../../documents/forms.js';
import type { Choice, Selection } from '../../model/selection.js';
import { earlierSystems, halfWidthOf } from '../../purposes/forecast.js';
import { normalCdf, normalQuantile, studentCdf, studentQuantile } from '../../statistics/distributions.js';
import type { DifferenceVariances } from '../../statistics/power.js';
import {
  effectVariance,
  midPPower,
  type PowerGoal,
  pairedDetectable,
  pairedPower,
  pairedSize,
  repeatDetectable,
  repeatSize,
  repeatStandardError,
  usualDiscordance,
  usualGoal,
} from '../../statistics/power.js';
import { mean, quantile, variance } from '../../statistics/summary.js';
import { effectiveSize } from '../../statistics/weighting.js';
import { compareText } from '../../text/compare-text.js';
import { enoughTasks } from '../../uplift/paired-tasks.js';
import type { ConfigurationResults, PoolResults } from '../question/pool-results.js';

/** A figure at the lower and at the higher end of what is assumed about the runs. */
export interface AtEnds<Value> {
  readonly low: Value;
  readonly high: Value;
}
type End = keyof AtEnds<unknown>;

/** Something for both ends of what is assumed. */
export function atEnds<Value>(valueAt: (end: End) => Value): AtEnds<Value> {
  return { low: valueAt('low'), high: valueAt('high') };
}

/** A figure that is null in the document if it is not finite. */
export const finiteOrNull = (description?: string) => orNull(figure(), description) as Form<number>;
/** A figure at both ends. */
export const bothEnds = () => ({ low: finiteOrNull(), high: finiteOrNull() });

/** How often two configurations disagree, in the document. */
export function discordanceSchema() {
  return entry({
    from: text('option, results, earlier (results of earlier systems on the pool) or default.'),
    ...bothEnds(),
    partialRewards: flag('Whether there are rewards between 0 and 1: it is then a mean squared difference.'),
    pairs: list(
      entry({
        a: text(),
        b: text(),
        tasks: number('Tasks of the pool that both have a score on.'),
        discordance: finiteOrNull('The mean squared difference of single runs.'),
        partialRewards: flag(),
        use: text('used, or why not: too few tasks, all alike.'),
      }),
      'The pairs of the results, used or not.',
    ),
  });
}

/** How the result of a task varies, in the document. */
export function variancesSchema() {
  const part = (description: string) =>
    entry({ from: text('results, discordance or default.'), ...bothEnds() }, description);
  return entry({
    effect: part('Of the true difference between tasks.'),
    within: part('Of one run of each configuration on the same task.'),
  });
}

export type PlannedDiscordance = DataOf<typeof discordanceSchema> & {
  readonly from: 'option' | 'results' | 'earlier' | 'default';
};
type PlannedVariances = DataOf<typeof variancesSchema>;
type PairDiscordance = PlannedDiscordance['pairs'][number];

/** All that the power of a comparison depends on, except the number of tasks. */
export interface Comparison {
  readonly goal: PowerGoal;
  readonly discordance: Pick<PlannedDiscordance, 'low' | 'high' | 'partialRewards'>;
  readonly variances: PlannedVariances;
}

/** Real pairs of systems disagreed on at most this share of tasks, so that no difference is larger. */
const largestDiscordance = 0.41;

/**
 * With fewer tasks the t test of mostly equal results is not to be trusted: its 95% interval on 12 tasks held for the
 * worst real pair in 44% of the draws.
 */
const fewestTasks = 10;

/** With more tasks the normal approximation is as good. */
const mostExact = 200;

/** The smallest difference that so many tasks are planned to find: one run by McNemar's test, more by the t test of the means. */
export function detectable(comparison: Comparison, size: number, repeats: number): AtEnds<number | undefined> {
  const { goal, discordance } = comparison;
  const largest = Math.max(largestDiscordance, discordance.high);
  return atEnds((end) => {
    if (isPassOrFail(comparison, repeats)) return pairedDetectable(size, discordance[end], goal);
    if (size < fewestTasks - 1e-9) return undefined;
    const found = repeatDetectable(variancesAt(comparison, repeats, end), size, repeats, goal);
    return found === undefined || found > largest ? undefined : found;
  });
}

/** The smallest difference found by one run, summed over all results; undefined if there are too many. */
export function exactDetectable(
  { goal, discordance }: Comparison,
  size: number,
): AtEnds<number | undefined> | undefined {
  const n = exactTasks(size, discordance.partialRewards);
  if (n === undefined) return undefined;
  return atEnds((end) => {
    const power = (difference: number) => midPPower(n, discordance[end], difference, goal.level);
    if (power(discordance[end]) < goal.power) return undefined;
    let [tooSmall, enough] = [0, discordance[end]];
    // The power grows with the difference; twenty halvings are more digits than are shown.
    for (let halving = 0; halving < 20; halving++) {
      const middle = (tooSmall + enough) / 2;
      if (power(middle) >= goal.power) enough = middle;
      else tooSmall = middle;
    }
    return enough;
  });
}

/** The chance to find a difference, by formula. */
export function powerFor(comparison: Comparison, size: number, repeats: number, difference: number): AtEnds<number> {
  const { goal, discordance } = comparison;
  return atEnds((end) => {
    if (isPassOrFail(comparison, repeats))
      return pairedPower(size, discordanceFor(discordance[end], difference), difference, goal.level);
    if (size < 2) return 0;
    const standardError = repeatStandardError(variancesAt(comparison, repeats, end), size, repeats);
    if (standardError === 0) return 1;
    const inErrors = difference / standardError;
    return size < 30
      ? studentCdf(inErrors - studentQuantile(1 - goal.level / 2, size - 1), size - 1)
      : normalCdf(inErrors - normalQuantile(1 - goal.level / 2));
  });
}

/** The chance to find a difference by one run, summed over all results; undefined if there are too many. */
export function exactPowerFor(
  { goal, discordance }: Comparison,
  size: number,
  difference: number,
): AtEnds<number> | undefined {
  const n = exactTasks(size, discordance.partialRewards);
  if (n === undefined) return undefined;
  return atEnds((end) => midPPower(n, discordanceFor(discordance[end], difference), difference, goal.level));
}

/** The chance to find a difference: exact if all results can be summed, otherwise by formula. */
export function chanceFor(comparison: Comparison, size: number, repeats: number, difference: number): AtEnds<number> {
  const exact = repeats === 1 ? exactPowerFor(comparison, size, difference) : undefined;
  return exact ?? powerFor(comparison, size, repeats, difference);
}

/** Whole tasks, if they are few enough to sum over all results that pass or fail. */
function exactTasks(size: number, isPartial: boolean): number | undefined {
  const n = Math.floor(size + 1e-9);
  return n > mostExact || isPartial ? undefined : n;
}

/** How many equally weighted tasks a difference needs; not rounded up for one run. */
export function sizeNeeded(comparison: Comparison, repeats: number, difference: number): AtEnds<number> {
  const { goal, discordance } = comparison;
  return atEnds((end) =>
    isPassOrFail(comparison, repeats)
      ? pairedSize(discordanceFor(discordance[end], difference), difference, goal)
      : Math.max(fewestTasks, repeatSize(variancesAt(comparison, repeats, end), repeats, difference, goal)),
  );
}

/** How many tasks it takes to find any difference at all, at both ends. */
export function sizeForAny(comparison: Comparison, repeats: number): number {
  const { discordance } = comparison;
  const largest = (end: End) =>
    isPassOrFail(comparison, repeats) ? discordance[end] : Math.max(largestDiscordance, discordance.high);
  const needed = atEnds((end) => sizeNeeded(comparison, repeats, largest(end))[end]);
  return Math.ceil(Math.max(needed.low, needed.high) - 1e-9);
}

/** Whether single passes and failures are compared, by McNemar's test; all else goes by means. */
function isPassOrFail({ discordance }: Comparison, repeats: number): boolean {
  return repeats === 1 && !discordance.partialRewards;
}

/** Of single runs only the sum of the two variances counts, which the results show directly. */
function variancesAt({ discordance, variances }: Comparison, repeats: number, end: End): DifferenceVariances {
  return repeats === 1 ? { effect: 0, within: discordance[end] } : endOf(variances, end);
}

/** The variances at one end. */
export function endOf({ effect, within }: PlannedVariances, end: End): DifferenceVariances {
  return { effect: effect[end], within: within[end] };
}

/** Configurations that differ by so much disagree on at least as many tasks. */
export function discordanceFor(discordance: number, difference: number): number {
  return Math.max(discordance, difference);
}

/** The comparison of two systems on a selection, before any run. Every detectable difference is computed from it. */
export interface ExpectedComparison {
  readonly comparison: Comparison & { readonly discordance: PlannedDiscordance };
  /** How many equally weighted tasks the selection is worth. */
  readonly size: number;
  /** Half of the 95% interval of a level by earlier results on the pool; undefined without them. For a sample only. */
  readonly halfWidth: number | undefined;
}

/** Plans a comparison from the discordance given, else the results, else the earlier systems of the pool, else the usual values. */
export function expectedComparison(
  selection: Selection,
  results: PoolResults | undefined,
  goal = usualGoal,
  given?: number | undefined,
): ExpectedComparison {
  const { difference, size, halfWidth } = earlierResults(selection) ?? {};
  const discordance = plannedDiscordance(results, given, difference);
  const variances = plannedVariances(results, discordance);
  const { choices, kind } = selection;
  return {
    comparison: { goal, discordance, variances },
    size: size ?? sizeOf(choices, kind === 'representative'),
    halfWidth,
  };
}

/** Kish's effective size by the weights of the design, or the number of tasks if they have none. */
export function sizeOf(choices: readonly Choice[], isWeighted: boolean): number {
  return isWeighted ? effectiveSize(choices.map(({ probability = 1 }) => 1 / probability)) : choices.length;
}

/** What to expect of the next systems, by the results of earlier ones on the pool. */
interface EarlierResults {
  readonly halfWidth: number;
  /** How often two systems disagree. */
  readonly difference: EarlierDifference | undefined;
  /** How many tasks the selection is worth for a difference, if the design uses earlier results. */
  readonly size?: number | undefined;
}
interface EarlierDifference {
  readonly discordance: number;
  readonly isPartial: boolean;
}

/** Undefined unless the plan has one benchmark, and earlier systems have results on its tasks. */
function earlierResults({ benchmarks, weighting }: Selection): EarlierResults | undefined {
  const [only, ...others] = benchmarks;
  if (only === undefined || others.length > 0 || only.census !== undefined) return undefined;
  const { tasks, leftOut, priorRewards, learned, kind, choices } = only;
  if (priorRewards === undefined || choices.length === 0) return undefined;
  if (learned !== undefined && kind === 'representative') {
    const { halfWidth, difference } = learned.forecast;
    return { halfWidth: halfWidth.design, difference, size: difference && choices.length / difference.share };
  }
  const out = new Set(leftOut);
  const fitting = tasks.filter(({ id }) => !out.has(id));
  const earlier = earlierSystems(fitting, priorRewards);
  if (earlier === undefined) return undefined;
  const halfWidth = halfWidthOf(earlier, choices.length, weighting?.designEffect ?? 1);
  return { halfWidth, difference: earlier.difference };
}

/** Fewer tasks say too little about the discordance of a pair. */
const fewTasks = 20;

/** Of this many pairs or more, the middle half is used, so that one odd pair does not decide. */
const manyPairs = 4;

/** How often two configurations disagree: as given, as in the results, as on the pool earlier, or as measured elsewhere. */
function plannedDiscordance(
  results: PoolResults | undefined,
  given: number | undefined,
  earlier: EarlierDifference | undefined,
): PlannedDiscordance {
  const pairs = pairsOf(results?.configurations ?? []).map(pairDiscordance);
  if (given !== undefined) return { from: 'option', low: given, high: given, partialRewards: false, pairs };
  const used = pairs.filter(({ use }) => use === 'used');
  if (used.length === 0) {
    if (earlier === undefined) return { from: 'default', ...usualDiscordance, partialRewards: false, pairs };
    const { discordance, isPartial } = earlier;
    return { from: 'earlier', low: discordance, high: discordance, partialRewards: isPartial, pairs };
  }
  const sorted = used.map(({ discordance }) => discordance).sort((a, b) => a - b);
  const [from, to] = used.length >= manyPairs ? [0.25, 0.75] : [0, 1];
  const partialRewards = used.some((pair) => pair.partialRewards);
  return { from: 'results', low: quantile(sorted, from), high: quantile(sorted, to), partialRewards, pairs };
}

type Pair = readonly [ConfigurationResults, ConfigurationResults];

function pairsOf(configurations: readonly ConfigurationResults[]): readonly Pair[] {
  return configurations.flatMap((a, i) => configurations.slice(i + 1).map((b): Pair => [a, b]));
}

/** The mean is over all pairs of runs of a task, so that repeats do not hide what single runs would show. */
function pairDiscordance([a, b]: Pair): PairDiscordance {
  const both = commonRewards([a, b]);
  const squares = both.map((arms) => mean(arms.a.flatMap((first) => arms.b.map((second) => (second - first) ** 2))));
  const discordance = both.length === 0 ? 0 : mean(squares);
  const partialRewards = both.some((arms) => [...arms.a, ...arms.b].some((reward) => reward > 0 && reward < 1));
  const use = both.length < fewTasks ? 'too few tasks' : discordance === 0 ? 'all alike' : 'used';
  return { a: a.name, b: b.name, tasks: both.length, discordance, partialRewards, use };
}

/** The rewards of both on each task that both have a score on, in the order of the tasks' names. */
function commonRewards([a, b]: Pair): readonly { readonly a: readonly number[]; readonly b: readonly number[] }[] {
  return [...a.byTask.keys()].sort(compareText).flatMap((key) => {
    const rewards = { a: a.byTask.get(key)?.rewards ?? [], b: b.byTask.get(key)?.rewards ?? [] };
    return rewards.a.length === 0 || rewards.b.length === 0 ? [] : [rewards];
  });
}

/**
 * Used if there are no repeated runs. On Terminal-Bench 2 a run has a variance of 0.084 a task, and the true differences
 * of pairs of systems vary between tasks with quartiles of 0.068, 0.094 and 0.116.
 */
export const defaultVariances = { within: 0.168, effect: { low: 0.068, high: 0.116 } } as const;

/**
 * The noise of runs and the variation of the true differences: from repeats in the results; else as shares of the
 * discordance, which for equal configurations is the sum of the two; else as assumed.
 */
function plannedVariances(results: PoolResults | undefined, discordance: PlannedDiscordance): PlannedVariances {
  const isKnown = discordance.from !== 'default';
  const from = isKnown ? 'discordance' : 'default';
  const assumed = (of: keyof DifferenceVariances) =>
    atEnds((end) => {
      const both = { effect: defaultVariances.effect[end], within: defaultVariances.within };
      return isKnown ? (discordance[end] * both[of]) / (both.effect + both.within) : both[of];
    });
  const { within, effects } = measuredVariances(results?.configurations ?? []);
  const [low] = effects;
  return {
    effect: low === undefined ? { from, ...assumed('effect') } : { from: 'results', low, high: effects.at(-1) ?? low },
    within: within === undefined ? { from, ...assumed('within') } : { from: 'results', low: within, high: within },
  };
}

/** From tasks with repeats: the noise of one run of each of two, and the variance of the true difference of each pair, ascending. */
function measuredVariances(configurations: readonly ConfigurationResults[]) {
  const repeated = configurations.flatMap((configuration) => {
    const noise = runNoise(configuration);
    return noise === undefined ? [] : [{ configuration, noise }];
  });
  const effects = pairsOf(repeated.map(({ configuration }) => configuration)).flatMap((pair) => {
    const tasks = commonRewards(pair);
    return (tasks.length < enoughTasks ? undefined : effectVariance(tasks)) ?? [];
  });
  const within = repeated.length === 0 ? undefined : 2 * mean(repeated.map(({ noise }) => noise));
  return { within, effects: effects.sort((a, b) => a - b) };
}

/** The mean variance of the runs of a task; undefined when too few tasks have two. */
function runNoise({ byTask }: ConfigurationResults): number | undefined {
  const variances = [...byTask.keys()].sort(compareText).flatMap((key) => {
    const rewards = byTask.get(key)?.rewards ?? [];
    return rewards.length < 2 ? [] : [variance(rewards)];
  });
  return variances.length < enoughTasks ? undefined : mean(variances);
}
