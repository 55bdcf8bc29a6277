import { quantile } from '../../statistics/quantile.js';

/** What 95 of 100 redraws stay within; 0 when nothing can vary. */
export function chancePoint(redrawn: readonly number[]): number {
  if (redrawn.length === 0) return 0;
  return quantile(
    redrawn.toSorted((a, b) => a - b),
    0.95,
  );
}

/** Whether a figure lies beyond it; figures equal on paper are equal. */
export function isBeyond(figure: number, chance: number): boolean {
  return figure > chance + 1e-9;
}
