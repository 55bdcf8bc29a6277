import { type DataOf, entry, figure, list, number, orNull, text } from '../documents/forms.js';
import type { Manifest } from '../manifest/manifest.js';
import { compareText, countOf, inPoints, visibleText } from '../text/words.js';

/** The rank of a system among earlier ones. */
export function placementForm() {
  const neighbour = entry({ name: text(), level: figure() });
  return entry({
    systems: number('Earlier systems with a result on every task of the pool.'),
    rank: number('1 if no earlier system has a higher level than the estimate.'),
    best: number('The rank at the upper end of the interval.'),
    worst: number('The rank at the lower end of the interval.'),
    above: orNull(neighbour, 'The earlier system next above the estimate; null if there is none.'),
    below: orNull(neighbour, 'The earlier system next below the estimate, or level with it; null if there is none.'),
    levels: list(neighbour, 'The level of each earlier system on the pool, the highest first.'),
  });
}

export type Placement = DataOf<typeof placementForm>;

/** The levels of earlier systems on the one pool that a selection is drawn from, the highest first. */
export type EarlierLevels = Placement['levels'];

/**
 * The level of each earlier system on the pool, by its results on every task; empty if the selection has several
 * benchmarks, was not learned from results, or no earlier system ran every task.
 */
export function earlierLevels({ benchmarks }: Pick<Manifest, 'benchmarks'>): EarlierLevels {
  const [benchmark, ...more] = benchmarks;
  if (benchmark === undefined || more.length > 0) return [];
  return Object.entries(benchmark.learned?.levels ?? {})
    .map(([name, level]) => ({ name, level }))
    .sort((a, b) => b.level - a.level || compareText(a.name, b.name));
}

/** Equal levels may differ in the last digit. */
const equal = 1e-9;

/**
 * Ranks a level among known earlier ones: just as the level is within its interval, the rank is between the ranks of
 * the ends. A system is not ranked against itself.
 */
export function placementOf(
  system: string,
  { mean, low, high }: { readonly mean: number; readonly low: number; readonly high: number },
  earlier: EarlierLevels,
): Placement | undefined {
  const levels = earlier.filter(({ name }) => name !== system);
  if (levels.length === 0) return undefined;
  const rankAt = (level: number) => 1 + levels.filter((each) => each.level > level + equal).length;
  const rank = rankAt(mean);
  return {
    systems: levels.length,
    rank,
    best: rankAt(high),
    worst: rankAt(low),
    above: levels[rank - 2],
    below: levels[rank - 1],
    levels,
  };
}

/** Where a system is among earlier ones: "between A (70.8%) and B (72.4%), rank 9 to 16 of 115 with 114 earlier systems". */
export function placementWords({ systems, best, worst, above, below }: Placement): string {
  const named = ({ name, level }: EarlierLevels[number]) => `${visibleText(name, 80)} (${inPoints(level)}%)`;
  const between = [below, above].flatMap((each) => (each === undefined ? [] : [named(each)]));
  const where =
    above === undefined
      ? `above ${between.join('')}`
      : below === undefined
        ? `below ${between.join('')}`
        : `between ${between.join(' and ')}`;
  return `${where}, rank ${rankRange({ best, worst })} of ${systems + 1} with ${countOf(systems, 'earlier system')}`;
}

/** "9 to 16". */
export function rankRange({ best, worst }: Pick<Placement, 'best' | 'worst'>): string {
  return best === worst ? String(best) : `${best} to ${worst}`;
}
