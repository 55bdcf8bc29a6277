/** An object of a JSON document; its keys come from strangers. */
export type JsonRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object and no list. */
export function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value of a record's own key: what every object inherits is no data. */
export function ownValue(record: unknown, key: string): unknown {
  return isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The text of a record's own key; undefined when it is none or empty. */
export function ownText(record: unknown, key: string): string | undefined {
  const value = ownValue(record, key);
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
