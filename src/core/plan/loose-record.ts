import { isRecord } from '../model/record.js';

/** The entries of a mapping, or none when it is something else. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return isRecord(value) ? Object.entries(value) : [];
}

/** What lies at a path of keys; undefined where there is nothing. */
export function part(data: unknown, ...path: string[]): unknown {
  let value = data;
  for (const key of path) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}
