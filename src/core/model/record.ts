/** A JSON object or a row: named values, nothing known of them. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Whether it is an object with named values: no list, not null. */
export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

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
