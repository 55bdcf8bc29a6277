import { at } from '../../core/lists/at.js';
import { derivedFields, randomField } from '../../core/model/field.js';
import type { Plan } from '../../core/model/plan.js';
import type { Pools, Task } from '../../core/model/task.js';
import { compareText } from '../../core/text/compare-text.js';
import { columnsAfter, columnsBefore, isFixed, type PoolNotes, type PoolRow, rowOfTask } from './pool-row.js';
import { sourceSettings } from './source-settings.js';

/** The tasks of a plan as one table. */
export interface PoolTable {
  /** Every column that a row has, in the order of the rows' keys. */
  readonly columns: readonly string[];
  /** By benchmark, in the order of the plan, then by id. */
  readonly rows: readonly PoolRow[];
}

/**
 * The pools of a plan as one table, a row for each task. The same tasks give the same table.
 *
 * @param pools As they were read, without what earlier results say of the tasks: a plan reads those each time.
 * @param inFolders Whether they were read from a folder of benchmarks.
 */
export function poolTable(plan: Plan, pools: Pools, inFolders: boolean): PoolTable {
  const given = [...plan.fields.keys()].filter((name) => !notGiven.has(name));
  const all = plan.benchmarks.map(({ name }) => sortedTasks(pools.get(name)?.tasks ?? []));
  const used = new Set(all.flat().flatMap(({ fields, lists = {} }) => [...Object.keys(fields), ...Object.keys(lists)]));
  const columns = given.filter((name) => used.has(name) && !isFixed(name));
  const rows = plan.benchmarks.flatMap(({ name, source, folders }, i) => {
    const { problems = [], outside } = pools.get(name) ?? {};
    const tasks = at(all, i);
    const notes: PoolNotes = {
      tasks: tasks.length,
      ...(outside === undefined ? {} : { outside }),
      settings: sourceSettings(inFolders && folders !== undefined ? folders.source : source),
      problems,
    };
    return tasks.map((task, row) => rowOfTask(task, columns, row === 0 ? notes : undefined));
  });
  const known = new Set(rows.flatMap((row) => Object.keys(row)));
  return { columns: [...columnsBefore, ...columns, ...columnsAfter].filter((name) => known.has(name)), rows };
}

const notGiven: ReadonlySet<string> = new Set([...derivedFields, randomField].map(({ name }) => name));

function sortedTasks(tasks: readonly Task[]): readonly Task[] {
  return tasks.toSorted((a, b) => compareText(a.id, b.id));
}
