/**
 * The largest of any number of values, and of `least`; NaN where one of them is. `Math.max(...values)` ends with a full
 * stack where there are more than about a hundred thousand.
 */
export function largest(values: Iterable<number>, least = Number.NEGATIVE_INFINITY): number {
  let found = least;
  for (const value of values) found = Math.max(found, value);
  return found;
}

/** The smallest of any number of values, and of `most`; NaN where one of them is. */
export function smallest(values: Iterable<number>, most = Number.POSITIVE_INFINITY): number {
  let found = most;
  for (const value of values) found = Math.min(found, value);
  return found;
}
