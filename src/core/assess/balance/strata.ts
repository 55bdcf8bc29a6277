import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { compareText } from '../../text/compare-text.js';

/** The tasks that compete for the same places, and how many of them are in. */
export interface Stratum {
  readonly benchmark: BenchmarkSelection;
  /** Tells it from every other. */
  readonly name: string;
  readonly pinned: boolean;
  /** By id, so that nothing depends on how they were ranked. */
  readonly tasks: readonly ScoredTask[];
  /** Where the tasks begin in the list of all eligible tasks. */
  readonly from: number;
  /** How many are selected, by rank, by chance or through an `ensure` rule. */
  readonly size: number;
}

/** The eligible tasks of a selection, numbered: by benchmark, group and id. */
export interface Numbered {
  readonly strata: readonly Stratum[];
  readonly tasks: readonly ScoredTask[];
  /** The numbers of the selected tasks. */
  readonly selected: Int32Array;
  /** For each task, the share of its group that is selected; for chances in proportion to a number, its own chance. */
  readonly rates: Float64Array;
}

/** Numbers the eligible tasks. */
export function numberTasks({ benchmarks }: Selection): Omit<Numbered, 'rates'> {
  const strata: Stratum[] = [];
  const tasks: ScoredTask[] = [];
  const selected: number[] = [];
  for (const benchmark of benchmarks) {
    const chosen = new Set(benchmark.choices.map(({ task }) => task));
    for (const { ranking, key, pinned } of benchmark.groups) {
      const members = ranking.toSorted((a, b) => compareText(a.id, b.id));
      const name = JSON.stringify([benchmark.plan.name, pinned, key ?? null]);
      const size = members.filter((task) => chosen.has(task)).length;
      strata.push({ benchmark, name, pinned, tasks: members, from: tasks.length, size });
      for (const task of members) {
        if (chosen.has(task)) selected.push(tasks.length);
        tasks.push(task);
      }
    }
  }
  return { strata, tasks, selected: Int32Array.from(selected) };
}
