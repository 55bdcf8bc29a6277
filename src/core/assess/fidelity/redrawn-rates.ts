import type { Redraw } from './redraw.js';
import type { RewardTable } from './reward-table.js';

/**
 * The weighted rate of each system in each draw, over the drawn tasks that it has a reward on; NaN when it has none. All
 * systems see the same draw, for it is their order on the same tasks that is asked about.
 */
export function redrawnRates(
  rewards: RewardTable['rewards'],
  redraws: readonly Redraw[],
  draws: number,
): Float64Array[] {
  const rates = rewards.map(() => new Float64Array(draws));
  const sums = new Float64Array(rewards.length);
  const totals = new Float64Array(rewards.length);
  const take = (at: number, weight: number) => {
    for (let system = 0; system < rewards.length; system++) {
      const reward = (rewards[system] as Float64Array)[at] as number;
      if (Number.isNaN(reward)) continue;
      sums[system] = (sums[system] as number) + weight * reward;
      totals[system] = (totals[system] as number) + weight;
    }
  };
  for (let draw = 0; draw < draws; draw++) {
    sums.fill(0);
    totals.fill(0);
    for (const redraw of redraws) redraw(take);
    for (let system = 0; system < rewards.length; system++) {
      (rates[system] as Float64Array)[draw] = (sums[system] as number) / (totals[system] as number);
    }
  }
  return rates;
}
