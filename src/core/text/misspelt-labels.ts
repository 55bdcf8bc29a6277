import { nearestName } from './nearest-name.js';

/** A label of the pool that a rule does not list, and a listed one that no task has and that is spelt much like it. */
export interface MisspeltLabel {
  readonly label: string;
  readonly listed: string;
}

/** Every label of the pool is compared with every one of these: a longer list was not written by hand. */
const mostCompared = 2000;

/** Pairs of labels, one only in the pool and one only in the rule, that were likely meant to be the same. */
export function misspeltLabels(inPool: ReadonlySet<string>, inRule: readonly string[]): readonly MisspeltLabel[] {
  const unused = inRule.filter((listed) => !inPool.has(listed));
  if (unused.length === 0 || unused.length > mostCompared) return [];
  const known = new Set(inRule);
  return [...inPool].flatMap((label) => {
    const listed = known.has(label) ? undefined : nearestName(label, unused);
    return listed === undefined ? [] : [{ label, listed }];
  });
}
