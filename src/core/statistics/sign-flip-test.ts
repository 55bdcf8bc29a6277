import { normalCdf, normalQuantile } from './distributions.js';
import type { RandomStream } from './random-numbers.js';
import type { Interval } from './rate-intervals.js';

/** A paired difference whose sign can flip: that of a task, or the weighted mean over a cluster of tasks. */
export interface FlipUnit {
  /** In [−1, 1]. */
  readonly difference: number;
  /** The design weight, above 0; only ratios of weights matter. */
  readonly weight: number;
}

/** A two-sided test of the hypothesis that the weighted mean difference is 0. */
export interface SignFlipResult {
  /** The mid-p value, in (0, 1]. */
  readonly p: number;
  /** The normal deviate with this two-sided p and the sign of the difference; 0 if p is 1. */
  readonly z: number;
  /** Whether p counts every sign pattern; if not, it can't support a decision below 1e-4. */
  readonly exact: boolean;
  /** The number of random sign patterns drawn; 0 if p is exact or from the normal approximation. */
  readonly flips: number;
}

/** Combines the tasks of each cluster into one unit, for tests that flip whole clusters. */
export function clusterUnits(units: readonly FlipUnit[], clusters: readonly string[]): readonly FlipUnit[] {
  const sums = new Map<string, { sum: number; weight: number }>();
  units.forEach(({ difference, weight }, i) => {
    const own = sums.get(clusters[i] ?? '') ?? { sum: 0, weight: 0 };
    sums.set(clusters[i] ?? '', { sum: own.sum + weight * difference, weight: own.weight + weight });
  });
  return [...sums.values()].map(({ sum, weight }) => ({ difference: sum / weight, weight }));
}

/**
 * The weighted sign-flip test of paired differences (Fisher 1935; Pitman 1937) with a mid-p value (Fagerland, Lydersen
 * and Laake 2013): p = P(|Σ s·w·d| > |T|) + ½ P(= |T|) over fair signs s, T = Σ w·d. With equal weights and differences
 * of 0 and ±1 it is McNemar's mid-p test. It is exact if the reachable sums can be enumerated. Otherwise it uses random
 * flips with p = (count + 1)/(flips + 1) (Phipson and Smyth 2010), or the normal approximation from 2,000 effective
 * units.
 */
export function signFlipTest(units: readonly FlipUnit[], random: RandomStream): SignFlipResult {
  const terms = units.map(({ difference, weight }) => weight * difference).filter((term) => term !== 0);
  const scale = terms.reduce((sum, term) => sum + Math.abs(term), 0);
  const total = terms.reduce((sum, term) => sum + term, 0);
  const reached = Math.abs(total);
  const tie = tieShare * scale;
  if (reached <= tie) return { p: 1, z: 0, exact: true, flips: 0 };
  const result = (p: number, exact: boolean, flips: number) => {
    return { p, z: -Math.sign(total) * normalQuantile(p / 2), exact, flips };
  };
  const squares = terms.reduce((sum, term) => sum + term * term, 0);
  if (effectiveCount(terms) >= normalFrom) return result(tailOf(reached / Math.sqrt(squares)), false, 0);
  const halves = sumsOfHalves(terms.map(Math.abs), tie);
  if (halves !== undefined) return result(Math.min(1, beyondShare(halves, reached, tie)), true, 0);
  const flips = flipsFor(terms.length);
  const { first } = flippedSums(terms, terms, flips, random);
  let count = 0;
  for (const sum of first) {
    const excess = Math.abs(sum) - reached;
    count += excess > tie ? 1 : excess >= -tie ? 0.5 : 0;
  }
  return result((count + 1) / (flips + 1), false, flips);
}

/**
 * The differences δ within [−1, 1] for which the sign-flip test of d − δ has p > 1 − level. Each sign pattern exceeds
 * |T(δ)| on one range of δ around the estimate, so p falls on both sides of the estimate. Both limits are therefore
 * quantiles of the ends of these ranges, and one set of flips serves every δ.
 */
