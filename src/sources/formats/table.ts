import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { visibleText } from '../../core/text/words.js';
import { idText } from '../../files/documents/document-error.js';
import type { TaskFinding } from '../facts/task-facts.js';
import type { RecordFormat } from './task-format.js';

/** Columns that may contain the id if the plan does not name the id column. */
export const idKeys: readonly string[] = ['id', 'task_id', 'instance_id'];

/** The error if several columns may contain the id. */
function severalIds(columns: readonly string[]): string {
  const names = columns.map((column) => `"${visibleText(column, 60)}"`).join(' or ');
  return `the id could be in ${names}; to name the column, use --id COLUMN, or in a plan columns: { id: COLUMN }`;
}

/**
 * The columns of a record that may contain its id: the first of `idKeys` that it has, or else all that differ from one
 * of them only in letter case, spaces, hyphens and underscores.
 */
export function idColumnsOf(record: UnknownRecord): readonly string[] {
  const key = idKeys.find((each) => Object.hasOwn(record, each));
  return key === undefined ? Object.keys(record).filter(isLikeId) : [key];
}

/** The id columns in words, including Jira's. */
export const idNames = `${idKeys.join(', ')} or Issue key`;
const folded: ReadonlySet<string> = new Set([...idKeys, 'issue_key'].map(foldedName));
const longest = 40;

function isLikeId(name: string): boolean {
  return name.length <= longest && folded.has(foldedName(name));
}

function foldedName(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

/**
 * A general table: any record with an id. A column with the name of a field is that field; other columns are ignored
 * unless a plan uses them.
 */
export const table: RecordFormat = {
  kind: 'record',
  name: 'table',
  title: 'Table',
  everyField: true,
  matches: (record) => idColumnsOf(record).length > 0,
  read: readRow,
};

/** A general table if the plan names the id column: any record may be a task. The id is read with the plan's columns. */
export const tableWithIdColumn: RecordFormat = {
  ...table,
  matches: () => true,
  read: (record) => ({ id: '', ...nothing, ...placeOf(record) }),
};

const nothing = { aliases: [], labels: [], numbers: [], remarks: [] };

function readRow(record: UnknownRecord): TaskFinding {
  const [key = 'id', ...others] = idColumnsOf(record);
  if (others.length > 0) return { broken: severalIds([key, ...others]) };
  const id = rowId(record[key]);
  if (id === undefined) return { broken: noIdIn(key, record[key]) };
  return { id, ...nothing, ...placeOf(record) };
}

/** The id in a cell, unchanged; undefined if there is none. */
export function rowId(value: unknown): string | undefined {
  return typeof value === 'string' && value.trim() !== '' ? value : idText(value);
}

/** Why a value is not an id. */
export function noIdIn(column: string, value: unknown): string {
  if (typeof value === 'string' || value === null) return `the id in "${column}" is empty`;
  const shown = isRecord(value) ? 'an object' : (JSON.stringify(value) ?? 'nothing');
  return `"${column}" must be text; found ${visibleText(shown, 60)}`;
}

function placeOf(record: UnknownRecord): { benchmark?: string; taskDir?: string } {
  const { benchmark, task_dir: taskDir } = record;
  return {
    ...(typeof benchmark === 'string' ? { benchmark } : {}),
    ...(typeof taskDir === 'string' && taskDir !== '' ? { taskDir } : {}),
  };
}
