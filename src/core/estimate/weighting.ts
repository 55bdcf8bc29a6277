import type { Manifest } from '../manifest/manifest.js';
import { type Fault, ResultsError, type Warning } from '../model/errors.js';
import type { SelectionKind } from '../model/selection.js';
import type { Interval } from '../statistics/rate-intervals.js';
import type { calibratedResiduals } from '../statistics/weighting.js';
import { didYouMean } from '../text/nearest-name.js';
import type { Assistance, Assistances } from './assistance.js';
import type { LevelOptions } from './estimate-level.js';
import type { EstimatedMean, ValuedTask } from './estimate-mean.js';
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

/** @throws ResultsError with every unknown or repeated label. */
export function labelsOf(names: readonly string[], manifest: Manifest): readonly string[] {
  const faults = labelFaults(names, manifest);
  if (faults.length > 0) throw new ResultsError(faults);
  return names;
}

/** Unknown and repeated labels. */
export function labelFaults(labels: readonly string[], manifest: Manifest): Fault[] {
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

/** Adjusted weights, with the variance and the interval of a mean under them. */
export interface Calibration {
  readonly weights: readonly number[];
  /** The residuals that replace the distances from the mean in its variance; `corrected` are for intervals. */
  readonly residualsOf: (apart: readonly number[]) => ReturnType<typeof calibratedResiduals>;
  readonly intervalOf: (units: readonly ValuedTask[], estimate: EstimatedMean, options: LevelOptions) => Interval;
}

export type Calibrated =
  | { readonly calibration: Calibration; readonly warnings: readonly Warning[] }
  | { readonly fault: Fault };

/** A way to estimate with more than the results on the selected tasks, such as `adjustments`. */
export type Adjust = (
  manifest: Manifest,
  sample: Sample,
) => {
  readonly weighting?: { readonly words: string; readonly calibrate: NonNullable<Basis['calibrate']> } | undefined;
  /** Adds to the earlier results that the selection was drawn with. */
  readonly assist?: ((own: Basis['assistances']) => Assistances) | undefined;
};
