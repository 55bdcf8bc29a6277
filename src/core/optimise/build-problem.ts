import { goalWords, ruleWords, summedWords } from '../describe/describe-optimise.js';
import { groupBy } from '../lists/lists.js';
import type { Fault } from '../model/errors.js';
import type { OptimisedBenchmark, ProgramRow, TierOfOptimum } from '../model/optimum.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import {
  conditionHolds,
  type Goal,
  lostPin,
  type OptimiseRule,
  optimisedFields,
  pinTest,
} from '../model/select-rule.js';
import { compareText, countOf, formatCount, joinWords } from '../text/words.js';
import { mostColumns } from './alike-columns.js';
import { buildLimits, summedValues, wholeNumbers } from './build-limits.js';
import {
  type BuiltGoal,
  type BuiltRule,
  type Candidate,
  columnsOf,
  countedLabel,
  countLimit,
  isUnlabelled,
  type Limit,
  optimiseFault,
  type Problem,
  portionWords,
  statedAs,
} from './problem.js';

/** Larger problems wouldn't fit into memory. */
const most = { candidates: 1_000_000, numbers: 20_000_000 };

/** Why a pool is too large; `kept` tasks remain after keeping `fewestAlike` + 1 per combination of field values. */
export function refusalFromCounts(eligible: number, kept: number, fields: readonly string[]): Fault | undefined {
  if (eligible > most.candidates) {
    const message = `${formatCount(eligible)} eligible tasks are too many to optimise. The limit is ${formatCount(most.candidates)}.`;
    return optimiseFault('too-large', message, 'Narrow the pool with "where".');
  }
  if (kept <= mostColumns) return undefined;
  const message = `${formatCount(eligible)} eligible tasks are too many to optimise. More than ${formatCount(mostColumns)} remain after taking the best for each value of ${joinWords(fields)}.`;
  const hint = 'Narrow the pool with "where", or write rules that use labels with fewer values.';
  return optimiseFault('too-large', message, hint);
}

/** A lower bound on how many interchangeable tasks the rules allow; infinite if nothing limits them. */
export function fewestAlike({ rules }: OptimiseRule, take: number | undefined): number {
  const bounds = rules.map((rule) => {
    if (rule.kind === 'one-of') return Number.POSITIVE_INFINITY;
    // How many tasks a budget allows depends on their costs.
    if (rule.kind === 'sum') return rule.atMost === undefined ? Number.POSITIVE_INFINITY : 0;
    const { values, otherwise } = rule.atMost ?? { values: new Map<string, number>(), otherwise: undefined };
    return Math.min(...values.values(), otherwise ?? Number.POSITIVE_INFINITY);
  });
  return Math.min(take ?? Number.POSITIVE_INFINITY, ...bounds);
}

/** The fields whose values the goal and rules compare directly. */
export function combinedFields({ goal, rules }: OptimiseRule): readonly string[] {
  const own = goal.kind === 'labels' || goal.kind === 'distance' ? goal.by : [];
  const ruled = rules.flatMap((rule) => {
    if (rule.kind === 'one-of' || rule.where !== undefined) return [];
    return rule.kind === 'sum' ? [rule.field] : rule.bands.length > 0 ? [] : rule.by;
  });
  return [...new Set([...own, ...ruled])];
}

