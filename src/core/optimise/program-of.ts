import type { Program, ProgramRow } from '../model/solver.js';
import type { Limit, Problem } from './problem.js';

/** What is asked of a problem besides its goal and limits. */
export interface Asked {
  /** The limits that count; default: all of the problem's. */
  readonly limits?: readonly Limit[];
  /** Candidates that must be in, and such that must not. */
  readonly forced?: readonly number[];
  readonly barred?: readonly number[];
}

/** The program whose least cost is the best goal. */
export function goalProgram(problem: Problem, asked: Asked = {}): Program {
  const { goal } = problem;
  const sign = goal.sense === 'maximise' ? -1 : 1;
  const values = [...goal.values, ...goal.extra.map(({ value }) => value)];
  return {
    ...columnsOf(problem, asked),
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
  const { lower, upper, whole } = columnsOf(problem, asked);
  const size = problem.candidates.length;
  return {
    cost: Array<number>(size).fill(0),
    lower: lower.slice(0, size),
    upper: upper.slice(0, size),
    whole: whole.slice(0, size),
    rows: limitRows(asked.limits ?? problem.limits),
  };
}

function columnsOf({ candidates, goal }: Problem, { forced = [], barred = [] }: Asked) {
  const [isForced, isBarred] = [new Set(forced), new Set(barred)];
  return {
    lower: [...candidates.map((_, i) => (isForced.has(i) ? 1 : 0)), ...goal.extra.map(() => 0)],
    upper: [...candidates.map((_, i) => (isBarred.has(i) ? 0 : 1)), ...goal.extra.map(({ upper }) => upper)],
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
