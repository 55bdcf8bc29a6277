import { guardedSize, resultSpread } from '../learning/assisted-estimate.js';
import { largest, smallest, sumOf } from '../lists/lists.js';
import type { Warning } from '../model/errors.js';
import { normalQuantile } from '../statistics/distributions.js';
import { type Interval, rateInterval, wilsonInterval } from '../statistics/rate-intervals.js';
import { type CalibratedSample, calibratedResiduals, rake } from '../statistics/weighting.js';
import { compareText, countOf, joinWords } from '../text/words.js';
import { boundedBySeen, heldWithin, type LevelOptions } from './estimate-level.js';
import { areInOrder, cellsOf, type EstimatedMean, type ValuedTask } from './estimate-mean.js';
import type { Sample } from './sample.js';
import type { Calibrated, Calibration } from './weighting.js';

/** Adjusts the weights to the pool's counts of one label (post-stratification) or several (raking). */
export function rakeTo(units: readonly ValuedTask[], sample: Sample, labels: readonly string[]): Calibrated {
  const before = units.map(({ weight }) => weight);
  const warnings: Warning[] = [];
  const margins = labels.map((label) => {
    const own = units.map(({ task }) => task.labels[label] ?? '');
    const merged = mergeSmallCells(own, sample.counts.get(label) ?? new Map());
    if (merged.together.length > 0) warnings.push(mergedWarning(label, merged.together));
    return { cells: merged.cells, targets: merged.targets, label };
  });
  const flat = margins.find(({ targets }) => targets.size < 2);
  if (flat !== undefined) {
    const message = `can't weight by ${flat.label}: ${countOf(units.length, 'task')} with results can't form two groups of at least 5.`;
    return { fault: { code: 'estimate/calibration', message, hint: 'Remove that label.' } };
  }
  const raked = rake(before, margins);
  if ('problem' in raked) {
    const why =
      raked.problem === 'empty-cell'
        ? `no task with a result has the ${margins[raked.margin]?.label} "${raked.cell}"`
        : 'no weights match the counts of all labels';
    const message = `can't weight by ${joinWords(labels)}: ${why}.`;
    return { fault: { code: 'estimate/calibration', message, hint: 'Use fewer labels.' } };
  }
  const cells = margins.reduce((count, { targets }) => count + targets.size, 0);
  if (cells > units.length / 10) {
    const message = `weighting by ${joinWords(labels)} splits ${countOf(units.length, 'task')} into ${cells} cells. More than one cell per 10 tasks adds more error than it removes.`;
    warnings.push({ code: 'many-cells', message });
  }
  const factors = raked.weights.map((weight, i) => weight / (before[i] ?? 1));
  for (const warning of factorWarnings(factors)) warnings.push(warning);
  const columns = margins.flatMap(({ cells: own, targets }) => [...targets.keys()].map((cell) => ({ own, cell })));
  const rows = units.map((_, i) => columns.map(({ own, cell }) => (own[i] === cell ? 1 : 0)));
  return { calibration: calibrationFrom({ weights: before, factors, rows }, raked.weights), warnings };
}

const usualFactors = { low: 0.3, high: 3 };

function factorWarnings(factors: readonly number[]): Warning[] {
  const far = factors.filter((factor) => factor < usualFactors.low || factor > usualFactors.high);
  if (far.length === 0) return [];
  const message = `${countOf(far.length, 'weight')} changed to less than ${usualFactors.low} or more than ${usualFactors.high} times the design weight (from ${smallest(factors).toFixed(2)} to ${largest(factors).toFixed(2)}), because the sample and the pool differ a lot here.`;
  return [{ code: 'extreme-weights', message }];
}

function mergedWarning(label: string, together: readonly string[]): Warning {
  const names = together.map((name) => (name === '' ? 'unknown' : name));
  const message = `${joinWords(names)} (${label}) are weighted as one group, because some of these values have fewer than 5 tasks with results.`;
  return { code: 'merged-cells', message };
}

const leastInCell = 5;

/** Merges the smallest values until the merged cell has five sampled tasks. `together` lists the merged values. */
export function mergeSmallCells(values: readonly string[], counts: ReadonlyMap<string, number>) {
  const sampled = new Map([...counts.keys()].map((value) => [value, 0]));
  for (const value of values) sampled.set(value, (sampled.get(value) ?? 0) + 1);
  const bySize = [...sampled].sort(([a, first], [b, second]) => first - second || compareText(a, b));
  const together: string[] = [];
  let carried = 0;
  for (const [value, count] of bySize) {
    if (count >= leastInCell && (together.length === 0 || carried >= leastInCell)) break;
    together.push(value);
    carried += count;
  }
  if (together.length < 2) return { cells: values, targets: counts, together: [] };
  const isMerged = new Set(together);
  const name = together.toSorted(compareText).join(' + ');
  const merged = sumOf(together, (value) => counts.get(value) ?? 0);
  const targets = new Map([...[...counts].filter(([value]) => !isMerged.has(value)), [name, merged]]);
  return { cells: values.map((value) => (isMerged.has(value) ? name : value)), targets, together };
}

export function calibrationFrom(sample: CalibratedSample, weights: readonly number[]): Calibration {
  return {
    weights,
    residualsOf: (apart) => calibratedResiduals(sample, apart),
    intervalOf: (units, estimate, options) => calibratedInterval(units, estimate, { ...options, weights }),
  };
}

/**
 * The interval of a mean with adjusted weights: Wilson's on the variance of the leverage-corrected residuals. Under
 * uneven weights, the variance is at least that of equal-sized residuals at the effective size, with the degrees of
 * freedom that remain. With fewer than five passes or failures, the size is limited.
 */
function calibratedInterval(
  units: readonly ValuedTask[],
  estimate: EstimatedMean,
  options: LevelOptions & { readonly weights: readonly number[] },
): Interval {
  const { level, scope } = options;
  const cells = cellsOf(units, options);
  const own = cells.flatMap((cell) => cell.units);
  const { calibrated = { variance: estimate.variance, spread: 0, rank: 1 }, effectiveSize, fraction } = estimate;
  const isUneven = scope === 'beyond' || !areInOrder(cells) || cells.some(({ family }) => family === 'unequal');
  const least = isUneven ? ((1 - fraction) * calibrated.spread) / effectiveSize : 0;
  const spare = Math.max(1, effectiveSize - calibrated.rank);
  const rate = heldWithin(estimate.mean);
  const { size } = rateInterval({
    ...estimate,
    variance: Math.max(calibrated.variance, least),
    degreesOfFreedom: isUneven ? Math.min(estimate.degreesOfFreedom, spare) : estimate.degreesOfFreedom,
    rate,
    level,
  });
  const values = own.map(({ value }) => value);
  const spread = resultSpread(
    values,
    own.map(({ share }) => share),
    rate,
  );
  const guard = guardedSize(spread, isUneven ? Math.min(own.length, effectiveSize) : own.length, fraction);
  const { low, high } = wilsonInterval(rate, Math.min(size, guard), normalQuantile((1 + level) / 2));
  const passes = sumOf(values, (value) => value);
  const found = { low: passes === 0 ? 0 : low, high: passes === own.length ? 1 : high };
  if (scope === 'beyond' || own.some(({ noise = 0 }) => noise > 0)) return found;
  return boundedBySeen(found, own, rate, options.population);
}
