import { type AnyTask, fieldValue } from './task.js';

/** Holds when every test holds; a test on a field the task lacks does not hold. */
export type Condition = readonly FieldTest[];

/** One test on one field; undefined parts are not tested. */
export interface FieldTest {
  readonly field: string;
  readonly oneOf: readonly string[] | undefined;
  /** For a list: it has one of these words. */
  readonly has?: readonly string[] | undefined;
  readonly above: Bound | undefined;
  readonly atLeast: Bound | undefined;
  readonly below: Bound | undefined;
  readonly atMost: Bound | undefined;
}

/** A number, or a date as YYYY-MM-DD, whose order is that of its text. */
export type Bound = number | string;

/** Whether every test of the condition holds for the task. */
export function conditionHolds(condition: Condition, task: AnyTask): boolean {
  return condition.every((test) => testHolds(test, task));
}

/** The values of a field at which a condition starts or stops holding; NaN for a label that is not a number. */
export function conditionBounds(condition: Condition, field: string): readonly number[] {
  return condition
    .filter((test) => test.field === field)
    .flatMap(({ oneOf, above, atLeast, below, atMost }) => [
      ...(oneOf ?? []).map(Number),
      ...[above, atLeast, below, atMost].filter((bound) => typeof bound === 'number'),
    ]);
}

function testHolds(test: FieldTest, task: AnyTask): boolean {
  if (test.has !== undefined) {
    const words = task.lists?.[test.field] ?? [];
    return test.has.some((word) => words.includes(word));
  }
  const value = fieldValue(task, test.field);
  if (value === undefined) return false;
  if (test.oneOf !== undefined) return test.oneOf.includes(String(value));
  const { above, atLeast, below, atMost } = test;
  // A text is never compared with a number.
  if ([above, atLeast, below, atMost].some((bound) => bound !== undefined && typeof bound !== typeof value))
    return false;
  return (
    (above === undefined || value > above) &&
    (atLeast === undefined || value >= atLeast) &&
    (below === undefined || value < below) &&
    (atMost === undefined || value <= atMost)
  );
}

/** A condition as a plan writes it: fields, each with its test. */
export type WrittenCondition = Readonly<Record<string, WrittenTest>>;

/** A test as a plan writes it: a value, a list of values, bounds, or a word that a list must contain. */
export type WrittenTest = string | number | readonly (string | number)[] | WrittenBounds | WrittenMembership;

/** A word that a list must contain, or several of which one is enough. */
export interface WrittenMembership {
  readonly has: string | readonly string[];
}

/** Bounds of a number or a date as a plan writes them. */
export interface WrittenBounds {
  readonly above?: Bound | undefined;
  readonly at_least?: Bound | undefined;
  readonly below?: Bound | undefined;
  readonly at_most?: Bound | undefined;
}

/** A condition with its shorthand expanded. */
export function resolveCondition(written: WrittenCondition): Condition {
  return Object.entries(written).map(([field, test]): FieldTest => {
    const any = { field, oneOf: undefined, above: undefined, atLeast: undefined, below: undefined, atMost: undefined };
    if (typeof test !== 'object') return { ...any, oneOf: [String(test)] };
    if (isMembership(test)) return { ...any, has: [test.has].flat() };
    if (!isBounds(test)) return { ...any, oneOf: test.map(String) };
    return { ...any, above: test.above, atLeast: test.at_least, below: test.below, atMost: test.at_most };
  });
}

/** Whether a written test gives bounds. */
export function isBounds(test: WrittenTest): test is WrittenBounds {
  return typeof test === 'object' && !Array.isArray(test) && !isMembership(test);
}

/** Whether a written test asks what a list contains. */
export function isMembership(test: WrittenTest): test is WrittenMembership {
  return typeof test === 'object' && 'has' in test;
}
