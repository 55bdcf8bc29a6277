import { dayOf } from '../../core/model/date.js';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { readPythonLiteral } from '../python-literal/read-python-literal.js';

/** The list or dict in a cell, from JSON or Python's repr(); other cells unchanged. */
function cellValue(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[({]/.test(value)) return value;
  return attempt(() => JSON.parse(value)) ?? attempt(() => readPythonLiteral(value)) ?? value;
}

function attempt(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return undefined;
  }
}

/** The text of a cell; undefined if it is empty or not text. Python prints integers of any length. */
export function cellText(value: unknown): string | undefined {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** Whether a cell has no value: nothing, or only white space. */
export function isBlank(value: unknown): boolean {
  return value === undefined || value === null || (typeof value === 'string' && value.trim() === '');
}

/** The list in a cell, even if written as JSON or Python; undefined if there is none. */
export function cellList(value: unknown): readonly unknown[] | undefined {
  const list = cellValue(value);
  return Array.isArray(list) ? list : undefined;
}

/** The record in a cell, even if written as JSON or as a Python dict; undefined if there is none. */
export function cellStruct(value: unknown): UnknownRecord | undefined {
  const struct = cellValue(value);
  // `fromEntries` makes own keys, so that a key `__proto__` stays a key.
  if (struct instanceof Map) return Object.fromEntries([...struct].filter(([key]) => typeof key === 'string'));
  return isRecord(struct) && !(struct instanceof Set) && !ArrayBuffer.isView(struct) ? struct : undefined;
}

/**
 * The records in a cell, with the requested keys: a list of records or, as Hugging Face may store it, one record of
 * columns.
 */
export function cellRows(value: unknown, keys: readonly string[]): readonly UnknownRecord[] {
  const list = cellList(value);
  if (list !== undefined) return list.map(cellStruct).filter((row) => row !== undefined);
  const struct = cellStruct(value);
  const columns = keys.map((key) => [key, cellList(struct?.[key]) ?? []] as const);
  const length = Math.max(0, ...columns.map(([, cells]) => cells.length));
  return Array.from({ length }, (_, row) => Object.fromEntries(columns.map(([key, cells]) => [key, cells[row]])));
}

/** Whether a record has one of these keys, even with an empty value: a column exists even if a row leaves it empty. */
export function hasAny(record: UnknownRecord, ...keys: readonly string[]): boolean {
  // Not by `some`, because a closure for each of many keys is slow.
  for (const key of keys) if (Object.hasOwn(record, key)) return true;
  return false;
}

const written = /^\+?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
// The same sign separates all thousands. "0,123" may be a fraction.
const groups = (signs: string) => `[1-9]\\d{0,2}(?:${[...signs].map((sign) => `(?:${sign}\\d{3})+`).join('|')})`;
const gaps = " \u00a0\u2009\u202f'’_";
const signs = new RegExp(`[${gaps}]`, 'g');
const grouped = new RegExp(`^\\+?${groups(`${gaps},`)}(?:\\.\\d+)?$`);
// No number is longer. Avoids parsing megabytes of text.
const mostCharacters = 40;

/** The non-negative number in a cell, even if written as text; undefined if there is none. */
export function cellNumber(value: unknown): number | undefined {
  if (typeof value === 'string') {
    if (value.length > mostCharacters) return undefined;
    const text = value.trim();
    return written.test(text) ? finite(Number(text)) : undefined;
  }
  return typeof value === 'number' || typeof value === 'bigint' ? finite(Number(value)) : undefined;
}

/** The number in text with thousands separators: "2,792", "1 234 567", "2'792"; undefined for any other cell. */
export function groupedNumber(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > mostCharacters) return undefined;
  const text = value.trim();
  return grouped.test(text) ? finite(Number(text.replace(signs, '').replaceAll(',', ''))) : undefined;
}

const withComma = new RegExp(`^[+-]?(?:\\d+|\\d{1,3}(?:\\.\\d{3})+|${groups(gaps)})(?:,\\d+)?$`);

/** A number with a decimal comma, perhaps with thousands separators, in the usual form: "1.250,5" as "1250.5". */
export function withDecimalPoint(value: unknown): string | undefined {
  if (typeof value !== 'string' || value.length > mostCharacters) return undefined;
  const text = value.trim();
  return withComma.test(text) ? text.replace(signs, '').replaceAll('.', '').replace(',', '.') : undefined;
}

/** Shared with SQL: a number such as "1.200", which is 1200 if the decimal sign is a comma. */
export const dottedThousands = '[1-9][0-9]{0,2}[.][0-9]{3}';
const dotted = new RegExp(`^[+-]?${dottedThousands}$`);

/** Whether a cell's number has a dot that may separate thousands. */
export function mayHaveThousands(value: unknown): boolean {
  return typeof value === 'string' && value.length <= mostCharacters && dotted.test(value.trim());
}

/** The day in a cell as YYYY-MM-DD: from a date, or from text in ISO 8601. */
export function cellDay(value: unknown): string | undefined {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? undefined : dayOf(value.toISOString());
  return typeof value === 'string' ? dayOf(value) : undefined;
}

const unknownWord = /^\s*(n\/?a|nan|none|null|unknown|undefined|-)\s*$/i;

/** Whether a cell marks its value as unknown: "n/a", "none", "-". */
export function saysUnknown(value: unknown): boolean {
  return typeof value === 'string' && unknownWord.test(value.slice(0, 20));
}

function finite(number: number): number | undefined {
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** Finds lists and records in cells; a text table writes them as text. */
export interface Cells {
  list(value: unknown): readonly unknown[] | undefined;
  record(value: unknown): UnknownRecord | undefined;
}

/** Cells that may contain lists and records as text: JSON, or as Python prints them. */
export const textCells: Cells = { list: cellList, record: cellStruct };
