import type { Fault } from '../model/errors.js';
import type { Optimum, Program, ProgramRow, TierOfOptimum } from '../model/optimum.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { OptimiseRule } from '../model/select-rule.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { countOf, formatCount } from '../text/words.js';

export interface Candidate {
  readonly task: ScoredTask;
  readonly plan: BenchmarkPlan;
}

/** A goal and its rules in numeric form. */
export interface Problem {
  /** For messages: "the plan", or a benchmark. */
  readonly who: string;
  readonly scope: OptimiseRule['scope'];
  /** Sorted by benchmark, then id. */
  readonly candidates: readonly Candidate[];
  readonly goal: BuiltGoal;
  /** The plan's rules in order, then implied ones. */
  readonly rules: readonly BuiltRule[];
  readonly limits: readonly Limit[];
  readonly take: number | undefined;
  readonly notes: readonly string[];
}

/** A rule; `Limit.rule` is its index. */
export interface BuiltRule {
  readonly words: string;
  /** If the rule is a budget, the quantity that it limits, such as "run cost in dollars". */
  readonly budget?: string;
  readonly exempt?: Exempt;
}

/** Candidates without the label, to which no bound of the rule applies. */
export interface Exempt {
  readonly columns: readonly number[];
  /** The change to the rule that limits them, with COUNT for the number. */
  readonly cap: string;
}

/** A number in the plan. Several limits may come from it, such as one for each label. */
export interface Stated {
  /** The text around the number that would replace it; only the first if it can only be removed. */
  readonly words: readonly [before: string, after?: string];
  /** For a floor: the number of tasks. A label that has fewer needs all of them. */
  readonly asked?: number;
}

/** For example "language: at least 3 of each instead of 4", with `after` " of each". */
export function statedAs(before: string, bound: number, after = '', isExact = false): Stated {
  const was = bound === Number.POSITIVE_INFINITY ? 'all' : formatCount(bound);
  return { words: [before, `${after} instead of ${isExact ? 'exactly ' : ''}${was}`] };
}

/** One inequality: the sum over the chosen tasks is at least, or at most, the bound. */
export interface Limit {
  readonly rule: number;
  /** The quantity that is counted or summed, such as "language go". */
  readonly what: string;
  readonly side: 'least' | 'most';
  /** In units, like `values`. */
  readonly bound: number;
  /** Units per 1. */
  readonly scale: number;
  /** The change, in units, that shows the limit's cost: one task, or the average value of one. */
  readonly step: number;
  readonly isPin?: true;
  /** Undefined for a limit that no number in the plan states. */
  readonly stated?: Stated;
  /** How the bound follows from the number in the plan, if they differ. */
  readonly notes?: readonly string[];
  /** The candidates that count, by index, and their values. */
  readonly columns: readonly number[];
  readonly values: readonly number[];
}

export function countLimit(
  rule: number,
  what: string,
  side: Limit['side'],
  bound: number,
  columns: readonly number[],
  stated?: Stated,
): Limit {
  const own = stated === undefined ? {} : { stated };
  return { rule, what, side, bound, scale: 1, step: 1, ...own, columns, values: columns.map(() => 1) };
}

/** A goal in numeric form. */
export interface BuiltGoal {
  readonly words: string;
  readonly sense: OptimiseRule['goal']['sense'];
  /** Units per 1 of the reported value. */
  readonly scale: number;
  /** Units per candidate. */
  readonly values: readonly number[];
  /** Columns that the goal needs in addition to the candidates; `rows` number them after the last candidate. */
  readonly extra: readonly { readonly value: number; readonly upper: number; readonly whole: boolean }[];
  readonly rows: readonly ProgramRow[];
  /** The goal's value for chosen candidates, in units. */
  readonly unitsOf: (chosen: readonly number[]) => number;
  readonly isExact: boolean;
  /** The summed field, in words, if no rule uses it too. */
  readonly summed?: string | undefined;
  /** Whether values are comparable only for a fixed number of tasks. */
  readonly needsTake?: true;
}

/** The size of a tier, and of the selection it is part of. */
export type Portion = Pick<TierOfOptimum, 'take' | 'of'>;

/** "in proportion: 10 of 40 tasks". */
export function portionWords({ take, of }: Portion): string {
  return `in proportion: ${take} of ${countOf(of, 'task')}`;
}

/** Scales a bound to a tier: rounds floors down and ceilings up. */
export function inProportion(bound: number, side: Limit['side'], portion: Portion | undefined): number {
  if (portion === undefined) return bound;
  const share = (bound * portion.take) / portion.of;
  return side === 'least' ? Math.floor(share) : Math.ceil(share);
}

