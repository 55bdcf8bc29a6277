import { comparable } from '../../statistics/comparable.js';
import { kendall } from '../../statistics/kendall.js';
import { mean } from '../../statistics/mean.js';
import { pairwiseAccuracy } from '../../statistics/pairwise-accuracy.js';
import { spearman } from '../../statistics/spearman.js';

/** What is asked of a selection's rates, with what is good. */
export const metrics = {
  bias: { good: 'near 0' },
  mae: { good: 'low' },
  rmse: { good: 'low' },
  maxError: { good: 'low' },
  kendall: { good: 'high' },
  spearman: { good: 'high' },
  pairs: { good: 'high' },
  widePairs: { good: 'high' },
  regret: { good: 'low' },
} as const;
export type Metric = keyof typeof metrics;
export const metricNames = Object.keys(metrics) as readonly Metric[];

export type MetricValues = Readonly<Record<Metric, number | undefined>>;

/** Systems closer than this are nearly tied: which of them is first, hardly any subset can say. */
const wideGap = 0.03;

/** Compares the rates of several systems on some tasks with their rates in the pool; what needs two systems is undefined for one. */
export function fidelityMetrics(truth: readonly number[], estimate: readonly number[]): MetricValues {
  const errors = truth.map((rate, i) => (estimate[i] as number) - rate);
  const sizes = errors.map(Math.abs);
  const several = truth.length > 1;
  return {
    bias: mean(errors),
    mae: mean(sizes),
    rmse: Math.sqrt(mean(errors.map((error) => error * error))),
    maxError: Math.max(...sizes),
    kendall: several ? kendall(truth, estimate) : undefined,
    spearman: several ? spearman(truth, estimate) : undefined,
    pairs: pairwiseAccuracy(truth, estimate)?.share,
    widePairs: pairwiseAccuracy(truth, estimate, wideGap)?.share,
    regret: several ? topRegret(truth, estimate) : undefined,
  };
}

/** How much worse than the best system the one is that the estimate puts first; of several that tie for it, the mean. */
export function topRegret(truth: readonly number[], estimate: readonly number[]): number {
  const first = Math.max(...estimate.map(comparable));
  const best = Math.max(...truth);
  return mean(truth.filter((_, i) => comparable(estimate[i] as number) === first).map((rate) => best - rate));
}
