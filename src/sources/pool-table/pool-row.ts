import * as z from 'zod/mini';
import { fingerprint } from '../../core/fingerprint/fingerprint.js';
import type { Fault } from '../../core/model/errors.js';
import type { SourcePlan } from '../../core/model/plan.js';
import type { UnknownRecord } from '../../core/model/record.js';
import type { FieldValue, Task, TaskContents } from '../../core/model/task.js';
import { compareText } from '../../core/text/words.js';

/** The column that marks a Winnow pool table and contains the version of its format. */
export const markerColumn = 'winnow_pool';
const poolVersion = 1;

/** The columns before and after the fields; every other column is a field. */
export const columnsBefore = [markerColumn, 'benchmark', 'id', 'aliases', 'task_dir'] as const;
export const columnsAfter = ['more_fields', 'provenance', 'conflicts', 'contents', 'pool'] as const;

/** Facts about all tasks of a benchmark, stored in the first of its rows. */
export interface PoolNotes {
  /** The benchmark's number of rows. */
  readonly tasks: number;
  /** The number of tasks left out by `source.where`; undefined without a condition. */
  readonly outside?: number;
  /** How the source was read. */
  readonly settings: SourceSettings;
  readonly problems: readonly Fault[];
}

/** A task from a pool table, which may have any fields, and the notes in its row. */
export interface KeptTask {
  readonly task: Task;
  readonly notes: PoolNotes | undefined;
}

/** A row of a pool table: known values by column, in the order of the columns. */
export type PoolRow = Readonly<Record<string, string | number | readonly unknown[] | object>>;

const fixed: ReadonlySet<string> = new Set([...columnsBefore, ...columnsAfter]);

/** Whether a column is fixed; a field with that name is stored in `more_fields`. */
export function isFixed(name: string): boolean {
  return fixed.has(name);
}

/**
 * The row of a task; `columns` are the fields with their own columns, `notes` are stored with the first task of a
 * benchmark.
 */
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

const texts = z.array(z.string());
const count = z.int().check(z.nonnegative());
const aText = z.union([z.string().check(z.minLength(1)), z.number()]);
const conflicts = z.array(
  z.looseObject({
    ...{ field: z.string(), took: z.string(), from: z.string() },
    ...{ against: z.string(), in: z.string() },
  }),
);
const anyRecord = z.record(z.string(), z.unknown());
const problem = z.looseObject({
  code: z.string().check(z.regex(/^pool\/[a-z-]+$/)),
  message: z.string(),
  hint: z.optional(z.string()),
  place: z.optional(
    z.looseObject({
      ...{ file: z.optional(z.string()), path: z.optional(z.string()) },
      ...{ line: z.optional(count), column: z.optional(count) },
    }),
  ),
});
const provenances = ['measured', 'declared', 'derived'] as const;
const provenanceSchema = z.record(z.string(), z.enum(provenances));
const marksByName = z.record(z.string(), z.string().check(z.regex(/^[^\n]*$/)));
const contentsSchema = z.union([z.looseObject({ files: marksByName }), z.looseObject({ columns: marksByName })]);
const notesSchema = z.looseObject({
  tasks: count,
  outside: z.optional(count),
  settings: anyRecord,
  problems: z.array(problem),
});

/** Reads a row of a pool table. @throws Error that describes the problem. */
export function readPoolRow(record: UnknownRecord): KeptTask {
  const marker = record[markerColumn];
  if (Number(marker) !== poolVersion) {
    throw new Error(`"${markerColumn}" must be ${poolVersion}; the table may be from a later version of Winnow`);
  }
  // In a table of text, every cell is text, including the marker.
  const value = typeof marker === 'string' ? (name: string) => cellOf(record, name) : (name: string) => record[name];
  const optional = (name: string, schema: z.ZodMiniType, expected: string): unknown => {
    const found = value(name) ?? undefined;
    if (found === undefined || z.safeParse(schema, found).success) return found;
    throw new Error(`"${name}" must be ${expected}`);
  };
  const text = (name: string): string | undefined => {
    const found = optional(name, aText, 'text');
    return found === undefined ? undefined : String(found);
  };
  const required = (name: string): string => {
    const found = text(name);
    if (found === undefined) throw new Error(`"${name}" must be text`);
    return found;
  };
  const fields: Record<string, FieldValue> = {};
  const lists: Record<string, readonly string[]> = {};
  const names = Object.keys(record).filter((name) => !isFixed(name));
  const more = (optional('more_fields', anyRecord, 'a record') ?? {}) as UnknownRecord;
  for (const [name, each] of [...names.map((name) => [name, value(name)] as const), ...Object.entries(more)]) {
    if (typeof each === 'number' || typeof each === 'string') fields[name] = each;
    else if (z.safeParse(texts, each).success) lists[name] = each as readonly string[];
    else if (each !== undefined && each !== null)
      throw new Error(`"${name}" must be text, a number or a list of strings`);
  }
  const contents = optional('contents', contentsSchema, '{ files } or { columns }, each name with its mark');
  const { digest, ...marks } = (contents ?? {}) as StoredContents;
  return {
    task: {
      id: required('id'),
      benchmark: required('benchmark'),
      aliases: (optional('aliases', texts, 'a list of strings') ?? []) as Task['aliases'],
      taskDir: text('task_dir'),
      fields,
      lists,
      provenance: (optional('provenance', provenanceSchema, `one of ${provenances.join(', ')} for each field`) ??
        {}) as Task['provenance'],
      conflicts: (optional('conflicts', conflicts, 'a list of { field, took, from, against, in }') ??
        []) as Task['conflicts'],
      ...(contents === undefined ? {} : { contents: contentsIn(marks) }),
      ...(typeof digest === 'string' ? { digest } : {}),
    },
    notes: optional('pool', notesSchema, '{ tasks, outside, settings, problems }') as PoolNotes | undefined,
  };
}

