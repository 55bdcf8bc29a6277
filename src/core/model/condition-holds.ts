import { type AnyTask, fieldValue } from './task.js';

/** Holds when every test holds; a test on a field the task lacks does not hold. */
export type Condition = readonly FieldTest[];

/** One test on one field; what is undefined is not asked. */
export interface FieldTest {
  readonly field: string;
  readonly oneOf: readonly string[] | undefined;
  /** For a list: it has one of these words. */
  readonly has?: readonly string[] | undefined;
  readonly above: number | undefined;
  readonly atLeast: number | undefined;
  readonly below: number | undefined;
  readonly atMost: number | undefined;
}

/** Whether every test of the condition holds for the task. */
export function conditionHolds(condition: Condition, task: AnyTask): boolean {
  return condition.every((test) => testHolds(test, task));
}

/** The values of a field at which a condition may begin or cease to hold; NaN for a label that is no number. */
export function conditionBounds(condition: Condition, field: string): readonly number[] {
  return condition
    .filter((test) => test.field === field)
    .flatMap(({ oneOf, above, atLeast, below, atMost }) => [
      ...(oneOf ?? []).map(Number),
      ...[above, atLeast, below, atMost].filter((bound) => bound !== undefined),
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
  if (typeof value !== 'number') return false;
  return (
    (test.above === undefined || value > test.above) &&
    (test.atLeast === undefined || value >= test.atLeast) &&
    (test.below === undefined || value < test.below) &&
    (test.atMost === undefined || value <= test.atMost)
  );
}
