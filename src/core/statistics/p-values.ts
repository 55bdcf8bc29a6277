import { midRanks } from './correlation.js';
import { normalCdf } from './distributions.js';

/** P-values adjusted to control the family-wise error rate (Holm 1979), in input order. */
export function holm(pValues: readonly number[]): number[] {
  const order = [...pValues.entries()].sort(([, a], [, b]) => a - b);
  const adjusted: number[] = new Array(pValues.length);
  let highest = 0;
  order.forEach(([index, pValue], place) => {
    highest = Math.max(highest, Math.min(1, (order.length - place) * pValue));
    adjusted[index] = highest;
  });
  return adjusted;
}

/** P-values adjusted to control the false discovery rate (Benjamini & Hochberg 1995), in input order. */
export function benjaminiHochberg(pValues: readonly number[]): number[] {
  const order = [...pValues.entries()].sort(([, a], [, b]) => b - a);
  const adjusted: number[] = new Array(pValues.length);
  let lowest = 1;
  order.forEach(([index, pValue], place) => {
    lowest = Math.min(lowest, (order.length / (order.length - place)) * pValue);
    adjusted[index] = lowest;
  });
  return adjusted;
}

/** One-sided rank-sum test that marked values are lower (Wilcoxon 1945): exact up to 60 values, then normal. */
export function lowerRankSumTest(values: readonly number[], marked: readonly boolean[]): number {
  // Doubled mid-ranks are whole numbers.
  const ranks = midRanks(values).map((rank) => Math.round(2 * rank));
  const own = ranks.filter((_, i) => marked[i] === true);
  const sum = own.reduce((total, rank) => total + rank, 0);
  if (own.length === 0 || own.length === values.length) return 1;
  return values.length <= mostExact ? exactShare(ranks, own.length, sum) : normalShare(ranks, own.length, sum);
}

const mostExact = 60;

/** The share of all subsets of `count` ranks whose sum is at most `sum`. */
function exactShare(ranks: readonly number[], count: number, sum: number): number {
  const ways = Array.from({ length: count + 1 }, () => new Float64Array(sum + 1));
  const first = ways[0];
  if (first !== undefined) first[0] = 1;
  for (const rank of ranks) {
    for (let chosen = count; chosen >= 1; chosen--) {
      const [into, from] = [ways[chosen], ways[chosen - 1]];
      if (into === undefined || from === undefined) continue;
      for (let total = sum; total >= rank; total--) into[total] = (into[total] ?? 0) + (from[total - rank] ?? 0);
    }
  }
  const low = (ways[count] ?? new Float64Array()).reduce((total, each) => total + each, 0);
  let all = 1;
  for (let i = 1; i <= count; i++) all = (all * (ranks.length - count + i)) / i;
  return Math.min(1, low / all);
}

function normalShare(ranks: readonly number[], count: number, sum: number): number {
  const n = ranks.length;
  const mean = ranks.reduce((total, rank) => total + rank, 0) / n;
  const squares = ranks.reduce((total, rank) => total + (rank - mean) ** 2, 0);
  const variance = (count * (n - count) * squares) / (n * (n - 1));
  return variance === 0 ? 1 : normalCdf((sum + 1 - count * mean) / Math.sqrt(variance));
}
