/**
 * The zero-based positions of a systematic sample of `n` out of `size`, ascending and distinct: every size/n-th from a
 * random start (Madow & Madow 1944). Each position is drawn with probability n/size when `start` is uniform in [0, 1).
 */
export function systematicPositions(size: number, n: number, start: number): number[] {
  if (!Number.isInteger(size) || !Number.isInteger(n) || n < 0 || n > size) {
    throw new RangeError(`${n} positions cannot be drawn from ${size}.`);
  }
  if (!(start >= 0 && start < 1)) throw new RangeError(`The start must be in [0, 1), but is ${start}.`);
  // ⌊(start + k) · size / n⌋ in whole numbers: a fraction below 1 in the numerator never changes the result, and without
  // it no rounding can make two positions equal or one too large. Even for the last number below 1, start · size stays
  // below size when rounded.
  const offset = Math.floor(start * size);
  return Array.from({ length: n }, (_, k) => Math.floor((k * size + offset) / n));
}
