import type { Condition, FieldTest } from './condition-holds.js';

/** A condition as it is written in a plan: fields, each with its test. */
export type WrittenCondition = Readonly<Record<string, WrittenTest>>;

/** A test on a field as it is written: a value, several of which one must hold, bounds, or a word that a list must have. */
export type WrittenTest = string | number | readonly (string | number)[] | WrittenBounds | WrittenMembership;

/** A word, or several of which one will do, that a list must have. */
export interface WrittenMembership {
  readonly has: string | readonly string[];
}

/** Bounds of a number as they are written. */
export interface WrittenBounds {
  readonly above?: number | undefined;
  readonly at_least?: number | undefined;
  readonly below?: number | undefined;
  readonly at_most?: number | undefined;
}

/** A condition with its shorthand unfolded. */
export function resolveCondition(written: WrittenCondition): Condition {
  return Object.entries(written).map(([field, test]): FieldTest => {
    const any = { field, oneOf: undefined, above: undefined, atLeast: undefined, below: undefined, atMost: undefined };
    if (typeof test !== 'object') return { ...any, oneOf: [String(test)] };
    if (isMembership(test)) return { ...any, has: [test.has].flat() };
    if (!isBounds(test)) return { ...any, oneOf: test.map(String) };
    return { ...any, above: test.above, atLeast: test.at_least, below: test.below, atMost: test.at_most };
  });
}

/** Whether a written test is one of bounds. */
export function isBounds(test: WrittenTest): test is WrittenBounds {
  return typeof test === 'object' && !Array.isArray(test) && !isMembership(test);
}

/** Whether a written test asks what a list has. */
export function isMembership(test: WrittenTest): test is WrittenMembership {
  return typeof test === 'object' && 'has' in test;
}
