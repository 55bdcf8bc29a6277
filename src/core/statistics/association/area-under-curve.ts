import { midRanks } from './mid-ranks.js';

/**
 * The area under the receiver operating curve, in [0, 1]: the chance that a score among `positives` is above one among
 * `negatives`, ties counted half (Mann & Whitney 1947; Hanley & McNeil 1982). Undefined when either list is empty.
 */
export function areaUnderCurve(positives: readonly number[], negatives: readonly number[]): number | undefined {
  const pairs = positives.length * negatives.length;
  if (pairs === 0) return undefined;
  const ranks = midRanks([...positives, ...negatives]).slice(0, positives.length);
  const lowest = (positives.length * (positives.length + 1)) / 2;
  return (ranks.reduce((sum, rank) => sum + rank, 0) - lowest) / pairs;
}
