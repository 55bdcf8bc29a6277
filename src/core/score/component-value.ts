import { conditionHolds } from '../model/condition-holds.js';
import type { ComponentRule, ConditionsRule, LookupRule, RampRule } from '../model/plan.js';
import { type ClassifiedTask, fieldValue } from '../model/task.js';

/** A component's value in [0, 1] and whether the plan's `unknown` had to stand in; undefined when the rule gives none. */
export type ComponentValue = { readonly value: number; readonly defaulted: boolean } | undefined;

/** What a rule gives a task. */
export function componentValue(rule: ComponentRule, task: ClassifiedTask): ComponentValue {
  switch (rule.kind) {
    case 'ramp':
      return rampValue(rule, task);
    case 'lookup':
      return lookupValue(rule, task);
    case 'conditions':
      return conditionsValue(rule, task);
    case 'constant':
      return { value: rule.value, defaulted: false };
  }
}

function rampValue(rule: RampRule, task: ClassifiedTask): ComponentValue {
  const x = fieldValue(task, rule.field);
  if (typeof x !== 'number') return standIn(rule.unknown);
  const share = Math.min(1, Math.max(0, x / rule.full));
  return { value: Math.max(rule.floor, rule.from + (rule.to - rule.from) * share), defaulted: false };
}

function lookupValue(rule: LookupRule, task: ClassifiedTask): ComponentValue {
  const label = fieldValue(task, rule.field);
  if (label === undefined) return standIn(rule.unknown ?? rule.otherwise);
  const value = rule.values.get(String(label)) ?? rule.otherwise;
  return value === undefined ? undefined : { value, defaulted: false };
}

function conditionsValue(rule: ConditionsRule, task: ClassifiedTask): ComponentValue {
  const lacks = rule.cases.some(({ condition }) =>
    condition.some((test) => fieldValue(task, test.field) === undefined),
  );
  if (lacks && rule.unknown !== undefined) return standIn(rule.unknown);
  const holds = rule.cases.find(({ condition }) => conditionHolds(condition, task));
  return { value: holds?.value ?? rule.otherwise, defaulted: lacks && holds === undefined };
}

function standIn(value: number | undefined): ComponentValue {
  return value === undefined ? undefined : { value, defaulted: true };
}
