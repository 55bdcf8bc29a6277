import type { UnknownRecord } from '../../core/model/record.js';

/** Whether a record has one of these keys, whatever it holds: a table has its columns also where a row leaves them empty. */
export function hasAny(record: UnknownRecord, ...keys: readonly string[]): boolean {
  return keys.some((key) => Object.hasOwn(record, key));
}
