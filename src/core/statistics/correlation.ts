import { groupBy } from '../lists/lists.js';
import { normalQuantile } from './distributions.js';
import type { Interval } from './rate-intervals.js';
import { comparable, mean } from './summary.js';

/** 1-based ranks, lowest first; tied values share the mean of their ranks (Kendall 1945, Biometrika 33:239). */
export function midRanks(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks: number[] = new Array(values.length);
  for (let first = 0; first < order.length; ) {
    let after = first + 1;
    while (after < order.length && values[order[after] ?? 0] === values[order[first] ?? 0]) after += 1;
    for (let i = first; i < after; i++) ranks[order[i] ?? 0] = (first + 1 + after) / 2;
    first = after;
  }
  return ranks;
}

/** Pearson's correlation (1895), also of ranks or of 0 and 1; undefined if either list is constant. */
export function pearson(a: readonly number[], b: readonly number[]): number | undefined {
  // Test the values: rounding can leave the squared deviations of a constant list just above 0.
  if (isConstant(a) || isConstant(b)) return undefined;
  const [meanA, meanB] = [mean(a), mean(b)];
  let [together, squaresA, squaresB] = [0, 0, 0];
  for (let i = 0; i < a.length; i++) {
    const fromA = (a[i] ?? 0) - meanA;
    const fromB = (b[i] ?? Number.NaN) - meanB;
    together += fromA * fromB;
    squaresA += fromA * fromA;
    squaresB += fromB * fromB;
  }
  // One square root keeps a perfect correlation at exactly 1; two avoid overflow and underflow of the product.
  const product = squaresA * squaresB;
  const size = product > 0 && product < Infinity ? Math.sqrt(product) : Math.sqrt(squaresA) * Math.sqrt(squaresB);
  // Rounding can push the ratio just past ±1, where `correlationInterval` would return NaN.
  return Math.max(-1, Math.min(1, together / size));
}

function isConstant(values: readonly number[]): boolean {
  return values.every((value) => value === values[0]);
}

/** Spearman's rank correlation (1904) with mid-ranks; undefined if either list is constant. */
export function spearman(a: readonly number[], b: readonly number[]): number | undefined {
  return pearson(midRanks(a), midRanks(b));
}

/** Spearman's correlation of mid-ranks centred within groups; undefined if a list is constant in every group. */
export function withinGroupsCorrelation<Group>(a: readonly number[], b: readonly number[], groups: readonly Group[]) {
  const members = groupBy(groups.keys(), (i) => groups[i]);
  const [ranksA, ranksB] = [midRanks(a), midRanks(b)];
  let [together, squaresA, squaresB] = [0, 0, 0];
  for (const group of members.values()) {
    const fromA = centred(group.map((i) => ranksA[i] ?? Number.NaN));
    const fromB = centred(group.map((i) => ranksB[i] ?? Number.NaN));
    fromA.forEach((value, i) => {
      const other = fromB[i] ?? Number.NaN;
      together += value * other;
      squaresA += value * value;
      squaresB += other * other;
    });
  }
  if (squaresA === 0 || squaresB === 0) return undefined;
  const correlation = together / Math.sqrt(squaresA) / Math.sqrt(squaresB);
  // Rounding can push the ratio just past ±1, where `correlationInterval` would return NaN.
  return { correlation: Math.max(-1, Math.min(1, correlation)), size: a.length - members.size + 1 };
}

/** Ranks minus their mean. Subtracting the first rank before averaging gives exact zeros for equal ranks. */
function centred(ranks: readonly number[]): number[] {
  const [first = 0] = ranks;
  const offsets = ranks.map((rank) => rank - first);
  const mean = offsets.reduce((sum, offset) => sum + offset, 0) / offsets.length;
  return offsets.map((offset) => offset - mean);
}

/** Kendall's τ-b (1945, Biometrika 33:239) of values rounded to 12 decimals; undefined if either list is constant. */
export function kendall(a: readonly number[], b: readonly number[]): number | undefined {
  const [valuesA, valuesB] = [a.map(comparable), b.map(comparable)];
  let [balance, orderedByA, orderedByB] = [0, 0, 0];
  for (let i = 1; i < valuesA.length; i++) {
    for (let j = 0; j < i; j++) {
      const signA = Math.sign((valuesA[i] ?? 0) - (valuesA[j] ?? 0));
      const signB = Math.sign((valuesB[i] ?? Number.NaN) - (valuesB[j] ?? Number.NaN));
      balance += signA * signB;
      orderedByA += signA * signA;
      orderedByB += signB * signB;
    }
  }
  return orderedByA === 0 || orderedByB === 0 ? undefined : balance / Math.sqrt(orderedByA * orderedByB);
}

/** Fisher's (1921) z interval for a rank correlation (Bonett & Wright 2000); undefined for fewer than four pairs. */
export function correlationInterval(correlation: number, size: number, confidence: number): Interval | undefined {
  if (size < 4) return undefined;
  const centre = Math.atanh(correlation);
  const reach = normalQuantile((1 + confidence) / 2) * Math.sqrt((1 + correlation ** 2 / 2) / (size - 3));
  return { low: Math.tanh(centre - reach), high: Math.tanh(centre + reach) };
}

/** The share of pairs ordered as in `truth`; ties in `estimate` count ½, pairs closer than `minimumGap` are ignored. */
export function pairwiseAccuracy(
  truth: readonly number[],
  estimate: readonly number[],
  minimumGap = 0,
): number | undefined {
  const leastGap = comparable(minimumGap);
  let [pairs, right] = [0, 0];
  for (let i = 1; i < truth.length; i++) {
    for (let j = 0; j < i; j++) {
      const gap = comparable((truth[i] ?? 0) - (truth[j] ?? 0));
      if (gap === 0 || Math.abs(gap) < leastGap) continue;
      const estimated = comparable((estimate[i] ?? Number.NaN) - (estimate[j] ?? Number.NaN));
      pairs += 1;
      if (estimated === 0) right += 0.5;
      else if (Math.sign(estimated) === Math.sign(gap)) right += 1;
    }
  }
  return pairs === 0 ? undefined : right / pairs;
}

/** The probability that a positive outscores a negative, ties ½ (Mann & Whitney 1947); undefined if a list is empty. */
export function areaUnderCurve(positives: readonly number[], negatives: readonly number[]): number | undefined {
  const pairs = positives.length * negatives.length;
  if (pairs === 0) return undefined;
  const ranks = midRanks([...positives, ...negatives]).slice(0, positives.length);
  const lowest = (positives.length * (positives.length + 1)) / 2;
  return (ranks.reduce((sum, rank) => sum + rank, 0) - lowest) / pairs;
}
