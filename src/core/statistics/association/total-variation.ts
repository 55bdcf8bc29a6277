/**
 * How far apart two distributions over categories are, in [0, 1]: ½Σ|p − q|, the share that would have to move.
 * Counts or weights are divided by their sum; a category absent from one counts 0 there; undefined when either sums to 0.
 */
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
