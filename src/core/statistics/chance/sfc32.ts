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
  return new Sfc32(seed);
}

/** A class and no closure: code that draws a million numbers is made once for all streams. */
class Sfc32 implements RandomStream {
  #a: number;
  #b: number;
  #c: number;
  #counter: number;

  constructor([a, b, c, counter]: Sfc32Seed) {
    this.#a = a | 0;
    this.#b = b | 0;
    this.#c = c | 0;
    this.#counter = counter | 0;
    for (let i = 0; i < 12; i++) this.uint32();
  }

  uint32(): number {
    const [b, c] = [this.#b, this.#c];
    const result = (((this.#a + b) | 0) + this.#counter) | 0;
    this.#counter = (this.#counter + 1) | 0;
    this.#a = b ^ (b >>> 9);
    this.#b = (c + (c << 3)) | 0;
    this.#c = (((c << 21) | (c >>> 11)) + result) | 0;
    return result >>> 0;
  }

  double(): number {
    return ((this.uint32() >>> 5) * 2 ** 26 + (this.uint32() >>> 6)) / 2 ** 53;
  }
}
