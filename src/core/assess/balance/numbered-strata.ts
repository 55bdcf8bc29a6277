import type { Redrawer } from '../../draws/draw-design.js';
import { redrawerOf } from '../../draws/draws.js';
import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { randomStreamFor } from '../../random/random-stream-for.js';
import { compareText } from '../../text/compare-text.js';

/** The tasks that compete for the same places, and how many of them are in. */
interface NumberedStratum {
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
  readonly strata: readonly NumberedStratum[];
  readonly tasks: readonly ScoredTask[];
  /** The numbers of the selected tasks. */
  readonly selected: Int32Array;
  /** For each task, the share of its group that is selected; for chances in proportion to a number, its own chance. */
  readonly rates: Float64Array;
}

/** Numbers the eligible tasks. */
export function numberStrata({ benchmarks }: Selection): Omit<Numbered, 'rates'> {
  const strata: NumberedStratum[] = [];
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

/** How a stratum is drawn again: by the plan's own draw; ranked tasks by chance, as many as the plan took of them. */
export function redrawStratum({ benchmark, name, tasks, size }: NumberedStratum, seed: string): Redrawer {
  const random = randomStreamFor(seed, `balance/${name}`);
  let count = 0;
  return redrawerOf(benchmark.plan.select.draw, {
    tasks,
    places: size,
    stratum: name,
    benchmark: benchmark.plan.name,
    chance: {
      random,
      start: () => random.double(),
      nextSeed: () => {
        count += 1;
        return `${seed}/${count}`;
      },
    },
  });
}
