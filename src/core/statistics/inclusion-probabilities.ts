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
  let open = sizes.map((_, index) => index);
  let left = n;
  for (;;) {
    const total = open.reduce((sum, index) => sum + at(sizes, index), 0);
    const shares = open.map((index) => (left * at(sizes, index)) / total);
    const others = open.filter((_, place) => at(shares, place) < 1);
    const certain = open.length - others.length;
    // Beside a huge unit the others can round to nothing; they then keep the little they have.
    if (certain === 0 || (certain >= left && others.length > 0)) {
      for (const [place, index] of open.entries()) probabilities[index] = upToDust(at(shares, place));
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

function at(numbers: readonly number[], index: number): number {
  return numbers[index] as number;
}
