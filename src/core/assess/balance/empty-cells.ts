import type { Plan } from '../../model/plan.js';
import type { ScoredTask } from '../../model/task.js';
import { compareText } from '../../text/compare-text.js';
import type { EmptyCell, EmptyCells } from './balance.js';
import { labelOf } from './label-counts.js';

/** What the eligible tasks have and the selected ones lack. */
export function emptyCells(plan: Plan, tasks: readonly ScoredTask[], selected: readonly ScoredTask[]): EmptyCells {
  const missing = (keyOf: (task: ScoredTask) => string): EmptyCell[] => {
    const met = new Set(selected.map(keyOf));
    const counts = new Map<string, number>();
    for (const task of tasks) {
      const key = keyOf(task);
      if (key !== '' && !met.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    return [...counts]
      .map(([value, pool]) => ({ value, pool }))
      .sort((a, b) => b.pool - a.pool || compareText(a.value, b.value));
  };
  const inPool = new Set(tasks.map(({ phase }) => phase));
  return {
    phases: missing(({ phase }) => phase),
    languages: missing((task) => labelOf(task, 'language')),
    benchmarks: missing(({ benchmark }) => benchmark),
    phasesOfBenchmarks: missing(({ benchmark, phase }) => JSON.stringify([benchmark, phase])).map(({ value, pool }) => {
      const [benchmark, phase] = JSON.parse(value) as [string, string];
      return { value: phase, benchmark, pool };
    }),
    phasesWithoutTasks: plan.phases.filter((phase) => !inPool.has(phase)),
  };
}
