import { fieldWords } from '../describe/field-words.js';
import type { ComponentRule } from '../model/plan.js';
import { fieldValue } from '../model/task.js';
import { formatCount } from '../text/words.js';
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

const keys = {
  ramp: { form: 'number field', says: 'The number field that determines the value.' },
  full: { form: 'positive number', says: 'The number at which the ramp reaches `to`.' },
  from: { form: 'ratio', says: 'The value at zero. Default 0.', optional: true },
  to: { form: 'ratio', says: 'The value at `full` and beyond. Default 1.', optional: true },
  floor: { form: 'ratio', says: 'The lowest possible value. Default 0.', optional: true },
  unknown: unknownKey,
} as const satisfies PlanKeys;

export const ramp: ComponentKind<RampRule, Written<typeof keys>> = {
  name: 'ramp',
  keys,
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
    const slope = `from ${from} at 0 to ${to} at ${formatCount(full)} ${fieldWords(field, fields)} and more`;
    const raised = floor > Math.min(from, to) ? `, never below ${floor}` : '';
    return `${slope}${raised}${ifUnknown(unknown)}`;
  },
  brief({ field, full, from, to, floor }, fields) {
    const share = `${fieldWords(field, fields)} ÷ ${formatCount(full)}`;
    const scaled = from === 0 && to === 1 ? share : `${from} to ${to} by ${share}`;
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
