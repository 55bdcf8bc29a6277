import { fewForGuard } from '../learning/assisted-estimate.js';
import { sumOf } from '../lists/lists.js';
import type { Reading } from '../outcomes/task-result.js';
import { studentQuantile } from '../statistics/distributions.js';
import {
  balancedVariance,
  drawnIn,
  type Interval,
  leastRate,
  type RateSpread,
  type RateUnit,
  stratumGroup,
  type TiltGroup,
  tiltedInterval,
  unitGroups,
  wilsonInterval,
} from '../statistics/rate-intervals.js';
import { mean } from '../statistics/summary.js';
import { unequalVariance } from '../statistics/survey-variance.js';
import { compareText } from '../text/words.js';
import { assistedFigure } from './assistance.js';
import {
  areInOrder,
  balanceRow,
  besideOf,
  type CellUnit,
  cellsOf,
  chanceOf,
  type EstimateCell,
  type EstimatedMean,
  estimateEqualMean,
  estimateMean,
  type TaskRuns,
  type ValuedTask,
  valuedTasks,
} from './estimate-mean.js';
import type { LevelReading, PartFigure, PoolFigure, Scope, Trust } from './pool-estimate.js';
import type { SampledTask } from './sample.js';
import { sizeOfStrata } from './sample.js';
import { type Basis, calibrationFor } from './weighting.js';

/** The level of one system under one reading. `runs` has the rewards of each selected task, empty if left out. */
export function estimateLevel(runs: readonly TaskRuns[], reading: Reading, basis: Basis): LevelReading {
  const rewardsOf = ({ sides: [rewards = []] }: TaskRuns) => rewards;
  const withResults = runs.filter((each) => rewardsOf(each).length > 0);
  const meanOf = (some: readonly TaskRuns[]) =>
    some.length === 0 ? undefined : mean(some.map((each) => mean(rewardsOf(each))));
  // In a purposive selection, a benchmark that is a sample represents only itself.
  const inSample = runs.filter(({ task }) => basis.sampled.has(task.benchmark));
  const drawn = inSample.map(({ task }) => task);
  const sampled = { drawn, units: valuedTasks(drawn, inSample) };
  const isWhole = basis.kind !== 'focus' && withResults.length > 0;
  const tasks = runs.map(({ task }) => task);
  return {
    missingCountsAs: reading,
    tasks: withResults.length,
    selectedMean: meanOf(withResults),
    pool: isWhole ? figureFor(sampled, undefined, basis) : undefined,
    equal: isWhole ? equalFigure(sampled.units, basis) : undefined,
    parts: partsOf(tasks, basis.by).map((part): PartFigure => {
      const isOf = (task: SampledTask) => task.labels[part.by] === part.value;
      const members = withResults.filter(({ task }) => isOf(task));
      const isSample = basis.kind === 'representative' || (part.by === 'benchmark' && basis.sampled.has(part.value));
      const trust = isSample ? trustIn(members.length) : 'shown';
      const isShown = trust !== 'suppressed';
      const within = { isOf, population: basis.sample.counts.get(part.by)?.get(part.value) };
      return {
        ...part,
        tasks: members.length,
        trust,
        selectedMean: isShown ? meanOf(members) : undefined,
        pool: isSample && isShown ? figureFor(sampled, within, basis, part.by) : undefined,
      };
    }),
  };
}

