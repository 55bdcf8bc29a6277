import { groupBy } from '../lists/group-by.js';
import { conditionHolds } from '../model/condition-holds.js';
import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan, GroupRule } from '../model/plan.js';
import type { Choice, CutTie, EnsureResult, Group, Shortfall } from '../model/selection.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { compareText } from '../text/compare-text.js';
import { ensureValues } from './ensure-values.js';
import type { OrderedTask } from './order-tasks.js';
import { noReplacements, orderWithReplacements, type Replacements, replacementFaults } from './replacements.js';
import { sharePlaces } from './share-places.js';

/** What was chosen from one benchmark, and how. */
export interface Chosen {
  readonly eligible: number;
  /** The ids of the tasks that `where` leaves out. */
  readonly leftOut: readonly string[];
  readonly groups: readonly Group[];
  readonly ensured: readonly EnsureResult[];
  readonly shortfalls: readonly Shortfall[];
  /** By id. */
  readonly choices: readonly Choice[];
  readonly faults: readonly Fault[];
}

/**
 * Eligible tasks → groups → allocation → order → ensure: the one way every benchmark is selected from.
 *
 * @param excluded The ids of tasks that may not be selected.
 * @param replacements For an excluded task's id, the id of the task that takes its place in the order.
 */
export function selectTasks(
  tasks: readonly ScoredTask[],
  plan: BenchmarkPlan,
  excluded: ReadonlySet<string>,
  replacements: Replacements = noReplacements,
): Chosen {
  const { where } = plan.select;
  const fitting = where === undefined ? tasks : tasks.filter((task) => conditionHolds(where, task));
  const eligible = excluded.size === 0 ? fitting : fitting.filter((task) => !excluded.has(task.id));
  const members = groupTasks(eligible, plan.select.group);
  const { places, shortfalls, faults } = sharePlaces(members, plan);
  const replaced = replacements.size === 0 ? [] : fitting.filter((task) => replacements.has(task.id));
  const replacedByKey = groupTasks(replaced, plan.select.group);
  const ordered = [...members].map(([key, group], i) => ({
    key,
    order: orderWithReplacements(group, replacedByKey.get(key) ?? [], plan, replacements),
    allocated: places[i] ?? 0,
  }));
  const ranked = new Set(ordered.flatMap(({ order, allocated }) => order.slice(0, allocated).map(({ task }) => task)));
  const ensured = ensureValues(eligible, ranked, plan);

  const groups: Group[] = [];
  const choices: Choice[] = [];
  for (const { key, order, allocated } of ordered) {
    const group: Group = { key, ranking: order.map(({ task }) => task), allocated, tie: cutTie(order, allocated) };
    groups.push(group);
    order.forEach(({ task, keysNeeded }, index) => {
      const ensuredBy = ensured.added.get(task);
      if (index >= allocated && ensuredBy === undefined) return;
      choices.push({ task, benchmark: plan, group, rank: index + 1, keysNeeded, ensured: ensuredBy });
    });
  }
  return {
    eligible: eligible.length,
    leftOut: where === undefined ? [] : tasks.filter((task) => !conditionHolds(where, task)).map((task) => task.id),
    groups,
    ensured: ensured.results,
    shortfalls: [...shortfalls, ...ensured.shortfalls],
    choices: choices.sort((a, b) => compareText(a.task.id, b.task.id)),
    faults: [...faults, ...replacementFaults(replaced, eligible, plan, replacements)],
  };
}

/** The tasks around the last place that only their ids tell apart. */
function cutTie(order: readonly OrderedTask[], allocated: number): CutTie | undefined {
  if (order[allocated - 1]?.tiedWithNext !== true) return undefined;
  let first = allocated - 1;
  while (order[first - 1]?.tiedWithNext === true) first -= 1;
  let last = allocated;
  while (order[last]?.tiedWithNext === true) last += 1;
  return { tied: last - first + 1, taken: allocated - first };
}

/** Groups by key in code-unit order; the tasks without the field come last. */
function groupTasks(tasks: readonly ScoredTask[], rule: GroupRule | undefined): Map<string | undefined, ScoredTask[]> {
  if (rule === undefined) return new Map([[undefined, [...tasks]]]);
  const groups = groupBy(tasks, (task) => {
    const value = fieldValue(task, rule.by);
    return value === undefined ? undefined : String(value);
  });
  return new Map([...groups].sort(([a], [b]) => compareKeys(a, b)));
}

function compareKeys(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  return compareText(a, b);
}
