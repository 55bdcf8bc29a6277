import { drawDesignOf } from '../draws/draws.js';
import { groupBy } from '../lists/lists.js';
import type { Fault } from '../model/errors.js';
import { type BenchmarkPlan, writtenField } from '../model/plan.js';
import { bandNames, bandOf, crossedLabel, type GroupRule, groupFields, rankingKey } from '../model/select-rule.js';
import { fieldValue, learnedFields, priorFields, randomField, rescored, type ScoredTask } from '../model/task.js';
import { permanentRandomNumber } from '../random/seeded-numbers.js';
import { compareText } from '../text/words.js';

export type TaskGroups = ReadonlyMap<string | undefined, readonly ScoredTask[]>;

/** Groups tasks by key, in code-unit order or in the order of the bands; tasks without the field come last. */
export function groupTasks(
  tasks: readonly ScoredTask[],
  rule: GroupRule | undefined,
): Map<string | undefined, ScoredTask[]> {
  if (rule === undefined) return new Map([[undefined, [...tasks]]]);
  return inGroupOrder(
    groupBy(tasks, (task) => groupKey(task, rule)),
    rule,
  );
}

/** Groups in the order in which they share places and appear in reports. */
export function inGroupOrder<Value>(
  groups: ReadonlyMap<string | undefined, Value>,
  rule: GroupRule,
): Map<string | undefined, Value> {
  const place = new Map(bandNames(rule.bands).map((name, at) => [name, at]));
  return new Map([...groups].sort(([a], [b]) => compareKeys(a, b, place)));
}

/** Grouping by a field that no task has is an error: the plan means another field, or lacks a source for it. */
export function ungroupedFaults(tasks: readonly ScoredTask[], { name, select }: BenchmarkPlan): Fault[] {
  const rule = select.group;
  if (rule === undefined || tasks.length === 0) return [];
  const fields = groupFields(rule);
  if (tasks.some((task) => fields.some((field) => fieldValue(task, field) !== undefined))) return [];
  const isPrior = priorFields.some(({ name: field }) => fields.includes(field));
  // A ranked selection gets a warning instead: all its tasks then compete with each other.
  if (select.draw === undefined && !isPrior) return [];
  const message = `benchmark "${name}": tasks are grouped by ${rule.by}, but no eligible task has it.`;
  const hint = isPrior
    ? 'Add the results of earlier runs under "prior".'
    : 'Group by another field, or declare this one.';
  return [{ code: 'selection/no-groups', message, hint }];
}

/** Ranking by a field that no eligible task has would leave the choice to the ids. */
export function unrankedFaults(tasks: readonly ScoredTask[], plan: BenchmarkPlan): Fault[] {
  const { draw, optimise } = plan.select;
  const first = rankingKey(plan.select);
  if (first === undefined || draw !== undefined || optimise !== undefined || tasks.length === 0) return [];
  const { field } = first;
  if (field === randomField.name || tasks.some((task) => fieldValue(task, field) !== undefined)) return [];
  const isPrior = [...priorFields, ...learnedFields].some(({ name }) => name === field);
  // Earlier results without repeats give no uplift; a warning counts the tasks.
  if (isPrior && plan.prior !== undefined) return [];
  const message = `benchmark "${plan.name}": tasks are ranked by ${writtenField(plan, field)}, but no eligible task has it.`;
  const hint = isPrior
    ? 'Add the results of earlier runs under "prior".'
    : 'Rank by another field, or declare this one.';
  return [{ code: 'selection/no-ranks', message, hint }];
}

/** A task's group: the field's value or its band, or the values of several fields joined by " × ". */
export function groupKey(task: ScoredTask, { by, crossed, bands }: GroupRule): string | undefined {
  if (crossed !== undefined)
    return crossed.every((field) => fieldValue(task, field) === undefined) ? undefined : crossedLabel(task, crossed);
  const value = fieldValue(task, by);
  if (value === undefined) return undefined;
  if (bands.length === 0 || typeof value !== 'number') return String(value);
  return bandOf(value, bands);
}

function compareKeys(a: string | undefined, b: string | undefined, place: ReadonlyMap<string, number>): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  const [first, second] = [place.get(a), place.get(b)];
  if (first !== undefined && second !== undefined) return first - second;
  return compareText(a, b);
}

/** Gives each task its permanent random number if the benchmark's order or draw uses one. */
export function numberTasks(
  tasks: readonly ScoredTask[],
  plan: BenchmarkPlan,
  seed: string | number | undefined,
): readonly ScoredTask[] {
  if (seed === undefined || !usesNumbers(plan)) return tasks;
  const text = String(seed);
  return tasks.map((task) => rescored(task, task.score, permanentRandomNumber(text, plan.name, task.id)));
}

export function usesNumbers({ select }: BenchmarkPlan): boolean {
  // Purposes and optimisations draw with them or break ties with them.
  if (select.purpose !== undefined || select.optimise !== undefined) return true;
  if (select.draw !== undefined && drawDesignOf(select.draw).numbers.arePermanent) return true;
  const orders = [select.prefer, ...select.ensure.map(({ prefer }) => prefer)];
  return orders.some((order) => order.some(({ field }) => field === randomField.name));
}
