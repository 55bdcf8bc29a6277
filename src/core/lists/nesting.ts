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
