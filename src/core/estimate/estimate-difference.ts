import { at, smallest, sumOf } from '../lists/lists.js';
import { type Reading, readings } from '../outcomes/task-result.js';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { holm } from '../statistics/p-values.js';
import {
  type PairedStratum,
  type PairedVariance,
  pairedInterval,
  pairedPValue,
  pairedVariance,
} from '../statistics/paired-tests.js';
import { type Interval, weightClasses } from '../statistics/rate-intervals.js';
import {
  agreeingInterval,
  clusterUnits,
  type FlipUnit,
  type SignFlipResult,
  signFlipInterval,
  signFlipTest,
} from '../statistics/sign-flip-test.js';
import { mean, meanDifference, variance } from '../statistics/summary.js';
import { partsOf, trustIn } from './estimate-level.js';
import {
  besideOf,
  type CellUnit,
  cellsOf,
  chanceOf,
  clusterOf,
  type EstimateCell,
  estimateMean,
  runVariances,
  type TaskRuns,
  valuedTasks,
  widerOf,
} from './estimate-mean.js';
import type { DifferenceEstimate, DifferenceReading, PairedFigure } from './pool-estimate.js';
import type { SampledTask } from './sample.js';
import { type Basis, calibrationFor } from './weighting.js';

/** A reading whose pool figure is not yet adjusted for multiple comparisons. */
export interface UnadjustedReading extends Omit<DifferenceReading, 'pool'> {
  readonly whole: PairedEstimate | undefined;
}

/** The paired difference of two systems under one reading. `runs` has both systems' rewards on each selected task. */
export function estimateDifference(
  runs: readonly TaskRuns[],
  reading: Reading,
  basis: Basis,
): UnadjustedReading | undefined {
  const pairs = runs.filter(({ sides }) => sides.every((side) => side.length > 0));
  if (pairs.length === 0) return undefined;
  const differences = pairs.map(({ sides: [first = [], second = []] }) => meanDifference(first, second));
  const gained = differences.filter((difference) => difference > 0).length;
  const lost = differences.filter((difference) => difference < 0).length;
  const isPlain = pairs.every(({ sides }) =>
    sides.every((side) => side.length === 1 && (side[0] === 0 || side[0] === 1)),
  );
  const isSample = basis.kind === 'representative';
  const parts = isSample ? partsOfPairs(runs, pairs, basis) : [];
  const alike = differences.map((difference) => ({ difference, weight: 1 }));
  return {
    missingCountsAs: reading,
    pairs: pairs.length,
    selectedMean: mean(differences),
    gained,
    lost,
    same: pairs.length - gained - lost,
    test: { name: isPlain ? 'McNemar mid-p' : flipMethod, pValue: signFlipTest(alike, flipStream()).p },
    whole: isSample ? estimatePaired(runs, () => true, true, basis) : undefined,
    parts,
    variance: varianceOf(pairs, differences),
  };
}

export interface UnadjustedDifference extends Omit<DifferenceEstimate, 'readings'> {
  readonly readings: readonly UnadjustedReading[];
}

/** Adjusts each comparison with the baseline for their number, because one system may look better by chance. */
export function adjustedFor(
  differences: readonly UnadjustedDifference[],
  level: number,
): readonly DifferenceEstimate[] {
  const figures = new Map(
    readings.flatMap((reading) => {
      const own = differences.flatMap((each) => each.readings.filter((one) => one.missingCountsAs === reading));
      return [
        ...figuresBy(
          own.flatMap(({ whole }) => whole ?? []),
          level,
        ),
      ];
    }),
  );
  return differences.map((difference) => ({
    ...difference,
    readings: difference.readings.map(({ whole, ...reading }) => {
      const pool = whole && figures.get(whole);
      // A separate test on the selected tasks could contradict the test for the pool.
      return pool === undefined
        ? { ...reading, pool }
        : { ...reading, pool, test: { name: pool.method, pValue: pool.pValue } };
    }),
  }));
}

