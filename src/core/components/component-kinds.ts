import type { ComponentRule } from '../model/plan.js';
import type { UnknownRecord } from '../model/record.js';
import type { ComponentKind, PlanKeys, Written } from './component-kind.js';
import { conditions } from './conditions.js';
import { lookup } from './lookup.js';
import { ramp } from './ramp.js';

interface ConstantRule extends ComponentRule {
  readonly kind: 'constant';
  readonly value: number;
}

const keys = {
  constant: { form: 'ratio', says: 'The same value for every task.' },
} as const satisfies PlanKeys;

const constant: ComponentKind<ConstantRule, Written<typeof keys>> = {
  name: 'constant',
  keys,
  resolve: ({ constant: value }) => ({ kind: 'constant', value }),
  value: ({ value }) => ({ value, defaulted: false }),
  formula: ({ value }, words) => words.number(value),
  fields: () => [],
  words: ({ value }) => `${value} for every task`,
  brief: ({ value }) => String(value),
  bends: () => [],
  faults: () => [],
  warnings: () => [],
};

/** In the order in which errors list them. */
export const componentKinds: readonly ComponentKind[] = [ramp, lookup, constant, conditions];

export function firstKey({ keys }: ComponentKind): string {
  return Object.keys(keys)[0] ?? '';
}

export function componentKindOf({ kind }: ComponentRule): ComponentKind {
  return known(componentKinds.find(({ name }) => name === kind));
}

export function resolveComponent(written: UnknownRecord): ComponentRule {
  return known(componentKinds.find((kind) => Object.hasOwn(written, firstKey(kind)))).resolve(written);
}

function known(kind: ComponentKind | undefined): ComponentKind {
  if (kind === undefined) throw new TypeError('an unknown kind of component');
  return kind;
}
