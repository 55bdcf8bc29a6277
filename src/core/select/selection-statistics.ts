import { groupBy } from '../lists/group-by.js';
import type { Plan } from '../model/plan.js';
import type { BenchmarkSelection, Choice, CoverageRow, SelectionStatistics } from '../model/selection.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { compareText } from '../text/compare-text.js';
import { roundTo } from '../text/round-to.js';

/** Counts the pool and the choices by phase, benchmark and language, and averages the scores. */
export function selectionStatistics(
  plan: Plan,
  benchmarks: readonly BenchmarkSelection[],
  choices: readonly Choice[],
): SelectionStatistics {
  const pool = benchmarks.flatMap((benchmark) => benchmark.tasks);
  const chosen = choices.map((choice) => choice.task);
  const byPhase = coverage(pool, chosen, (task) => task.phase);
  const sum = chosen.reduce((total, task) => total + task.score, 0);
  return {
    available: pool.length,
    selected: chosen.length,
    averageScore: chosen.length === 0 ? 0 : roundTo(sum / chosen.length, plan.score.decimals),
    byPhase: plan.phases.map(
      (phase) => byPhase.get(phase) ?? { name: phase, selected: 0, available: 0, benchmarks: [] },
    ),
    byBenchmark: [...coverage(pool, chosen, (task) => task.benchmark).values()].sort((a, b) =>
      compareText(a.name, b.name),
    ),
    byLanguage: [...coverage(pool, chosen, languageOf).values()].sort(
      (a, b) => b.selected - a.selected || compareText(a.name, b.name),
    ),
  };
}

/** The language a task is counted under; "unknown" when it has none. */
function languageOf(task: ScoredTask): string {
  return String(fieldValue(task, 'language') ?? 'unknown');
}

function coverage(
  pool: readonly ScoredTask[],
  chosen: readonly ScoredTask[],
  nameOf: (task: ScoredTask) => string,
): Map<string, CoverageRow> {
  const selected = groupBy(chosen, nameOf);
  return new Map(
    [...groupBy(pool, nameOf)].map(([name, tasks]) => {
      const taken = selected.get(name) ?? [];
      const benchmarks = [...new Set(taken.map((task) => task.benchmark))].sort(compareText);
      return [name, { name, selected: taken.length, available: tasks.length, benchmarks }];
    }),
  );
}
