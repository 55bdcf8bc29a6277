import { compareText } from '../text/words.js';
import { placementWords } from './placement.js';
import type { DifferenceEstimate, Estimate, PoolFigure } from './pool-estimate.js';

/** A system on a leaderboard. */
interface LeaderboardRow {
  readonly name: string;
  /** 1 and the number of systems that are shown to be better: systems that cannot be told apart share a rank. */
  readonly rank: number;
  /** The level of the pool, or the mean of the selected tasks; undefined without any result. */
  readonly mean: number | undefined;
  /** The interval of a level of the pool; undefined if the tasks are no sample of it. */
  readonly pool: PoolFigure | undefined;
  readonly tasks: number;
  /** Its place among earlier systems in words, if they ran the whole pool. */
  readonly placement: string | undefined;
}

/** Systems by their level, the best first, with shared ranks. */
export interface Leaderboard {
  readonly rows: readonly LeaderboardRow[];
  /** How many pairs of systems were compared, all at the level together (Holm). */
  readonly comparisons: number;
}

/**
 * Ranks systems by what paired differences prove. `against`: the estimate with each system as the baseline, which has its
 * differences to all others.
 */
export function leaderboardOf(
  { configurations, level }: Estimate,
  against: (baseline: string) => Estimate,
): Leaderboard {
  const names = configurations.map(({ name }) => name);
  // Each pair once, under the first of its names.
  const pairs = names
    .slice(0, -1)
    .flatMap((baseline, i) => against(baseline).differences.filter(({ second }) => names.indexOf(second) > i));
  const apart = holm(pairs.map(pValueOf), 1 - level);
  const beats = new Map<string, number>();
  for (const [i, { first, second, readings }] of pairs.entries()) {
    const [reading] = readings;
    if (apart[i] !== true || reading === undefined) continue;
    const worse = (reading.pool?.mean ?? reading.selectedMean) > 0 ? first : second;
    beats.set(worse, (beats.get(worse) ?? 0) + 1);
  }
  const rows = configurations.map(({ name, readings: [first], placement }): LeaderboardRow => {
    const mean = first?.pool?.mean ?? first?.selectedMean;
    return {
      name,
      rank: 1 + (beats.get(name) ?? 0),
      mean,
      pool: first?.pool,
      tasks: first?.tasks ?? 0,
      placement: placement && placementWords(placement),
    };
  });
  return {
    rows: rows.sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1) || compareText(a.name, b.name)),
    comparisons: pairs.length,
  };
}

function pValueOf({ readings: [reading] }: DifferenceEstimate): number {
  return reading === undefined ? 1 : (reading.pool?.pValue ?? reading.test.pValue);
}

/** Which of some p-values are significant together (Holm 1979): the smallest first, until one is not. */
function holm(values: readonly number[], alpha: number): readonly boolean[] {
  const found = values.map(() => false);
  const order = values.map((_, i) => i).sort((a, b) => (values[a] ?? 1) - (values[b] ?? 1) || a - b);
  for (const [place, i] of order.entries()) {
    if ((values[i] ?? 1) > alpha / (values.length - place)) break;
    found[i] = true;
  }
  return found;
}