function cellOf(record: UnknownRecord, name: string): unknown {
  try {
    return cellValue(record[name]);
  } catch {
    throw new Error(`"${name}" starts like JSON but is not valid JSON`);
  }
}

interface StoredContents {
  readonly files?: Readonly<Record<string, string>>;
  readonly columns?: Readonly<Record<string, string>>;
  readonly digest?: unknown;
}

/** Rows of one source have the same columns or files, and share the list of them in memory. */
let lastNames: readonly string[] = [];

function contentsIn({ files, columns = {} }: StoredContents): TaskContents {
  const marks = files ?? columns;
  const names = Object.keys(marks).sort(compareText);
  const isSame = names.length === lastNames.length && names.every((name, i) => name === lastNames[i]);
  if (!isSame) lastNames = names;
  const lines = names.map((name) => marks[name]).join('\n');
  return { names: lastNames, marks: lines, ...(files === undefined ? {} : { everyFile: true }) };
}

/** The value of a cell in a pool table. */
export type CellValue = string | number | readonly unknown[] | object;

/**
 * A value as a text cell that `cellValue` reads back unchanged: numbers and plain texts as they are, lists and records
 * as JSON. Text is also written as JSON if it could be mistaken for something else, if a spreadsheet would execute it, or
 * if a text file cannot contain it.
 */
export function poolCell(value: CellValue | undefined): string | number | null {
  if (value === undefined) return null;
  if (typeof value === 'number') return value;
  return typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value);
}

/** The value of a cell; undefined if it is empty. @throws SyntaxError if it begins like JSON and is not. */
export function cellValue(cell: unknown): unknown {
  if (cell === null || cell === '') return undefined;
  if (typeof cell === 'bigint') return Number(cell);
  if (typeof cell !== 'string') return cell;
  if (/^["[{]/.test(cell)) return JSON.parse(cell);
  return isNumber(cell) ? Number(cell) : cell;
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const oddCharacters = /[\u0000-\u001f\ufeff]|\p{Cs}/u;

function isPlain(text: string): boolean {
  return (
    text !== '' && text.trim() === text && !/^["[{=+\-@']/.test(text) && !oddCharacters.test(text) && !isNumber(text)
  );
}

const longestNumber = 30;

/** Whether a text is a number as JavaScript writes it. */
function isNumber(text: string): boolean {
  if (text.length > longestNumber) return false;
  const number = Number(text);
  return Number.isFinite(number) && String(number) === text;
}

/** The plan's settings for reading a source, each as a short hash; settings that are not used are missing. */
export type SourceSettings = Readonly<Record<string, string>>;

const hashDigits = 12;

/** The settings for reading a source, except the location of the tasks. */
export function sourceSettings(source: SourcePlan): SourceSettings {
  const { measured, where } = source;
  const own =
    source.kind !== 'path'
      ? source.kind === 'trino'
        ? ([['columns', sorted(source.columns)]] as const)
        : []
      : ([
          ['columns', sorted(source.columns)],
          ['trust', sorted(source.trust)],
          ['join', source.joins.map(({ columns, ...join }) => ({ ...join, columns: sorted(columns) }))],
          ['derive', source.derivations],
        ] as const);
  const all: readonly (readonly [string, readonly unknown[]])[] = [
    ...own,
    ['measured', measured.toSorted(compareText)],
    ['where', where ?? []],
  ];
  const used = all.filter(([, value]) => value.length > 0);
  return Object.fromEntries(
    used.map(([name, value]) => [name, fingerprint(JSON.stringify(value)).slice(0, hashDigits)]),
  );
}

/** The names of the settings that differ. */
export function differingSettings(a: SourceSettings, b: SourceSettings): readonly string[] {
  return [...new Set([...Object.keys(a), ...Object.keys(b)])].filter((name) => a[name] !== b[name]).sort(compareText);
}

function sorted(map: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...map].sort(([a], [b]) => compareText(a, b));
}
