import { normalQuantile } from '../statistics/distributions/normal-quantile.js';

/**
 * The pairs of runs, one task each, that find a true correlation with the uplift at the 5% level (two-sided), when noise
 * leaves only the reliability's root of it: Fisher's transformation (1921), as in Cohen (1988, 12.6). Undefined where
 * nothing is left to find.
 */
export function pairsNeeded(correlation: number, reliability: number, power = 0.8): number | undefined {
  const visible = Math.atanh(Math.abs(correlation) * Math.sqrt(reliability));
  if (!(visible > 0 && Number.isFinite(visible))) return undefined;
  return Math.ceil(((normalQuantile(0.975) + normalQuantile(power)) / visible) ** 2 + 3);
}
