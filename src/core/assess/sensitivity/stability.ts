import { jaccard } from '../../statistics/jaccard.js';
import { quantile } from '../../statistics/quantile.js';
import type { Spread, Stability } from './sensitivity.js';

const coreFrom = 0.9;
const swingAbove = 0.1;

/** Compares the sets that the draws select with the base; there must be at least one draw. */
export function stabilityOf<Member>(base: ReadonlySet<Member>, draws: readonly ReadonlySet<Member>[]): Stability {
  const frequencies = inclusionFrequencies(draws);
  const shares = [...frequencies];
  return {
    overlap: spreadOf(draws.map((chosen) => jaccard(base, chosen))),
    core: shares.filter(([member, share]) => base.has(member) && share >= coreFrom).length,
    swing: shares.filter(([, share]) => swings(share)).length,
    newcomers: shares.filter(([member]) => !base.has(member)).length,
  };
}

/** Whether a task with this inclusion frequency is in by the luck of the weights. */
export function swings(frequency: number): boolean {
  return frequency > swingAbove && frequency < coreFrom;
}

/** The share of the draws that select each member; one that none selects is not listed. */
export function inclusionFrequencies<Member>(draws: readonly ReadonlySet<Member>[]): ReadonlyMap<Member, number> {
  const counts = new Map<Member, number>();
  for (const chosen of draws) for (const member of chosen) counts.set(member, (counts.get(member) ?? 0) + 1);
  return new Map([...counts].map(([member, count]) => [member, count / draws.length]));
}

/** Mean, minimum and the middle 90% of a non-empty list. */
export function spreadOf(values: readonly number[]): Spread {
  const sorted = values.toSorted((a, b) => a - b);
  return {
    mean: values.reduce((sum, value) => sum + value, 0) / values.length,
    min: quantile(sorted, 0),
    low: quantile(sorted, 0.05),
    high: quantile(sorted, 0.95),
  };
}
