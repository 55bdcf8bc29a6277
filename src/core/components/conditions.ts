import { describeCondition } from '../describe/field-words.js';
import type { ComponentRule } from '../model/plan.js';
import { type Condition, conditionBounds, conditionHolds, resolveCondition } from '../model/select-rule.js';
import { isKnown } from '../model/task.js';
import { type ComponentKind, ifUnknown, type PlanKeys, standIn, unknownKey, type Written } from './component-kind.js';

/** The value of the first case that matches. */
export interface ConditionsRule extends ComponentRule {
  readonly kind: 'conditions';
  readonly cases: readonly { readonly condition: Condition; readonly value: number }[];
  readonly otherwise: number;
  readonly unknown: number | undefined;
}

const keys = {
  when: {
    form: 'list',
    says: 'Cases, tried in order; the first match gives the value.',
    each: { if: { form: 'condition' }, value: { form: 'ratio', says: 'The value if the condition holds.' } },
  },
  otherwise: { form: 'ratio', says: 'The value if no case matches.' },
  unknown: unknownKey,
} as const satisfies PlanKeys;

export const conditions: ComponentKind<ConditionsRule, Written<typeof keys>> = {
  name: 'conditions',
  keys,
  resolve: ({ when, otherwise, unknown }) => ({
    kind: 'conditions',
    cases: when.map((each) => ({ condition: resolveCondition(each.if), value: each.value })),
    otherwise,
    unknown,
  }),
  value({ cases, otherwise, unknown }, task) {
    const lacks = cases.some(({ condition }) => condition.some((test) => !isKnown(task, test.field)));
    if (lacks && unknown !== undefined) return standIn(unknown);
    const holds = cases.find(({ condition }) => conditionHolds(condition, task));
    return { value: holds?.value ?? otherwise, defaulted: lacks && holds === undefined };
  },
  fields: ({ cases }) => [...new Set(cases.flatMap(({ condition }) => condition.map((test) => test.field)))],
  words({ cases, otherwise, unknown }, fields) {
    const tried = cases.map(({ condition, value }) => `${value} when ${describeCondition(condition, fields)}`);
    return `${tried.join(', else ')}, else ${otherwise}${ifUnknown(unknown)}`;
  },
  bends: ({ cases }, field) => cases.flatMap(({ condition }) => conditionBounds(condition, field)),
  faults: () => [],
  warnings: () => [],
};
