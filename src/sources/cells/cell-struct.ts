import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { cellValue } from './cell-value.js';

/** The record in a cell, also when it is written as JSON or as a Python dict; undefined when there is none. */
export function cellStruct(value: unknown): UnknownRecord | undefined {
  const struct = cellValue(value);
  // `fromEntries` makes own keys, so that a key `__proto__` stays a key.
  if (struct instanceof Map) return Object.fromEntries([...struct].filter(([key]) => typeof key === 'string'));
  return isRecord(struct) && !(struct instanceof Date) && !(struct instanceof Set) && !ArrayBuffer.isView(struct)
    ? struct
    : undefined;
}
