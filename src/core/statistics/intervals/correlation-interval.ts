import { normalQuantile } from '../distributions/normal-quantile.js';
import type { Interval } from './interval.js';

/** Whether a correlation is of the values themselves (Pearson's) or of their ranks (Spearman's). */
export type CorrelationOf = 'values' | 'ranks';

/**
 * The confidence interval of a correlation, within [−1, 1]: Fisher's transformation (1921), for ranks with the larger
 * error of Bonett & Wright (2000). `size` is the number of pairs, less one for each variable held constant; undefined
 * below four, where there is no standard error.
 */
export function correlationInterval(
  correlation: number,
  size: number,
  confidence: number,
  of: CorrelationOf,
): Interval | undefined {
  if (size < 4) return undefined;
  const centre = Math.atanh(correlation);
  const variance = of === 'ranks' ? 1 + correlation ** 2 / 2 : 1;
  const reach = normalQuantile((1 + confidence) / 2) * Math.sqrt(variance / (size - 3));
  return { low: Math.tanh(centre - reach), high: Math.tanh(centre + reach) };
}
