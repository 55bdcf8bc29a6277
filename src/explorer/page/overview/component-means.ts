import type { BenchmarkSelection } from '../../../core/model/selection.js';
import type { ScoredTask } from '../../../core/model/task.js';

/** The mean of a component in a benchmark's pool and among its selected tasks. */
export interface ComponentMean {
  readonly benchmark: string;
  readonly title: string;
  readonly pool: number;
  /** Undefined when none is selected. */
  readonly selected: number | undefined;
}

/** The means of one component, in the order of the plan. */
export function componentMeans(benchmarks: readonly BenchmarkSelection[], component: string): readonly ComponentMean[] {
  return benchmarks.map(({ plan, tasks, choices }) => ({
    benchmark: plan.name,
    title: plan.title,
    pool: meanPart(tasks, component) ?? 0,
    selected: meanPart(
      choices.map(({ task }) => task),
      component,
    ),
  }));
}

function meanPart(tasks: readonly ScoredTask[], component: string): number | undefined {
  if (tasks.length === 0) return undefined;
  let sum = 0;
  for (const { parts } of tasks) sum += parts[component] ?? 0;
  return sum / tasks.length;
}
