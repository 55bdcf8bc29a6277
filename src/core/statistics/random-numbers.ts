import { swap } from '../lists/lists.js';
import { normalQuantile } from './distributions.js';

/** A seeded stream of random numbers, identical on every machine. */
export interface RandomStream {
  /** A whole number in [0, 2³²). */
  uint32(): number;
  /** A number in [0, 1) with 53 random bits. */
  double(): number;
}

export type Sfc32Seed = readonly [number, number, number, number];

/** The sfc32 generator (Chris Doty-Humphrey, PractRand); the first 12 outputs are discarded to mix the seed. */
export function sfc32(seed: Sfc32Seed): RandomStream {
  return new Sfc32(seed);
}

/** A class rather than a closure, so that engines compile the hot methods once for all streams. */
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

/** A uniform whole number in [0, below), for `below` up to 2³². Rejection sampling avoids modulo bias. */
export function randomInteger(below: number, random: RandomStream): number {
  const limit = Math.floor(2 ** 32 / below) * below;
  let word = random.uint32();
  while (word >= limit) word = random.uint32();
  return word % below;
}

/** A uniform random permutation (Fisher & Yates 1938; Durstenfeld 1964, from the last item down). */
export function shuffle<Item>(items: readonly Item[], random: RandomStream): Item[] {
  const shuffled = [...items];
  for (let last = shuffled.length - 1; last > 0; last--) {
    swap(shuffled, last, randomInteger(last + 1, random));
  }
  return shuffled;
}

/** A draw from the Dirichlet distribution (Devroye 1986, XI.4). At least one shape must be above 0. */
export function dirichletVariate(shapes: readonly number[], random: RandomStream): number[] {
  const logs = shapes.map((shape) => (shape > 0 ? logGammaVariate(shape, random) : -Infinity));
  const most = Math.max(...logs);
  // Scale by the largest, so that tiny shapes don't all underflow to 0.
  const sizes = logs.map((log) => Math.exp(log - most));
  const sum = sizes.reduce((total, size) => total + size, 0);
  return sizes.map((size) => size / sum);
}

/** The standard deviation of one component of a Dirichlet draw; the shapes sum to `concentration`. */
export function dirichletDeviation(mean: number, concentration: number): number {
  return Math.sqrt((mean * (1 - mean)) / (concentration + 1));
}

/** The logarithm of a gamma draw with scale 1, which can't underflow (Marsaglia & Tsang 2000, ACM TOMS 26:363). */
export function logGammaVariate(shape: number, random: RandomStream): number {
  if (shape < 1) {
    const above = logGammaVariate(shape + 1, random);
    return above + Math.log(positive(random)) / shape;
  }
  const d = shape - 1 / 3;
  const c = 1 / Math.sqrt(9 * d);
  for (;;) {
    const x = normalQuantile(random.double());
    const root = 1 + c * x;
    if (root <= 0) continue;
    const v = root ** 3;
    if (Math.log(positive(random)) < (x * x) / 2 + d * (1 - v + Math.log(v))) return Math.log(d) + Math.log(v);
  }
}

/** In (0, 1], so that its logarithm is finite. */
function positive(random: RandomStream): number {
  return 1 - random.double();
}