function figureFor(
  { drawn, units }: { readonly drawn: readonly SampledTask[]; readonly units: readonly ValuedTask[] },
  within: { readonly isOf: Within; readonly population: number | undefined } | undefined,
  basis: Basis,
  by = 'benchmark',
): PoolFigure {
  const calibration = calibrationFor(units, basis);
  const { scope, level } = basis;
  const intervalOf = (own: readonly ValuedTask[]) => {
    const estimate = estimateMean(own, { scope, within: within?.isOf, calibration });
    // A benchmark consists of whole strata; phases and languages cut across them.
    const options = {
      scope,
      level,
      within: within?.isOf ?? (() => true),
      takesStrata: by === 'benchmark',
      population: within === undefined ? basis.sample.population : within.population,
    };
    const interval =
      calibration === undefined
        ? levelInterval(own, estimate, options)
        : calibration.intervalOf(own, estimate, options);
    const held = Math.min(interval.high, Math.max(interval.low, estimate.mean));
    return { estimate: { ...estimate, mean: held }, interval };
  };
  const { estimate, interval } = intervalOf(units);
  const isRepeated = scope === 'pool' && units.every(({ noise }) => noise !== undefined);
  const plain: PoolFigure = {
    mean: estimate.mean,
    standardError: estimate.standardError,
    ...interval,
    tasks: estimate.tasks,
    population: populationOf(units, calibration?.weights, within?.isOf, basis.sample.population),
    effectiveSize: estimate.effectiveSize,
    degreesOfFreedom: estimate.degreesOfFreedom,
    about: scope === 'beyond' ? 'beyond' : isRepeated ? 'runs-counted' : 'as-run',
    asRun: isRepeated ? intervalOf(units.map((unit) => ({ ...unit, noise: undefined }))).interval : undefined,
  };
  // Earlier results are about whole benchmarks, so parts that cut across them ignore it.
  if (within !== undefined && by !== 'benchmark') return plain;
  const own = within === undefined ? units : units.filter(({ task }) => within.isOf(task));
  if (!own.some(({ task }) => basis.assistances.has(task.benchmark))) return plain;
  return assistedFigure(own, { drawn, assistances: basis.assistances, level, plain });
}

/** The mean level over benchmarks or values of a label, each with equal weight; undefined if there is only one. */
function equalFigure(units: readonly ValuedTask[], { scope, level, equalBy }: Basis): LevelReading['equal'] {
  const estimate = estimateEqualMean(units, scope, ({ labels }) => labels[equalBy] ?? '');
  const { parts, mean: rate, within, standardError, tasks, effectiveSize, degreesOfFreedom, fraction } = estimate;
  if (parts < 2) return undefined;
  // If all tasks are selected and runs do not vary, the level is known.
  const isKnown = standardError === 0 && fraction === 1;
  const held = heldWithin(rate);
  // Differences between benchmarks are fixed, so only the spread within them counts.
  const { low, high } = isKnown
    ? { low: rate, high: rate }
    : guardInterval({ ...estimate, mean: held }, level, Math.min(1, within / Math.max(held * (1 - held), 1e-12)));
  return { by: equalBy, parts, mean: rate, low, high, standardError, tasks, effectiveSize, degreesOfFreedom };
}

type Within = (task: SampledTask) => boolean;

/**
 * The number of tasks that a figure represents: its share of the weights times the size of the strata with results, or
 * times the whole pool if weights were adjusted to the pool's counts.
 */
function populationOf(
  units: readonly ValuedTask[],
  moved: readonly number[] | undefined,
  within: Within = () => true,
  whole: number,
): number {
  const weights = moved ?? units.map(({ weight }) => weight);
  const reached = moved === undefined ? sizeOfStrata(units.map(({ task }) => task)) : whole;
  const own = units.reduce((total, { task }, i) => (within(task) ? total + (weights[i] ?? 0) : total), 0);
  return (own / sumOf(weights, (weight) => weight)) * reached;
}

/** Figures from fewer tasks are suppressed (first) or marked as indicative (second). */
const leastShown = 5;
const leastTrusted = 20;

export function trustIn(tasks: number): Trust {
  return tasks < leastShown ? 'suppressed' : tasks < leastTrusted ? 'indicative' : 'shown';
}

/** Every value of every label in `by`, sorted; labels with a single value are skipped. */
export function partsOf(
  tasks: readonly { readonly labels: Readonly<Record<string, string>> }[],
  by: readonly string[],
): readonly { readonly by: string; readonly value: string }[] {
  return by.flatMap((label) => {
    const values = [...new Set(tasks.map(({ labels }) => labels[label] ?? ''))].sort(compareText);
    return values.length < 2 ? [] : values.map((value) => ({ by: label, value }));
  });
}

export interface LevelOptions {
  readonly level: number;
  readonly scope: Scope;
  readonly within: (task: SampledTask) => boolean;
  /** Whether `within` takes whole strata, whose sizes are known. Otherwise sizes are estimated. */
  readonly takesStrata: boolean;
  /** The number of pool tasks that the level covers; undefined if they were not counted. */
  readonly population?: number | undefined;
}

