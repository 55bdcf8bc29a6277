/**
 * The probability of each unit to be among `n` drawn, in proportion to its size and never above 1: units whose share
 * would reach 1 are certain, and the others divide what is left (Tillé 2006, Sampling Algorithms, 2.10). All sizes must
 * be above 0, for a unit that cannot be drawn is not in the pool. In (0, 1] for n > 0; the sum is n, to rounding.
 */
export function inclusionProbabilities(sizes: ArrayLike<number>, n: number): number[] {
  const all = Uint32Array.from({ length: sizes.length }, (_, index) => index);
  const sizeOf = (index: number) => sizes[index] ?? 0;
  if (!all.every((index) => sizeOf(index) > 0 && sizeOf(index) < Infinity))
    throw new RangeError('Every size must be above 0.');
  if (!Number.isInteger(n) || n < 0 || n > sizes.length) {
    throw new RangeError(`${n} units cannot be drawn from ${sizes.length}.`);
  }
  const probabilities = new Array<number>(sizes.length).fill(1);
  let open = all;
  let left = n;
  for (;;) {
    const total = open.reduce((sum, index) => sum + sizeOf(index), 0);
    const share = (index: number) => (left * sizeOf(index)) / total;
    const others = open.filter((index) => share(index) < 1);
    const certain = open.length - others.length;
    // Beside a huge unit the others can round to nothing; they then keep the little they have.
    if (certain === 0 || (certain >= left && others.length > 0)) {
      for (const index of open) probabilities[index] = upToDust(share(index));
      return probabilities;
    }
    left -= certain;
    open = others;
  }
}

/** 1 for what rounding alone keeps from it, so that a certain unit is known as one. */
function upToDust(probability: number): number {
  return probability > 1 - 1e-12 ? 1 : probability;
}
