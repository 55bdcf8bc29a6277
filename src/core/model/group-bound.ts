import type { GroupBound } from './select-rule.js';

/** The bound of the group of that key; undefined when it has none. */
export function boundFor(bound: GroupBound | undefined, key: string): number | undefined {
  return bound?.values.get(key) ?? bound?.otherwise;
}
