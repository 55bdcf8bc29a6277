import { derivedFields, type Field } from '../../core/model/field.js';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { visibleText } from '../../core/text/visible-text.js';
import type { LabelReading, NumberReading, Reading } from '../facts/task-facts.js';
import type { RecordFormat } from './format.js';

/** What a plan says about reading a table. */
export interface TableReading {
  /** The fields of the plan, by name: every column of that name is read. */
  readonly fields: ReadonlyMap<string, Field>;
  /** The column that holds a field, or the id, where the two have different names. */
  readonly columns: ReadonlyMap<string, string>;
  /** The fields whose values were counted. */
  readonly measured: readonly string[];
}

const mostKeys = 200;

/** What Winnow works out itself, whatever a table says. */
const derived: ReadonlySet<string> = new Set(derivedFields.map((field) => field.name));

/** Keys that hold an id where the plan does not say which does. */
const idKeys = ['id', 'task_id', 'instance_id'];

/**
 * A general table: an id, and a column for each field. A value that is null or empty text is not known; a column that is no
 * field is passed over.
 */
export function tableFormat({ fields, columns, measured }: TableReading): RecordFormat {
  const unseen = new Set(columns.values());
  let firstKeys: readonly string[] = [];
  const idColumn = columns.get('id');
  const columnOf = new Map(
    [...fields.values()].map((field) => [field, columns.get(field.name) ?? field.name] as const),
  );
  return {
    kind: 'record',
    name: 'table',
    title: 'Table',
    matches(record) {
      if (firstKeys.length === 0) firstKeys = Object.keys(record).slice(0, mostKeys);
      for (const column of unseen) if (Object.hasOwn(record, column)) unseen.delete(column);
      return idColumn === undefined
        ? idKeys.some((key) => Object.hasOwn(record, key))
        : Object.hasOwn(record, idColumn);
    },
    read: (record) => readRow(record),
    missingColumns: () => ({ missing: [...unseen], known: firstKeys }),
  };

  function readRow(record: UnknownRecord): Reading {
    const idKey = idColumn ?? idKeys.find((key) => Object.hasOwn(record, key)) ?? 'id';
    const id = record[idKey];
    const faults: string[] = [];
    const name = typeof id === 'string' ? id : '';
    if (name.trim() === '') faults.push(`"${idKey}" must be text; found ${found(id)}`);
    const labels: LabelReading[] = [];
    const numbers: NumberReading[] = [];
    for (const [field, column] of columnOf) {
      if (derived.has(field.name)) continue;
      const value = Object.hasOwn(record, column) ? record[column] : undefined;
      if (value === undefined || value === null || value === '') continue;
      if (field.kind === 'number') {
        const number = numberOf(value);
        if (number === undefined) faults.push(`"${column}" must be a number, zero or more; found ${found(value)}`);
        else numbers.push({ field: field.name, value: number, measured: measured.includes(field.name) });
      } else {
        const text = textOf(value);
        if (text === undefined) faults.push(`"${column}" must be text; found ${found(value)}`);
        else labels.push({ field: field.name, value: text, origin: 'table' });
      }
    }
    if (faults.length > 0) return { broken: faults.join('; ') };
    return { id: name, aliases: [], labels, numbers, remarks: [], ...placeOf(record) };
  }
}

function placeOf(record: UnknownRecord): { benchmark?: string; taskDir?: string } {
  const { benchmark, task_dir: taskDir } = record;
  return {
    ...(typeof benchmark === 'string' ? { benchmark } : {}),
    ...(typeof taskDir === 'string' && taskDir !== '' ? { taskDir } : {}),
  };
}

/** A number; from a table of text, its digits. */
function numberOf(value: unknown): number | undefined {
  const number =
    typeof value === 'bigint' || (typeof value === 'string' && /^\s*\d+(\.\d+)?(e[+-]?\d+)?\s*$/i.test(value))
      ? Number(value)
      : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : undefined;
}

function found(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (typeof value === 'bigint') return String(value);
  const shown = isRecord(value) ? 'a mapping' : (JSON.stringify(value) ?? typeof value);
  return visibleText(shown, 60);
}
