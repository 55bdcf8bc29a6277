import type { CoverageRow, Selection } from '../../../core/model/selection.js';
import type { ScoredTask } from '../../../core/model/task.js';

/** What came in and what went out between two selections of the same pools, by benchmark and id. */
export interface Moves {
  readonly cameIn: readonly Move[];
  readonly wentOut: readonly Move[];
}

/** A task that moved, and its score before and after. */
export interface Move {
  readonly task: ScoredTask;
  readonly before: number | undefined;
  readonly after: number | undefined;
}

/** Which tasks only one of two selections has. */
export function movesBetween(before: Selection, after: Selection): Moves {
  if (before === after) return { cameIn: [], wentOut: [] };
  const wasIn = new Set(before.choices.map(({ task }) => nameOf(task)));
  const isIn = new Set(after.choices.map(({ task }) => nameOf(task)));
  const cameIn = after.choices.filter(({ task }) => !wasIn.has(nameOf(task))).map(({ task }) => task);
  const wentOut = before.choices.filter(({ task }) => !isIn.has(nameOf(task))).map(({ task }) => task);
  const [scoreBefore, scoreAfter] = [scoresOf(before, cameIn), scoresOf(after, wentOut)];
  return {
    cameIn: cameIn.map((task) => ({ task, before: scoreBefore.get(nameOf(task)), after: task.score })),
    wentOut: wentOut.map((task) => ({ task, before: task.score, after: scoreAfter.get(nameOf(task)) })),
  };
}

/** A task's name among all: its benchmark, which holds no slash, and its id. */
export function nameOf({ benchmark, id }: { readonly benchmark: string; readonly id: string }): string {
  return `${benchmark}/${id}`;
}

/** One name's counts in two selections. */
export interface CoverageChange {
  readonly name: string;
  readonly before: number;
  readonly after: number;
  readonly available: number;
}

/** The counts of two selections side by side, in the order of the first. */
export function coverageChanges(
  before: readonly CoverageRow[],
  after: readonly CoverageRow[],
): readonly CoverageChange[] {
  const now = new Map(after.map((row) => [row.name, row.selected]));
  return before.map(({ name, selected, available }) => ({
    name,
    before: selected,
    after: now.get(name) ?? 0,
    available,
  }));
}

function scoresOf({ benchmarks }: Selection, tasks: readonly ScoredTask[]): ReadonlyMap<string, number> {
  const wanted = new Set(tasks.map(nameOf));
  const scores = new Map<string, number>();
  for (const { tasks: all } of benchmarks) {
    for (const task of wanted.size === 0 ? [] : all) {
      const name = nameOf(task);
      if (wanted.has(name)) scores.set(name, task.score);
    }
  }
  return scores;
}
