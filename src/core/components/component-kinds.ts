import { describeCondition, fieldWords } from '../describe/field-words.js';
import { groupBy } from '../lists/lists.js';
import type { ComponentRule } from '../model/plan.js';
import type { UnknownRecord } from '../model/record.js';
import { type Condition, conditionBounds, conditionHolds, resolveCondition } from '../model/select-rule.js';
import { countAlike, fieldValue, isKnown } from '../model/task.js';
import { didYouMean, misspeltLabels } from '../text/nearest-name.js';
import { countOf, formatCount } from '../text/words.js';
import {
  type ComponentKind,
  ifUnknown,
  type PlanKeys,
  standIn,
  unknownKey,
  type Written,
  withoutField,
} from './component-kind.js';

/** from + (to − from) · x / full, with x / full clamped to [0, 1], and at least `floor`. */
export interface RampRule extends ComponentRule {
  readonly kind: 'ramp';
  readonly field: string;
  readonly full: number;
  readonly from: number;
  readonly to: number;
  readonly floor: number;
  readonly unknown: number | undefined;
}

const rampKeys = {
  ramp: { form: 'number field', says: 'The number field that determines the value.' },
  full: { form: 'positive number', says: 'The field value at which the ramp reaches `to`.' },
  from: { form: 'ratio', says: 'The value at 0. Default: 0.', optional: true },
  to: { form: 'ratio', says: 'The value at `full` and above. Default: 1.', optional: true },
  floor: { form: 'ratio', says: 'The lowest possible value. Default: 0.', optional: true },
  unknown: unknownKey,
} as const satisfies PlanKeys;

const ramp: ComponentKind<RampRule, Written<typeof rampKeys>> = {
  name: 'ramp',
  keys: rampKeys,
  resolve: ({ ramp: field, full, from = 0, to = 1, floor = 0, unknown }) => ({
    kind: 'ramp',
    field,
    full,
    from,
    to,
    floor,
    unknown,
  }),
  value({ field, full, from, to, floor, unknown }, task) {
    const x = fieldValue(task, field);
    if (typeof x !== 'number') return standIn(unknown);
    const share = Math.min(1, Math.max(0, x / full));
    return { value: Math.max(floor, from + (to - from) * share), defaulted: false };
  },
  formula({ field, full, from, to, floor, unknown }, words) {
    const { number, calculate } = words;
    const share = calculate(words.field(field), '/', number(full));
    const held = words.least(number(1), words.greatest(number(0), share));
    const sloped = calculate(number(from), '+', calculate(number(to - from), '*', held));
    return words.ifKnown(field, words.greatest(number(floor), sloped), unknown);
  },
  fields: ({ field }) => [field],
  words({ field, full, from, to, floor, unknown }, fields) {
    const slope = `from ${from} at 0 to ${to} at ${formatCount(full)} or more ${fieldWords(field, fields)}`;
    const raised = floor > Math.min(from, to) ? `, never below ${floor}` : '';
    return `${slope}${raised}${ifUnknown(unknown)}`;
  },
  brief({ field, full, from, to, floor }, fields) {
    const share = `${fieldWords(field, fields)} ÷ ${formatCount(full)}`;
    const scaled = from === 0 && to === 1 ? share : `${from} to ${to}, scaled by ${share}`;
    return floor > Math.min(from, to) ? `${scaled} (min ${floor})` : scaled;
  },
  bends(rule, field) {
    if (rule.field !== field) return [];
    const meetsFloor = (rule.full * (rule.floor - rule.from)) / (rule.to - rule.from);
    return [rule.full, meetsFloor];
  },
  faults: ({ field }, without, owner) => withoutField(field, without, owner),
  warnings: () => [],
};

export interface LookupRule extends ComponentRule {
  readonly kind: 'lookup';
  readonly field: string;
  readonly values: ReadonlyMap<string, number>;
  readonly otherwise: number | undefined;
  readonly unknown: number | undefined;
}

const lookupKeys = {
  lookup: { form: 'task field', says: 'The field that determines the value.' },
  values: { form: 'by label', each: { form: 'ratio', says: 'The value for this label.' } },
  otherwise: { form: 'ratio', says: 'The value for labels that are not listed.', optional: true },
  unknown: unknownKey,
} as const satisfies PlanKeys;

