import type { SelectionKind } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import { compareText } from '../../text/compare-text.js';
import type { ConfigurationResults } from '../pool-results.js';
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
  /** The systems that the metrics count: of near-duplicates one. */
  readonly counted: ReadonlySet<string>;
}

/** @param duplicates For each system, all that are near-duplicates of it, itself among them. */
export function scopeOf(
  taken: readonly TakenTasks[],
  systems: readonly ConfigurationResults[],
  duplicates: ReadonlyMap<string, ReadonlySet<string>>,
): Scope {
  const tasks = taken
    .flatMap(({ groups }) => groups.flatMap(({ ranking }) => ranking))
    .sort((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id));
  const tables = {
    absent: rewardTable(tasks, systems, 'absent'),
    failed: rewardTable(tasks, systems, 'failed'),
  };
  return {
    kind: taken.every(({ kind }) => kind === 'representative') ? 'representative' : 'focus',
    tasks,
    placeOf: new Map(tasks.map((task, at) => [taskKey(task), at])),
    tables,
    counted: countedSystems(tables.absent, duplicates),
  };
}

/** Of near-duplicates the one with the most results, then the first by name: chosen without a look at the errors. */
function countedSystems(
  { systems, scored }: RewardTable,
  duplicates: ReadonlyMap<string, ReadonlySet<string>>,
): ReadonlySet<string> {
  const results = new Map(systems.map((name, i) => [name, (scored[i] as Uint8Array).reduce((sum, one) => sum + one, 0)]));
  const best = (names: readonly string[]) =>
    names.toSorted((a, b) => (results.get(b) ?? 0) - (results.get(a) ?? 0) || compareText(a, b))[0];
  return new Set(
    systems.filter((name) => best([...(duplicates.get(name) ?? [name])].filter((each) => results.has(each))) === name),
  );
}
