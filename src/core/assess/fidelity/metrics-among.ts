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
  const lists = new Map(metricNames.map((name) => [name, [] as number[]]));
  for (let draw = 0; draw < draws; draw++) {
    const rates = drawn.map((list) => list[draw] as number);
    if (rates.some(Number.isNaN)) continue;
    const values = fidelityMetrics(truth, rates);
    for (const [name, list] of lists) if (values[name] !== undefined) list.push(values[name]);
  }
  const entries = [...lists].map(([name, list]) => {
    const value = own[name];
    const chance = value === undefined || list.length === 0 ? undefined : standAmong(value, list, metrics[name].good);
    return [name, { value, chance }];
  });
  return Object.fromEntries(entries) as Readonly<Record<Metric, MetricFidelity>>;
}
