import type { DataRecord } from '../format.js';

/** Whether a record has one of these keys, whatever it holds: a table has its columns also where a row leaves them empty. */
export function hasAny(record: DataRecord, ...keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(record, key));
}
