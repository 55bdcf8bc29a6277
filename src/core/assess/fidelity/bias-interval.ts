import { randomStreamFor } from '../../random/seeded-numbers.js';
import type { Interval } from '../../statistics/rate-intervals.js';
import { quantile } from '../../statistics/summary.js';
import { raoWuFactors } from '../../statistics/survey-variance.js';
import type { RewardTable } from './reward-table.js';

/** Tasks that are resampled among themselves, by their place in the table. */
export interface Cell {
  readonly places: readonly number[];
  readonly selected: boolean;
}

/**
 * The middle 95% of the mean error over bootstraps of the tasks: within each stratum the selected tasks and the others are
 * redrawn among themselves, all systems together (Rao & Wu 1988). It tells how much of the error hangs on just these
 * tasks. Undefined when no draw gives a figure.
 */
export function biasInterval(
  { rewards }: RewardTable,
  cells: readonly Cell[],
  draws: number,
  seed: string,
): Interval | undefined {
  const random = randomStreamFor(seed, 'fidelity/bootstrap');
  const merged = withoutSingles(cells);
  const systems = rewards.length;
  const biases: number[] = [];
  const [own, ownTotal] = [new Float64Array(systems), new Float64Array(systems)];
  const [all, allTotal] = [new Float64Array(systems), new Float64Array(systems)];
  for (let draw = 0; draw < draws; draw++) {
    for (const sums of [own, ownTotal, all, allTotal]) sums.fill(0);
    for (const { places, selected } of merged) {
      const factors = raoWuFactors(places.length, random);
      for (const [i, place] of places.entries()) {
        const factor = factors[i] ?? 0;
        if (factor === 0) continue;
        for (let system = 0; system < systems; system++) {
          const reward = rewards[system]?.[place] ?? Number.NaN;
          if (Number.isNaN(reward)) continue;
          all[system] = (all[system] ?? 0) + factor * reward;
          allTotal[system] = (allTotal[system] ?? 0) + factor;
          if (!selected) continue;
          own[system] = (own[system] ?? 0) + factor * reward;
          ownTotal[system] = (ownTotal[system] ?? 0) + factor;
        }
      }
    }
    let bias = 0;
    for (let system = 0; system < systems; system++) {
      bias += (own[system] ?? 0) / (ownTotal[system] ?? 0);
      bias -= (all[system] ?? 0) / (allTotal[system] ?? 0);
    }
    if (!Number.isNaN(bias)) biases.push(bias / systems);
  }
  if (biases.length === 0) return undefined;
  biases.sort((a, b) => a - b);
  return { low: quantile(biases, 0.025), high: quantile(biases, 0.975) };
}

/** A single task cannot be redrawn by itself: those that stand alone are put together. */
function withoutSingles(cells: readonly Cell[]): readonly Cell[] {
  const single = (selected: boolean): Cell => ({
    places: cells.filter((cell) => cell.selected === selected && cell.places.length === 1).flatMap((c) => c.places),
    selected,
  });
  return [...cells.filter(({ places }) => places.length > 1), single(true), single(false)].filter(
    ({ places }) => places.length > 0,
  );
}
