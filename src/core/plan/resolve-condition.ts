import type { Condition, FieldTest } from '../model/plan.js';
import type { PlanFile } from './schema/plan-schema.js';

type Written = NonNullable<NonNullable<PlanFile['benchmarks'][string]['select']>['where']>;

/** A condition with its shorthand unfolded. */
export function resolveCondition(written: Written): Condition {
  return Object.entries(written).map(([field, test]): FieldTest => {
    const any = { field, oneOf: undefined, above: undefined, atLeast: undefined, below: undefined, atMost: undefined };
    if (Array.isArray(test)) return { ...any, oneOf: test.map(String) };
    if (typeof test !== 'object') return { ...any, oneOf: [String(test)] };
    return { ...any, above: test.above, atLeast: test.at_least, below: test.below, atMost: test.at_most };
  });
}
