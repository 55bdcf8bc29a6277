import { largest, smallest, sumOf } from '../lists/lists.js';
import type { Manifest } from '../manifest/manifest.js';
import { type Fault, ResultsError, type Warning } from '../model/errors.js';
import type { RunResults } from '../model/outcome.js';
import type { SelectionKind } from '../model/selection.js';
import { rake } from '../statistics/weighting.js';
import { didYouMean } from '../text/nearest-name.js';
import { compareText, countOf, joinWords } from '../text/words.js';
import type { Assistance } from './assistance.js';
import type { ValuedTask } from './estimate-mean.js';
import type { Scope } from './pool-estimate.js';
import { type Sample, sampleLabels } from './sample.js';

export interface Basis {
  readonly kind: SelectionKind;
  readonly sampled: ReadonlySet<string>;
  readonly sample: Sample;
  readonly scope: Scope;
  readonly level: number;
  readonly by: readonly string[];
  /** The label whose values have equal weight in the equally weighted level. */
  readonly equalBy: string;
  readonly calibrate: ((units: readonly ValuedTask[]) => Calibrated) | undefined;
  /** The earlier results that assist levels, by benchmark. */
  readonly assistances: ReadonlyMap<string, Assistance>;
  /** Collects a warning about the weights, without duplicates. */
  readonly warn: (warning: Warning) => void;
}

/**
 * The adjusted weights. If an optional adjustment is impossible, warns and keeps the weights as drawn.
 *
 * @throws ResultsError if a required adjustment is impossible.
 */
export function calibrationFor(
  units: readonly ValuedTask[],
  { calibrate, warn }: Basis,
  isRequired = true,
): Calibration | undefined {
  const result = calibrate?.(units);
  if (result === undefined) return undefined;
  if ('fault' in result) {
    if (isRequired) throw new ResultsError([result.fault]);
    warn({ code: 'not-weighted', message: `differences use the weights as drawn: ${result.fault.message}` });
    return undefined;
  }
  result.warnings.forEach(warn);
  return result.calibration;
}

/** At most one of the two may be given. */
export interface WeightingOptions {
  /** The labels whose pool counts the weights must match: one label post-stratifies, several rake. */
  readonly weightBy?: readonly string[] | undefined;
  /** Results of earlier systems on the pool's tasks, which assist levels. */
  readonly prior?: RunResults | undefined;
}

export function calibrationOf(manifest: Manifest, sample: Sample, { weightBy = [], prior }: WeightingOptions) {
  if (weightBy.length === 0 && prior === undefined) return undefined;
  const faults = [
    ...kindFaults(manifest),
    ...labelFaults(weightBy, manifest),
    ...uncountedFaults(weightBy, manifest, sample),
    ...(prior?.faults ?? []),
  ];
  if (weightBy.length > 0 && prior !== undefined) {
    const message = 'Winnow can weight results by labels or use earlier results, but not both.';
    faults.push({ code: 'estimate/calibration', message, hint: 'Use only one of them.' });
  }
  if (faults.length > 0) throw new ResultsError(faults);
  if (weightBy.length === 0) return undefined;
  const words = `${weightBy.length === 1 ? 'post-stratified' : 'raked'} by ${joinWords(weightBy)}`;
  return { words, calibrate: (units: readonly ValuedTask[]) => rakeTo(units, sample, weightBy) };
}

/** Weighting can't turn a ranked selection into a sample, because the remaining tasks had no chance of selection. */
function kindFaults({ metadata, methodology }: Manifest): Fault[] {
  if (metadata.kind === 'representative') return [];
  const message = `weights can't turn a purposive selection into a sample. ${methodology.claim}`;
  return [{ code: 'estimate/focus', message, hint: 'Draw a sample with "prefer: [random]".' }];
}

/** @throws ResultsError with every unknown or repeated label. */
export function labelsOf(names: readonly string[], manifest: Manifest): readonly string[] {
  const faults = labelFaults(names, manifest);
  if (faults.length > 0) throw new ResultsError(faults);
  return names;
}

/** Weights can only match labels that were counted over the whole pool. */
function uncountedFaults(labels: readonly string[], manifest: Manifest, { counts }: Sample): Fault[] {
  if (manifest.metadata.kind !== 'representative') return [];
  return labels
    .filter((label) => sampleLabels(manifest).includes(label) && !counts.has(label))
    .map((label) => ({
      code: 'estimate/label',
      message: `can't weight by ${label}: the selection has no counts for it, because the label has more than 200 values or the pool more than 100,000 tasks.`,
      hint: 'You can still use it in --by. To weight by it, read it as "category" in the plan.',
    }));
}

function labelFaults(labels: readonly string[], manifest: Manifest): Fault[] {
  const known = sampleLabels(manifest);
  const twice = labels.filter((label, at) => labels.indexOf(label) !== at);
  const unknown = labels
    .filter((label) => !known.includes(label))
    .map((label) => ({
      code: 'estimate/label',
      message: `"${label}" is not a label in this selection.${didYouMean(label, known)} Labels: ${known.join(', ')}.`,
      hint: `To use another column, declare it in the plan (fields: { ${label}: { kind: label } }), and select again.`,
    }));
  return [...unknown, ...twice.map((label) => ({ code: 'estimate/label', message: `"${label}" is given twice.` }))];
}

export interface Calibration {
  readonly before: readonly number[];
  readonly weights: readonly number[];
  /** weights / before. */
  readonly factors: readonly number[];
  readonly rows: readonly (readonly number[])[];
}

export type Calibrated =
  | { readonly calibration: Calibration; readonly warnings: readonly Warning[] }
  | { readonly fault: Fault };

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
  return { calibration: { before, weights: raked.weights, factors, rows }, warnings };
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