export function signFlipInterval(units: readonly FlipUnit[], level: number, random: RandomStream): Interval {
  const weight = units.reduce((sum, unit) => sum + unit.weight, 0);
  const total = units.reduce((sum, unit) => sum + unit.weight * unit.difference, 0);
  const alpha = 1 - level;
  if (effectiveCount(units.map((unit) => unit.weight)) >= normalFrom) {
    return normalInterval(units, normalQuantile(1 - alpha / 2));
  }
  const stretches = exactStretches(units, total, weight) ?? drawnStretches(units, total, weight, random);
  const { lows, highs, chances } = stretches;
  const farthest = (ends: Float64Array) =>
    chances === undefined ? farEnd(ends, alpha) : farWeightedEnd(ends, chances, alpha);
  return {
    low: Math.max(-1, -farthest(lows.map((low) => -low))),
    high: Math.min(1, farthest(highs)),
  };
}

/**
 * Makes the design's interval agree with the test about 0. If they disagree, the limit nearer to 0 comes from the
 * test's interval; if the test rejects 0, the other limit is at least as far out as the test's. The test's interval
 * can't replace the whole interval: it is too short if few tasks differ, and just the point 0 if none do.
 *
 * @param own The design's interval.
 * @param difference The weighted mean difference, which both intervals contain.
 * @param p The p-value of the test that the difference is 0.
 */
export function agreeingInterval(
  own: Interval,
  difference: number,
  p: number,
  level: number,
  ofTest: () => Interval,
): Interval {
  const isFound = p < 1 - level;
  const isOutside = own.low > 0 || own.high < 0;
  if (isFound === isOutside) return own;
  const { low, high } = ofTest();
  if (!isFound) return difference > 0 ? { ...own, low: Math.min(0, low) } : { ...own, high: Math.max(0, high) };
  // With random flips or ties, the limit can be 0 or slightly beyond, although the test has excluded 0.
  return difference > 0
    ? { low: Math.max(nextToZero, low), high: Math.max(own.high, high) }
    : { low: Math.min(own.low, low), high: Math.min(-nextToZero, high) };
}

/** The smallest difference that a document, with six decimals, doesn't round to 0. */
const nextToZero = 1e-6;

/** Sums closer than this share of Σ|w·d| are tied. */
const tieShare = 1e-9;

/** From this many effective units, the normal approximation gives three correct digits of p. */
const normalFrom = 2000;

/** (Σa²)²/Σa⁴: the number of equal terms with the same kurtosis. */
function effectiveCount(terms: readonly number[]): number {
  let [squares, fourths] = [0, 0];
  for (const term of terms) {
    squares += term * term;
    fourths += term ** 4;
  }
  return fourths === 0 ? 0 : (squares * squares) / fourths;
}

/** P(|Z| > z), at least the smallest positive double. */
function tailOf(z: number): number {
  return Math.max(Number.MIN_VALUE, 2 * normalCdf(-z));
}

/** Reachable sums in ascending order, with their probabilities. */
interface Sums {
  readonly sums: Float64Array;
  readonly chances: Float64Array;
}

/** The maximum number of sums for each half of the terms. */
const mostSums = 2 ** 18;

/** The sums that two halves of the terms can reach; undefined if a half has too many. Equal terms share a half. */
function sumsOfHalves(sizes: readonly number[], tie: number): readonly [Sums, Sums] | undefined {
  const nothing: Sums = { sums: Float64Array.of(0), chances: Float64Array.of(1) };
  const halves: [Sums, Sums] = [nothing, nothing];
  for (const group of equalSizes(sizes, tie)) {
    const side = halves[0].sums.length <= halves[1].sums.length ? 0 : 1;
    for (const size of group) {
      const more = withTerm(halves[side], size, tie);
      if (more.sums.length > mostSums) return undefined;
      halves[side] = more;
    }
  }
  return halves;
}

/** Groups terms of equal size, the largest group first. */
function equalSizes(sizes: readonly number[], tie: number): readonly (readonly number[])[] {
  const groups: number[][] = [];
  for (const size of sizes.toSorted((a, b) => a - b)) {
    const last = groups.at(-1);
    if (last?.[0] !== undefined && size - last[0] <= tie) last.push(last[0]);
    else groups.push([size]);
  }
  return groups.sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}

