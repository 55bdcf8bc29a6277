import {
  type DataOf,
  entry,
  type Form,
  figure,
  flag,
  later,
  list,
  number,
  orNull,
  text,
} from '../../documents/forms.js';
import type { ExpectedDiscordance } from '../../model/learned.js';
import type { Choice, Selection } from '../../model/selection.js';
import { earlierComparison } from '../../purposes/learn-benchmark.js';
import {
  detectableDifference,
  discordanceCurve,
  type PlannedPair,
  plannedPower,
  tasksForDifference,
} from '../../statistics/detectable-difference.js';
import { normalCdf, normalQuantile, studentCdf, studentQuantile } from '../../statistics/distributions.js';
import type { DifferenceVariances } from '../../statistics/power.js';
import {
  effectVariance,
  type PowerGoal,
  repeatDetectable,
  repeatSize,
  repeatStandardError,
  usualDiscordance,
  usualGoal,
} from '../../statistics/power.js';
import { mean, meanDifference, quantile, variance } from '../../statistics/summary.js';
import { effectiveSize } from '../../statistics/weighting.js';
import { compareText } from '../../text/words.js';
import { enoughTasks } from '../../uplift/paired-tasks.js';
import type { ConfigurationResults, PoolResults } from '../question/pool-results.js';

/** A figure at the lower and the upper end of the assumptions about runs. */
export interface AtEnds<Value> {
  readonly low: Value;
  readonly high: Value;
}
type End = keyof AtEnds<unknown>;

export function atEnds<Value>(valueAt: (end: End) => Value): AtEnds<Value> {
  return { low: valueAt('low'), high: valueAt('high') };
}

/** Null in the document if it is not finite. */
export const finiteOrNull = (description?: string) => orNull(figure(), description) as Form<number>;
export const bothEnds = () => ({ low: finiteOrNull(), high: finiteOrNull() });

export function discordanceSchema() {
  return entry({
    from: text('option, results, earlier (earlier systems on the pool) or default.'),
    ...bothEnds(),
    slope: later(
      figure('How fast disagreement grows with the difference: the discordance is low (or high) + slope × difference.'),
    ),
    partialRewards: flag('Whether rewards between 0 and 1 occur; the figures are then mean squared differences.'),
    pairs: list(
      entry({
        a: text(),
        b: text(),
        tasks: number('Pool tasks on which both have a score.'),
        discordance: finiteOrNull('The mean squared difference between single runs.'),
        difference: later(finiteOrNull('The mean difference, b minus a.')),
        partialRewards: flag(),
        use: text('used, or why not: too few tasks, all alike.'),
      }),
      'The pairs of systems in the results.',
    ),
  });
}

export function variancesSchema() {
  const part = (description: string) =>
    entry({ from: text('results, discordance or default.'), ...bothEnds() }, description);
  return entry({
    effect: part('The variance of the true difference between tasks.'),
    within: part('The variance of one run of each system on the same task.'),
  });
}

export type PlannedDiscordance = DataOf<typeof discordanceSchema> & {
  readonly from: 'option' | 'results' | 'earlier' | 'default';
};
type PlannedVariances = DataOf<typeof variancesSchema>;
type PairDiscordance = PlannedDiscordance['pairs'][number];

/** Everything that the power of a comparison depends on, except the number of tasks. */
export interface Comparison {
  readonly goal: PowerGoal;
  readonly discordance: Pick<PlannedDiscordance, 'low' | 'high' | 'slope' | 'partialRewards'>;
  readonly variances: PlannedVariances;
  /** The variance of a difference over that in the sign-flip test; 1 if strata explain nothing. */
  readonly drawShare: number;
}

/** The largest discordance measured between real systems, and so the largest difference worth considering. */
const largestDiscordance = 0.41;

/** With fewer tasks the t test is unreliable: on 12 tasks, its 95% interval covered the worst pair in 44% of draws. */
const fewestTasks = 10;

/** Computes a value at both ends, but only once if the ends are equal, because exact sums are slow. */
function atBoth<Value>(
  { discordance, variances: { effect, within } }: Comparison,
  repeats: number,
  valueAt: (end: End) => Value,
): AtEnds<Value> {
  const assumed = repeats === 1 ? [discordance] : [effect, within];
  const low = valueAt('low');
  return { low, high: assumed.every((each) => each.low === each.high) ? low : valueAt('high') };
}

