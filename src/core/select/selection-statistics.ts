import { addCount, groupBy, sumOf } from '../lists/lists.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import { type CountedPool, countsBy, poolSize } from '../model/pool-census.js';
import type { Choice, CoverageRow, SelectionStatistics } from '../model/selection.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { compareText, roundTo } from '../text/words.js';

export type PoolCounts = ReturnType<typeof countPool>;

/** Counts the tasks of the pool, which are the same for every selection. */
export function countPool(benchmarks: readonly CountedBenchmark[]) {
  const byPhase = new Map<string, number>();
  const byBenchmark = new Map<string, number>();
  const byLanguage = new Map<string, number>();
  for (const benchmark of benchmarks) {
    const available = poolSize(benchmark);
    if (available > 0) byBenchmark.set(benchmark.plan.name, available);
    for (const [phase = '', tasks] of countsBy(benchmark, 'phase')) addCount(byPhase, phase, tasks);
    for (const [language = unknown, tasks] of countsBy(benchmark, 'language')) addCount(byLanguage, language, tasks);
  }
  return { available: sumOf(byBenchmark.values(), (tasks) => tasks), byPhase, byBenchmark, byLanguage };
}

interface CountedBenchmark extends CountedPool {
  readonly plan: BenchmarkPlan;
}

const unknown = 'unknown';

export function selectionStatistics(plan: Plan, pool: PoolCounts, choices: readonly Choice[]): SelectionStatistics {
  const chosen = choices.map((choice) => choice.task);
  const byPhase = coverage(pool.byPhase, chosen, (task) => task.phase);
  return {
    available: pool.available,
    selected: chosen.length,
    averageScore: averageOf(
      chosen.map(({ score }) => score),
      plan.score.decimals,
    ),
    byPhase: plan.phases.map(
      (phase) => byPhase.get(phase) ?? { name: phase, selected: 0, available: 0, benchmarks: [] },
    ),
    byBenchmark: [...coverage(pool.byBenchmark, chosen, (task) => task.benchmark).values()].sort((a, b) =>
      compareText(a.name, b.name),
    ),
    byLanguage: [...coverage(pool.byLanguage, chosen, languageOf).values()].sort(
      (a, b) => b.selected - a.selected || compareText(a.name, b.name),
    ),
  };
}

/** The mean rounded to the published decimals; 0 if there are no scores. */
export function averageOf(scores: readonly number[], decimals: number): number {
  const sum = scores.reduce((total, score) => total + score, 0);
  return scores.length === 0 ? 0 : roundTo(sum / scores.length, decimals);
}

function languageOf(task: ScoredTask): string {
  return String(fieldValue(task, 'language') ?? unknown);
}

function coverage(
  pool: ReadonlyMap<string, number>,
  chosen: readonly ScoredTask[],
  nameOf: (task: ScoredTask) => string,
): Map<string, CoverageRow> {
  const selected = groupBy(chosen, nameOf);
  return new Map(
    [...pool].map(([name, available]) => {
      const taken = selected.get(name) ?? [];
      const benchmarks = [...new Set(taken.map((task) => task.benchmark))].sort(compareText);
      return [name, { name, selected: taken.length, available, benchmarks }];
    }),
  );
}
