import { normalQuantile } from '../statistics/distributions.js';
import { usualGoal } from '../statistics/power.js';

/**
 * The pairs of runs, one task each, that find a true correlation with the uplift with the usual goal (two-sided), when noise
 * leaves only the reliability's root of it: Fisher's transformation (1921), as in Cohen (1988, 12.6). Undefined where
 * nothing is left to find.
 */
export function pairsNeeded(correlation: number, reliability: number): number | undefined {
  const visible = Math.atanh(Math.abs(correlation) * Math.sqrt(reliability));
  if (!(visible > 0 && Number.isFinite(visible))) return undefined;
  const { level, power } = usualGoal;
  return Math.ceil(((normalQuantile(1 - level / 2) + normalQuantile(power)) / visible) ** 2 + 3);
}
