import type { BenchmarkPlan, ComponentRule, Condition } from '../model/plan.js';

/** The values of a field at which a rule of the plan bends or breaks: between them scores and order keys rise or fall evenly. */
export function specialValues(field: string, { components, select }: BenchmarkPlan): readonly number[] {
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
