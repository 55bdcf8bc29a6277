import { groupBy } from '../lists/group-by.js';
import type { TaskEntry } from '../manifest/csv-columns.js';
import type { Manifest } from '../manifest/manifest.js';
import { roundTo } from '../text/round-to.js';

/** One benchmark of a manifest. */
export type BenchmarkEntry = Manifest['benchmarks'][number];

/** The ways in which the tasks of a manifest are counted: the key of its statistics, and what each task counts under. */
export const counted = [
  { key: 'tasks_per_sdlc_phase', what: 'phase', nameOf: (task: TaskEntry) => task.sdlc_phase },
  { key: 'tasks_per_benchmark', what: 'benchmark', nameOf: (task: TaskEntry) => task.benchmark },
  { key: 'tasks_per_language', what: 'language', nameOf: (task: TaskEntry) => String(task.language ?? 'unknown') },
] as const;

/** How many tasks there are under each name. */
export function countTasks(tasks: readonly TaskEntry[], nameOf: (task: TaskEntry) => string): Map<string, number> {
  return new Map([...groupBy(tasks, nameOf)].map(([name, members]) => [name, members.length]));
}

/** The mean of the tasks' scores, rounded like them. */
export function averageScore({ tasks, methodology }: Manifest): number {
  const sum = tasks.reduce((total, task) => total + task.mcp_benefit_score, 0);
  return tasks.length === 0 ? 0 : roundTo(sum / tasks.length, methodology.score.decimals);
}

/** A name for a task that is unique in a manifest: `benchmark/id`. */
export function taskKey({ benchmark, task_id }: { readonly benchmark: string; readonly task_id: string }): string {
  return `${benchmark}/${task_id}`;
}
