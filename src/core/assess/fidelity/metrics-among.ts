import type { MetricFidelity } from './fidelity.js';
import { fidelityMetrics, type Metric, metricNames, metrics } from './fidelity-metrics.js';
import { standAmong } from './stand-among.js';

/** The metrics of a choice of tasks, each among those of the draws in which every system has a rate. */
export function metricsAmong(
  truth: readonly number[],
  estimate: readonly number[],
  drawn: readonly Float64Array[],
  draws: number,
): Readonly<Record<Metric, MetricFidelity>> {
  const own = fidelityMetrics(truth, estimate);
  const lists = new Map<Metric, number[]>(metricNames.map((name) => [name, []]));
  for (let draw = 0; draw < draws; draw++) {
    const rates = drawn.map((list) => list[draw] ?? Number.NaN);
    if (rates.some(Number.isNaN)) continue;
    const values = fidelityMetrics(truth, rates);
    for (const [name, list] of lists) if (values[name] !== undefined) list.push(values[name]);
  }
  const among = (name: Metric): MetricFidelity => {
    const value = own[name];
    const list = lists.get(name) ?? [];
    const chance = value === undefined || list.length === 0 ? undefined : standAmong(value, list, metrics[name].good);
    return { value, chance };
  };
  return {
    bias: among('bias'),
    mae: among('mae'),
    rmse: among('rmse'),
    maxError: among('maxError'),
    kendall: among('kendall'),
    spearman: among('spearman'),
    pairs: among('pairs'),
    widePairs: among('widePairs'),
    regret: among('regret'),
  };
}
