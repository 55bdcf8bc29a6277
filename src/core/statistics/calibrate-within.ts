import { calibrateLinear } from './calibrate-linear.js';

/** Calibrated weights whose factors keep the bounds, or why there are none. */
export type CalibratedWithin =
  | { readonly weights: readonly number[]; readonly factors: readonly number[] }
  | { readonly problem: 'singular' | 'out-of-bounds' };

const mostRounds = 50;
const closeEnough = 1e-9;

/**
 * Linear calibration with every factor held within bounds (Deville and Särndal 1992, the truncated linear method): a factor
 * that leaves them is set to the bound, and the others are calibrated again to what is left.
 */
export function calibrateWithin(
  weights: readonly number[],
  rows: readonly (readonly number[])[],
  totals: readonly number[],
  { low, high }: { readonly low: number; readonly high: number },
): CalibratedWithin {
  const held = new Map<number, number>();
  for (let round = 0; round < mostRounds; round++) {
    const free = weights.map((_, i) => i).filter((i) => !held.has(i));
    // None is left that could still move.
    if (free.length === 0) return { problem: 'out-of-bounds' };
    const left = totals.map((total, column) =>
      [...held].reduce((sum, [i, factor]) => sum - factor * (weights[i] ?? 0) * (rows[i]?.[column] ?? 0), total),
    );
    const result = calibrateLinear(
      free.map((i) => weights[i] ?? 0),
      free.map((i) => rows[i] ?? []),
      left,
    );
    if ('problem' in result) return { problem: held.size === 0 ? 'singular' : 'out-of-bounds' };
    const outside = free.flatMap((i, at) => {
      const factor = result.factors[at] ?? 1;
      const kept = Math.min(high, Math.max(low, factor));
      return Math.abs(kept - factor) <= closeEnough ? [] : [[i, kept] as const];
    });
    if (outside.length === 0) {
      const byUnit = new Map(free.map((i, at) => [i, result.factors[at] ?? 1]));
      const factors = weights.map((_, i) => held.get(i) ?? byUnit.get(i) ?? 1);
      return { factors, weights: factors.map((factor, i) => factor * (weights[i] ?? 0)) };
    }
    for (const [i, factor] of outside) held.set(i, factor);
  }
  return { problem: 'out-of-bounds' };
}