export function buildProblem(
  benchmarks: readonly OptimisedBenchmark[],
  { fields }: Pick<Plan, 'fields'>,
  tier?: TierOfOptimum,
): Problem | { readonly faults: readonly Fault[] } {
  const [own] = benchmarks;
  const rule = own?.plan.select.optimise;
  if (own === undefined || rule === undefined) throw new TypeError('There is nothing to optimise.');
  const candidates = candidatesOf(benchmarks);
  const who = rule.scope === 'plan' ? 'the plan' : `benchmark "${own.plan.name}"`;
  if (candidates.length === 0) {
    return { faults: [optimiseFault('empty', `${who}: no task is eligible.`, 'Check "where" and the exclusions.')] };
  }
  const given = rule.scope === 'plan' ? rule.take : own.plan.select.take;
  const take = tier?.take ?? (given === 'all' ? undefined : given);
  const rules: BuiltRule[] = [];
  const limits: Limit[] = [];
  const notes: string[] = [];
  const faults: Fault[] = [];
  const add = (built: BuiltRule, list: readonly Limit[]) => {
    rules.push(built);
    limits.push(...list);
  };
  if (take !== undefined) {
    const columns = [...candidates.keys()];
    const stated = statedAs('take ', take, ' tasks');
    const own = (['least', 'most'] as const).map((side) => countLimit(0, 'tasks', side, take, columns, stated));
    add({ words: `take ${countOf(take, 'task')}`, budget: 'tasks' }, own);
  }
  const scaled = tier && ` (${portionWords(tier)})`;
  for (const each of rule.rules) {
    const built = buildLimits(each, { number: rules.length, candidates, fields, portion: tier });
    notes.push(...built.notes);
    faults.push(...built.faults);
    const isBudget = each.kind === 'sum' && each.atMost !== undefined;
    const budget = isBudget ? { budget: summedWords(each.field, fields) } : {};
    const exempt = built.exempt === undefined ? {} : { exempt: built.exempt };
    const words = `${ruleWords(each, fields)}${each.kind === 'one-of' ? '' : (scaled ?? '')}`;
    add({ words, ...budget, ...exempt }, built.limits);
  }
  for (const limit of pinLimits(candidates, rules.length, tier)) add({ words: limit.what }, [limit]);
  // Almost all tasks that a tier chooses from are in the previous version.
  for (const each of tier === undefined ? benchmarks : []) {
    const limit = keepLimit(each.plan, candidates, rules.length);
    if (limit !== undefined) add({ words: `${limit.what}: at least ${limit.bound}` }, [limit]);
  }
  const outside = tier === undefined ? [] : outsideLimits(candidates, tier, rules.length);
  if (outside.length > 0) add({ words: 'only tasks in the larger selection' }, outside);
  const repeated = sameTasks(candidates, rules.length);
  if (repeated.length > 0) add({ words: 'a task in two benchmarks is selected only once' }, repeated);
  faults.push(...lostPins(benchmarks, candidates));
  const goal = buildGoal(rule.goal, candidates, take, fields);
  if ('faults' in goal) faults.push(...goal.faults);
  const numbers = limits.reduce((sum, { columns }) => sum + columns.length, 0);
  if (candidates.length > most.candidates || numbers > most.numbers) {
    const message = `${who}: ${formatCount(candidates.length)} eligible tasks with ${formatCount(numbers)} terms in the rules are too many to optimise. The limits are ${formatCount(most.candidates)} and ${formatCount(most.numbers)}.`;
    faults.push(optimiseFault('too-large', message, 'Narrow the pool with "where", or use fewer rules.'));
  }
  if (faults.length > 0 || 'faults' in goal) {
    return {
      faults: faults.map((fault) => ({
        ...fault,
        message: fault.message.startsWith(who) ? fault.message : `${who}: ${fault.message}`,
      })),
    };
  }
  if (!goal.isExact)
    notes.push(`For ${goalWords(rule.goal, fields)}, values are rounded to multiples of ${1 / goal.scale}.`);
  notes.push(...unlabelledNote(rule.goal, candidates, fields));
  // If a rule or condition also uses the summed field, changing a task's value would affect more than the goal.
  const looked = [
    ...optimisedFields({ ...rule, goal: { kind: 'tasks', sense: 'maximise' } }),
    ...benchmarks.flatMap(({ plan }) => (plan.select.where ?? []).map(({ field }) => field)),
  ];
  const isFree = rule.goal.kind === 'sum' && !looked.includes(rule.goal.field);
  const summed = isFree ? goal.summed : undefined;
  return { who, scope: rule.scope, candidates, goal: { ...goal, summed }, rules, limits, take, notes };
}

/** A goal that counts labels treats all tasks without one as one more label. */
function unlabelledNote(goal: Goal, candidates: readonly Candidate[], fields: Plan['fields']): readonly string[] {
  if (goal.kind !== 'labels' && goal.kind !== 'distance') return [];
  const lacking = candidates.filter(({ task }) => isUnlabelled(task, goal.by)).length;
  if (lacking === 0) return [];
  const [who, count] = [countOf(lacking, 'eligible task'), formatCount(candidates.length)];
  return [
    `For ${goalWords(goal, fields)}, ${who} of ${count} ${lacking === 1 ? 'lacks' : 'lack'} the label and ${lacking === 1 ? 'counts' : 'count'} as "unknown".`,
  ];
}

