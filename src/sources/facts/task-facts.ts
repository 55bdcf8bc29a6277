import type { UnknownRecord } from '../../core/model/record.js';
import type { AuditFinding } from '../../core/quality/audit-checks.js';
import type { KeptTask } from '../pool-table/pool-row.js';
import { cellDay } from './cells.js';

/** A label from one place. */
export interface LabelFact {
  readonly field: string;
  readonly value: string;
  /** The place: "task file", "row", "folder name" and so on. The plan's `trust` uses the same words. */
  readonly origin: string;
}

/** A number from one place. */
export interface NumberFact {
  readonly field: string;
  readonly value: number;
  /** Whether it was counted from a patch or a repository, rather than stated in a label or a text. */
  readonly measured: boolean;
}

/** A list of words from one place: tags. */
export interface ListFact {
  readonly field: string;
  readonly values: readonly string[];
}

/** The value that a remark is about: it does not fit its field, or may be read in several ways. */
export interface OddValue {
  readonly remark: string;
  readonly field: string;
  /** Shortened for display. */
  readonly value: string;
  /** Whether there are several values for a field that has one. */
  readonly isList?: true;
  /**
   * Set to `dots` if a dot may separate thousands, and to `digits` if the value has digits but is not a number. Other
   * values of the field may rule out either.
   */
  readonly doubt?: 'dots' | 'digits';
  /** Possible readings, which the rest of the column may confirm. */
  readonly readings?: readonly ColumnReading[];
}

/** A way to read the values of a column. */
export interface ColumnReading {
  readonly way: 'thousands' | 'decimal comma' | 'day first' | 'month first';
  readonly column: string;
  /** Whether the value allows no other reading, such as "12,5" or "31/01/2025". */
  readonly isSure: boolean;
  /** The value read this way, with a remark; undefined if it is already read this way. */
  readonly fact?: (NumberFact | LabelFact) & { readonly remark: string };
}

/** All facts that a format finds about a task. A field found in several places is listed once per place, best first. */
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
  /** Problems with the task that don't make it unusable, such as "no patch". */
  readonly remarks: readonly string[];
  /** The values that remarks are about. */
  readonly odd?: readonly OddValue[];
  /** The task's text for readers, possibly shortened; kept only on request. */
  readonly statement?: string;
  /** The findings of a static audit of its files, on request. */
  readonly findings?: readonly AuditFinding[];
  /** The benchmark that the record itself names; undefined if none. */
  readonly benchmark?: string;
  /** The task's location, if the record gives it. */
  readonly taskDir?: string;
  /** Its runner's identifier for this version: KIND:VALUE. */
  readonly digest?: string;
  /** The task as stored in a pool table. */
  readonly kept?: KeptTask;
}

/** What a format makes of a folder or a record: a task, something that belongs to another format, or a broken task. */
export type TaskFinding = TaskFacts | { readonly notMine: true } | { readonly broken: string };

/** A format's result for input that belongs to another one. */
export const notMine = { notMine: true } as const;

/** The label, or nothing if it is missing, empty or a placeholder. */
export function label(field: string, value: unknown, origin: string): LabelFact[] {
  if (typeof value !== 'string' && typeof value !== 'number') return [];
  const text = String(value).trim();
  return text === '' || /^(n\/?a|none|null|unknown|undefined|-)$/i.test(text) ? [] : [{ field, value: text, origin }];
}

/** The first of these values that is a date, as the standard field `created`; nothing if none is. */
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

/** The number, if it is one and not negative. */
export function count(field: string, value: unknown, measured: boolean): NumberFact[] {
  const number = typeof value === 'bigint' ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isFinite(number) || number < 0) return [];
  return [{ field, value: number, measured }];
}

/** The result for a record that lacks part of its id. */
export function noId(key: string, value: unknown, expected = 'text'): { readonly broken: string } {
  return { broken: `"${key}" must be ${expected}; found ${kindOf(value)}` };
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'string') return value.trim() === '' ? 'empty text' : 'text';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