/**
 * The interval of a mean reward: a tilted score interval over the cells of the design. For unordered cells, unequal
 * probabilities and parts that cut across strata, it is widened to contain Wilson's interval on the design variance.
 * Observed results bound it.
 */
export function levelInterval(units: readonly ValuedTask[], estimate: EstimatedMean, options: LevelOptions): Interval {
  const { level, scope, takesStrata } = options;
  const cells = cellsOf(units, options);
  const own = cells.flatMap((cell) => cell.units);
  const rate = heldWithin(estimate.mean);
  const spread = spreadOf(cells, rate);
  const t = studentQuantile((1 + level) / 2, Math.max(1, own.length - 1));
  const { groups, added } = groupsOf(cells, rate, drawnIn(rate, own.length), spread, takesStrata);
  let { low, high } = tiltedInterval({ rate, groups, t, added });
  const isGuarded =
    scope === 'beyond' || !takesStrata || !areInOrder(cells) || cells.some(({ family }) => family === 'unequal');
  // If all tasks are selected and runs do not vary, there is nothing to guard.
  if (isGuarded && low < high) {
    const guard = guardInterval({ ...estimate, mean: rate }, level, spread.values);
    [low, high] = [Math.min(low, guard.low), Math.max(high, guard.high)];
  }
  const population = takesStrata ? sizeOfStrata(own.map(({ task }) => task)) : options.population;
  // With few passes or failures a fitted interval is unreliable: the observed ones may be all there are.
  if (low < high && (!takesStrata || cells.length === 1)) {
    const exact = exactEnds(own, level, scope === 'beyond' ? undefined : population);
    [low, high] = [Math.min(low, exact.low), Math.max(high, exact.high)];
  }
  if (rate === 0) low = 0;
  if (rate === 1) high = 1;
  if (scope === 'beyond' || spread.runs > 0) return { low, high };
  return boundedBySeen({ low, high }, own, rate, population);
}

/** Exact ends if fewer than five tasks passed (low) or failed (high); otherwise 1 and 0, which change nothing. */
function exactEnds(own: readonly CellUnit[], level: number, population: number | undefined): Interval {
  const passes = own.filter(({ value }) => value === 1).length;
  const fails = own.filter(({ value }) => value === 0).length;
  if (passes + fails < own.length) return { low: 1, high: 0 };
  const size = population === undefined || population < own.length ? undefined : population;
  const least = (seen: number) => (seen < fewForGuard ? leastRate(seen, own.length, (1 - level) / 2, size) : 1);
  return { low: least(passes), high: 1 - least(fails) };
}

/** Bounds an interval by observed results: each remaining task of the pool adds at most one pass or failure. */
export function boundedBySeen(
  { low, high }: Interval,
  own: readonly CellUnit[],
  rate: number,
  size: number | undefined,
) {
  // If the part was not counted, nothing is known about its remaining tasks.
  if (size === undefined || size < own.length) return { low, high };
  const solved = sumOf(own, ({ value }) => value);
  const [least, most] = [solved / size, 1 - (own.length - solved) / size];
  const held = Math.min(most, Math.max(least, rate));
  return { low: Math.min(held, Math.max(low, least)), high: Math.max(held, Math.min(high, most)) };
}

/** Wilson's interval, never shorter than for a random sample of the effective size (after Korn & Graubard 1998). */
function guardInterval(
  estimate: Pick<EstimatedMean, 'mean' | 'variance' | 'degreesOfFreedom' | 'effectiveSize' | 'fraction'>,
  level: number,
  spread = 1,
): Interval {
  const { mean, variance, degreesOfFreedom, effectiveSize, fraction } = estimate;
  const quantile = (1 + level) / 2;
  const t = studentQuantile(quantile, degreesOfFreedom);
  const full = mean * (1 - mean);
  const least = ((1 - fraction) * spread * full) / effectiveSize;
  const size = full > 0 ? full / Math.max(variance, least) : effectiveSize / (1 - fraction);
  return wilsonInterval(mean, size, t);
}

