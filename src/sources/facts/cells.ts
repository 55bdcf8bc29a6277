import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { readPythonLiteral } from '../python-literal/read-python-literal.js';

/** The list or dict that a cell holds as JSON or as Python prints it; any other cell as it is. */
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

/** What a cell says as text; undefined for an empty one and for what is not text. Python prints integers of any length. */
export function cellText(value: unknown): string | undefined {
  if (typeof value === 'bigint' || (typeof value === 'number' && Number.isFinite(value))) return String(value);
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  return text === '' ? undefined : text;
}

/** The list in a cell, also when it is written as JSON or Python; undefined when there is none. */
export function cellList(value: unknown): readonly unknown[] | undefined {
  const list = cellValue(value);
  return Array.isArray(list) ? list : undefined;
}

/** The record in a cell, also when it is written as JSON or as a Python dict; undefined when there is none. */
export function cellStruct(value: unknown): UnknownRecord | undefined {
  const struct = cellValue(value);
  // `fromEntries` makes own keys, so that a key `__proto__` stays a key.
  if (struct instanceof Map) return Object.fromEntries([...struct].filter(([key]) => typeof key === 'string'));
  return isRecord(struct) && !(struct instanceof Set) && !ArrayBuffer.isView(struct) ? struct : undefined;
}

/** The records in a cell, with the keys that are asked for: a list of them or, as Hugging Face may store such a list, one record of columns. */
export function cellRows(value: unknown, keys: readonly string[]): readonly UnknownRecord[] {
  const list = cellList(value);
  if (list !== undefined) return list.map(cellStruct).filter((row) => row !== undefined);
  const struct = cellStruct(value);
  const columns = keys.map((key) => [key, cellList(struct?.[key]) ?? []] as const);
  const length = Math.max(0, ...columns.map(([, cells]) => cells.length));
  return Array.from({ length }, (_, row) => Object.fromEntries(columns.map(([key, cells]) => [key, cells[row]])));
}

/** Whether a record has one of these keys, whatever it holds: a table has its columns also where a row leaves them empty. */
export function hasAny(record: UnknownRecord, ...keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(record, key));
}
