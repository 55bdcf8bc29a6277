import { isRecord, type UnknownRecord } from '../core/model/record.js';
import type { TaskContents } from '../core/model/task.js';
import { visibleText } from '../core/text/words.js';
import { reasonOf } from '../disk/reason-of.js';
import { isUnnamed } from '../files/tables/csv-notes.js';
import { LostLines } from '../files/tables/read-csv.js';
import type { TableRow } from '../files/tables/read-table.js';
import type { TaskFacts, TaskFinding } from './facts/task-facts.js';
import type { Format, RecordFormat } from './formats/task-format.js';
import type { KeptTask } from './pool-table/pool-row.js';

/** Something found in a file or folder. */
export type Found = FoundTask | FoundProblem | PassedOver;

/** A task; `path` is its folder or file, `row` its row in the file. */
export interface FoundTask {
  readonly kind: 'task';
  readonly format: Format;
  readonly facts: TaskFacts;
  /** Its contents; undefined for a built-in pool. */
  readonly contents?: TaskContents;
  /** Sentences on contents that were not hashed. */
  readonly unhashed?: readonly string[];
  readonly path: string;
  readonly row?: number;
}

/** A task that can't be read. */
export interface FoundProblem {
  readonly kind: 'problem';
  readonly reason: string;
  readonly path: string;
  readonly row?: number;
  /**
   * An empty row, as spreadsheets write at the end; a repeated header, as in joined pages of an export; or lines that an
   * open quote makes part of another row. Default: the task can't be read.
   */
  readonly code?: 'pool/blank-row' | 'pool/header-row' | 'pool/open-quote';
}

/** A skipped file or folder. */
export function passedOver(path: string, reason: string): Found {
  return { kind: 'passed-over', path, reason };
}

/** A file in an unknown format, or a skipped link or folder. It is reported, because silence would hide mistakes. */
interface PassedOver {
  readonly kind: 'passed-over';
  readonly reason: string;
  readonly path: string;
}

/** A task from a pool table. */
export type KeptFound = FoundTask & { readonly facts: { readonly kept: KeptTask } };

/** Whether a finding is a task from a pool table. */
export function isKept(found: Found): found is KeptFound {
  return found.kind === 'task' && found.facts.kept !== undefined;
}

/** The task in a row, by the first format that recognises it; undefined if none does. */
export function readRecord(
  { number: row, data }: TableRow,
  path: string,
  formats: readonly RecordFormat[],
  wants?: (field: string) => boolean,
): (FoundTask & { readonly format: RecordFormat }) | FoundProblem | undefined {
  const problem = (reason: string, code?: FoundProblem['code']): FoundProblem =>
    code === undefined ? { kind: 'problem', path, row, reason } : { kind: 'problem', path, row, reason, code };
  if (data instanceof LostLines) return problem(data.message, 'pool/open-quote');
  if (data instanceof Error) return problem(data.message);
  if (!isRecord(data)) return problem(`expected an object; found ${visibleText(JSON.stringify(data) ?? '', 60)}`);
  const format = formats.find((each) => each.matches(data));
  if (format === undefined) return undefined;
  if (isBlank(data)) return problem('the row is empty and was skipped', 'pool/blank-row');
  if (isHeader(data)) return problem('the row repeats the header and was skipped', 'pool/header-row');
  const reading = guardedReading(() => format.read(data, wants));
  if ('notMine' in reading) return undefined;
  if ('broken' in reading) return problem(reading.broken);
  return { kind: 'task', format, facts: reading, path, row };
}

/** Whether a row has no value. Stops at the first value, because a scan reads only the columns used. */
function isBlank(data: UnknownRecord): boolean {
  for (const key in data) {
    const value = data[key];
    if (value !== null && (typeof value !== 'string' || value.trim() !== '')) return false;
  }
  return true;
}

/** Whether every cell of a row is the name of its column; most rows differ in the first. */
function isHeader(data: UnknownRecord): boolean {
  for (const key in data) {
    const value = data[key];
    const isName = Array.isArray(value)
      ? value.length > 0 && value.every((cell) => isNameOf(key, cell))
      : isNameOf(key, value);
    if (!isName) return false;
  }
  return true;
}

function isNameOf(column: string, cell: unknown): boolean {
  if (typeof cell !== 'string') return false;
  // Also removes the byte order mark of a file that was appended.
  const text = cell.trim();
  return text === column.trim() || (text === '' && isUnnamed(column));
}

/** Catches errors of a format, so that one bad task does not end the search. */
export function guardedReading(read: () => TaskFinding): TaskFinding {
  try {
    return read();
  } catch (cause) {
    return { broken: reasonOf(cause) };
  }
}
