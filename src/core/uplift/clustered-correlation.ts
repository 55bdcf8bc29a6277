import { spearman, withinGroupsCorrelation } from '../statistics/correlation.js';
import { studentCdf, studentQuantile } from '../statistics/distributions.js';
import { mean } from '../statistics/summary.js';
import { fewestClusters } from './mean-uplift.js';

/** A correlation with clusters as units. */
export interface ClusteredCorrelation {
  readonly correlation: number;
  readonly clusters: number;
  /** Undefined for fewer than five clusters, or where one decides alone. */
  readonly interval: { readonly low: number; readonly high: number } | undefined;
  readonly pValue: number | undefined;
}

/**
 * Spearman's correlation, overall or within clusters (ranks, then the clusters' means removed), with the interval of a
 * jackknife that leaves out a cluster at a time, on Fisher's scale with Student's t (Quenouille 1956; Tukey 1958). Tasks of
 * one cluster need not be independent. Undefined when nothing varies.
 */
export function clusteredCorrelation(
  a: readonly number[],
  b: readonly number[],
  clusters: readonly string[],
  where: 'overall' | 'within',
  level = 0.95,
): ClusteredCorrelation | undefined {
  const found = correlationOf(a, b, clusters, where);
  if (found === undefined) return undefined;
  const names = [...new Set(clusters)];
  const none = { correlation: found, clusters: names.length, interval: undefined, pValue: undefined };
  if (names.length < fewestClusters || Math.abs(found) >= 1) return none;
  const left = names.map((name) => {
    const kept = [...clusters.keys()].filter((i) => clusters[i] !== name);
    const pick = <Value>(values: readonly Value[]) => kept.flatMap((i) => values.slice(i, i + 1));
    return correlationOf(pick(a), pick(b), pick(clusters), where);
  });
  const known = left.flatMap((each) => (each === undefined || Math.abs(each) >= 1 ? [] : [Math.atanh(each)]));
  if (known.length < left.length) return none;
  const centre = mean(known);
  const count = known.length;
  const error = Math.sqrt(((count - 1) / count) * known.reduce((sum, each) => sum + (each - centre) ** 2, 0));
  const whole = Math.atanh(found);
  const reach = studentQuantile((1 + level) / 2, count - 1) * error;
  return {
    correlation: found,
    clusters: count,
    interval: { low: Math.tanh(whole - reach), high: Math.tanh(whole + reach) },
    pValue: error === 0 ? undefined : 2 * studentCdf(-Math.abs(whole) / error, count - 1),
  };
}

function correlationOf(
  a: readonly number[],
  b: readonly number[],
  clusters: readonly string[],
  where: 'overall' | 'within',
): number | undefined {
  return where === 'overall' ? spearman(a, b) : withinGroupsCorrelation(a, b, clusters)?.correlation;
}
