import { midRanks } from './mid-ranks.js';

/** A correlation that differences between groups cannot cause. */
export interface WithinGroupsCorrelation {
  /** In [−1, 1]. */
  readonly correlation: number;
  /** As many tasks would say as much about a plain correlation: the tasks, less one for each group but the first. */
  readonly size: number;
}

/**
 * Spearman's correlation within groups: the mid-ranks of each list less their mean in the group, correlated (the partial
 * rank correlation given the group). Undefined when one list does not vary within any group.
 */
export function withinGroupsCorrelation<Group>(
  a: readonly number[],
  b: readonly number[],
  groups: readonly Group[],
): WithinGroupsCorrelation | undefined {
  const members = new Map<Group, number[]>();
  groups.forEach((group, i) => {
    const found = members.get(group);
    if (found === undefined) members.set(group, [i]);
    else found.push(i);
  });
  const ranksA = midRanks(a);
  const ranksB = midRanks(b);
  let together = 0;
  let squaresA = 0;
  let squaresB = 0;
  for (const group of members.values()) {
    const fromA = centred(group.map((i) => ranksA[i] ?? Number.NaN));
    const fromB = centred(group.map((i) => ranksB[i] ?? Number.NaN));
    fromA.forEach((value, i) => {
      const other = fromB[i] ?? Number.NaN;
      together += value * other;
      squaresA += value * value;
      squaresB += other * other;
    });
  }
  if (squaresA === 0 || squaresB === 0) return undefined;
  const correlation = together / Math.sqrt(squaresA) / Math.sqrt(squaresB);
  // Rounding can end just outside, where no interval could be given.
  return { correlation: Math.max(-1, Math.min(1, correlation)), size: a.length - members.size + 1 };
}

/** Ranks less their mean; exactly 0 where all are equal, which their rounded mean may not be. */
function centred(ranks: readonly number[]): number[] {
  const [first = 0] = ranks;
  const offsets = ranks.map((rank) => rank - first);
  const mean = offsets.reduce((sum, offset) => sum + offset, 0) / offsets.length;
  return offsets.map((offset) => offset - mean);
}
