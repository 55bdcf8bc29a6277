/** The least deviation that is assumed: a group where all failed before must not be left without places. */
const leastDeviation = 0.2;

/**
 * The standard deviation of a pass-or-fail result among the `size` tasks of a group, guessed from earlier runs of which
 * `passed` passed: √(p(1 − p) · size / (size − 1)) with p = (passed + 1) / (runs + 2) (Laplace's rule of succession), and
 * never below 0.2. Without earlier runs p is ½.
 */
export function priorDeviation(passed: number, runs: number, size: number): number {
  if (!(passed >= 0 && passed <= runs && runs < Infinity))
    throw new RangeError(`${passed} of ${runs} cannot have passed.`);
  if (!(size >= 1)) throw new RangeError(`A group of ${size} tasks has no deviation.`);
  const rate = (passed + 1) / (runs + 2);
  // The correction for a small group is undefined for a single task, and is left out there.
  const correction = size === 1 ? 1 : size / (size - 1);
  return Math.max(leastDeviation, Math.sqrt(rate * (1 - rate) * correction));
}
