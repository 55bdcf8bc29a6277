import type { BenchmarkSelection } from '../../../core/model/selection.js';
import type { ScoredTask } from '../../../core/model/task.js';
import { weighted } from './weighted.js';

/** The mean of a component in a benchmark's pool and among its selected tasks, weighted where they are a probability sample. */
export interface ComponentMean {
  readonly benchmark: string;
  readonly title: string;
  readonly pool: number;
  /** Undefined when none is selected. */
  readonly selected: number | undefined;
}

/** The means of one component, in the order of the plan. */
export function componentMeans(benchmarks: readonly BenchmarkSelection[], component: string): readonly ComponentMean[] {
  return benchmarks.map(({ plan, tasks, choices, kind }) => ({
    benchmark: plan.name,
    title: plan.title,
    pool:
      meanPart(
        tasks.map((task) => ({ task, weight: 1 })),
        component,
      ) ?? 0,
    selected: meanPart(weighted(kind, choices), component),
  }));
}

function meanPart(
  tasks: readonly { readonly task: ScoredTask; readonly weight: number }[],
  component: string,
): number | undefined {
  if (tasks.length === 0) return undefined;
  let [sum, weights] = [0, 0];
  for (const { task, weight } of tasks) {
    sum += weight * (task.parts[component] ?? 0);
    weights += weight;
  }
  return sum / weights;
}
