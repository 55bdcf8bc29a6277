import type { BenchmarkPlan, ComponentRule, Condition } from '../model/plan.js';
import type { ScoredTask } from '../model/task.js';
import { linesAbove } from './lines-changed.js';

/** The values of the task's field at which a rule bends or breaks, also one that looks at what is derived from the field. */
export function taskBends(task: ScoredTask, field: string, plan: BenchmarkPlan): readonly number[] {
  const above = linesAbove(task, field);
  const derived = above === undefined ? [] : specialValues('lines_changed', plan).map((value) => value - above);
  return [...specialValues(field, plan), ...derived];
}

/** The values of a field at which a rule of the plan bends or breaks: between them scores and order keys rise or fall evenly. */
function specialValues(field: string, { components, select }: BenchmarkPlan): readonly number[] {
  const keys = [...select.prefer, ...select.ensure.flatMap(({ prefer }) => prefer)];
  const listed = keys.flatMap((key) => (key.kind === 'values' && key.field === field ? key.values.map(Number) : []));
  const values = [
    0,
    ...[...components.values()].flatMap((rule) => ofRule(field, rule)),
    ...ofCondition(field, select.where ?? []),
    ...listed,
  ];
  return values.filter(Number.isFinite);
}

function ofRule(field: string, rule: ComponentRule): readonly number[] {
  switch (rule.kind) {
    case 'ramp': {
      if (rule.field !== field) return [];
      const meetsFloor = (rule.full * (rule.floor - rule.from)) / (rule.to - rule.from);
      return [rule.full, meetsFloor];
    }
    case 'lookup':
      return rule.field === field ? [...rule.values.keys()].map(Number) : [];
    case 'conditions':
      return rule.cases.flatMap(({ condition }) => ofCondition(field, condition));
    case 'constant':
      return [];
  }
}

function ofCondition(field: string, condition: Condition): readonly number[] {
  return condition
    .filter((test) => test.field === field)
    .flatMap(({ oneOf, above, atLeast, below, atMost }) => [
      ...(oneOf ?? []).map(Number),
      ...[above, atLeast, below, atMost].filter((bound) => bound !== undefined),
    ]);
}
