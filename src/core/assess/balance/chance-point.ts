import { quantile } from '../../statistics/summary.js';

/** What 95 of 100 redraws stay within; 0 when nothing can vary. */
export function chancePoint(redrawn: readonly number[]): number {
  if (redrawn.length === 0) return 0;
  return quantile(
    redrawn.toSorted((a, b) => a - b),
    0.95,
  );
}

/** Between which 95 of 100 redraws lie, as many below as above; 0 when nothing can vary. */
export function chanceInterval(redrawn: readonly number[]): { readonly low: number; readonly high: number } {
  if (redrawn.length === 0) return { low: 0, high: 0 };
  const sorted = redrawn.toSorted((a, b) => a - b);
  return { low: quantile(sorted, 0.025), high: quantile(sorted, 0.975) };
}

/** Whether a figure lies beyond it; figures equal on paper are equal. */
export function isBeyond(figure: number, chance: number): boolean {
  return figure > chance + 1e-9;
}