function groupsOf(
  cells: readonly EstimateCell[],
  rate: number,
  middle: number,
  spread: RateSpread,
  takesStrata: boolean,
) {
  const even = cells.filter(({ family }) => family !== 'unequal');
  const beside = besideOf(even);
  const groups = even.map((cell, i): TiltGroup => {
    const stratum = { ...countsOf(cell), beside: beside[i]?.map(countsOf) };
    const group = stratumGroup(stratum, middle, spread);
    const isBalanced = cell.family === 'balanced' && takesStrata && group.factor > 0 && cell.fraction > 0;
    return isBalanced ? { ...group, factor: balancedFactor(cell, group.base, middle, spread) } : group;
  });
  const units = cells
    .filter(({ family }) => family === 'unequal')
    .flatMap((cell) =>
      cell.units.map((unit): RateUnit => ({ ...unit, probability: cell.fraction === 0 ? 0 : chanceOf(unit) })),
    );
  const unequal = unitGroups(units, rate, middle, spread);
  return { groups: [...groups, ...unequal.groups], added: unequal.added };
}

/** The factor for r(1 − r) that makes a balanced stratum's variance at the base rate equal to that of its residuals. */
function balancedFactor(cell: EstimateCell, base: number, middle: number, spread: RateSpread): number {
  const { units, share, fraction } = cell;
  const count = units.length;
  const { sum } = countsOf(cell);
  const residual = unequalVariance(
    units.map(({ value }) => (value - sum / count) / count),
    units.map(chanceOf),
    units.map(balanceRow),
  );
  const columns = 1 + (units[0]?.task.balance.length ?? 0);
  const variance = balancedVariance(residual, { count, fraction, middle, columns, spread: spread.values });
  return share * share * (variance / (base * (1 - base)) + (fraction * spread.runs) / count);
}

function countsOf({ units, share, fraction }: EstimateCell) {
  return { share, fraction, count: units.length, sum: sumOf(units, ({ value }) => value) };
}

/** The spread of values and runs relative to passes and failures with the same mean, within cells if possible. */
function spreadOf(cells: readonly EstimateCell[], rate: number): RateSpread {
  const units = cells.flatMap((cell) => cell.units);
  const full = rate * (1 - rate);
  if (full <= 0) return { values: 1, runs: 0 };
  const mean = (of: (unit: CellUnit) => number) => sumOf(units, (unit) => unit.share * of(unit));
  const noise = mean((unit) => unit.noise ?? 0);
  const isPlain = units.every(({ value }) => value === 0 || value === 1);
  // One half is equally close to a pass and a failure.
  const high = sumOf(units, ({ value }) => (value === 0.5 ? 0.5 : value > 0.5 ? 1 : 0));
  // A few high values among low ones, or the reverse, could all have been missed, so they say nothing about the spread.
  const isLopsided = Math.min(high, units.length - high) < fewForGuard;
  if (isPlain || isLopsided) return { values: 1, runs: Math.min(1, noise / full) };
  const raw = mean(({ value }) => (value - rate) ** 2) / full;
  const overall = Math.min(1, (units.length * raw + 1) / (units.length + 1));
  const { spread, full: within, spare } = spreadWithin(cells);
  const values = within <= 0 ? overall : Math.min(overall, ((spare * spread) / within + overall) / (spare + 1));
  return { values, runs: Math.min(values, noise / (within <= 0 ? full : within)) };
}

/** The spread of values within cells of at least two tasks, and of passes and failures with the same means. */
function spreadWithin(cells: readonly EstimateCell[]) {
  let [spread, full, spare] = [0, 0, 0];
  for (const cell of cells) {
    const { count, sum } = countsOf(cell);
    if (count < 2) continue;
    const own = sum / count;
    const variance = sumOf(cell.units, ({ value }) => (value - own) ** 2) / (count - 1);
    spread += cell.share * variance;
    full += cell.share * (own * (1 - own) + variance / count);
    spare += count - 1;
  }
  return { spread, full, spare };
}

/** Rounding errors in the weights can push a mean just outside [0, 1]. */
export function heldWithin(mean: number): number {
  return Math.min(1, Math.max(0, mean));
}
