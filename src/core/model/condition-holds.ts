import type { Condition, FieldTest } from './plan.js';
import { type AnyTask, fieldValue } from './task.js';

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
