import { describeChoice } from '../describe/describe-strategy.js';
import { fieldWords, type PlanFields } from '../describe/field-words.js';
import { groupBy } from '../lists/lists.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import {
  conditionHolds,
  type EnsureRule,
  groupFields,
  optimisedFields,
  type Preference,
  pinTest,
} from '../model/select-rule.js';
import type { BenchmarkSelection, Choice, Group, PoolCensus, Selection } from '../model/selection.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { orderTasks } from '../order/order-tasks.js';
import { scoredFields } from '../score/score-tasks.js';
import { type Replacements, replacementsOf } from '../select/fill-groups.js';
import { groupKey } from '../select/group-tasks.js';
import { type Chosen, selectTasks } from '../select/select-tasks.js';
import type { Effect, FeatureUse, Gap, TaskStanding } from './explanation.js';

export type Rerun = ReturnType<typeof rerunOf>;

/** Selects again from one benchmark, with a change. */
export function rerunOf(benchmark: BenchmarkSelection, { choices: all, plan: { score, fields } }: Selection) {
  const { plan, tasks, census } = benchmark;
  const exclusions = new Map(benchmark.exclusions.map((each) => [each.taskId, each]));
  const replacements = replacementsOf(benchmark);
  const replaced = groupBy(
    tasks.filter((task) => replacements.has(task.id) && conditionHolds(plan.select.where, task)),
    ({ id }) => replacements.get(id),
  );
  // `ensure` may need tasks beyond the candidates, and a draw over the whole pool can't be repeated on candidates.
  const isUnsure = census !== undefined && (census.draws !== undefined || plan.select.ensure.length > 0);
  const select = (excluded: Iterable<string>, own: Replacements, task: ScoredTask, more: 1 | -1) =>
    selectTasks(tasks, plan, new Set(excluded), own, census && withMore(census, task, plan, more));
  const effectOf = (id: string, { choices, faults, shortfalls }: Chosen): Effect => {
    const known = new Set(benchmark.shortfalls.map(({ message }) => message));
    const short = shortfalls.map(({ message }) => message).filter((message) => !known.has(message));
    // No run gives a selection without any task.
    const isLast = choices.length === 0 && all.length === benchmark.choices.length;
    const stops = [
      ...faults.map(({ message }) => message),
      ...short,
      ...(isLast ? ['no task would be selected.'] : []),
    ];
    if (faults.length > 0) return { ...nothing, stops };
    const before = benchmark.choices.map(({ task }) => task.id);
    const after = choices.map(({ task }) => task.id);
    return { comesIn: missingFrom(before, after, id), goesOut: missingFrom(after, before, id), stops };
  };
  return {
    benchmark,
    plan,
    score,
    fields,
    /** By id of the excluded task. */
    exclusions,
    /** The excluded tasks that this task replaces. It takes their rank if that is better than its own. */
    replacedBy: ({ id }: ScoredTask): readonly ScoredTask[] => replaced.get(id) ?? [],
    /** Whether the task is selected if `changed` replace the benchmark's tasks. */
    selects: (id: string, changed: readonly ScoredTask[]): boolean => {
      const { choices, faults } = selectTasks(changed, plan, new Set(exclusions.keys()), replacements);
      return faults.length === 0 && choices.some(({ task }) => task.id === id);
    },
    without: (task: ScoredTask): Effect => {
      const [other] = [...replacements].find(([, replacement]) => replacement === task.id) ?? [];
      if (other !== undefined) return { ...nothing, stops: [`the plan names it as the replacement for "${other}".`] };
      if (isUnsure) return unknown;
      return effectOf(task.id, select([...exclusions.keys(), task.id], replacements, task, -1));
    },
    /** The effect of removing the task's pin, and whether the task is still selected. */
    unpinned: (task: ScoredTask): Effect & { readonly selected: boolean } => {
      // Its group would have one more task, which the counts of the whole pool leave out.
      if (census !== undefined) return { ...unknown, selected: false };
      const chosen = selectTasks(tasks, withoutPin(plan, task), new Set(exclusions.keys()), replacements);
      return { ...effectOf(task.id, chosen), selected: chosen.choices.some(({ task: { id } }) => id === task.id) };
    },
    /** The effect of lifting the task's exclusion, and the resulting selection. */
    lifted: (task: ScoredTask) => {
      const excluded = [...exclusions.keys()].filter((each) => each !== task.id);
      const others = new Map([...replacements].filter(([each]) => each !== task.id));
      const chosen = select(excluded, others, task, 1);
      return { effect: isUnsure ? unknown : effectOf(task.id, chosen), chosen };
    },
  };
}

