import { ResultsError } from '../model/errors.js';
import type { Warning } from '../model/fault.js';
import type { SelectionKind } from '../model/selection.js';
import type { Assistance } from './assistance.js';
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
  /** What figures are divided by. */
  readonly by: readonly string[];
  /** How weights are moved; undefined: they stand as drawn. */
  readonly calibrate: ((units: readonly ValuedTask[]) => Calibrated) | undefined;
  /** What levels lean on, by benchmark; empty where they stay plain. */
  readonly assistances: ReadonlyMap<string, Assistance>;
  /** Takes what a reader must know of the weights; the same is kept once. */
  readonly warn: (warning: Warning) => void;
}

/**
 * The weights moved as asked. A difference may rest on fewer tasks than a level: where they do not carry the weighting, its
 * weights stay as drawn, and that is said.
 *
 * @throws ResultsError when the weights of a level cannot be moved.
 */
export function calibrationFor(
  units: readonly ValuedTask[],
  { calibrate, warn }: Basis,
  of: 'level' | 'difference' = 'level',
): Calibration | undefined {
  const result = calibrate?.(units);
  if (result === undefined) return undefined;
  if ('fault' in result) {
    if (of === 'level') throw new ResultsError([result.fault]);
    warn({ code: 'not-weighted', message: `the weights of a difference stay as drawn: ${result.fault.message}` });
    return undefined;
  }
  result.warnings.forEach(warn);
  return result.calibration;
}