/** Adds a term with a fair sign: merges two shifted lists and combines tied sums. */
function withTerm({ sums, chances }: Sums, size: number, tie: number): Sums {
  const n = sums.length;
  const [merged, weights] = [new Float64Array(2 * n), new Float64Array(2 * n)];
  let [down, up, count] = [0, 0, 0];
  while (down < n || up < n) {
    const lower = down < n ? (sums[down] as number) - size : Infinity;
    const upper = up < n ? (sums[up] as number) + size : Infinity;
    const isDown = lower <= upper;
    const sum = isDown ? lower : upper;
    const chance = (chances[isDown ? down++ : up++] as number) / 2;
    if (count > 0 && sum - (merged[count - 1] as number) <= tie) {
      weights[count - 1] = (weights[count - 1] as number) + chance;
    } else {
      merged[count] = sum;
      weights[count++] = chance;
    }
  }
  return { sums: merged.slice(0, count), chances: weights.slice(0, count) };
}

/** P(|A + B| > reached) + ½ P(= reached); by symmetry, twice the probability of the upper tail. */
function beyondShare([a, b]: readonly [Sums, Sums], reached: number, tie: number): number {
  let share = 0;
  let [above, from] = [0, b.sums.length];
  let [beyond, past] = [0, b.sums.length];
  // As A grows, smaller values of B suffice to exceed `reached`.
  for (let i = 0; i < a.sums.length; i++) {
    const need = reached - (a.sums[i] as number);
    while (from > 0 && (b.sums[from - 1] as number) >= need - tie) above += b.chances[--from] as number;
    while (past > 0 && (b.sums[past - 1] as number) > need + tie) beyond += b.chances[--past] as number;
    share += (a.chances[i] as number) * (above + beyond);
  }
  return share;
}

/** 100,000 flips, but fewer above 4,000 units to limit the run time. */
function flipsFor(count: number): number {
  return count <= 4000 ? 100_000 : Math.max(4000, Math.floor(4e8 / count));
}

/** Two sums under the same random signs for each flip. Each 32-bit word supplies 32 signs, used eight at a time. */
function flippedSums(first: readonly number[], second: readonly number[], flips: number, random: RandomStream) {
  const bytes = Math.ceil(first.length / 8);
  const tables = [first, second].map((terms) => signedSums(terms, bytes));
  const [table = new Float64Array(), other = new Float64Array()] = tables;
  const sums = { first: new Float64Array(flips), second: new Float64Array(flips) };
  for (let flip = 0; flip < flips; flip++) {
    let [sum, otherSum, word] = [0, 0, 0];
    for (let byte = 0; byte < bytes; byte++) {
      word = (byte & 3) === 0 ? random.uint32() : word >>> 8;
      const place = (byte << 8) | (word & 255);
      sum += table[place] as number;
      otherSum += other[place] as number;
    }
    sums.first[flip] = sum;
    sums.second[flip] = otherSum;
  }
  return sums;
}

/** For every eight terms, their sums under the 256 sign patterns. */
function signedSums(terms: readonly number[], bytes: number): Float64Array {
  const table = new Float64Array(bytes * 256);
  for (let byte = 0; byte < bytes; byte++) {
    for (let pattern = 0; pattern < 256; pattern++) {
      let sum = 0;
      for (let bit = 0; bit < 8; bit++) {
        const term = terms[8 * byte + bit] ?? 0;
        sum += ((pattern >> bit) & 1) === 1 ? term : -term;
      }
      table[byte * 256 + pattern] = sum;
    }
  }
  return table;
}

/** For each sign pattern, the range of δ on which it exceeds |T(δ)|. */
interface Stretches {
  readonly lows: Float64Array;
  readonly highs: Float64Array;
  /** The probability of each pattern; undefined for random flips, which are equally likely. */
  readonly chances: Float64Array | undefined;
}

/** The maximum number of patterns to enumerate, where units with the same difference and weight are interchangeable. */
const mostPatterns = 2 ** 16;