/** The label that a task counts under, crossing several fields; missing values are "unknown". */
export function countedLabel(task: ScoredTask, by: readonly string[]): string {
  return by.map((field) => String(countedValue(task, field) ?? notKnown)).join(' × ');
}

/** Whether a task lacks a field that it is counted by, or has the value "unknown". */
export function isUnlabelled(task: ScoredTask, by: readonly string[]): boolean {
  return by.some((field) => (countedValue(task, field) ?? notKnown) === notKnown);
}

const notKnown = 'unknown';

function countedValue(task: ScoredTask, field: string) {
  return fieldValue(task, field) ?? (field === 'benchmark' ? task.benchmark : undefined);
}

export function optimiseFault(code: string, message: string, hint: string): Fault {
  return { code: `optimise/${code}`, message, hint };
}

/** The indexes of the candidates among these ids, which are grouped by benchmark. */
export function columnsOf(candidates: readonly Candidate[], ids: Optimum['chosen']): readonly number[] {
  return [...candidates.entries()].flatMap(([column, { plan, task }]) =>
    ids.get(plan.name)?.has(task.id) === true ? [column] : [],
  );
}

export function columnSum({ columns, values }: Pick<Limit, 'columns' | 'values'>, isIn: ReadonlySet<number>): number {
  return columns.reduce((sum, column, i) => (isIn.has(column) ? sum + (values[i] ?? 0) : sum), 0);
}

export function keeps(limit: Limit, isIn: ReadonlySet<number>): boolean {
  const sum = columnSum(limit, isIn);
  return limit.side === 'least' ? sum >= limit.bound : sum <= limit.bound;
}

export interface Asked {
  /** Replaces the problem's limits. */
  readonly limits?: readonly Limit[];
  readonly forced?: readonly number[];
}

/** The program whose minimum cost is the best goal. */
export function goalProgram(problem: Problem, asked: Asked = {}): Program {
  const { goal } = problem;
  const sign = goal.sense === 'maximise' ? -1 : 1;
  const values = [...goal.values, ...goal.extra.map(({ value }) => value)];
  return {
    ...boundsOf(problem, asked),
    cost: values.map((value) => sign * value + 0),
    rows: [...limitRows(asked.limits ?? problem.limits), ...goal.rows],
  };
}

/** Breaks ties: minimises the sum of tie numbers among selections whose goal is at least as good as `value`. */
export function tieProgram(problem: Problem, asked: Asked, value: number, ties: readonly number[]): Program {
  const program = goalProgram(problem, asked);
  const { goal } = problem;
  const units = [...goal.values, ...goal.extra.map((each) => each.value)];
  const columns = [...units.keys()].filter((column) => units[column] !== 0);
  const good: ProgramRow = {
    columns,
    values: columns.map((column) => units[column] ?? 0),
    lower: goal.sense === 'maximise' ? value : Number.NEGATIVE_INFINITY,
    upper: goal.sense === 'maximise' ? Number.POSITIVE_INFINITY : value,
  };
  return { ...program, cost: units.map((_, column) => ties[column] ?? 0), rows: [...program.rows, good] };
}

export function feasibilityProgram(problem: Problem, asked: Asked): Program {
  const { lower, upper, whole } = boundsOf(problem, asked);
  const size = problem.candidates.length;
  return {
    cost: Array<number>(size).fill(0),
    lower: lower.slice(0, size),
    upper: upper.slice(0, size),
    whole: whole.slice(0, size),
    rows: limitRows(asked.limits ?? problem.limits),
  };
}

function boundsOf({ candidates, goal }: Problem, { forced = [] }: Asked) {
  const isForced = new Set(forced);
  return {
    lower: [...candidates.map((_, i) => (isForced.has(i) ? 1 : 0)), ...goal.extra.map(() => 0)],
    upper: [...candidates.map(() => 1), ...goal.extra.map(({ upper }) => upper)],
    whole: [...candidates.map(() => true), ...goal.extra.map(({ whole }) => whole)],
  };
}

/** One row per limit; a floor and a ceiling on the same candidates share a row. */
function limitRows(limits: readonly Limit[]): readonly ProgramRow[] {
  const rows = new Map<readonly number[], ProgramRow>();
  const single: ProgramRow[] = [];
  for (const { side, bound, columns, values } of limits) {
    const own = {
      columns,
      values,
      lower: side === 'least' ? bound : Number.NEGATIVE_INFINITY,
      upper: side === 'most' ? bound : Number.POSITIVE_INFINITY,
    };
    const known = rows.get(columns);
    if (known === undefined) rows.set(columns, own);
    else if (own.lower > known.upper || own.upper < known.lower) single.push(own);
    else
      rows.set(columns, { ...known, lower: Math.max(known.lower, own.lower), upper: Math.min(known.upper, own.upper) });
  }
  return [...rows.values(), ...single];
}
