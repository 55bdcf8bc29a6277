/** A JSON object or a row: named values, nothing known of them. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Whether it is an object with named values: no list, not null. */
export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