const nothing: Effect = { comesIn: [], goesOut: [], stops: [] };
const unknown: Effect = { ...nothing, isUnknown: true };

export function withoutPin(plan: BenchmarkPlan, { id }: ScoredTask): BenchmarkPlan {
  return { ...plan, select: { ...plan.select, pin: plan.select.pin.filter((each) => each !== id) } };
}

function withMore(census: PoolCensus, task: ScoredTask, { select }: BenchmarkPlan, more: 1 | -1): PoolCensus {
  const { where = [], group } = select;
  if (!conditionHolds(where, task)) return census;
  const key = group === undefined ? undefined : groupKey(task, group);
  const counts = census.groups.get(key);
  const groups =
    counts === undefined || pinTest(select)(task)
      ? census.groups
      : new Map([...census.groups, [key, { ...counts, eligible: counts.eligible + more }]]);
  return { ...census, eligible: census.eligible + more, groups };
}

function missingFrom(list: readonly string[], ids: readonly string[], except: string): string[] {
  const known = new Set(list);
  return ids.filter((id) => id !== except && !known.has(id));
}

const taskRuns = 2_000_000;
const fewest = 20;

/** The number of runs to spend on a question, reduced for benchmarks so large that it would take minutes. */
export function runBudget(wanted: number, tasks: number): number {
  return Math.max(fewest, Math.min(wanted, Math.floor(taskRuns / tasks)));
}

/** The rank of a task in its group; undefined if it is in none. */
export function findStanding(
  { id }: ScoredTask,
  groups: readonly Group[],
  { plan: benchmark, census }: Pick<BenchmarkSelection, 'plan' | 'census'>,
  fields: Plan['fields'],
): TaskStanding | undefined {
  for (const group of groups) {
    const at = group.ranking.findIndex((task) => task.id === id);
    const task = group.ranking[at];
    if (task === undefined) continue;
    if (group.pinned) return { group, rank: at + 1, words: 'pinned by the plan' };
    // The rank among candidates is better than the rank among all tasks, so use the counted one.
    const counted = at < group.allocated ? undefined : census?.standings.get(id);
    const neighbours = group.ranking.slice(Math.max(0, at - 1), at + 2);
    const keysNeeded =
      counted?.keysNeeded ??
      orderTasks(neighbours, benchmark.select.prefer).find((each) => each.task === task)?.keysNeeded ??
      1;
    const rank = counted?.rank ?? at + 1;
    const none = { probability: undefined, balance: undefined, ensured: undefined };
    return { group, rank, words: describeChoice({ task, benchmark, group, rank, keysNeeded, ...none }, fields) };
  }
  return undefined;
}

/** A place that a task could have taken by being ahead of its holder. */
export interface PlaceToBeat {
  readonly by: 'rank' | 'ensure';
  readonly holder: ScoredTask;
  /** The task whose keys must be beaten; see `barOf`. */
  readonly bar: ScoredTask;
  readonly prefer: readonly Preference[];
}

