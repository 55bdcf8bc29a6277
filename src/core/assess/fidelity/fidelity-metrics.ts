import { at } from '../../lists/at.js';
import { kendall, pairwiseAccuracy, spearman } from '../../statistics/correlation.js';
import { comparable, mean } from '../../statistics/summary.js';

/** What is asked of a selection's rates, in the order of the reports. */
export const metricNames = [
  'bias',
  'mae',
  'rmse',
  'maxError',
  'kendall',
  'spearman',
  'pairs',
  'widePairs',
  'regret',
] as const;
export type Metric = (typeof metricNames)[number];

/** What is good, what it is called in a report and in a document, and whether it is a difference of rates. */
interface MetricRule {
  readonly good: 'near 0' | 'low' | 'high';
  readonly words: string;
  readonly key: string;
  readonly unit: 'signed points' | 'points' | 'none';
}

export const metrics: Readonly<Record<Metric, MetricRule>> = {
  bias: { good: 'near 0', words: 'mean error (bias)', key: 'bias', unit: 'signed points' },
  mae: { good: 'low', words: 'mean absolute error', key: 'mean_absolute_error', unit: 'points' },
  rmse: { good: 'low', words: 'root mean square error', key: 'root_mean_square_error', unit: 'points' },
  maxError: { good: 'low', words: 'largest error', key: 'largest_error', unit: 'points' },
  kendall: { good: 'high', words: 'Kendall tau-b', key: 'kendall_tau_b', unit: 'none' },
  spearman: { good: 'high', words: 'Spearman', key: 'spearman', unit: 'none' },
  pairs: { good: 'high', words: 'pairs in order', key: 'pairwise_accuracy', unit: 'none' },
  widePairs: {
    good: 'high',
    words: 'pairs in order, 3 points apart',
    key: 'pairwise_accuracy_3_points',
    unit: 'none',
  },
  regret: { good: 'low', words: 'top-1 regret', key: 'top_1_regret', unit: 'points' },
};

export type MetricValues = Readonly<Record<Metric, number | undefined>>;

/** Systems closer than this are nearly tied: which of them is first, hardly any subset can say. */
const wideGap = 0.03;

/** Compares the rates of several systems on some tasks with their rates in the pool; what needs two systems is undefined for one. */
export function fidelityMetrics(truth: readonly number[], estimate: readonly number[]): MetricValues {
  const errors = truth.map((rate, i) => at(estimate, i) - rate);
  const sizes = errors.map(Math.abs);
  const several = truth.length > 1;
  return {
    bias: mean(errors),
    mae: mean(sizes),
    rmse: Math.sqrt(mean(errors.map((error) => error * error))),
    maxError: Math.max(...sizes),
    kendall: several ? kendall(truth, estimate) : undefined,
    spearman: several ? spearman(truth, estimate) : undefined,
    pairs: pairwiseAccuracy(truth, estimate),
    widePairs: pairwiseAccuracy(truth, estimate, wideGap),
    regret: several ? topRegret(truth, estimate) : undefined,
  };
}

/** How much worse than the best system the one is that the estimate puts first; of several that tie for it, the mean. */
export function topRegret(truth: readonly number[], estimate: readonly number[]): number {
  const first = Math.max(...estimate.map(comparable));
  const best = Math.max(...truth);
  return mean(truth.filter((_, i) => comparable(at(estimate, i)) === first).map((rate) => best - rate));
}
