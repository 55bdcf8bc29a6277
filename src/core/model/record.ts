/** A JSON object or a row with unknown values. */
export type UnknownRecord = Readonly<Record<string, unknown>>;

/** Whether a value is an object, but no list and not null. */
export function isRecord(value: unknown): value is UnknownRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A mapping as it is; an empty one for any other value. */
export function recordOf(value: unknown): UnknownRecord {
  return isRecord(value) ? value : {};
}

/** The entries of a mapping; none for any other value. */
export function entriesOf(value: unknown): readonly (readonly [string, unknown])[] {
  return Object.entries(recordOf(value));
}

/** The value at a path of keys; undefined if there is none. */
export function part(data: unknown, ...path: string[]): unknown {
  let value = data;
  for (const key of path) value = isRecord(value) && Object.hasOwn(value, key) ? value[key] : undefined;
  return value;
}

/** Deeper than any document that a runner or Winnow writes, and far from what fills the stack of whoever goes through it. */
export const deepestNesting = 500;

/** Whether plain data is nested deeper than `deepestNesting`; goes through it level by level, without a stack. */
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
