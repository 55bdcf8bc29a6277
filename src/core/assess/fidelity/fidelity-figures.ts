import { at } from '../../lists/lists.js';
import type { SelectionKind } from '../../model/selection.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import { rewardsUnder, taskResult } from '../../outcomes/task-result.js';
import { kendall, pairwiseAccuracy, spearman } from '../../statistics/correlation.js';
import { comparable, mean, quantile } from '../../statistics/summary.js';
import { compareText } from '../../text/words.js';
import type { ConfigurationResults } from '../question/pool-results.js';
import type { FidelityReading, FidelitySize, MetricFidelity, RandomFigure } from './fidelity.js';
import {
  biasInterval,
  type Redraw,
  redrawOf,
  resamplingCells,
  type TakenTasks,
  weightedRates,
} from './random-design.js';

type Rates = readonly number[];

/** Undefined if the metric does not apply, such as a ranking of one system. */
type MetricOf = (truth: Rates, estimate: Rates) => number | undefined;
type Better = 'near 0' | 'low' | 'high';

/** A way to compare the systems' rates on some tasks with their rates in the pool. */
function metric(words: string, good: Better, unit: 'signed points' | 'points' | 'none', of: MetricOf) {
  return { words, good, unit, of };
}

/** Systems closer than this are nearly tied, and hardly any subset shows which is better. */
const wideGap = 0.03;

/** In report order, keyed by name in the document. */
export const metrics = {
  bias: metric('mean error (bias)', 'near 0', 'signed points', ofErrors(mean)),
  mean_absolute_error: metric(
    'mean absolute error',
    'low',
    'points',
    ofErrors((errors) => mean(errors.map(Math.abs))),
  ),
  root_mean_square_error: metric('root mean square error', 'low', 'points', ofErrors(rootMeanSquare)),
  largest_error: metric(
    'largest error',
    'low',
    'points',
    ofErrors((errors) => Math.max(...errors.map(Math.abs))),
  ),
  kendall_tau_b: metric('Kendall tau-b', 'high', 'none', ofSeveral(kendall)),
  spearman: metric('Spearman', 'high', 'none', ofSeveral(spearman)),
  pairwise_accuracy: metric('pairs in order', 'high', 'none', pairwiseAccuracy),
  pairwise_accuracy_3_points: metric('pairs in order, 3+ points apart', 'high', 'none', (truth, estimate) =>
    pairwiseAccuracy(truth, estimate, wideGap),
  ),
  top_1_regret: metric('top-1 regret', 'low', 'points', ofSeveral(topRegret)),
};

export type Metric = keyof typeof metrics;
export const metricNames = Object.keys(metrics) as readonly Metric[];

function ofSeveral(of: MetricOf): MetricOf {
  return (truth, estimate) => (truth.length > 1 ? of(truth, estimate) : undefined);
}

function ofErrors(of: (errors: Rates) => number): MetricOf {
  return (truth, estimate) => of(truth.map((rate, i) => at(estimate, i) - rate));
}

function rootMeanSquare(values: Rates): number {
  return Math.sqrt(mean(values.map((value) => value * value)));
}

/** The distance from the best system to the system that the estimate ranks first; the mean distance if several tie. */
function topRegret(truth: Rates, estimate: Rates): number {
  const first = Math.max(...estimate.map(comparable));
  const best = Math.max(...truth);
  return mean(truth.filter((_, i) => comparable(at(estimate, i)) === first).map((rate) => best - rate));
}

