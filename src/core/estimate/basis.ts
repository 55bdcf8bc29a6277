import { ResultsError } from '../model/errors.js';
import type { SelectionKind } from '../model/selection.js';
import type { Calibrated, Calibration } from './calibration.js';
import type { Scope } from './design-variance.js';
import type { ValuedTask } from './estimate-mean.js';
import type { Sample } from './sample.js';

/** What every figure of an estimate stands on. */
export interface Basis {
  readonly kind: SelectionKind;
  /** The benchmarks that are probability samples. */
  readonly sampled: ReadonlySet<string>;
  /** The sample they make together. */
  readonly sample: Sample;
  readonly scope: Scope;
  readonly level: number;
  /** How weights are moved; undefined: they stand as drawn. */
  readonly calibrate: ((units: readonly ValuedTask[]) => Calibrated) | undefined;
}

/** @throws ResultsError when the weights cannot be moved as asked. */
export function calibrationFor(units: readonly ValuedTask[], { calibrate }: Basis): Calibration | undefined {
  const result = calibrate?.(units);
  if (result === undefined) return undefined;
  if ('fault' in result) throw new ResultsError([result.fault]);
  return result.calibration;
}