/** The differences by part, adjusted for the number of parts, because one may differ by chance. */
function partsOfPairs(runs: readonly TaskRuns[], pairs: readonly TaskRuns[], basis: Basis): DifferenceReading['parts'] {
  const tasks = pairs.map(({ task }) => task);
  const parts = partsOf(tasks, basis.by).map((part) => {
    const isOf = (task: SampledTask) => task.labels[part.by] === part.value;
    const count = pairs.filter(({ task }) => isOf(task)).length;
    const trust = trustIn(count);
    const estimate = trust === 'suppressed' ? undefined : estimatePaired(runs, isOf, part.by === 'benchmark', basis);
    return { ...part, pairs: count, trust, estimate };
  });
  const shown = parts.flatMap(({ estimate }) => estimate ?? []);
  const figures = figuresBy(shown, basis.level);
  return parts.map(({ estimate, ...part }) => ({ ...part, pool: estimate && figures.get(estimate) }));
}

function figuresBy(estimates: readonly PairedEstimate[], level: number): ReadonlyMap<PairedEstimate, PairedFigure> {
  const figures = pairedFigures(estimates, level);
  return new Map(estimates.map((estimate, i) => [estimate, at(figures, i)]));
}

/** Splits the variance of a task's difference into runs and tasks; undefined if no task has repeats. */
function varianceOf(pairs: readonly TaskRuns[], differences: readonly number[]): DifferenceReading['variance'] {
  const [runsFirst, runsSecond] = runVariances(pairs);
  if (runsFirst === undefined || runsSecond === undefined || differences.length < 2) return undefined;
  const noise = mean(
    pairs.map(({ sides: [first = [], second = []] }) => {
      const own = (side: readonly number[], spread: number) =>
        (side.length < 2 ? spread : variance(side)) / side.length;
      return own(first, runsFirst) + own(second, runsSecond);
    }),
  );
  return { runsFirst, runsSecond, tasks: Math.max(0, variance(differences) - noise) };
}

/** A weighted difference, not yet adjusted for multiple comparisons. */
export interface PairedEstimate extends PairedVariance {
  readonly mean: number;
  readonly about: PairedFigure['about'];
  /** Tasks, or repositories for claims beyond the pool. Undefined for a t test on the design variance. */
  readonly flips: readonly FlipUnit[] | undefined;
}

const flipMethod = 'sign flips';

/** All tests use the same random flips, so a figure does not depend on which other figures are shown. */
const flipStream = () => randomStreamFor('estimate', 'sign flips');

/**
 * The weighted difference of two systems over a sample or a part of it. With one run each, run noise is unknown, so the
 * difference is about the two systems, whatever the size of the pool.
 */
export function estimatePaired(
  runs: readonly TaskRuns[],
  within: (task: SampledTask) => boolean,
  takesStrata: boolean,
  basis: Basis,
): PairedEstimate {
  const tasks = runs.map(({ task }) => task);
  const units = valuedTasks(tasks, runs);
  const calibration = calibrationFor(units, basis, false);
  const isOfPool = basis.scope === 'pool' && units.every(({ noise }) => noise !== undefined);
  const scope = isOfPool ? 'pool' : 'beyond';
  const cells = cellsOf(units, { scope, within, weights: calibration?.weights });
  const own = cells.flatMap((cell) => cell.units);
  const mean = sumOf(own, ({ share, value }) => share * value);
  const isUneven = calibration !== undefined || cells.some(({ family }) => family === 'unequal');
  const design = pairedVariance({
    strata: isUneven ? classesOf(own, scope === 'pool') : strataOf(cells),
    difference: mean,
    meanSquare: sumOf(own, ({ share, value }) => share * value * value),
    runs: fewestRuns(runs.filter(({ task, sides }) => within(task) && sides.every((side) => side.length > 0))),
    between: isUneven || !takesStrata,
  });
  const flips = own.map(({ value, share }) => ({ difference: value, weight: share }));
  if (basis.scope === 'pool') {
    // For the sampled share of the pool, only run noise is uncertain, and flips can't express that.
    return { ...design, mean, about: isOfPool ? 'pool' : 'systems', flips: isOfPool ? undefined : flips };
  }
  // Tasks of one repository are alike, so claims beyond the pool cluster by repository.
  const clustered = estimateMean(units, { scope: 'beyond', within, calibration });
  return {
    ...widerOf(design, clustered),
    centre: design.centre,
    mean,
    about: 'beyond',
    flips: clusterUnits(
      flips,
      own.map(({ task }) => clusterOf(task) ?? `${task.benchmark}\n\n${task.id}`),
    ),
  };
}

