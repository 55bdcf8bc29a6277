export type UnknownRecord = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value if it is a record, otherwise an empty record. */
export function recordOf(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {};
}

/** The entries of a record; none for any other value. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(recordOf(value));
}

/** The value at a path of keys, if there is one. */
export function part(data: unknown, ...path: string[]): unknown {
  let value = data;
  for (const key of path) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/** Deeper than any document that Winnow or a runner writes, but far from overflowing the stack. */
export const deepestNesting = 500;

/** Whether plain data is nested deeper than `deepestNesting`. Searches level by level, without recursion. */
export function isNestedTooDeeply(data: unknown): boolean {
  let level = [data];
  for (let depth = 0; depth <= deepestNesting; depth++) {
    const below: unknown[] = [];
    for (const value of level) {
      if (typeof value !== 'object' || value === null) continue;
      for (const part of Array.isArray(value) ? value : Object.values(value)) {
        if (typeof part === 'object' && part !== null) below.push(part);
      }
    }
    if (below.length === 0) return false;
    level = below;
  }
  return true;
}
