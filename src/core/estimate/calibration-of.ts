import type { Manifest } from '../manifest/manifest.js';
import { ResultsError } from '../model/errors.js';
import type { Fault } from '../model/fault.js';
import type { RunResults } from '../model/outcome.js';
import { joinWords } from '../text/join-words.js';
import { didYouMean } from '../text/nearest-name.js';
import { type Calibrated, rakeTo } from './calibration.js';
import type { ValuedTask } from './estimate-mean.js';
import { type Sample, type SampleLabel, sampleLabels } from './sample.js';

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
  const faults = [...kindFaults(manifest), ...labelFaults(weightBy), ...(prior?.faults ?? [])];
  if (weightBy.length > 0 && prior !== undefined) {
    const message = 'the results are weighted by labels or assisted by earlier results, not both.';
    faults.push({ code: 'estimate/calibration', message, hint: 'Leave one of them out.' });
  }
  if (faults.length > 0) throw new ResultsError(faults);
  if (weightBy.length === 0) return undefined;
  const labels = weightBy as readonly SampleLabel[];
  const words = `${labels.length === 1 ? 'post-stratified' : 'raked'} by ${joinWords(labels)}`;
  return { words, calibrate: (units) => rakeTo(units, sample, labels) };
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
export function labelsOf(names: readonly string[]): readonly SampleLabel[] {
  const faults = labelFaults(names);
  if (faults.length > 0) throw new ResultsError(faults);
  return names as readonly SampleLabel[];
}

function labelFaults(labels: readonly string[]): Fault[] {
  const twice = labels.filter((label, at) => labels.indexOf(label) !== at);
  const unknown = labels
    .filter((label) => !(sampleLabels as readonly string[]).includes(label))
    .map((label) => ({
      code: 'estimate/label',
      message: `results cannot be divided or weighted by "${label}".${didYouMean(label, sampleLabels)} Known: ${sampleLabels.join(', ')}.`,
      hint: `To divide by a column of your own, let the plan read it as one of these (source: { columns: { category: ${label} } }), and select again.`,
    }));
  return [...unknown, ...twice.map((label) => ({ code: 'estimate/label', message: `"${label}" is given twice.` }))];
}
