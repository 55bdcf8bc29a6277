import { sumOf } from '../lists/lists.js';
import { weightedMean } from './summary.js';

/** `leastKnown` is the share of tasks that must have a field; the rest are standardised differences (Stuart 2010). */
export const balanceLimits = { leastKnown: 0.5, off: 0.25, far: 0.5 } as const;

export function balanceLevel(difference: number): 'close' | 'off' | 'far' {
  const size = Math.abs(difference);
  return size > balanceLimits.far ? 'far' : size > balanceLimits.off ? 'off' : 'close';
}

/** Counts are compared as log(1 + x), unless a value is negative. */
export function isOnLogScale(counts: boolean, values: Iterable<number>): boolean {
  if (!counts) return false;
  for (const value of values) if (value < 0) return false;
  return true;
}

/**
 * The selection's weighted mean minus the pool's mean, in standard deviations of the pool (Stuart 2010). The pool is
 * given as [value, count] pairs with distinct values.
 */
export function countedDifference(
  selected: readonly number[],
  pool: readonly (readonly [value: number, count: number])[],
  weights: readonly number[],
): number | undefined {
  if (selected.length === 0 || pool.length < 2) return undefined;
  const total = (of: (value: number) => number) => sumOf(pool, ([value, count]) => count * of(value));
  const size = total(() => 1);
  const centre = total((value) => value) / size;
  const deviation = Math.sqrt(total((value) => (value - centre) ** 2) / (size - 1));
  return deviation === 0 ? undefined : (weightedMean(selected, weights) - centre) / deviation;
}

/** The total variation distance ½Σ|p − q| between two distributions; undefined if either sums to 0. */
export function totalVariation<Category>(
  a: ReadonlyMap<Category, number>,
  b: ReadonlyMap<Category, number>,
): number | undefined {
  const [sumA, sumB] = [a, b].map((counts) => sumOf(counts.values(), (count) => count));
  if (!sumA || !sumB) return undefined;
  let apart = 0;
  for (const category of new Set([...a.keys(), ...b.keys()])) {
    apart += Math.abs((a.get(category) ?? 0) / sumA - (b.get(category) ?? 0) / sumB);
  }
  return Math.min(1, apart / 2);
}

/** |A ∩ B| / |A ∪ B| (Jaccard 1901); 1 for two empty sets. */
export function jaccard<Member>(a: ReadonlySet<Member>, b: ReadonlySet<Member>): number {
  let both = 0;
  for (const member of a) if (b.has(member)) both += 1;
  const either = a.size + b.size - both;
  return either === 0 ? 1 : both / either;
}
