import type { Manifest } from '../manifest/manifest.js';
import { ResultsError } from '../model/errors.js';
import type { Fault } from '../model/fault.js';
import type { RunResults } from '../model/outcome.js';
import { joinWords } from '../text/join-words.js';
import { didYouMean } from '../text/nearest-name.js';
import { type Calibrated, rakeTo } from './calibration.js';
import type { ValuedTask } from './estimate-mean.js';
import { type Sample, sampleLabels } from './sample.js';

/** What figures lean on besides the design; at most one of the two. */
export interface WeightingOptions {
  /** The labels whose counts in the pool the weights shall meet: one post-stratifies, several rake. */
  readonly weightBy?: readonly string[] | undefined;
  /** Results of earlier systems on the pool's tasks, which assist levels. */
  readonly prior?: RunResults | undefined;
}

/** A way to move weights, or undefined when none is asked for. */
export function calibrationOf(
  manifest: Manifest,
  sample: Sample,
  { weightBy = [], prior }: WeightingOptions,
): { readonly words: string; readonly calibrate: (units: readonly ValuedTask[]) => Calibrated } | undefined {
  if (weightBy.length === 0 && prior === undefined) return undefined;
  const faults = [
    ...kindFaults(manifest),
    ...labelFaults(weightBy, manifest),
    ...uncountedFaults(weightBy, manifest, sample),
    ...(prior?.faults ?? []),
  ];
  if (weightBy.length > 0 && prior !== undefined) {
    const message = 'the results are weighted by labels or assisted by earlier results, not both.';
    faults.push({ code: 'estimate/calibration', message, hint: 'Leave one of them out.' });
  }
  if (faults.length > 0) throw new ResultsError(faults);
  if (weightBy.length === 0) return undefined;
  const words = `${weightBy.length === 1 ? 'post-stratified' : 'raked'} by ${joinWords(weightBy)}`;
  return { words, calibrate: (units) => rakeTo(units, sample, weightBy) };
}

/** No weighting makes a ranked choice an estimate: the tasks left out had no chance at all. */
function kindFaults({ metadata, methodology }: Manifest): Fault[] {
  if (metadata.kind === 'representative') return [];
  const message = `weights cannot repair a focus selection. ${methodology.claim}`;
  return [{ code: 'estimate/focus', message, hint: 'Draw a sample with "prefer: [random]".' }];
}

/**
 * Labels by name.
 *
 * @throws ResultsError with every one that is not known, or given twice.
 */
export function labelsOf(names: readonly string[], manifest: Manifest): readonly string[] {
  const faults = labelFaults(names, manifest);
  if (faults.length > 0) throw new ResultsError(faults);
  return names;
}

/** Weights can only meet what was counted over the whole pool. */
function uncountedFaults(labels: readonly string[], manifest: Manifest, { counts }: Sample): Fault[] {
  if (manifest.metadata.kind !== 'representative') return [];
  return labels
    .filter((label) => sampleLabels(manifest).includes(label) && !counts.has(label))
    .map((label) => ({
      code: 'estimate/label',
      message: `the selection does not say how many tasks of the pool have each ${label}: it has more than 200 values, or the pool more than 100,000 tasks.`,
      hint: 'Results can be divided by it (--by). To weight by it, let the plan read it as "category".',
    }));
}

function labelFaults(labels: readonly string[], manifest: Manifest): Fault[] {
  const known = sampleLabels(manifest);
  const twice = labels.filter((label, at) => labels.indexOf(label) !== at);
  const unknown = labels
    .filter((label) => !known.includes(label))
    .map((label) => ({
      code: 'estimate/label',
      message: `results cannot be divided or weighted by "${label}".${didYouMean(label, known)} Known: ${known.join(', ')}.`,
      hint: `To divide by a column of your own, declare it in the plan (fields: { ${label}: { kind: label } }), and select again.`,
    }));
  return [...unknown, ...twice.map((label) => ({ code: 'estimate/label', message: `"${label}" is given twice.` }))];
}
