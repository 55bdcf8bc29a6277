import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { visibleText } from '../../core/text/visible-text.js';
import { idText } from '../../files/documents/id-text.js';
import type { Reading } from '../facts/task-facts.js';
import type { RecordFormat } from './task-format.js';

/** Keys that hold an id where a plan does not say which does. */
export const idKeys: readonly string[] = ['id', 'task_id', 'instance_id'];

/** A general table: any record with an id. Every column that is called as a field is that field; others are left alone. */
export const table: RecordFormat = {
  kind: 'record',
  name: 'table',
  title: 'Table',
  everyField: true,
  matches: (record) => idKeys.some((key) => Object.hasOwn(record, key)),
  read: readRow,
};

/** The same where the plan says which column holds the id: any record may be a task, and the column is read with the others. */
export const tableWithIdColumn: RecordFormat = {
  ...table,
  matches: () => true,
  read: (record) => ({ id: '', ...nothing, ...placeOf(record) }),
};

const nothing = { aliases: [], labels: [], numbers: [], remarks: [] };

function readRow(record: UnknownRecord): Reading {
  const key = idKeys.find((each) => Object.hasOwn(record, each)) ?? 'id';
  const id = rowId(record[key]);
  if (id === undefined) return { broken: noIdIn(key, record[key]) };
  return { id, ...nothing, ...placeOf(record) };
}

/** The id in a cell, as it is written; undefined when there is none. */
export function rowId(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : idText(value);
}

/** Why a value is no id. */
export function noIdIn(column: string, value: unknown): string {
  const shown = isRecord(value) ? 'a mapping' : (JSON.stringify(value) ?? 'nothing');
  return `"${column}" must be text; found ${visibleText(shown, 60)}`;
}

function placeOf(record: UnknownRecord): { benchmark?: string; taskDir?: string } {
  const { benchmark, task_dir: taskDir } = record;
  return {
    ...(typeof benchmark === 'string' ? { benchmark } : {}),
    ...(typeof taskDir === 'string' && taskDir !== '' ? { taskDir } : {}),
  };
}