/** The eligible tasks, sorted by benchmark and id so that input order doesn't matter. */
function candidatesOf(benchmarks: readonly OptimisedBenchmark[]): readonly Candidate[] {
  return benchmarks
    .toSorted((a, b) => compareText(a.plan.name, b.plan.name))
    .flatMap(({ plan, tasks, excluded }) =>
      tasks
        .filter((task) => !excluded.has(task.id) && conditionHolds(plan.select.where, task))
        .toSorted((a, b) => compareText(a.id, b.id))
        .map((task) => ({ task, plan })),
    );
}

/** Excludes tasks that are not in the next larger selection. */
function outsideLimits(candidates: readonly Candidate[], { chosen }: TierOfOptimum, rule: number): readonly Limit[] {
  const isIn = new Set(columnsOf(candidates, chosen));
  const columns = [...candidates.keys()].filter((column) => !isIn.has(column));
  return columns.length === 0 ? [] : [countLimit(rule, 'tasks outside the larger selection', 'most', 0, columns)];
}

/** The floor on tasks of the previous version: all that are left, or all but the permitted number of new tasks. */
function keepLimit({ name, select }: BenchmarkPlan, candidates: readonly Candidate[], rule: number): Limit | undefined {
  const { keep, take } = select;
  if (keep === undefined) return undefined;
  const columns = columnsOf(candidates, new Map([[name, new Set(keep.tasks)]]));
  const places = take === 'all' ? keep.tasks.length : Math.min(take, keep.tasks.length);
  const least = Math.min(columns.length, places - keep.newAtMost);
  const stated = { words: [`remove "keep" of ${name}`] } as const;
  return least > 0
    ? countLimit(rule, `tasks of the previous version of ${name}`, 'least', least, columns, stated)
    : undefined;
}

function pinLimits(candidates: readonly Candidate[], first: number, tier: TierOfOptimum | undefined): readonly Limit[] {
  const pins = new Map([...new Set(candidates.map(({ plan }) => plan))].map((plan) => [plan, pinTest(plan.select)]));
  const pinned = [...candidates.entries()].filter(([, { task, plan }]) => pins.get(plan)?.(task) === true);
  return pinned.map(([column, { task, plan }], i) => {
    // The ids of the pins include tasks pinned by a condition.
    const byCondition = pinTest({ ...plan.select, pin: [] })(task);
    const words = [
      byCondition ? `exclude ${task.id}, which a condition pins` : `remove the pin of ${task.id}`,
    ] as const;
    const limit = countLimit(first + i, `the pinned task ${task.id}`, 'least', 1, [column], { words });
    return { ...limit, isPin: true, notes: tier === undefined ? [] : ['each tier includes every pinned task'] };
  });
}

function lostPins(benchmarks: readonly OptimisedBenchmark[], candidates: readonly Candidate[]): Fault[] {
  const known = new Set(candidates.map(({ task }) => `${task.benchmark}/${task.id}`));
  return benchmarks.flatMap(({ plan: { name, select }, tasks, excluded }) => {
    // A task pinned by a condition may be excluded.
    const byCondition = new Set(tasks.filter(pinTest({ ...select, pin: [] })).map(({ id }) => id));
    return select.pin
      .filter((id) => !known.has(`${name}/${id}`) && !byCondition.has(id))
      .map((id) => lostPin(name, id, excluded.has(id)));
  });
}

/** Takes a task once if several benchmarks contain it, unless the plan declares them distinct. */
function sameTasks(candidates: readonly Candidate[], rule: number): readonly Limit[] {
  const open = [...candidates.entries()].filter(([, { plan }]) => !plan.distinct);
  return [...groupBy(open, ([, { task }]) => task.id)]
    .filter(([, having]) => having.length > 1)
    .map(([id, having]) => {
      const columns = having.map(([column]) => column);
      return countLimit(rule, `task ${id}`, 'most', 1, columns);
    });
}