/** The last place of the task's group, and of each `ensure` entry that added tasks like it. */
export function placesToBeat(task: ScoredTask, { group }: TaskStanding, rerun: Rerun): PlaceToBeat[] {
  const { plan, benchmark } = rerun;
  const { prefer } = plan.select;
  const last = group.ranking[group.allocated - 1];
  const ranked: PlaceToBeat[] =
    last === undefined ? [] : [{ by: 'rank', holder: last, bar: barOf(last, prefer, rerun), prefer }];
  const ensured = ensureEntries(plan)
    .filter((entry) => isOf(task, entry))
    .flatMap((entry): PlaceToBeat[] => {
      const holder = addedBy(entry, benchmark.choices).at(-1);
      return holder === undefined ? [] : [{ by: 'ensure', holder, bar: holder, prefer: entry.rule.prefer }];
    });
  return [...ranked, ...ensured];
}

/** The task whose keys decide this task's place: itself, or an excluded task that it replaces. */
export function barOf(task: ScoredTask, prefer: readonly Preference[], rerun: Rerun): ScoredTask {
  return rerun.replacedBy(task).reduce((best, each) => (isAhead(each, best, prefer) ? each : best), task);
}

/** The first key of the order on which two bars differ, with the value of each. `otherBar` is the bar of `other`. */
export function gapBetween(
  bar: ScoredTask,
  otherBar: ScoredTask,
  other: ScoredTask,
  prefer: readonly Preference[],
  fields: PlanFields,
): Gap {
  const decisive = prefer.find((preference) => compareByKeys(bar, otherBar, [preference]) !== 0);
  const isKept = decisive?.kind === 'kept';
  const field = decisive?.field ?? 'id';
  return {
    taskId: other.id,
    insteadOf: otherBar === other ? undefined : otherBar.id,
    key: isKept ? 'kept' : field,
    own: fieldValue(bar, field),
    other: fieldValue(otherBar, field),
    words: fieldWords(field, fields),
    counts: fields.get(field)?.counts === true,
  };
}

export type EnsureEntry = { readonly rule: EnsureRule; readonly value: string };

/** In the order in which the entries act. */
export function ensureEntries({ select }: BenchmarkPlan): readonly EnsureEntry[] {
  return select.ensure.flatMap((rule) => rule.values.map((value) => ({ rule, value })));
}

/** Whether the entry counts the task and may add it. */
export function isOf(task: ScoredTask, { rule, value }: EnsureEntry): boolean {
  return String(fieldValue(task, rule.by) ?? '') === value;
}

function addedBy({ rule, value }: EnsureEntry, choices: readonly Choice[]): readonly ScoredTask[] {
  return choices
    .flatMap(({ task, ensured }) => (ensured?.rule === rule && ensured.value === value ? [{ task, ensured }] : []))
    .sort((a, b) => a.ensured.before - b.ensured.before)
    .map(({ task }) => task);
}

/** Whether the order puts the first task ahead of the second. The id breaks ties. */
export function isAhead(task: ScoredTask, other: ScoredTask, prefer: readonly Preference[]): boolean {
  return orderTasks([task, other], prefer)[0]?.task === task;
}

/** Negative if the keys put the first task ahead, positive if behind, 0 if equal. */
export function compareByKeys(task: ScoredTask, other: ScoredTask, prefer: readonly Preference[]): number {
  const [first] = orderTasks([task, other], prefer);
  if (first === undefined || first.tiedWithNext) return 0;
  return first.task === task ? -1 : 1;
}

/** The fields that each part of a benchmark's plan uses. */
export function fieldUses(benchmark: BenchmarkPlan): Readonly<Record<FeatureUse, readonly string[]>> {
  const { where, group, prefer, draw, ensure, optimise } = benchmark.select;
  return {
    phase: benchmark.phase.by === undefined ? [] : [benchmark.phase.by],
    score: scoredFields(benchmark),
    where: (where ?? []).map(({ field }) => field),
    group: group === undefined ? [] : groupFields(group),
    order: optimise === undefined ? prefer.map(({ field }) => field) : [],
    draw: draw?.by ?? [],
    ensure: ensure.flatMap((rule) => [rule.by, ...rule.prefer.map(({ field }) => field)]),
    optimise: optimise === undefined ? [] : optimisedFields(optimise),
  };
}
