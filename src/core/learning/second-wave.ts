import { at } from '../lists/lists.js';
import { assistedFit, predictions } from './assisted-estimate.js';

export const firstWaveShare = 0.45;

/** The fewest earlier systems for which a second wave is offered. */
export const enoughForWaves = 30;

/**
 * The expected variance of each task for one system after the first wave: 0.7 of the variance that a curve fitted to
 * its results predicts plus 0.3 of the anticipated variance, at least 0.02. NaN for tasks that no earlier system ran.
 *
 * @param first The system's first-wave results by task index.
 */
export function waveVariances(
  ease: readonly number[],
  anticipated: readonly number[],
  first: ReadonlyMap<number, number>,
): number[] {
  const known = [...first].filter(([task]) => !Number.isNaN(at(ease, task)));
  const fit = assistedFit(
    known.map(([task]) => at(ease, task)),
    known.map(([, result]) => result),
  );
  return predictions(fit, ease).map((q, task) => Math.max(0.02, 0.7 * q * (1 - q) + 0.3 * at(anticipated, task)));
}