/** `take` is the number of tasks, if the plan gives one. */
function buildGoal(
  goal: Goal,
  candidates: readonly Candidate[],
  take: number | undefined,
  fields: Plan['fields'],
): BuiltGoal | { readonly faults: readonly Fault[] } {
  const words = goalWords(goal, fields);
  const { sense } = goal;
  const none = candidates.map(() => 0);
  switch (goal.kind) {
    case 'tasks':
      return linear({ words, sense, scale: 1, values: candidates.map(() => 1), isExact: true });
    case 'sum': {
      const found = summedValues(goal.field, candidates);
      const lacking = found.filter((value) => value === undefined).length;
      if (lacking === 0)
        return linear({
          words,
          sense,
          ...wholeNumbers(found.map((value) => value ?? 0)),
          summed: summedWords(goal.field, fields),
        });
      const message = `the goal is ${words}, but ${lacking} of ${countOf(found.length, 'eligible task')} ${lacking === 1 ? 'has' : 'have'} no ${summedWords(goal.field, fields)}.`;
      const hint = 'Leave these tasks out with "where", or declare the field for them.';
      return { faults: [optimiseFault('unknown', message, hint)] };
    }
    case 'labels': {
      const groups = labelColumns(candidates, goal.by);
      const covers = (label: number): ProgramRow[] => {
        const members = groups.list[label] ?? [];
        const column = candidates.length + label;
        // When maximising, a label needs a chosen task; when minimising, a chosen task forces its label.
        if (sense === 'maximise') return [row(members, 1, column, -1, 0, Number.POSITIVE_INFINITY)];
        return [row(members, -1, column, members.length, 0, Number.POSITIVE_INFINITY)];
      };
      return {
        words,
        sense,
        scale: 1,
        values: none,
        extra: groups.list.map(() => ({ value: 1, upper: 1, whole: true })),
        rows: groups.list.flatMap((_, label) => covers(label)),
        unitsOf: (chosen) => new Set(chosen.map((column) => groups.of[column])).size,
        isExact: true,
      };
    }
    case 'distance': {
      if (take === undefined) {
        const message = `the goal is ${words}, which requires a number of tasks.`;
        return { faults: [optimiseFault('take', message, 'Give "take".')] };
      }
      const groups = labelColumns(candidates, goal.by);
      const all = candidates.length;
      // |count / take − size / all| in units of 1 / (take × all), so that every term is a whole number.
      const share = groups.list.map((members) => take * members.length);
      const rows = groups.list.flatMap((members, label): ProgramRow[] => {
        const [column, target] = [all + label, share[label] ?? 0];
        return [
          row(members, -all, column, 1, -target, Number.POSITIVE_INFINITY),
          row(members, all, column, 1, target, Number.POSITIVE_INFINITY),
        ];
      });
      return {
        words,
        sense,
        // Half the sum of the differences is the share of tasks that would have to be replaced.
        scale: 2 * take * all,
        values: none,
        extra: groups.list.map(() => ({ value: 1, upper: all * Math.max(take, 1), whole: false })),
        rows,
        unitsOf: (chosen) => {
          const counts = groups.list.map(() => 0);
          for (const column of chosen) counts[groups.of[column] ?? 0] = (counts[groups.of[column] ?? 0] ?? 0) + 1;
          return counts.reduce((sum, count, label) => sum + Math.abs(all * count - (share[label] ?? 0)), 0);
        },
        isExact: true,
        needsTake: true,
      };
    }
  }
}

function linear(goal: Omit<BuiltGoal, 'extra' | 'rows' | 'unitsOf'>): BuiltGoal {
  const unitsOf = (chosen: readonly number[]) => chosen.reduce((sum, column) => sum + (goal.values[column] ?? 0), 0);
  return { ...goal, extra: [], rows: [], unitsOf };
}

function labelColumns(candidates: readonly Candidate[], by: readonly string[]) {
  const groups = groupBy(candidates.entries(), ([, { task }]) => countedLabel(task, by));
  const list = [...groups.values()].map((members) => members.map(([column]) => column));
  const of = candidates.map(() => 0);
  for (const [label, members] of list.entries()) for (const column of members) of[column] = label;
  return { list, of };
}

function row(
  members: readonly number[],
  value: number,
  column: number,
  own: number,
  lower: number,
  upper: number,
): ProgramRow {
  return { columns: [...members, column], values: [...members.map(() => value), own], lower, upper };
}
