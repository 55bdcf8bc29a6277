import type { Fault } from '../../core/model/fault.js';
import type { FieldValue } from '../../core/model/field.js';
import type { UnknownRecord } from '../../core/model/record.js';
import type { Task, TaskContents } from '../../core/model/task.js';
import type { SourceSettings } from './source-settings.js';

/** The column that marks a table as one of Winnow, and the version of its form. */
export const markerColumn = 'winnow_pool';
export const poolVersion = 1;

/** The columns before the fields and those after them; every other column is a field. */
export const columnsBefore = [markerColumn, 'benchmark', 'id', 'aliases', 'task_dir'] as const;
export const columnsAfter = ['more_fields', 'provenance', 'conflicts', 'contents', 'pool'] as const;

/** What holds for all tasks of a benchmark; the first of its rows carries it. */
export interface PoolNotes {
  /** How many rows the benchmark has. */
  readonly tasks: number;
  /** How many tasks of the source `source.where` leaves out; undefined without one. */
  readonly outside?: number;
  /** How the source was read. */
  readonly settings: SourceSettings;
  readonly problems: readonly Fault[];
}

/** A task as a plan saw it, from a pool table; its fields are any, not only those that a plan knows now. */
export interface KeptTask {
  readonly fields: Readonly<Record<string, FieldValue>>;
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly provenance: NonNullable<Task['provenance']>;
  readonly conflicts: NonNullable<Task['conflicts']>;
  readonly contents: TaskContents | undefined;
  readonly digest: string | undefined;
  readonly notes: PoolNotes | undefined;
}

/** A row of a pool table: values by column, in the order of the columns; what is not known is not there. */
export type PoolRow = Readonly<Record<string, string | number | readonly unknown[] | object>>;

const fixed: ReadonlySet<string> = new Set([...columnsBefore, ...columnsAfter]);

/** Whether a column, or a field of that name, is one of the fixed ones; such a field stands among `more_fields`. */
export function isFixed(name: string): boolean {
  return fixed.has(name);
}

/** The row of a task; `columns` are the fields that have columns of their own, `notes` are given with a benchmark's first. */
export function rowOfTask(task: Task, columns: readonly string[], notes: PoolNotes | undefined): PoolRow {
  const { benchmark, id, aliases = [], taskDir, digest, conflicts = [], contents } = task;
  const values = new Map(
    [...Object.entries<unknown>(task.fields), ...Object.entries<unknown>(task.lists ?? {})].sort(byName),
  );
  const own = columns.filter((name) => values.has(name)).map((name) => [name, values.get(name)] as const);
  const more = [...values].filter(([name]) => !columns.includes(name));
  const provenance = Object.entries(task.provenance ?? {}).sort(byName);
  const known: readonly (readonly [string, unknown, boolean])[] = [
    [markerColumn, poolVersion, true],
    ['benchmark', benchmark, true],
    ['id', id, true],
    ['aliases', aliases, aliases.length > 0],
    ['task_dir', taskDir, taskDir !== undefined],
    ...own.map(([name, value]) => [name, value, true] as const),
    ['more_fields', Object.fromEntries(more), more.length > 0],
    ['provenance', Object.fromEntries(provenance), provenance.length > 0],
    ['conflicts', conflicts, conflicts.length > 0],
    ['contents', contents && contentsRecord(contents, digest), contents !== undefined],
    ['pool', notes, notes !== undefined],
  ];
  return Object.fromEntries(known.filter(([, , isThere]) => isThere).map(([name, value]) => [name, value])) as PoolRow;
}

function byName([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function contentsRecord({ names, marks, everyFile }: TaskContents, digest: string | undefined): UnknownRecord {
  const lines = marks.split('\n');
  const byFile = Object.fromEntries(names.map((name, i) => [name, lines[i] ?? '']));
  return { [everyFile === true ? 'files' : 'columns']: byFile, ...(digest === undefined ? {} : { digest }) };
}