const lookup: ComponentKind<LookupRule, Written<typeof lookupKeys>> = {
  name: 'lookup',
  keys: lookupKeys,
  resolve: ({ lookup: field, values, otherwise, unknown }) => ({
    kind: 'lookup',
    field,
    values: new Map(Object.entries(values)),
    otherwise,
    unknown,
  }),
  value({ field, values, otherwise, unknown }, task) {
    const label = fieldValue(task, field);
    if (label === undefined) return standIn(unknown ?? otherwise);
    const value = values.get(String(label)) ?? otherwise;
    return value === undefined ? undefined : { value, defaulted: false };
  },
  formula: ({ field, values, otherwise, unknown }, words) =>
    words.ifKnown(field, words.byLabel(field, values, otherwise), unknown ?? otherwise),
  fields: ({ field }) => [field],
  words({ field, values, otherwise, unknown }, fields) {
    const by = fieldWords(field, fields);
    const listed = [...values].map(([label, value]) => `${label} ${value}`).join(', ');
    const all = otherwise === undefined ? `${listed} (by ${by})` : `${listed}, any other ${by} ${otherwise}`;
    return `${all}${ifUnknown(unknown)}`;
  },
  bends: (rule, field) => (rule.field === field ? [...rule.values.keys()].map(Number) : []),
  faults({ field, values }, without, owner) {
    const { benchmark, component } = owner;
    return [...groupBy(without, (task) => fieldValue(task, field))].flatMap(([label, tasks]) =>
      label === undefined
        ? withoutField(field, tasks, owner)
        : {
            code: 'pool/no-value',
            message: `benchmark "${benchmark}": component "${component}" lists no value for ${field} "${label}" of ${countOf(countAlike(tasks), 'task')}, such as "${tasks[0]?.id}".${didYouMean(String(label), values.keys())}`,
            hint: `List the label under the rule's values, or add "otherwise: VALUE".`,
          },
    );
  },
  /** Warns about a label that gets `otherwise` although a similar label is listed that no task has. */
  warnings({ field, values }, labelsOf, { benchmark, component }) {
    const labels = new Set(labelsOf(field));
    return misspeltLabels(labels, [...values.keys()]).map(({ label, listed }) => ({
      code: 'misspelt-label',
      message: `${benchmark}: ${component} lists ${field} "${listed}", which no task has, but not "${label}", which some tasks have.`,
      benchmark,
    }));
  },
};

/** The value of the first case that matches. */
export interface ConditionsRule extends ComponentRule {
  readonly kind: 'conditions';
  readonly cases: readonly { readonly condition: Condition; readonly value: number }[];
  readonly otherwise: number;
  readonly unknown: number | undefined;
}

const conditionsKeys = {
  when: {
    form: 'list',
    says: 'Cases, tried in order. The first match sets the value.',
    each: { if: { form: 'condition' }, value: { form: 'ratio', says: 'The value if the condition is met.' } },
  },
  otherwise: { form: 'ratio', says: 'The value if no case matches.' },
  unknown: unknownKey,
} as const satisfies PlanKeys;

const conditions: ComponentKind<ConditionsRule, Written<typeof conditionsKeys>> = {
  name: 'conditions',
  keys: conditionsKeys,
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
    const tried = cases.map(({ condition, value }) => `${value} if ${describeCondition(condition, fields)}`);
    return `${tried.join(', else ')}, else ${otherwise}${ifUnknown(unknown)}`;
  },
  bends: ({ cases }, field) => cases.flatMap(({ condition }) => conditionBounds(condition, field)),
  faults: () => [],
  warnings: () => [],
};

interface ConstantRule extends ComponentRule {
  readonly kind: 'constant';
  readonly value: number;
}

const constantKeys = {
  constant: { form: 'ratio', says: 'The same value for every task.' },
} as const satisfies PlanKeys;

const constant: ComponentKind<ConstantRule, Written<typeof constantKeys>> = {
  name: 'constant',
  keys: constantKeys,
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
