import { holm } from '../statistics/p-values.js';
import {
  type PairedStratum,
  type PairedVariance,
  pairedInterval,
  pairedPValue,
  pairedVariance,
} from '../statistics/paired-tests.js';
import { weightClasses } from '../statistics/rate-intervals.js';
import { type Basis, calibrationFor } from './basis.js';
import { chanceOf } from './design-variance.js';
import { estimateMean } from './estimate-mean.js';
import { besideOf, type Cell, type CellUnit, cellsOf } from './estimation-cells.js';
import type { PairedFigure } from './pool-estimate.js';
import type { SampledTask } from './sample.js';
import { type TaskRuns, valuedTasks } from './valued-tasks.js';

/** A weighted difference before it is known among how many it stands. */
export interface PairedEstimate extends PairedVariance {
  readonly mean: number;
  readonly about: PairedFigure['about'];
}

/**
 * The weighted difference of two configurations over a sample or a part of it, with the variance that both its interval
 * and its p-value rest on. With one run each nothing says what another run would change: the difference is then about the
 * two systems, and the size of the pool shrinks nothing.
 */
export function estimatePaired(
  runs: readonly TaskRuns[],
  within: (task: SampledTask) => boolean,
  takesStrata: boolean,
  basis: Basis,
): PairedEstimate {
  const units = valuedTasks(
    runs.map(({ task }) => task),
    runs,
  );
  const calibration = calibrationFor(units, basis, 'difference');
  const isOfPool = basis.scope === 'pool' && units.every(({ noise }) => noise !== undefined);
  const scope = isOfPool ? 'pool' : 'beyond';
  const cells = cellsOf(units, { scope, within, weights: calibration?.weights });
  const own = cells.flatMap((cell) => cell.units);
  const mean = own.reduce((sum, { share, value }) => sum + share * value, 0);
  const isUneven = calibration !== undefined || cells.some(({ family }) => family === 'unequal');
  const design = pairedVariance({
    strata: isUneven ? classesOf(own, scope === 'pool') : strataOf(cells),
    difference: mean,
    meanSquare: own.reduce((sum, { share, value }) => sum + share * value * value, 0),
    runs: fewestRuns(runs.filter(({ task, sides }) => within(task) && sides.every((side) => side.length > 0))),
    between: isUneven || !takesStrata,
  });
  if (basis.scope === 'pool') return { ...design, mean, about: isOfPool ? 'pool' : 'systems' };
  // Tasks of one repository hang together: what lies beyond the pool is judged by repositories.
  const clustered = estimateMean(units, { scope: 'beyond', within, calibration });
  return {
    centre: design.centre,
    variance: Math.max(design.variance, clustered.variance),
    degreesOfFreedom: Math.min(design.degreesOfFreedom, clustered.degreesOfFreedom),
    mean,
    about: 'beyond',
  };
}

/** The figures of differences that stand side by side: each for itself, and adjusted for being several. */
export function pairedFigures(estimates: readonly PairedEstimate[], level: number): readonly PairedFigure[] {
  const pValues = estimates.map((estimate) => pairedPValue(estimate));
  const adjusted = holm(pValues);
  return estimates.map((estimate, i): PairedFigure => {
    const { mean, about, degreesOfFreedom } = estimate;
    return {
      mean,
      ...around(mean, pairedInterval(estimate, level)),
      standardError: Math.sqrt(estimate.variance),
      method: 'design t',
      degreesOfFreedom,
      pValue: pValues[i] ?? 1,
      about,
      adjusted:
        estimates.length < 2
          ? undefined
          : {
              comparisons: estimates.length,
              pValue: adjusted[i] ?? 1,
              ...around(mean, pairedInterval(estimate, level, estimates.length)),
            },
    };
  });
}

/** Its centre is drawn towards 0: the end away from 0 may have to be moved out to what was found. */
function around(mean: number, { low, high }: { readonly low: number; readonly high: number }) {
  return { low: Math.min(low, mean), high: Math.max(high, mean) };
}

function strataOf(cells: readonly Cell[]): readonly PairedStratum[] {
  const sums = cells.map((cell) => ({ ...sumsOf(cell.units), share: cell.share, fraction: cell.fraction }));
  const byCell = new Map(cells.map((cell, i) => [cell, sums[i]]));
  return besideOf(cells).map(
    (beside, i): PairedStratum => ({
      ...(sums[i] ?? { ...sumsOf([]), share: 0, fraction: 0 }),
      beside: beside?.flatMap((cell) => byCell.get(cell) ?? []),
    }),
  );
}

/** Units with unequal weights in four classes, lightest first. */
function classesOf(units: readonly CellUnit[], isOfPool: boolean): readonly PairedStratum[] {
  const classes = weightClasses(units.map(({ share }) => share));
  return [...new Set(classes)]
    .sort((a, b) => a - b)
    .map((name) => {
      const own = units.filter((_, i) => classes[i] === name);
      const weightSquares = own.reduce((sum, { share }) => sum + share * share, 0);
      const known = own.reduce((sum, unit) => sum + unit.share * unit.share * chanceOf(unit), 0);
      return {
        ...sumsOf(own),
        share: own.reduce((sum, { share }) => sum + share, 0),
        weightSquares,
        fraction: isOfPool ? known / weightSquares : 0,
      };
    });
}

function sumsOf(units: readonly CellUnit[]) {
  let [sum, squares, noise] = [0, 0, 0];
  for (const unit of units) {
    sum += unit.value;
    squares += unit.value * unit.value;
    noise += unit.noise ?? 0;
  }
  return {
    count: units.length,
    sum,
    squares,
    noise: units.some((unit) => unit.noise === undefined) ? undefined : noise,
  };
}

/** The fewest runs a task has on either side. */
function fewestRuns(runs: readonly TaskRuns[]): number {
  return runs.reduce(
    (least, { sides }) => sides.reduce((fewest, side) => Math.min(fewest, side.length), least),
    Infinity,
  );
}
