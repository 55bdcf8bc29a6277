import { comparable } from '../summary/comparable.js';

/** How well an estimate orders pairs. */
export interface PairwiseAccuracy {
  /** The share of the pairs in the right order, in [0, 1]; a pair tied in the estimate counts ½. */
  readonly share: number;
  /** How many pairs were compared. */
  readonly pairs: number;
}

/**
 * The share of pairs that the estimate puts in the order of the truth. Pairs tied in the truth, or closer than
 * `minimumGap`, are left out; undefined when no pair remains. Values and gaps are compared to 12 decimals.
 */
export function pairwiseAccuracy(
  truth: readonly number[],
  estimate: readonly number[],
  minimumGap = 0,
): PairwiseAccuracy | undefined {
  const leastGap = comparable(minimumGap);
  let pairs = 0;
  let right = 0;
  for (let i = 1; i < truth.length; i++) {
    for (let j = 0; j < i; j++) {
      const gap = comparable((truth[i] ?? 0) - (truth[j] ?? 0));
      if (gap === 0 || Math.abs(gap) < leastGap) continue;
      const estimated = comparable((estimate[i] ?? Number.NaN) - (estimate[j] ?? Number.NaN));
      pairs += 1;
      if (estimated === 0) right += 0.5;
      else if (Math.sign(estimated) === Math.sign(gap)) right += 1;
    }
  }
  return pairs === 0 ? undefined : { share: right / pairs, pairs };
}