/** The smallest detectable difference: by sign flips for one run, by a t test of the means for more. */
export function detectable(comparison: Comparison, size: number, repeats: number): AtEnds<number | undefined> {
  const { goal, discordance } = comparison;
  const largest = Math.max(largestDiscordance, discordance.high);
  return atBoth(comparison, repeats, (end) => {
    if (isPassOrFail(comparison, repeats)) return detectableDifference(pairAt(comparison, end, size), goal);
    if (size < fewestTasks - 1e-9) return undefined;
    if (repeats === 1) return detectableDifference(pairAt(comparison, end, size), goal);
    const found = repeatDetectable(endOf(comparison.variances, end), size, repeats, goal);
    return found === undefined || found > largest ? undefined : found;
  });
}

export function powerFor(comparison: Comparison, size: number, repeats: number, difference: number): AtEnds<number> {
  const { goal } = comparison;
  return atBoth(comparison, repeats, (end) => {
    if (repeats === 1) return plannedPower(pairAt(comparison, end, size), difference, goal.level);
    if (size < 2) return 0;
    const standardError = repeatStandardError(endOf(comparison.variances, end), size, repeats);
    if (standardError === 0) return 1;
    const inErrors = difference / standardError;
    return size < 30
      ? studentCdf(inErrors - studentQuantile(1 - goal.level / 2, size - 1), size - 1)
      : normalCdf(inErrors - normalQuantile(1 - goal.level / 2));
  });
}

export function sizeNeeded(comparison: Comparison, repeats: number, difference: number): AtEnds<number> {
  const { goal } = comparison;
  return atBoth(comparison, repeats, (end) => {
    if (repeats > 1)
      return Math.max(fewestTasks, repeatSize(endOf(comparison.variances, end), repeats, difference, goal));
    const least = comparison.discordance.partialRewards ? fewestTasks : 1;
    return Math.max(least, tasksForDifference(difference, pairAt(comparison, end), goal));
  });
}

function pairAt({ discordance, drawShare }: Comparison, end: End, size = 0): PlannedPair {
  const { slope, partialRewards } = discordance;
  return { size, curve: { base: discordance[end], slope }, isPartial: partialRewards, drawShare };
}

/** The number of tasks needed to detect any difference at all, at both ends. */
export function sizeForAny(comparison: Comparison, repeats: number): number {
  const { discordance } = comparison;
  const largest = (end: End) =>
    isPassOrFail(comparison, repeats)
      ? discordance[end] / (1 - discordance.slope)
      : Math.max(largestDiscordance, discordance.high);
  const needed = atEnds((end) => sizeNeeded(comparison, repeats, largest(end))[end]);
  return Math.ceil(Math.max(needed.low, needed.high) - 1e-9);
}

/** Whether single passes and failures are compared, rather than means. */
function isPassOrFail({ discordance }: Comparison, repeats: number): boolean {
  return repeats === 1 && !discordance.partialRewards;
}

export function endOf({ effect, within }: PlannedVariances, end: End): DifferenceVariances {
  return { effect: effect[end], within: within[end] };
}

/** The comparison of two systems on a selection, before any run. All detectable differences derive from it. */
export type ExpectedComparison = ReturnType<typeof expectedComparison>;

/**
 * Plans a comparison. The discordance comes from the option, the results, earlier systems on the pool, or the default,
 * in that order.
 * `size`: the number of equally weighted tasks that the selection is worth.
 * `halfWidth`: half of the 95% interval of a level, from earlier results; undefined without them.
 */
export function expectedComparison(
  selection: Selection,
  results: PoolResults | undefined,
  goal = usualGoal,
  given?: number | undefined,
) {
  const { discordance: earlier, size, halfWidth, drawShare = 1 } = earlierComparison(selection) ?? {};
  const discordance = plannedDiscordance(results, given, earlier);
  const variances = plannedVariances(results, discordance);
  const { choices, kind } = selection;
  return {
    comparison: { goal, discordance, variances, drawShare },
    size: size ?? sizeOf(choices, kind === 'representative'),
    halfWidth,
  };
}

