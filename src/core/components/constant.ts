import type { ComponentRule } from '../model/plan.js';
import type { ComponentKind, PlanKeys, Written } from './component-kind.js';

/** The same value for every task. */
export interface ConstantRule extends ComponentRule {
  readonly kind: 'constant';
  readonly value: number;
}

const keys = {
  constant: { form: 'ratio', says: 'The same value for every task.' },
} as const satisfies PlanKeys;

/** The same value for every task. */
export const constant: ComponentKind<ConstantRule, Written<typeof keys>> = {
  name: 'constant',
  keys,
  resolve: ({ constant: value }) => ({ kind: 'constant', value }),
  value: ({ value }) => ({ value, defaulted: false }),
  formula: ({ value }, words) => words.number(value),
  fields: () => [],
  words: ({ value }) => `${value} for every task`,
  bends: () => [],
  faults: () => [],
  warnings: () => [],
};
