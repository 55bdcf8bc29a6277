import type { BenchmarkSelection } from '../model/selection.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { compareText } from '../text/compare-text.js';

/** The labels by which an estimate can be weighted to the pool. */
const countedLabels = ['phase', 'language', 'difficulty', 'category', 'repo'] as const;

/** What a sample of a benchmark speaks for: its eligible tasks, counted by each label; an unknown label is "". */
export function populationOf({ groups }: BenchmarkSelection) {
  const tasks = groups.flatMap(({ ranking }) => ranking);
  return {
    size: tasks.length,
    by: Object.fromEntries(countedLabels.map((label) => [label, countBy(tasks, label)])),
  };
}

function countBy(tasks: readonly ScoredTask[], label: string): Record<string, number> {
  const counts = new Map<string, number>();
  for (const task of tasks) {
    const value = String(fieldValue(task, label) ?? '');
    counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  return Object.fromEntries([...counts].sort(([a], [b]) => compareText(a, b)));
}
