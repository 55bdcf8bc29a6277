import type { BenchmarkPlan, Plan } from '../core/model/plan.js';
import { isRecord } from '../core/model/record.js';
import type { PathSource, TableRules } from '../core/model/source-plan.js';
import type { Pool } from '../core/model/task.js';
import { recordContents } from '../files/contents.js';
import type { TableRow } from '../files/tables/table-row.js';
import { table, tableWithIdColumn } from '../sources/formats/table.js';
import type { Format } from '../sources/formats/task-format.js';
import { formatsAndPool } from '../sources/formats/task-formats.js';
import type { Found } from '../sources/found.js';
import { OwnFields } from '../sources/own-fields.js';
import { poolOf } from '../sources/pool-of.js';
import { readRecord } from '../sources/read-record.js';
import { textCells } from '../sources/text-cells.js';
import { withOwnFields } from '../sources/with-own-fields.js';

/** Where rows of a general table come from. */
export interface RowsFrom {
  readonly path: string;
  readonly base: string;
  /** Whether the table lies in a folder. */
  readonly inFolders: boolean;
}

/** Makes tasks of rows of a general table, as the sources do; `notes` are about the table as a whole. */
export function tasksOfRows(
  rows: readonly TableRow[],
  plan: Plan,
  benchmark: BenchmarkPlan,
  reading: TableRules,
  { path, base, inFolders }: RowsFrom,
  notes: readonly string[] = [],
): Pool {
  const own = new OwnFields({ fields: plan.fields, columns: reading.columns, measured: reading.measured }, textCells);
  const format = withOwnFields(reading.columns.has('id') ? tableWithIdColumn : table, own);
  const contentsOf = recordContents();
  const found = rows.flatMap((row): Found[] => {
    const each = readRecord(row, path, [format]);
    if (each === undefined) return [];
    return [each.kind === 'task' && isRecord(row.data) ? { ...each, contents: contentsOf(row.data) } : each];
  });
  // Where the sources have them, too: after the rows.
  for (const reason of notes) found.push({ kind: 'passed-over', path, reason });
  const { where } = reading;
  return poolOf({ found, base, trust: new Map(), inFolders, derivations: [], where }, benchmark, plan);
}

/** Whether every row with these columns is one of a general table, whatever it holds. */
export function isGeneralTable({ format }: PathSource, columns: readonly { readonly name: string }[]): boolean {
  if (format !== undefined) return format === table.name;
  const names = new Set(columns.map(({ name }) => name));
  return formatsAndPool.every((each) => each.kind === 'folder' || neverMatches(each, names));
}

/** Whether a format knows no row, whatever its columns hold: it asks for none of them. */
function neverMatches(format: Extract<Format, { kind: 'record' }>, names: ReadonlySet<string>): boolean {
  let asked = false;
  const ask = (key: string | symbol) => {
    if (typeof key !== 'string' || names.has(key)) asked = true;
    return undefined;
  };
  const row = new Proxy<Record<string, unknown>>(
    {},
    {
      get: (_, key) => ask(key),
      has: (_, key) => ask(key) !== undefined,
      getOwnPropertyDescriptor: (_, key) => ask(key),
      ownKeys: () => {
        asked = true;
        return [];
      },
    },
  );
  return !format.matches(row) && !asked;
}
