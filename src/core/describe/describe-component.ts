import type { ComponentRule, ConditionsRule, LookupRule, RampRule } from '../model/plan.js';
import { formatCount } from '../text/count-of.js';
import { describeCondition } from './describe-condition.js';
import { fieldWords, type PlanFields } from './field-words.js';

/** A component's rule in words, without a full stop: "lines changed ÷ 500, between 0.2 and 1; 0.6 if unknown". */
export function describeComponent(rule: ComponentRule, fields: PlanFields): string {
  switch (rule.kind) {
    case 'ramp':
      return describeRamp(rule, fields);
    case 'lookup':
      return describeLookup(rule, fields);
    case 'conditions':
      return describeConditions(rule, fields);
    case 'constant':
      return `${rule.value} for every task`;
  }
}

function describeRamp(rule: RampRule, fields: PlanFields): string {
  const words = fieldWords(rule.field, fields);
  const slope = `from ${rule.from} at 0 to ${rule.to} at ${formatCount(rule.full)} ${words} and more`;
  const floor = rule.floor > Math.min(rule.from, rule.to) ? `, never below ${rule.floor}` : '';
  return `${slope}${floor}${ifUnknown(rule.unknown)}`;
}

function describeLookup(rule: LookupRule, fields: PlanFields): string {
  const listed = [...rule.values].map(([label, value]) => `${label} ${value}`).join(', ');
  const otherwise = rule.otherwise === undefined ? '' : `${listed === '' ? '' : ', '}any other ${rule.otherwise}`;
  return `by ${fieldWords(rule.field, fields)}: ${listed}${otherwise}${ifUnknown(rule.unknown)}`;
}

function describeConditions(rule: ConditionsRule, fields: PlanFields): string {
  const cases = rule.cases.map(({ condition, value }) => `${value} when ${describeCondition(condition, fields)}`);
  return `${cases.join(', else ')}, else ${rule.otherwise}${ifUnknown(rule.unknown)}`;
}

function ifUnknown(value: number | undefined): string {
  return value === undefined ? '' : `; ${value} if unknown`;
}
