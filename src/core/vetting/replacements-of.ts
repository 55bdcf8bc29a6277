import { groupBy } from '../lists/lists.js';
import type { Choice, Selection } from '../model/selection.js';
import { taskKey } from '../outcomes/match-outcomes.js';

/** The changes from one selection to another, by task key. */
export interface Replacements {
  readonly comesIn: readonly string[];
  readonly goesOut: readonly string[];
  /** For a task that goes out, the one that replaces it. */
  readonly replacedBy: ReadonlyMap<string, string>;
}

/** Pairs tasks that go out with those that come in: by exclusions, then by rank in the group, then in the benchmark. */
export function replacementsOf(before: Selection, after: Selection): Replacements {
  const goingOut = missingIn(before.choices, after.choices);
  const comingIn = missingIn(after.choices, before.choices);
  const replacedBy = new Map<string, string>();
  const taken = new Set<Choice>();
  const newcomers = new Map(comingIn.map((choice) => [taskKey(choice.task), choice]));
  const leaving = new Set(keysOf(goingOut));
  for (const { plan, exclusions } of after.benchmarks) {
    for (const { taskId, replacedBy: id } of exclusions) {
      const key = taskKey({ benchmark: plan.name, id: taskId });
      const next = id === undefined ? undefined : newcomers.get(taskKey({ benchmark: plan.name, id }));
      if (next === undefined || !leaving.has(key)) continue;
      taken.add(next);
      replacedBy.set(key, taskKey(next.task));
    }
  }
  for (const keyOf of [groupKey, benchmarkKey]) {
    const free = groupBy(inRankOrder(comingIn), keyOf);
    for (const choice of inRankOrder(goingOut)) {
      if (replacedBy.has(taskKey(choice.task))) continue;
      const next = free.get(keyOf(choice))?.find((each) => !taken.has(each));
      if (next === undefined) continue;
      taken.add(next);
      replacedBy.set(taskKey(choice.task), taskKey(next.task));
    }
  }
  return { comesIn: keysOf(comingIn), goesOut: keysOf(goingOut), replacedBy };
}

const benchmarkKey = ({ task }: Choice) => task.benchmark;
const groupKey = ({ task, group }: Choice) => JSON.stringify([task.benchmark, group.key ?? null]);
const keysOf = (choices: readonly Choice[]) => choices.map(({ task }) => taskKey(task));

function missingIn(choices: readonly Choice[], others: readonly Choice[]): readonly Choice[] {
  const there = new Set(keysOf(others));
  return choices.filter(({ task }) => !there.has(taskKey(task)));
}

function inRankOrder(choices: readonly Choice[]): readonly Choice[] {
  return choices.toSorted((a, b) => a.rank - b.rank);
}