/** Kish's effective sample size, or the number of tasks if they are not weighted. */
export function sizeOf(choices: readonly Choice[], isWeighted: boolean): number {
  return isWeighted ? effectiveSize(choices.map(({ probability = 1 }) => 1 / probability)) : choices.length;
}

/** A pair with fewer common tasks is not used to estimate the discordance. */
const fewTasks = 20;

/** With at least this many pairs, the quartiles are used, so that one odd pair does not decide. */
const manyPairs = 4;

/** With at least this many pairs (six systems), the discordance is fitted as a function of the difference. */
const manyForCurve = 15;

function plannedDiscordance(
  results: PoolResults | undefined,
  given: number | undefined,
  earlier: ExpectedDiscordance | undefined,
): PlannedDiscordance {
  const pairs = pairsOf(results?.configurations ?? []).map(pairDiscordance);
  if (given !== undefined) return { from: 'option', low: given, high: given, slope: 0, partialRewards: false, pairs };
  const used = pairs.filter(({ use }) => use === 'used');
  if (used.length === 0) {
    if (earlier === undefined) return { from: 'default', ...usualDiscordance, slope: 0, partialRewards: false, pairs };
    const { base, slope, isPartial } = earlier;
    return { from: 'earlier', low: base, high: base, slope, partialRewards: isPartial, pairs };
  }
  const partialRewards = used.some((pair) => pair.partialRewards);
  const curve = used.length < manyForCurve ? undefined : discordanceCurve(used, true);
  if (curve !== undefined)
    return { from: 'results', low: curve.base, high: curve.base, slope: curve.slope, partialRewards, pairs };
  const sorted = used.map(({ discordance }) => discordance).sort((a, b) => a - b);
  const [from, to] = used.length >= manyPairs ? [0.25, 0.75] : [0, 1];
  return { from: 'results', low: quantile(sorted, from), high: quantile(sorted, to), slope: 0, partialRewards, pairs };
}

type Pair = readonly [ConfigurationResults, ConfigurationResults];

function pairsOf(configurations: readonly ConfigurationResults[]): readonly Pair[] {
  return configurations.flatMap((a, i) => configurations.slice(i + 1).map((b): Pair => [a, b]));
}

/** Averages over all pairs of runs, because averaging repeats first would understate the discordance of single runs. */
function pairDiscordance([a, b]: Pair): PairDiscordance {
  const both = commonRewards([a, b]);
  const squares = both.map((arms) => mean(arms.a.flatMap((first) => arms.b.map((second) => (second - first) ** 2))));
  const discordance = both.length === 0 ? 0 : mean(squares);
  const partialRewards = both.some((arms) => [...arms.a, ...arms.b].some((reward) => reward > 0 && reward < 1));
  const use = both.length < fewTasks ? 'too few tasks' : discordance === 0 ? 'all alike' : 'used';
  const difference = both.length === 0 ? 0 : mean(both.map((arms) => meanDifference(arms.a, arms.b)));
  return { a: a.name, b: b.name, tasks: both.length, discordance, difference, partialRewards, use };
}

/** The rewards of both systems on each task where both have a score, by task key. */
function commonRewards([a, b]: Pair): readonly { readonly a: readonly number[]; readonly b: readonly number[] }[] {
  return [...a.byTask.keys()].sort(compareText).flatMap((key) => {
    const rewards = { a: a.byTask.get(key)?.rewards ?? [], b: b.byTask.get(key)?.rewards ?? [] };
    return rewards.a.length === 0 || rewards.b.length === 0 ? [] : [rewards];
  });
}

/** On Terminal-Bench 2: 2 × 0.084 for a run of each system, quartiles of 0.068 and 0.116 for true differences. */
export const defaultVariances = { within: 0.168, effect: { low: 0.068, high: 0.116 } } as const;

/** Run-to-run noise and the variance of true differences: from repeats, split from the discordance, or assumed. */
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

/** From repeats: the run noise of two systems together, and each pair's variance of true differences, ascending. */
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

/** The mean variance of runs within a task; undefined if too few tasks have two runs. */
function runNoise({ byTask }: ConfigurationResults): number | undefined {
  const sorted = [...byTask].sort(([a], [b]) => compareText(a, b));
  const variances = sorted.flatMap(([, { rewards }]) => (rewards.length < 2 ? [] : [variance(rewards)]));
  return variances.length < enoughTasks ? undefined : mean(variances);
}
