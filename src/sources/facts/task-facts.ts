import type { UnknownRecord } from '../../core/model/record.js';
import type { AuditFinding } from '../../core/quality/audit-checks.js';
import type { KeptTask } from '../pool-table/pool-row.js';
import { cellDay } from './cells.js';

/** A label from one place. */
export interface LabelFact {
  readonly field: string;
  readonly value: string;
  /** The place: "task file", "row", "folder name", … The same words are used in the plan's `trust`. */
  readonly origin: string;
}

/** A number from one place. */
export interface NumberFact {
  readonly field: string;
  readonly value: number;
  /** Counted from a patch or repository, not stated by a label or a text. */
  readonly measured: boolean;
}

/** A list of words from one place: tags. */
export interface ListFact {
  readonly field: string;
  readonly values: readonly string[];
}

/** A value that a remark is about: the content of a field that is not of the field's kind, or not clearly so. */
export interface OddValue {
  readonly remark: string;
  readonly field: string;
  /** Shortened for display. */
  readonly value: string;
  /** Whether there are several values where the field has one. */
  readonly isList?: true;
  /** Set for a dot that may separate thousands, unless other values of the field have decimals. */
  readonly doubt?: 'dots';
  /** Readings that only the whole column can confirm. */
  readonly readings?: readonly ColumnReading[];
}

/** A way to read the values of a column. */
export interface ColumnReading {
  readonly way: 'thousands' | 'decimal comma' | 'day first' | 'month first';
  readonly column: string;
  /** Whether the value allows no other reading, such as "12,5" or "31/01/2025". */
  readonly isSure: boolean;
  /** The value read this way, and the remark on that; undefined if it is already read so. */
  readonly fact?: (NumberFact | LabelFact) & { readonly remark: string };
}

/** All facts that a format finds about a task; a field with several places is listed once for each, the best first. */
export interface TaskFacts {
  readonly id: string;
  /** Other names of the task: folder, package, upstream id. */
  readonly aliases: readonly string[];
  readonly labels: readonly LabelFact[];
  readonly numbers: readonly NumberFact[];
  readonly lists?: readonly ListFact[];
  /**
   * The data in the task's own file, from which a plan may take custom fields; for a record format, the record
   * itself. It is not kept.
   */
  readonly record?: UnknownRecord;
  /** Problems with the task that don't make it unusable: "it has no patch". */
  readonly remarks: readonly string[];
  /** The values that some of the remarks are about. */
  readonly odd?: readonly OddValue[];
  /** The task's text, as far as a person would read it; kept only on request. */
  readonly statement?: string;
  /** The findings of a static audit of its files, on request. */
  readonly findings?: readonly AuditFinding[];
  /** The benchmark that the record itself names; undefined if none. */
  readonly benchmark?: string;
  /** The task's location, if the record gives it. */
  readonly taskDir?: string;
  /** Its runner's identifier for this version: KIND:VALUE. */
  readonly digest?: string;
  /** The task as a plan saw it, from a pool table. */
  readonly kept?: KeptTask;
}

/**
 * The reading of a folder or a record by a format: a task, something that belongs to another format, or something
 * broken.
 */
export type TaskFinding = TaskFacts | { readonly notMine: true } | { readonly broken: string };

/** A format's result for input that belongs to another one. */
export const notMine = { notMine: true } as const;

/** The label if it has a meaning; nothing if it is missing, empty or a placeholder. */
export function label(field: string, value: unknown, origin: string): LabelFact[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const text = String(value).trim();
  return text === '' || /^(n\/?a|none|null|unknown|undefined|-)$/i.test(text) ? [] : [{ field, value: text, origin }];
}

/** The day in the first of these values that has one, as the standard field `created`; nothing if none is a date. */
export function created(origin: string, ...values: readonly unknown[]): LabelFact[] {
  const day = values.map(cellDay).find((each) => each !== undefined);
  return day === undefined ? [] : [{ field: 'created', value: day, origin }];
}

/** The words of a list, each once; nothing if the value is not a list. */
export function list(field: string, value: unknown): ListFact[] {
  if (!Array.isArray(value)) return [];
  const words = value.flatMap((each) => label(field, each, '').map((reading) => reading.value));
  return words.length === 0 ? [] : [{ field, values: [...new Set(words)] }];
}

/** The number if it is one, zero or more. */
export function count(field: string, value: unknown, measured: boolean): NumberFact[] {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return [];
  return [{ field, value: number, measured }];
}

/** The result for a record without part of its id. */
export function noId(key: string, value: unknown, expected = 'text'): { readonly broken: string } {
  return { broken: `"${key}" must be ${expected}; found ${kindOf(value)}` };
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'string') return value.trim() === '' ? 'empty text' : 'text';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
