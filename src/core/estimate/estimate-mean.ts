import { calibratedResiduals, effectiveSize } from '../statistics/weighting.js';
import type { Calibration } from './calibration.js';
import { type DesignVariance, designVariance, type Influence, type Scope } from './design-variance.js';
import type { SampledTask } from './sample.js';

/** A task with its value: a mean reward, or a difference of two. */
export interface ValuedTask {
  readonly task: SampledTask;
  readonly value: number;
  /** The variance of the value by run noise; undefined with one run. */
  readonly noise: number | undefined;
  /** Its weight after what is missing was made up for, and before calibration. */
  readonly weight: number;
}

/** A weighted mean with its variance under the design. */
export interface EstimatedMean extends DesignVariance {
  readonly mean: number;
  readonly standardError: number;
  /** Tasks it rests on. */
  readonly tasks: number;
  readonly effectiveSize: number;
  /** The share of what it speaks for that was drawn. */
  readonly fraction: number;
}

/** What the mean is over. */
export interface MeanOptions {
  readonly scope: Scope;
  /** Undefined: the weights stand as they are. */
  readonly calibration?: Calibration | undefined;
  /** The tasks the mean is of; the others still tell of the variance. Undefined: all. */
  readonly within?: ((task: SampledTask) => boolean) | undefined;
}

/** The weighted mean of a probability sample, or of a part of it (Hájek 1971). */
export function estimateMean(units: readonly ValuedTask[], options: MeanOptions): EstimatedMean {
  const { scope, calibration, within = () => true } = options;
  const weights = calibration?.weights ?? units.map(({ weight }) => weight);
  const isIn = units.map(({ task }) => within(task));
  const sum = weights.reduce((total, weight, i) => (isIn[i] === true ? total + weight : total), 0);
  const mean =
    units.reduce((total, { value }, i) => (isIn[i] === true ? total + (weights[i] ?? 0) * value : total), 0) / sum;
  const apart = units.map(({ value }, i) => (isIn[i] === true ? value - mean : 0));
  const residuals =
    calibration === undefined ? apart : calibratedResiduals({ ...calibration, weights: calibration.before }, apart);
  const influences = units.map((unit, i): Influence => {
    const share = (calibration === undefined ? (weights[i] ?? 0) : unit.weight) / sum;
    const noise =
      unit.noise === undefined || isIn[i] !== true ? undefined : ((weights[i] ?? 0) / sum) ** 2 * unit.noise;
    return {
      task: unit.task,
      weight: unit.weight,
      influence: share * (residuals[i] ?? 0),
      noise,
      isIn: isIn[i] === true,
    };
  });
  const variance = designVariance(influences, scope);
  const tasks = isIn.filter(Boolean).length;
  return {
    ...variance,
    // A part of the sample knows no more than its own tasks.
    degreesOfFreedom: Math.max(1, Math.min(variance.degreesOfFreedom, tasks - 1)),
    mean,
    standardError: Math.sqrt(variance.variance),
    tasks,
    effectiveSize: effectiveSize(weights.filter((_, i) => isIn[i] === true)),
    fraction: scope === 'beyond' ? 0 : Math.min(1, tasks / sum),
  };
}
