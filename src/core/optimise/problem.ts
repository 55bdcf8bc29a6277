import type { Fault } from '../model/errors.js';
import type { Optimum, Program, ProgramRow, TierOfOptimum } from '../model/optimum.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { OptimiseRule } from '../model/select-rule.js';
import { fieldValue, type ScoredTask } from '../model/task.js';

/** A task that may be chosen. */
export interface Candidate {
  readonly task: ScoredTask;
  readonly plan: BenchmarkPlan;
}

/** A goal and rules as numbers: what is chosen from, what counts, and what must hold. */
export interface Problem {
  /** Whose it is, for messages: "the plan", or a benchmark. */
  readonly who: string;
  readonly scope: OptimiseRule['scope'];
  /** By benchmark, then id. */
  readonly candidates: readonly Candidate[];
  readonly goal: BuiltGoal;
  /** Each rule in words: what the plan gives, in its order, then what follows from it. */
  readonly rules: readonly BuiltRule[];
  readonly limits: readonly Limit[];
  /** The number of tasks that the plan asks for. */
  readonly take: number | undefined;
  readonly notes: readonly string[];
}

/** A rule, whose limits have its number. */
export interface BuiltRule {
  readonly words: string;
  /** What its sums count, where they are a budget: "dollars for runs". */
  readonly budget?: string;
  /** The candidates that its bounds for every label do not speak of, because they lack the label. */
  readonly exempt?: readonly number[];
}

/** One inequality: the sum of the values of the chosen tasks is at least, or at most, the bound. */
export interface Limit {
  readonly rule: number;
  /** What is counted or summed: "language go". */
  readonly what: string;
  readonly side: 'least' | 'most';
  /** In units, as the values are. */
  readonly bound: number;
  /** How many units are 1. */
  readonly scale: number;
  /** By how much it is weakened to see what it costs, in units: one task, or the average of one. */
  readonly step: number;
  /** Set where it is a pin, which holds or does not. */
  readonly isPin?: true;
  /** The candidates that count, by number, and how much each does. */
  readonly columns: readonly number[];
  readonly values: readonly number[];
}

/** A limit on the number of chosen candidates among these columns. */
export function countLimit(
  rule: number,
  what: string,
  side: Limit['side'],
  bound: number,
  columns: readonly number[],
): Limit {
  return { rule, what, side, bound, scale: 1, step: 1, columns, values: columns.map(() => 1) };
}

/** A goal as numbers. */
export interface BuiltGoal {
  readonly words: string;
  readonly sense: OptimiseRule['goal']['sense'];
  /** How many units are 1 of what is told. */
  readonly scale: number;
  /** Units that a candidate counts. */
  readonly values: readonly number[];
  /** Columns that the goal needs besides the candidates, in units each; `rows` number them from the last candidate on. */
  readonly extra: readonly { readonly value: number; readonly upper: number; readonly whole: boolean }[];
  readonly rows: readonly ProgramRow[];
  /** What chosen candidates come to, in units. */
  readonly unitsOf: (chosen: readonly number[]) => number;
  readonly isExact: boolean;
  /** The field whose values are summed, in words, where no rule looks at it too. */
  readonly summed?: string | undefined;
  /** Whether its figures stand for one number of tasks only. */
  readonly needsTake?: true;
}

/** How the bounds of a rule are scaled for a tier: floors are rounded down, ceilings up. */
export type Portion = Pick<TierOfOptimum, 'take' | 'of'>;

/** A bound in proportion to a tier; unchanged for the whole selection. */
export function inProportion(bound: number, side: Limit['side'], portion: Portion | undefined): number {
  if (portion === undefined) return bound;
  const share = (bound * portion.take) / portion.of;
  return side === 'least' ? Math.floor(share) : Math.ceil(share);
}

/** The label by which a task is counted, several crossed into one; what is not known is "unknown". */
export function countedLabel(task: ScoredTask, by: readonly string[]): string {
  return by.map((field) => String(countedValue(task, field) ?? notKnown)).join(' × ');
}

/** Whether a task lacks a field that it is counted by, or has it only as "unknown". */
export function isUnlabelled(task: ScoredTask, by: readonly string[]): boolean {
  return by.some((field) => (countedValue(task, field) ?? notKnown) === notKnown);
}

const notKnown = 'unknown';

function countedValue(task: ScoredTask, field: string) {
  return fieldValue(task, field) ?? (field === 'benchmark' ? task.benchmark : undefined);
}

/** What is wrong with an optimisation, under its own code. */
export function optimiseFault(code: string, message: string, hint: string): Fault {
  return { code: `optimise/${code}`, message, hint };
}

/** The numbers of the candidates that are among these tasks, ids by benchmark. */
export function columnsOf(candidates: readonly Candidate[], ids: Optimum['chosen']): readonly number[] {
  return [...candidates.entries()].flatMap(([column, { plan, task }]) =>
    ids.get(plan.name)?.has(task.id) === true ? [column] : [],
  );
}

/** The sum of a limit's values over chosen candidates, in units; `isIn` says who is chosen. */
export function sumOf({ columns, values }: Pick<Limit, 'columns' | 'values'>, isIn: ReadonlySet<number>): number {
  return columns.reduce((sum, column, i) => (isIn.has(column) ? sum + (values[i] ?? 0) : sum), 0);
}

/** Whether chosen candidates keep a limit. */
export function keeps(limit: Limit, isIn: ReadonlySet<number>): boolean {
  const sum = sumOf(limit, isIn);
  return limit.side === 'least' ? sum >= limit.bound : sum <= limit.bound;
}

/** What is asked of a problem besides its goal and limits. */
export interface Asked {
  /** The limits that count; default: all of the problem's. */
  readonly limits?: readonly Limit[];
  /** Candidates that must be in. */
  readonly forced?: readonly number[];
}

/** The program whose least cost is the best goal. */
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

/** The program that settles ties: among the selections whose goal is at least so good, the least sum of tie numbers. */
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

/** The program that asks only whether limits can hold together. */
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

/** A row for each limit; a floor and a ceiling on the same candidates are one. */
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
