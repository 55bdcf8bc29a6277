/**
 * The probability of each unit to be among `n` drawn, in proportion to its size and never above 1: units whose share
 * would reach 1 are certain, and the others divide what is left (Tillé 2006, Sampling Algorithms, 2.10). All sizes must
 * be above 0, for a unit that cannot be drawn is not in the pool. In (0, 1] for n > 0; the sum is n, to rounding.
 */
export function inclusionProbabilities(sizes: readonly number[], n: number): number[] {
  if (!sizes.every((size) => size > 0 && size < Infinity)) throw new RangeError('Every size must be above 0.');
  if (!Number.isInteger(n) || n < 0 || n > sizes.length) {
    throw new RangeError(`${n} units cannot be drawn from ${sizes.length}.`);
  }
  const probabilities = sizes.map(() => 1);
  let open = sizes.map((size, index) => ({ index, size, share: 0 }));
  let left = n;
  for (;;) {
    const total = open.reduce((sum, { size }) => sum + size, 0);
    for (const unit of open) unit.share = (left * unit.size) / total;
    const others = open.filter(({ share }) => share < 1);
    const certain = open.length - others.length;
    // Beside a huge unit the others can round to nothing; they then keep the little they have.
    if (certain === 0 || (certain >= left && others.length > 0)) {
      for (const { index, share } of open) probabilities[index] = upToDust(share);
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
