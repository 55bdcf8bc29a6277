import { drawDesignOf } from '../draws/draws.js';
import { randomField } from '../model/field.js';
import type { BenchmarkPlan } from '../model/plan.js';
import { rescored, type ScoredTask } from '../model/task.js';
import { permanentRandomNumber } from '../random/seeded-numbers.js';

/**
 * Gives each task its permanent random number where the benchmark's order or draw uses one. The key of the numbers is the
 * benchmark: a task keeps its number when groups are drawn otherwise, and when other tasks or benchmarks come or go.
 */
export function numberTasks(
  tasks: readonly ScoredTask[],
  plan: BenchmarkPlan,
  seed: string | number | undefined,
): readonly ScoredTask[] {
  if (seed === undefined || !usesNumbers(plan)) return tasks;
  const text = String(seed);
  return tasks.map((task) => rescored(task, task.score, permanentRandomNumber(text, plan.name, task.id)));
}

/** Whether the order or the draw of a benchmark looks at the random numbers of its tasks. */
export function usesNumbers({ select }: BenchmarkPlan): boolean {
  // What a purpose comes to, draws by them or breaks ties with them.
  if (select.purpose !== undefined || select.optimise !== undefined) return true;
  if (select.draw !== undefined && drawDesignOf(select.draw).numbers.arePermanent) return true;
  const orders = [select.prefer, ...select.ensure.map(({ prefer }) => prefer)];
  return orders.some((order) => order.some(({ field }) => field === randomField.name));
}
