/** A stream of random numbers; the same seed gives the same numbers on every machine. */
export interface RandomStream {
  /** A whole number in [0, 2³²). */
  uint32(): number;
  /** A number in [0, 1) with 53 random bits. */
  double(): number;
}

/** Four words of 32 bits. */
export type Sfc32Seed = readonly [number, number, number, number];

/**
 * The generator sfc32, "small fast counting" (Chris Doty-Humphrey, PractRand). The first 12 numbers are thrown away, so
 * that every bit of the seed has reached every bit of the state. Only 32-bit whole numbers are used.
 */
export function sfc32(seed: Sfc32Seed): RandomStream {
  let [a, b, c, counter] = seed;
  const uint32 = () => {
    const result = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result >>> 0;
  };
  for (let i = 0; i < 12; i++) uint32();
  return { uint32, double: () => ((uint32() >>> 5) * 2 ** 26 + (uint32() >>> 6)) / 2 ** 53 };
}
