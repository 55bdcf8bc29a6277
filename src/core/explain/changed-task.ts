import { componentKindOf } from '../components/component-kinds.js';
import { conditionBounds } from '../model/condition-holds.js';
import type { Field } from '../model/field.js';
import type { BenchmarkPlan } from '../model/plan.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { scoreTasks } from '../score/score-tasks.js';
import type { Rerun } from './rerun.js';

/**
 * The task with another value of one field, what is derived from it, and the score that gives it; undefined when a rule
 * has no place for it.
 */
export function changedTask(
  task: ScoredTask,
  field: string,
  value: number,
  { plan, score }: Rerun,
): ScoredTask | undefined {
  const changed = { ...task, fields: { ...task.fields, [field]: value, ...linesWith(task, field, value) } };
  const { tasks, faults } = scoreTasks([changed], plan, score);
  const [scored] = tasks;
  if (faults.length > 0 || scored === undefined) return undefined;
  // Its random number is its own, whatever its fields are.
  return task.random === undefined ? scored : { ...scored, random: task.random };
}

/** The fields of which `lines_changed` is the sum, unless the source gave it otherwise. */
export const lineFields: readonly string[] = ['additions', 'deletions'];

/** Whether the task's `lines_changed` is the sum of its additions and deletions. */
export function linesAreSum({ fields: { additions, deletions, lines_changed } }: ScoredTask): boolean {
  return typeof additions === 'number' && typeof deletions === 'number' && lines_changed === additions + deletions;
}

/** How far the task's `lines_changed` is above the field, with which it moves; undefined when it does not. */
export function linesAbove(task: ScoredTask, field: string): number | undefined {
  if (!lineFields.includes(field) || !linesAreSum(task)) return undefined;
  return Number(task.fields['lines_changed']) - Number(task.fields[field]);
}

/** The `lines_changed` that another value of the field gives the task; nothing when it does not follow from the field. */
function linesWith(task: ScoredTask, field: string, value: number): { lines_changed?: number } {
  const above = linesAbove(task, field);
  return above === undefined ? {} : { lines_changed: above + value };
}

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

/** How a benchmark's values of a number field lie, and in what steps the field is moved. */
export interface FieldScale {
  readonly step: number;
  /** The values a change may lead to: the benchmark's own and one step beyond, counts from 0. */
  readonly lowest: number;
  readonly highest: number;
  /** Highest less lowest value of the benchmark; a step when all are equal. */
  readonly range: number;
}

/** Whole numbers for counts and where all values are whole; else a power of ten, at most a thousandth of the range. */
export function fieldScale({ name, counts }: Field, tasks: readonly ScoredTask[]): FieldScale {
  let [least, most, whole] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, true];
  for (const task of tasks) {
    const value = fieldValue(task, name);
    if (typeof value !== 'number') continue;
    least = Math.min(least, value);
    most = Math.max(most, value);
    whole &&= Number.isInteger(value);
  }
  const step = counts || whole || most <= least ? 1 : 10 ** Math.floor(Math.log10((most - least) / 1000));
  const lowest = counts ? Math.max(0, least - step) : least - step;
  return { step, lowest, highest: most + step, range: Math.max(most - least, step) };
}
