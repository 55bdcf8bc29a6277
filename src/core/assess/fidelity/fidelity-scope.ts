import { at } from '../../lists/at.js';
import type { SelectionKind } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import { compareText } from '../../text/compare-text.js';
import type { ConfigurationResults } from '../question/pool-results.js';
import { type RewardTable, rewardTable } from './reward-table.js';
import type { TakenTasks } from './taken-tasks.js';

/** What one table of figures is about: some benchmarks, their eligible tasks, and the systems that are witnesses. */
export interface Scope {
  /** Representative only if every benchmark is: only then are the tasks weighted. */
  readonly kind: SelectionKind;
  /** By benchmark, then id. */
  readonly tasks: readonly ScoredTask[];
  /** The place of each task in the list, by its key. */
  readonly placeOf: ReadonlyMap<string, number>;
  /** What is missing left out, and counted as failed. */
  readonly tables: Readonly<Record<'absent' | 'failed', RewardTable>>;
  /** For each system, all that are near-duplicates of it, itself among them. */
  readonly duplicates: ReadonlyMap<string, ReadonlySet<string>>;
}

/** A scope over what was taken from some benchmarks. */
export function scopeOf(
  taken: readonly TakenTasks[],
  systems: readonly ConfigurationResults[],
  duplicates: Scope['duplicates'],
): Scope {
  const tasks = taken
    .flatMap(({ groups }) => groups.flatMap(({ ranking }) => ranking))
    .sort((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id));
  return {
    kind: taken.every(({ kind }) => kind === 'representative') ? 'representative' : 'focus',
    tasks,
    placeOf: new Map(tasks.map((task, place) => [taskKey(task), place])),
    tables: { absent: rewardTable(tasks, systems, 'absent'), failed: rewardTable(tasks, systems, 'failed') },
    duplicates,
  };
}

/** Which systems count: of near-duplicates the one with the most results, then the first by name; no error is looked at. */
export function countedSystems({ systems, scored }: RewardTable, duplicates: Scope['duplicates']): readonly boolean[] {
  const results = new Map(systems.map((name, i) => [name, at(scored, i).reduce((sum, one) => sum + one, 0)]));
  const ahead = (a: string, b: string) => (results.get(b) ?? 0) - (results.get(a) ?? 0) || compareText(a, b);
  return systems.map((name) => {
    const alike = [...(duplicates.get(name) ?? [name])].filter((each) => results.has(each));
    return alike.sort(ahead)[0] === name;
  });
}
