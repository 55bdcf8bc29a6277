import { mean, standardDeviation, weightedMean } from './summary.js';

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

/** The selection's weighted mean minus the pool's mean, in standard deviations of the pool (Stuart 2010). */
export function standardisedDifference(
  selected: readonly number[],
  pool: readonly number[],
  weights?: readonly number[],
): number | undefined {
  if (selected.length === 0 || pool.every((value) => value === pool[0])) return undefined;
  const centre = weights === undefined ? mean(selected) : weightedMean(selected, weights);
  return (centre - mean(pool)) / standardDeviation(pool);
}

/** `standardisedDifference` for a pool given as [value, count] pairs with distinct values. */
export function countedDifference(
  selected: readonly number[],
  pool: readonly (readonly [value: number, count: number])[],
  weights: readonly number[],
): number | undefined {
  if (selected.length === 0 || pool.length < 2) return undefined;
  const total = (of: (value: number) => number) => pool.reduce((sum, [value, count]) => sum + count * of(value), 0);
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
  const sumA = total(a);
  const sumB = total(b);
  if (sumA === 0 || sumB === 0) return undefined;
  let apart = 0;
  for (const category of new Set([...a.keys(), ...b.keys()])) {
    apart += Math.abs((a.get(category) ?? 0) / sumA - (b.get(category) ?? 0) / sumB);
  }
  return Math.min(1, apart / 2);
}

function total(counts: ReadonlyMap<unknown, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count;
  return sum;
}

/** The distance between two weighted samples (Kolmogorov 1933; Smirnov 1939); undefined if one is empty. */
export function kolmogorovSmirnov(
  a: readonly number[],
  b: readonly number[],
  weightsOfA?: readonly number[],
  weightsOfB?: readonly number[],
): number | undefined {
  if (a.length === 0 || b.length === 0) return undefined;
  const steps = [
    ...a.map((value, i) => ({ value, inA: weightsOfA?.[i] ?? 1, inB: 0 })),
    ...b.map((value, i) => ({ value, inA: 0, inB: weightsOfB?.[i] ?? 1 })),
  ].sort((x, y) => x.value - y.value);
  const totalA = steps.reduce((sum, { inA }) => sum + inA, 0);
  const totalB = steps.reduce((sum, { inB }) => sum + inB, 0);
  let passedA = 0;
  let passedB = 0;
  let largest = 0;
  steps.forEach(({ value, inA, inB }, i) => {
    passedA += inA;
    passedB += inB;
    // Compare only after the last of a run of equal values.
    if (steps[i + 1]?.value !== value) largest = Math.max(largest, Math.abs(passedA / totalA - passedB / totalB));
  });
  return largest;
}

/** |A ∩ B| / |A ∪ B| (Jaccard 1901); 1 for two empty sets. */
export function jaccard<Member>(a: ReadonlySet<Member>, b: ReadonlySet<Member>): number {
  let both = 0;
  for (const member of a) if (b.has(member)) both += 1;
  const either = a.size + b.size - both;
  return either === 0 ? 1 : both / either;
}
