import { holm } from '../statistics/p-values.js';
import { compareText } from '../text/words.js';
import { placementWords } from './placement.js';
import type { Estimate } from './pool-estimate.js';

export type Leaderboard = ReturnType<typeof leaderboardOf>;

/**
 * Ranks systems by their paired differences, Holm-adjusted for all pairs: a rank is 1 plus the number of systems shown
 * to be better. `against` returns the estimate with a given baseline.
 */
export function leaderboardOf({ configurations, level }: Estimate, against: (baseline: string) => Estimate) {
  const names = configurations.map(({ name }) => name);
  // Each pair once, with the first of its two systems as the baseline.
  const pairs = names
    .slice(0, -1)
    .flatMap((baseline, i) => against(baseline).differences.filter(({ second }) => names.indexOf(second) > i));
  const pValues = pairs.map(({ readings: [reading] }) => reading?.pool?.pValue ?? reading?.test.pValue ?? 1);
  const adjusted = holm(pValues);
  const beats = new Map<string, number>();
  for (const [i, { first, second, readings }] of pairs.entries()) {
    const [reading] = readings;
    if ((adjusted[i] ?? 1) > 1 - level || reading === undefined) continue;
    const worse = (reading.pool?.mean ?? reading.selectedMean) > 0 ? first : second;
    beats.set(worse, (beats.get(worse) ?? 0) + 1);
  }
  const rows = configurations.map(({ name, readings: [first], placement }) => ({
    name,
    rank: 1 + (beats.get(name) ?? 0),
    mean: first?.pool?.mean ?? first?.selectedMean,
    pool: first?.pool,
    tasks: first?.tasks ?? 0,
    placement: placement && first?.pool && placementWords(placement, first.pool.mean),
  }));
  return {
    rows: rows.sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1) || compareText(a.name, b.name)),
    comparisons: pairs.length,
  };
}
