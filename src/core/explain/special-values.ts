import { componentKindOf } from '../components/component-kinds.js';
import { conditionBounds } from '../model/condition-holds.js';
import type { BenchmarkPlan } from '../model/plan.js';
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
    ...[...components.values()].flatMap((rule) => componentKindOf(rule).bends(rule, field)),
    ...conditionBounds(select.where ?? [], field),
    ...listed,
  ];
  return values.filter(Number.isFinite);
}
