import { binomialCdf, binomialProbability } from '../../src/core/statistics/distributions.js';

/** McNemar's mid-p value for b and c discordant pairs (Fagerland, Lydersen and Laake 2013). */
export function mcnemarMidP(b: number, c: number): number {
  if (b === c) return 1;
  const [changed, fewer] = [b + c, Math.min(b, c)];
  return Math.min(1, 2 * binomialCdf(fewer, changed, 0.5) - binomialProbability(fewer, changed, 0.5));
}
