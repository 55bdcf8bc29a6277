import type { FieldValue } from '../../core/model/field.js';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import type { LabelConflict, Provenance, TaskContents } from '../../core/model/task.js';
import { compareText } from '../../core/text/compare-text.js';
import { cellValue } from './pool-cells.js';
import { isFixed, type KeptTask, markerColumn, type PoolNotes, poolVersion } from './pool-row.js';

/** What a row of a pool table holds. */
export interface PoolRowRead {
  readonly id: string;
  readonly benchmark: string;
  readonly aliases: readonly string[];
  readonly taskDir: string | undefined;
  readonly kept: KeptTask;
}

/**
 * Reads a row of a pool table back.
 *
 * @throws Error with what is wrong with it.
 */
export function readPoolRow(record: UnknownRecord): PoolRowRead {
  const marker = record[markerColumn];
  if (Number(marker) !== poolVersion) {
    throw new Error(`"${markerColumn}" must be ${poolVersion}; a later version of Winnow may have made the table`);
  }
  // The cells of a table of text are texts, the marker too.
  const value = typeof marker === 'string' ? (name: string) => cellOf(record, name) : (name: string) => record[name];
  const fields: Record<string, FieldValue> = {};
  const lists: Record<string, readonly string[]> = {};
  const names = Object.keys(record).filter((name) => !isFixed(name));
  const more = Object.entries(recordIn(value('more_fields'), 'more_fields'));
  for (const [name, each] of [...names.map((name) => [name, value(name)] as const), ...more]) {
    if (typeof each === 'number' || typeof each === 'string') fields[name] = each;
    else if (isTexts(each)) lists[name] = each;
    else if (each !== undefined && each !== null)
      throw new Error(`"${name}" must be text, a number or a list of texts`);
  }
  const taskDir = value('task_dir');
  return {
    id: textIn(value('id'), 'id'),
    benchmark: textIn(value('benchmark'), 'benchmark'),
    aliases: textsIn(value('aliases'), 'aliases'),
    taskDir: taskDir === undefined || taskDir === null ? undefined : textIn(taskDir, 'task_dir'),
    kept: {
      fields,
      lists,
      provenance: provenanceIn(value('provenance')),
      conflicts: conflictsIn(value('conflicts')),
      contents: contentsIn(value('contents')),
      digest: digestIn(value('contents')),
      notes: notesIn(value('pool')),
    },
  };
}

function cellOf(record: UnknownRecord, name: string): unknown {
  try {
    return cellValue(record[name]);
  } catch {
    throw new Error(`"${name}" begins as JSON and is none`);
  }
}

function textIn(value: unknown, name: string): string {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'string' && value !== '') return value;
  throw new Error(`"${name}" must be text`);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((each) => typeof each === 'string');
}

function textsIn(value: unknown, name: string): readonly string[] {
  if (value === undefined || value === null) return [];
  if (isTexts(value)) return value;
  throw new Error(`"${name}" must be a list of texts`);
}

function recordIn(value: unknown, name: string): UnknownRecord {
  if (value === undefined || value === null) return {};
  if (isRecord(value)) return value;
  throw new Error(`"${name}" must be a record`);
}

const provenances: ReadonlySet<unknown> = new Set<Provenance>(['measured', 'declared', 'derived']);

function provenanceIn(value: unknown): Record<string, Provenance> {
  const record = recordIn(value, 'provenance');
  if (isProvenances(record)) return record;
  throw new Error(`"provenance" must be one of ${[...provenances].join(', ')} for each field`);
}

function isProvenances(record: UnknownRecord): record is Record<string, Provenance> {
  return Object.values(record).every((each) => provenances.has(each));
}

function conflictsIn(value: unknown): readonly LabelConflict[] {
  if (value === undefined || value === null) return [];
  if (Array.isArray(value) && value.every(isConflict)) return value;
  throw new Error('"conflicts" must be a list of { field, took, from, against, in }');
}

function isConflict(value: unknown): value is LabelConflict {
  return isRecord(value) && ['field', 'took', 'from', 'against', 'in'].every((key) => typeof value[key] === 'string');
}

/** Rows of one source have the same columns or files, which are then one list in memory. */
let lastNames: readonly string[] = [];

function contentsIn(value: unknown): TaskContents | undefined {
  if (value === undefined || value === null) return undefined;
  const { files, columns } = recordIn(value, 'contents');
  const marks = files ?? columns;
  if (!isRecord(marks) || !Object.values(marks).every((mark) => typeof mark === 'string' && !mark.includes('\n'))) {
    throw new Error('"contents" must be { files } or { columns }, each name with its mark');
  }
  const names = Object.keys(marks).sort(compareText);
  const isSame = names.length === lastNames.length && names.every((name, i) => name === lastNames[i]);
  if (!isSame) lastNames = names;
  const lines = names.map((name) => marks[name]).join('\n');
  return { names: lastNames, marks: lines, ...(files === undefined ? {} : { everyFile: true }) };
}

function digestIn(contents: unknown): string | undefined {
  const digest = isRecord(contents) ? contents['digest'] : undefined;
  return typeof digest === 'string' ? digest : undefined;
}

function notesIn(value: unknown): PoolNotes | undefined {
  if (value === undefined || value === null) return undefined;
  const notes = recordIn(value, 'pool');
  if (isNotes(notes)) return notes;
  throw new Error('"pool" must be { tasks, outside, settings, problems }');
}

function isNotes(value: unknown): value is PoolNotes {
  if (!isRecord(value)) return false;
  const { tasks, outside, settings, problems } = value;
  return (
    isCount(tasks) &&
    (outside === undefined || isCount(outside)) &&
    isRecord(settings) &&
    Array.isArray(problems) &&
    problems.every(isFault)
  );
}

function isCount(value: unknown): boolean {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}

function isFault(value: unknown): boolean {
  if (!isRecord(value)) return false;
  const { code, message, place = {}, hint = '' } = value;
  if (!isRecord(place) || !isTexts([message, hint]) || !/^pool\/[a-z-]+$/.test(String(code))) return false;
  return (
    isTexts([place['file'] ?? '', place['path'] ?? '']) && [place['line'] ?? 0, place['column'] ?? 0].every(isCount)
  );
}
