import { entry, list, maybe, orNull, text } from '../documents/forms.js';
import type { Warning } from '../model/errors.js';
import type { ExclusionReason } from '../model/plan.js';
import type { Choice, Selection } from '../model/selection.js';
import { taskKey } from '../outcomes/match-outcomes.js';

export interface Replacements {
  readonly comesIn: readonly string[];
  readonly goesOut: readonly string[];
  readonly replacedBy: ReadonlyMap<string, string>;
}

export interface ExclusionEffect {
  /** Undefined if the plan can't run with the exclusions. */
  readonly replacements: Replacements | undefined;
  readonly file: string | undefined;
  readonly warnings: readonly Warning[];
}

export function effectForms() {
  return {
    change: orNull(
      entry({ in: list(text(), 'The added tasks.'), out: list(text(), 'The removed tasks.') }),
      'The effect of the exclusions; null if the plan fails with them (see the warnings).',
    ),
    file: orNull(text(), 'The file that the exclusions were written to; null if nothing was written.'),
    warnings: list(entry({ code: text(), message: text(), benchmark: maybe(text()) })),
  };
}

/** Whether the plan selects a task now, and the task selected instead. */
export function standingsOf({ choices }: Selection, { replacements }: ExclusionEffect) {
  const selected = new Set(keysOf(choices));
  return (task: Parameters<typeof taskKey>[0]) => {
    return { selected: selected.has(taskKey(task)), replacedBy: replacements?.replacedBy.get(taskKey(task)) };
  };
}

/** The reasons of the plan's exclusions, by task key. */
export function excludedTasks({ benchmarks }: Selection): ReadonlyMap<string, ExclusionReason> {
  return new Map(
    benchmarks.flatMap(({ plan: { name: benchmark }, exclusions }) =>
      exclusions.map(({ taskId: id, reason }) => [taskKey({ benchmark, id }), reason] as const),
    ),
  );
}

export function effectData({ replacements, file, warnings }: ExclusionEffect) {
  return { change: replacements && { in: replacements.comesIn, out: replacements.goesOut }, file, warnings };
}

/** Pairs removed and added tasks: by named replacement, then by rank in the group, then in the benchmark. */
export function replacementsOf(before: Selection, after: Selection): Replacements {
  const goingOut = missingIn(before.choices, after.choices);
  const comingIn = missingIn(after.choices, before.choices);
  const leaving = goingOut
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ task, group }) => ({ ...task, group: group.key ?? null }));
  const pairs = pairLeaving(leaving, comingIn, after);
  return {
    comesIn: keysOf(comingIn),
    goesOut: keysOf(goingOut),
    replacedBy: new Map([...pairs].map(([key, { task }]) => [key, taskKey(task)])),
  };
}

type LeavingTask = { readonly benchmark: string; readonly id: string; readonly group: string | null };

/** Maps each removed task's key to its replacement: by named replacement, then within the group, then the benchmark. */
export function pairLeaving(
  leaving: readonly LeavingTask[],
  coming: readonly Choice[],
  after: Selection,
): ReadonlyMap<string, Choice> {
  const named = new Map(
    after.benchmarks.flatMap(({ plan, exclusions }) =>
      exclusions.flatMap(({ taskId: id, replacedBy }) =>
        replacedBy === undefined ? [] : [[taskKey({ benchmark: plan.name, id }), replacedBy] as const],
      ),
    ),
  );
  const pairs = new Map<string, Choice>();
  const free = new Set(coming.toSorted((a, b) => a.rank - b.rank));
  const fits: readonly ((task: LeavingTask, choice: Choice) => boolean)[] = [
    (task, { task: { id } }) => named.get(taskKey(task)) === id,
    (task, { group }) => task.group === (group.key ?? null),
    () => true,
  ];
  for (const isFor of fits) {
    for (const task of leaving) {
      if (pairs.has(taskKey(task))) continue;
      const next = [...free].find((choice) => choice.task.benchmark === task.benchmark && isFor(task, choice));
      if (next === undefined) continue;
      free.delete(next);
      pairs.set(taskKey(task), next);
    }
  }
  return pairs;
}

const keysOf = (choices: readonly Choice[]) => choices.map(({ task }) => taskKey(task));

function missingIn(choices: readonly Choice[], others: readonly Choice[]): readonly Choice[] {
  const there = new Set(keysOf(others));
  return choices.filter(({ task }) => !there.has(taskKey(task)));
}