export function pairedFigures(estimates: readonly PairedEstimate[], level: number): readonly PairedFigure[] {
  const tests = estimates.map(testOf);
  const adjusted = holm(tests.map(({ p }) => p));
  return estimates.map((estimate, i): PairedFigure => {
    const { mean, about, degreesOfFreedom } = estimate;
    const { p, exact } = at(tests, i);
    const own = intervalOf(estimate, p, level);
    return {
      mean,
      ...own,
      standardError: Math.sqrt(estimate.variance),
      method: estimate.flips === undefined ? 'design t' : flipMethod,
      degreesOfFreedom,
      pValue: p,
      exact,
      about,
      adjusted:
        estimates.length < 2
          ? undefined
          : {
              comparisons: estimates.length,
              pValue: at(adjusted, i),
              // At a higher level, the limit that the test sets can be closer to the estimate.
              ...hull(own, intervalOf(estimate, p, 1 - (1 - level) / estimates.length)),
            },
    };
  });
}

function hull(a: Interval, b: Interval): Interval {
  return { low: Math.min(a.low, b.low), high: Math.max(a.high, b.high) };
}

function testOf(estimate: PairedEstimate): Pick<SignFlipResult, 'p' | 'exact'> {
  return estimate.flips === undefined
    ? { p: pairedPValue(estimate), exact: true }
    : signFlipTest(estimate.flips, flipStream());
}

function intervalOf(estimate: PairedEstimate, p: number, level: number): Interval {
  const { mean, flips } = estimate;
  const { low, high } = pairedInterval(estimate, level);
  // The centre is shrunk towards 0, so the outer end may have to move out to the mean.
  const own = { low: Math.min(low, mean), high: Math.max(high, mean) };
  if (flips === undefined) return own;
  return agreeingInterval(own, mean, p, level, () => signFlipInterval(flips, level, flipStream()));
}

function strataOf(cells: readonly EstimateCell[]): readonly PairedStratum[] {
  const sums = cells.map((cell) => ({ ...sumsOf(cell.units), share: cell.share, fraction: cell.fraction }));
  const byCell = new Map(cells.map((cell, i) => [cell, sums[i]]));
  return besideOf(cells).map(
    (beside, i): PairedStratum => ({
      ...(sums[i] ?? { ...sumsOf([]), share: 0, fraction: 0 }),
      beside: beside?.flatMap((cell) => byCell.get(cell) ?? []),
    }),
  );
}

/** Groups units with unequal weights into up to four classes, lightest first. */
function classesOf(units: readonly CellUnit[], isOfPool: boolean): readonly PairedStratum[] {
  const classes = weightClasses(units.map(({ share }) => share));
  return [...new Set(classes)]
    .sort((a, b) => a - b)
    .map((name) => {
      const own = units.filter((_, i) => classes[i] === name);
      const weightSquares = sumOf(own, ({ share }) => share * share);
      const known = sumOf(own, (unit) => unit.share * unit.share * chanceOf(unit));
      return {
        ...sumsOf(own),
        share: sumOf(own, ({ share }) => share),
        weightSquares,
        fraction: isOfPool ? known / weightSquares : 0,
      };
    });
}

function sumsOf(units: readonly CellUnit[]) {
  return {
    count: units.length,
    sum: sumOf(units, ({ value }) => value),
    squares: sumOf(units, ({ value }) => value * value),
    noise: units.some(({ noise }) => noise === undefined) ? undefined : sumOf(units, ({ noise = 0 }) => noise),
  };
}

function fewestRuns(runs: readonly TaskRuns[]): number {
  return smallest(runs.flatMap(({ sides }) => sides.map((side) => side.length)));
}
