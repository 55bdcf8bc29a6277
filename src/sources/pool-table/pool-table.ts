import { at } from '../../core/lists/lists.js';
import type { Plan } from '../../core/model/plan.js';
import type { TableColumn } from '../../core/model/row-file.js';
import { derivedFields, type Pools, randomField, type Task } from '../../core/model/task.js';
import { csvText } from '../../core/text/csv-text.js';
import { compareText } from '../../core/text/words.js';
import {
  columnsAfter,
  columnsBefore,
  isFixed,
  markerColumn,
  type PoolNotes,
  type PoolRow,
  poolCell,
  rowOfTask,
  sourceSettings,
} from './pool-row.js';

/** The tasks of a plan as one table. */
export interface PoolTable {
  /** Every column with values, in the order of the rows' keys. */
  readonly columns: readonly string[];
  /** In the order of the plan's benchmarks, then by id. */
  readonly rows: readonly PoolRow[];
}

/**
 * The pools of a plan as one table, a row for each task. The same tasks give the same table.
 * @param pools The pools without fields from earlier results, which a plan reads each time.
 * @param inFolders Whether the pools were read from a benchmarks folder.
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

/** A kind of file that can contain a pool table. */
export interface TableKind {
  /** Its name for `--format`, and its file extension. */
  readonly name: string;
  bytes(table: PoolTable): Promise<Uint8Array>;
  /** Whether a file that begins like this is a pool table of this kind. */
  isOwn(beginning: string): boolean;
}

const jsonLines: TableKind = {
  name: 'jsonl',
  bytes: async ({ rows }) => Buffer.from(rows.map((row) => `${JSON.stringify(row)}\n`).join('')),
  isOwn: (beginning) => beginning.startsWith(`{"${markerColumn}":`),
};

const csv: TableKind = {
  name: 'csv',
  bytes: async ({ columns, rows }) =>
    Buffer.from(csvText([columns, ...rows.map((row) => columns.map((name) => poolCell(row[name])))])),
  isOwn: (beginning) => beginning.startsWith(`${markerColumn},`),
};

const parquet: TableKind = {
  name: 'parquet',
  bytes: async (table) => {
    const { parquetBytes } = await import('../../files/tables/write-parquet.js');
    return parquetBytes(table.columns.map((name) => parquetColumn(table, name)));
  },
  isOwn: (beginning) => beginning.startsWith('PAR1') && beginning.includes(markerColumn),
};

/** Every kind of file that can contain a pool table. */
export const tableKinds: readonly TableKind[] = [jsonLines, csv, parquet];

/** Numeric if all values are. The marker is always text, because it marks a table of text cells. */
function parquetColumn({ rows }: PoolTable, name: string): TableColumn {
  const values = rows.map((row) => poolCell(row[name]));
  const isNumber = name !== markerColumn && values.every((value) => typeof value !== 'string');
  return { name, kind: isNumber ? 'number' : 'text', values };
}