function exactStretches(units: readonly FlipUnit[], total: number, weight: number): Stretches | undefined {
  const kinds = new Map<string, { readonly unit: FlipUnit; count: number }>();
  for (const unit of units) {
    const key = `${unit.difference.toPrecision(12)} ${unit.weight.toPrecision(12)}`;
    const kind = kinds.get(key) ?? { unit, count: 0 };
    kind.count += 1;
    kinds.set(key, kind);
  }
  const patterns = [...kinds.values()].reduce((product, { count }) => product * (count + 1), 1);
  if (patterns > mostPatterns) return undefined;
  let [differences, weights, chances] = [Float64Array.of(0), Float64Array.of(0), Float64Array.of(1)];
  for (const { unit, count } of kinds.values()) {
    const [signs, odds] = signCounts(count);
    const size = differences.length * signs.length;
    const next = [new Float64Array(size), new Float64Array(size), new Float64Array(size)] as const;
    for (let i = 0; i < size; i++) {
      const before = Math.floor(i / signs.length);
      const own = signs[i % signs.length] as number;
      next[0][i] = (differences[before] as number) + own * unit.weight * unit.difference;
      next[1][i] = (weights[before] as number) + own * unit.weight;
      next[2][i] = (chances[before] as number) * (odds[i % signs.length] as number);
    }
    [differences, weights, chances] = next;
  }
  return stretchesOf(differences, weights, total, weight, chances);
}

/** The possible sums of `count` fair signs and their probabilities. */
function signCounts(count: number): readonly [readonly number[], readonly number[]] {
  const signs = Array.from({ length: count + 1 }, (_, k) => 2 * k - count);
  let odds = [1];
  for (let k = 0; k < count; k++) {
    odds = Array.from({ length: k + 2 }, (_, i) => ((odds[i] ?? 0) + (odds[i - 1] ?? 0)) / 2);
  }
  return [signs, odds];
}

function drawnStretches(units: readonly FlipUnit[], total: number, weight: number, random: RandomStream): Stretches {
  const flips = flipsFor(units.length);
  const { first, second } = flippedSums(
    units.map((unit) => unit.weight * unit.difference),
    units.map((unit) => unit.weight),
    flips,
    random,
  );
  return stretchesOf(first, second, total, weight);
}

/**
 * |A − δB| > |D − δW| between (D − A)/(W − B) and (D + A)/(W + B), which are on either side of D/W. A pattern whose
 * signs are all equal ties for every δ, so it counts half.
 */
function stretchesOf(
  differences: Float64Array,
  weights: Float64Array,
  total: number,
  weight: number,
  chances?: Float64Array,
): Stretches {
  const [lows, highs] = [new Float64Array(weights.length), new Float64Array(weights.length)];
  for (let i = 0; i < weights.length; i++) {
    const [a, b] = [differences[i] as number, weights[i] as number];
    if (weight - Math.abs(b) <= 1e-12 * weight) {
      lows[i] = -Infinity;
      highs[i] = Infinity;
      if (chances !== undefined) chances[i] = (chances[i] as number) / 2;
      continue;
    }
    const [one, other] = [(total - a) / (weight - b), (total + a) / (weight + b)];
    lows[i] = Math.min(one, other);
    highs[i] = Math.max(one, other);
  }
  return { lows, highs, chances };
}

/** The largest end with (flips that reach it + 1)/(flips + 1) > alpha. */
function farEnd(ends: Float64Array, alpha: number): number {
  const sorted = ends.toSorted();
  const needed = Math.floor(alpha * (ends.length + 1) - 1) + 1;
  return sorted[ends.length - Math.max(1, needed)] as number;
}

/** The largest end that patterns with a total probability above `alpha` reach. */
function farWeightedEnd(ends: Float64Array, chances: Float64Array, alpha: number): number {
  const order = new Uint32Array(ends.length).map((_, i) => i).sort((i, j) => (ends[j] as number) - (ends[i] as number));
  let beyond = 0;
  for (const i of order) {
    beyond += chances[i] as number;
    if (beyond > alpha) return ends[i] as number;
  }
  return Infinity;
}

/** The normal approximation: solves (D − δW)² = z² Σ w²(d − δ)² for δ. */
function normalInterval(units: readonly FlipUnit[], z: number): Interval {
  let [sum, weight, squares, cross, own] = [0, 0, 0, 0, 0];
  for (const unit of units) {
    sum += unit.weight * unit.difference;
    weight += unit.weight;
    own += unit.weight ** 2;
    cross += unit.weight ** 2 * unit.difference;
    squares += unit.weight ** 2 * unit.difference ** 2;
  }
  const a = weight * weight - z * z * own;
  const b = sum * weight - z * z * cross;
  const root = Math.sqrt(Math.max(0, b * b - a * (sum * sum - z * z * squares)));
  return { low: Math.max(-1, (b - root) / a), high: Math.min(1, (b + root) / a) };
}