export interface JudgedScope {
  /** Representative only if every benchmark is; otherwise tasks are not weighted. */
  readonly kind: SelectionKind;
  /** The index of each eligible task in the reward arrays, by task key. */
  readonly placeOf: ReadonlyMap<string, number>;
  readonly systems: readonly SystemRewards[];
  /** For each system, the names of its near-duplicates and its own name. */
  readonly duplicates: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A system's mean reward on each task, with missing results as NaN (left out) and as 0 (failed). */
interface SystemRewards extends Readonly<Record<FidelityReading['missing'], Float64Array>> {
  readonly name: string;
}

export function scopeOf(
  taken: readonly TakenTasks[],
  systems: readonly ConfigurationResults[],
  duplicates: JudgedScope['duplicates'],
): JudgedScope {
  const keys = taken
    .flatMap(({ groups }) => groups.flatMap(({ ranking }) => ranking))
    .sort((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id))
    .map(taskKey);
  return {
    kind: taken.every(({ kind }) => kind === 'representative') ? 'representative' : 'focus',
    placeOf: new Map(keys.map((key, place) => [key, place])),
    systems: systems.map(({ name, byTask }) => {
      const under = (reading: 'absent' | 'failed') =>
        Float64Array.from(keys, (key) => {
          const rewards = rewardsUnder(reading, byTask.get(key) ?? taskResult(undefined));
          return rewards.length === 0 ? Number.NaN : mean(rewards);
        });
      return { name, 'left out': under('absent'), failed: under('failed') };
    }),
    duplicates,
  };
}

/** Compares a choice of tasks with random draws; undefined if no system has a result on any chosen task. */
export function fidelitySize(
  scope: JudgedScope,
  taken: readonly TakenTasks[],
  isSelection: boolean,
  { draws, seed }: { readonly draws: number; readonly seed: string },
): FidelitySize | undefined {
  const everything = [...scope.placeOf.values()].map((place) => ({ place, weight: 1 }));
  const chosen = chosenPlaces(scope, taken);
  const systems = scope.systems.filter((system) => !Number.isNaN(rateOn(system['left out'], chosen)));
  if (systems.length === 0) return undefined;
  const isCounted = countedSystems(systems, scope.duplicates);
  const isComplete = systems.every((system) => !system['left out'].some(Number.isNaN));
  const waysOfReading = isComplete ? (['left out'] as const) : (['left out', 'failed'] as const);
  // Both treatments of missing results share the draws, because drawing takes longer than summing.
  const drawn = redrawnRates(
    waysOfReading.flatMap((missing) => systems.map((system) => system[missing])),
    taken.map((each) => redrawOf(each, seed, scope.placeOf)),
    draws,
  );
  const readings = waysOfReading.map((missing, i): FidelityReading => {
    const rates = systems.map((system, j) => {
      const [poolRate, rate] = [rateOn(system[missing], everything), rateOn(system[missing], chosen)];
      return { system, poolRate, rate, drawn: at(drawn, i * systems.length + j), counted: isCounted(system) };
    });
    const counted = rates.filter((each) => each.counted);
    const isBootstrapped = scope.kind === 'focus' && missing === 'left out';
    const rewards = counted.map(({ system }) => system[missing]);
    const cells = resamplingCells(taken, scope.placeOf, new Set(chosen.map(({ place }) => place)));
    return {
      missing,
      systemsCounted: counted.length,
      metrics: metricsAmong(counted, draws),
      biasInterval: isBootstrapped ? biasInterval(rewards, cells, draws, seed) : undefined,
      systems: rates.map((each) => ({
        system: each.system.name,
        counted: each.counted,
        ...countsOf(each.system['left out'], chosen),
        poolRate: each.poolRate,
        rate: each.rate,
        error: each.rate - each.poolRate,
        random: errorAmong(each),
      })),
    };
  });
  return { selected: chosen.length, isSelection, ...verdictOn(at(readings, 0)), readings };
}

type WeightedPlace = ReturnType<typeof chosenPlaces>[number];

/** The chosen tasks, with design weights only if the whole scope is a probability sample. */
function chosenPlaces({ kind, placeOf }: JudgedScope, taken: readonly TakenTasks[]) {
  return taken.flatMap(({ choices }) =>
    choices.flatMap(({ task, probability }) => {
      const place = placeOf.get(taskKey(task));
      return place === undefined ? [] : [{ place, weight: kind === 'focus' ? 1 : 1 / (probability ?? 1) }];
    }),
  );
}

/** The weighted mean over the tasks with a reward; NaN if there are none. */
function rateOn(rewards: Float64Array, places: readonly WeightedPlace[]): number {
  const rates = weightedRates([rewards]);
  for (const { place, weight } of places) rates.add(place, weight);
  return rates.of(0);
}

/** Of near-duplicates, counts the one with the most results, or the first by name. Errors do not matter. */
function countedSystems(systems: readonly SystemRewards[], duplicates: JudgedScope['duplicates']) {
  const results = new Map(systems.map((system) => [system.name, scoredIn(system['left out'])]));
  const ahead = (a: string, b: string) => (results.get(b) ?? 0) - (results.get(a) ?? 0) || compareText(a, b);
  return ({ name }: SystemRewards) => {
    const alike = [...(duplicates.get(name) ?? [name])].filter((each) => results.has(each));
    return alike.sort(ahead)[0] === name;
  };
}

function scoredIn(rewards: Float64Array): number {
  return rewards.filter((reward) => !Number.isNaN(reward)).length;
}

function countsOf(rewards: Float64Array, chosen: readonly WeightedPlace[]) {
  const poolTasks = scoredIn(rewards);
  const selectedTasks = chosen.filter(({ place }) => !Number.isNaN(rewards[place])).length;
  return {
    poolTasks,
    poolMissing: rewards.length - poolTasks,
    selectedTasks,
    selectedMissing: chosen.length - selectedTasks,
  };
}

/** The weighted rate of each system in each draw; NaN if it has no reward there. All systems share the draws. */
function redrawnRates(rewards: readonly Float64Array[], redraws: readonly Redraw[], draws: number): Float64Array[] {
  const rates = rewards.map(() => new Float64Array(draws));
  const drawn = weightedRates(rewards);
  for (let draw = 0; draw < draws; draw++) {
    drawn.clear();
    for (const redraw of redraws) redraw(drawn.add);
    for (const [system, own] of rates.entries()) own[draw] = drawn.of(system);
  }
  return rates;
}

type SystemRates = { readonly poolRate: number; readonly rate: number; readonly drawn: Float64Array };

/** Compares each metric with its distribution over the draws in which every system has a rate. */
function metricsAmong(systems: readonly SystemRates[], draws: number): Readonly<Record<Metric, MetricFidelity>> {
  const truth = systems.map(({ poolRate }) => poolRate);
  const estimate = systems.map(({ rate }) => rate);
  const all = Array.from({ length: draws }, (_, draw) => systems.map(({ drawn }) => at(drawn, draw)));
  const complete = all.filter((rates) => !rates.some(Number.isNaN));
  const among = metricNames.map((name): [Metric, MetricFidelity] => {
    const { of, good } = metrics[name];
    const value = of(truth, estimate);
    if (value === undefined) return [name, { value, random: undefined }];
    const random = complete.flatMap((rates) => of(truth, rates) ?? []);
    return [name, { value, random: standAmong(value, random, good) }];
  });
  return Object.fromEntries(among) as Record<Metric, MetricFidelity>;
}

function errorAmong({ poolRate, rate, drawn }: SystemRates): RandomFigure | undefined {
  const errors = Array.from(drawn, (each) => each - poolRate).filter((each) => !Number.isNaN(each));
  return standAmong(rate - poolRate, errors, 'near 0');
}

/** The position of a figure among the random draws; undefined if there are none. `good` is the better direction. */
export function standAmong(value: number, drawn: Rates, good: Better): RandomFigure | undefined {
  if (drawn.length === 0) return undefined;
  const own = comparable(value);
  // Typed arrays sort numerically without a comparison callback.
  const sorted = Array.from(Float64Array.from(drawn, comparable).sort());
  const p = (share: number) => quantile(sorted, share);
  const [low, high] = [p(0.025), p(0.975)];
  let below = 0;
  for (const each of sorted) below += each < own ? 1 : each === own ? 0.5 : 0;
  const betterSide = good === 'low' ? own < low : good === 'high' && own > high;
  return {
    mean: mean(drawn),
    rootMeanSquare: rootMeanSquare(drawn),
    p2_5: low,
    p5: p(0.05),
    p95: p(0.95),
    p97_5: high,
    percentile: below / sorted.length,
    standing: own >= low && own <= high ? 'within' : betterSide ? 'better' : 'worse',
  };
}

/** A mean absolute error up to this is small: a random sample of about 100 tasks has a similar error. */
const nearWithin = 0.05;
/** A ranking holds if at least this share of the pairs 3 points or more apart is in order. */
const pairsForOrder = 0.9;

function verdictOn({ metrics: found }: FidelityReading): Pick<FidelitySize, 'level' | 'ranking'> {
  const isWorse = (name: Metric) => found[name].random?.standing === 'worse';
  const isNear = (found.mean_absolute_error.value ?? 1) <= nearWithin;
  const inOrder = found.pairwise_accuracy_3_points.value ?? found.pairwise_accuracy.value ?? 0;
  const order = isWorse('kendall_tau_b') ? 'off' : inOrder >= pairsForOrder - 1e-9 ? 'holds' : 'chance';
  return {
    level: isWorse('bias') || isWorse('root_mean_square_error') ? 'off' : isNear ? 'near' : 'chance',
    ranking: found.kendall_tau_b.value === undefined ? undefined : order,
  };
}
