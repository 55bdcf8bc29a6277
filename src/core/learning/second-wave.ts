import { at } from '../lists/lists.js';
import { assistedFit, predictions } from './assisted-estimate.js';

/** The first wave's share of the places. */
export const firstWaveShare = 0.45;

/** The fewest earlier systems with which a second wave is offered. */
export const enoughForWaves = 30;

/**
 * The variance to expect of each task for one system, after its results on the first wave: 0.7 of the variance that a
 * curve fitted to them predicts and 0.3 of the one anticipated before, at least 0.02; NaN for a task that no earlier
 * system ran.
 *
 * @param first The places of the tasks of the first wave, and the system's results on them.
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
