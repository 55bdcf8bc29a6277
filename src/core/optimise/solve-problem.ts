import { WinnowError } from '../model/errors.js';
import type { Program, ProgramRow, Solved, SolveOptions, Solver } from '../model/optimum.js';
import { type Asked, goalProgram, keeps, optimiseFault, type Problem, tieProgram } from './problem.js';

export type Solution =
  | {
      readonly kind: 'found';
      /** Candidate indexes, ascending. */
      readonly chosen: readonly number[];
      /** The goal's value, in units. */
      readonly value: number;
      /** The best value that any selection could reach, in units. */
      readonly bound: number;
      /** Whether `value` is proven optimal. */
      readonly isBest: boolean;
      /** Whether ties were broken too, so that the selection is unique. */
      readonly isSettled: boolean;
    }
  | { readonly kind: 'infeasible' }
  /** The time ran out before any selection was found. */
  | { readonly kind: 'not settled' };

/** With `goalOnly`, any selection with the best goal will do. */
interface SolveProblemOptions {
  readonly seconds: number;
  readonly goalOnly?: boolean;
  readonly asked?: Asked;
  /** The number of columns to start with; affects the run time but not the result. */
  readonly core?: number;
}

/** Below this sum of tie numbers, a solver with 16 digits can still distinguish sums. */
const mostTieUnits = 2 ** 31;

/** Finds the best goal in whole units and, among equal selections, the smallest sum of random numbers. */
export function solveProblem(problem: Problem, solver: Solver, options: SolveProblemOptions): Solution {
  const { seconds, goalOnly = false, asked = {}, core } = options;
  const { goal } = problem;
  const sign = goal.sense === 'maximise' ? -1 : 1;
  const { solved: first, prices } = solveWhole(goalProgram(problem, asked), solver, { seconds, core });
  if (first.status === 'infeasible') return { kind: 'infeasible' };
  if (first.values === undefined) return { kind: 'not settled' };
  const chosen = exactChoice(problem, asked, first.values);
  const value = goal.unitsOf(chosen);
  const isBest = first.status === 'optimal';
  // Costs are whole numbers, so round the bound up.
  const reach = sign * Math.ceil(first.bound - 1e-6) + 0;
  const bound = isBest ? value : sign === -1 ? Math.max(value, reach) : Math.min(value, reach);
  const found = { kind: 'found', chosen, value, bound, isBest, isSettled: false } as const;
  if (goalOnly || !isBest) return found;
  const ties = tieProgram(problem, asked, value, tieNumbers(problem));
  // The bound fixes columns that are equal in every selection with the best goal; tie numbers decide the rest.
  const narrowed = prices && narrowProgram(ties, prices, sign * value - prices.bound);
  const { solved: second } = solveWhole(narrowed?.program ?? ties, solver, {
    seconds: atLeast(seconds - first.seconds),
    core,
    start: narrowed?.columns.map((column) => first.values?.[column] ?? 0) ?? first.values,
  });
  if (second.status === 'infeasible' || second.values === undefined) return found;
  const settled = exactChoice(problem, asked, narrowed?.widen(second.values) ?? second.values);
  if (goal.unitsOf(settled) !== value) return found;
  return { ...found, chosen: settled, isSettled: second.status === 'optimal' };
}

/** Each candidate's random number in whole units, small enough that sums are exact. */
function tieNumbers({ candidates, take = candidates.length }: Problem): readonly number[] {
  const units = Math.min(2 ** 20, Math.floor(mostTieUnits / Math.max(1, take)));
  return candidates.map(({ task }) => Math.floor((task.random ?? 0) * units));
}

/** The chosen candidates. Throws if the solver's values break a limit. */
function exactChoice(problem: Problem, asked: Asked, values: readonly number[]): readonly number[] {
  const chosen = [...problem.candidates.keys()].filter((column) => (values[column] ?? 0) > 0.5);
  const isIn = new Set(chosen);
  const broken = (asked.limits ?? problem.limits).find((limit) => !keeps(limit, isIn));
  if (broken === undefined) return chosen;
  const message = `the solver's answer breaks "${broken.what}", because the numbers are too large or differ too much in size.`;
  throw new WinnowError([optimiseFault('numbers', message, 'Round the values of the field, or use a larger unit.')]);
}

interface SolveWholeOptions extends SolveOptions {
  readonly core?: number | undefined;
}

/** Less time than this is too short for a solver to start. */
const leastSeconds = 0.1;

/** The default size of the core: the columns that are cheapest to move from their relaxed values. */
const coreColumns = 250;

/**
 * Solves the relaxation first, which gives a lower bound and the cost of moving each column. Then solves the core, the
 * columns that are cheapest to move. If its solution is so close to the bound that no other column can move, it is
 * optimal for the whole program. Otherwise continues with the columns that can move.
 */
function solveWhole(program: Program, solver: Solver, options: SolveWholeOptions) {
  const { seconds, start, core } = options;
  const fractions = solver.solve({ ...program, whole: program.whole.map(() => false) }, { seconds });
  if (fractions.status === 'infeasible') return { solved: fractions, prices: undefined };
  const spent = fractions.seconds;
  if (fractions.status === 'limit' || fractions.rowDuals === undefined)
    return {
      solved: after(solver.solve(program, { seconds: atLeast(seconds - spent), start }), spent),
      prices: undefined,
    };
  const prices = pricesOf(program, fractions.rowDuals);
  const solved = solveFromCore(program, prices, solver, { seconds: seconds - spent, start, core });
  return { solved: after(solved, spent), prices };
}

function solveFromCore(program: Program, prices: Prices, solver: Solver, options: SolveWholeOptions): Solved {
  const { seconds, start, core = coreColumns } = options;
  const step = program.whole.includes(false) ? 1 : commonDivisor(program.cost);
  const adds = prices.columns.map(Math.abs).sort((a, b) => a - b);
  let [size, spent] = [core, 0];
  let best: { readonly values: readonly number[]; readonly cost: number } | undefined;
  // Any solution further than this from the bound costs more.
  let room = roomOf(size, 0);
  let isCut = false;
  for (;;) {
    const narrowed = narrowProgram(program, prices, room);
    const isAll = room === Number.POSITIVE_INFINITY;
    const isLast = isAll || (best !== undefined && (isCut || isEnough(best.cost)));
    const left = atLeast(seconds - spent);
    const solved = solver.solve(narrowed.program, {
      seconds: isLast ? left : atLeast(left / 2),
      start: startFor(narrowed),
    });
    spent += solved.seconds;
    const found = answerOf(narrowed, solved);
    if (found !== undefined && (best === undefined || found.cost < best.cost)) best = found;
    const isOver = solved.status !== 'limit';
    if (best !== undefined && isOver && isEnough(best.cost))
      return { status: 'optimal', values: best.values, bound: best.cost, seconds: spent };
    if (isAll || spent >= seconds || (isLast && !isOver)) {
      if (best === undefined && isOver && isAll) return { status: 'infeasible', seconds: spent };
      const beyond = prices.bound + room;
      const within = solved.status === 'infeasible' ? beyond : Math.min(beyond, narrowed.costOf(solved.bound));
      // All costs are multiples of `step`, so round the bound up.
      const bound = step * Math.ceil(Math.max(prices.bound, within) / step - 1e-6);
      if (best === undefined || bound < best.cost)
        return { status: 'limit', values: best?.values, bound, seconds: spent };
      return { status: 'optimal', values: best.values, bound: best.cost, seconds: spent };
    }
    // If the core took too long, continue from its best solution: a larger core would take even longer.
    isCut = !isOver;
    size *= 4;
    const reach = best === undefined ? roomOf(size, room) : best.cost - prices.bound;
    room = isCut && best !== undefined ? Math.min(room, reach) : reach;
  }

  /** The best solution so far; before there is one, `start`, if no column was removed. */
  function startFor({ columns }: Narrowed): readonly number[] | undefined {
    const from = best?.values ?? (columns.length === program.cost.length ? start : undefined);
    return from === undefined ? undefined : columns.map((column) => from[column] ?? 0);
  }

  /** The room for `count` columns; infinite if that is most of them, no more than before, or some aren't whole. */
  function roomOf(count: number, before: number): number {
    const own = adds[count] ?? 0;
    return count * 2 < adds.length && own > before && !program.whole.includes(false) ? own : Number.POSITIVE_INFINITY;
  }

  /** Whether the room includes every cheaper solution. */
  function isEnough(cost: number): boolean {
    return cost - step - prices.bound <= room;
  }

  function answerOf(narrowed: Narrowed, solved: Solved) {
    if (solved.status === 'infeasible' || solved.values === undefined) return undefined;
    const values = narrowed.widen(
      solved.values.map((value, i) => (narrowed.program.whole[i] === true ? Math.round(value) : value)),
    );
    return { values, cost: values.reduce((sum, value, column) => sum + value * (program.cost[column] ?? 0), 0) };
  }
}

function after(solved: Solved, seconds: number): Solved {
  return { ...solved, seconds: solved.seconds + seconds };
}

function atLeast(seconds: number): number {
  return Math.max(leastSeconds, seconds);
}

/** The dual prices of a program: a lower bound on its cost, and the cost of moving a column or row. */
interface Prices {
  /** No feasible solution costs less. */
  readonly bound: number;
  /** Positive: the cost per unit above the lower bound; negative: per unit below the upper bound. */
  readonly columns: readonly number[];
  /** Positive: the cost per unit above the lower bound; negative: per unit below the upper bound. */
  readonly rows: readonly number[];
}

/** A program without the columns that no solution within some room of the bound moves. */
interface Narrowed {
  readonly program: Program;
  /** The indexes of its columns in the whole program. */
  readonly columns: readonly number[];
  /** Converts a cost to that of the whole program. */
  readonly costOf: (cost: number) => number;
  /** Extends values to all columns of the whole program. */
  readonly widen: (values: readonly number[]) => readonly number[];
}

/** The margin for rounding errors in sums of products: at least `least`, or this share of the terms' total size. */
const rounding = { least: 1e-3, share: 1e-11 };

/** By weak duality, the bound is valid even if the solver's duals are inexact; a margin covers rounding. */
function pricesOf(program: Program, duals: readonly number[]): Prices {
  const { cost, lower, upper, rows } = program;
  const columns = [...cost];
  let [bound, size] = [0, 0];
  const add = (each: number) => {
    bound += each;
    size += Math.abs(each);
  };
  const prices = rows.map((row, i) => {
    const dual = duals[i] ?? 0;
    const side = dual > 0 ? row.lower : row.upper;
    const price = Number.isFinite(side) ? dual : 0;
    if (price === 0) return 0;
    add(price * side);
    for (const [k, column] of row.columns.entries())
      columns[column] = (columns[column] ?? 0) - price * (row.values[k] ?? 0);
    return price;
  });
  for (const [column, each] of columns.entries())
    if (each !== 0) add(each * ((each > 0 ? lower[column] : upper[column]) ?? 0));
  return { bound: bound - Math.max(rounding.least, rounding.share * size), columns, rows: prices };
}

/** Restricts a program to solutions at most `room` above the bound: fixes the columns that the prices rule out. */
function narrowProgram(program: Program, prices: Prices, room: number): Narrowed {
  const { cost, lower, upper, whole, rows } = program;
  const fixed = cost.map((_, column): number | undefined => {
    const [low = 0, high = 0, adds = 0] = [lower[column], upper[column], prices.columns[column]];
    if (low === high) return low;
    if (whole[column] !== true || Math.abs(adds) <= room) return undefined;
    return adds > 0 ? low : high;
  });
  const columns = [...fixed.keys()].filter((column) => fixed[column] === undefined);
  const place = new Map(columns.map((column, i) => [column, i]));
  const own = columns.map((column) => cost[column] ?? 0);
  const isWhole = columns.every((column) => whole[column] === true);
  // Dividing by a common factor ends the search earlier.
  const unit = isWhole ? commonDivisor(own) : 1;
  const base = fixed.reduce<number>((sum, value, column) => sum + (value ?? 0) * (cost[column] ?? 0), 0);
  const left = rows.flatMap((row, i) => narrowRow(row, prices.rows[i] ?? 0));
  return {
    program: {
      cost: own.map((each) => each / unit),
      lower: columns.map((column) => lower[column] ?? 0),
      upper: columns.map((column) => upper[column] ?? 0),
      whole: columns.map((column) => whole[column] ?? true),
      rows: left,
    },
    columns,
    costOf: (each) => base + unit * each,
    widen: (values) => fixed.map((value, column) => value ?? values[place.get(column) ?? -1] ?? 0),
  };

  function narrowRow(row: ProgramRow, price: number): readonly ProgramRow[] {
    let settled = 0;
    const kept: { readonly columns: number[]; readonly values: number[] } = { columns: [], values: [] };
    let [least, most] = [0, 0];
    for (const [k, column] of row.columns.entries()) {
      const [value = 0, at] = [row.values[k], place.get(column)];
      if (at === undefined) {
        settled += value * (fixed[column] ?? 0);
        continue;
      }
      kept.columns.push(at);
      kept.values.push(value);
      const ends = [value * (lower[column] ?? 0), value * (upper[column] ?? 0)] as const;
      least += Math.min(...ends);
      most += Math.max(...ends);
    }
    const reach = price === 0 ? Number.POSITIVE_INFINITY : room / Math.abs(price);
    const [low, high] = [row.lower - settled, row.upper - settled];
    const tight = {
      lower: price < 0 ? Math.max(low, Math.ceil(high - reach)) : low,
      upper: price > 0 ? Math.min(high, Math.floor(low + reach)) : high,
    };
    // Drop rows that can't be violated; keep rows that can't be satisfied.
    return tight.lower <= least && tight.upper >= most ? [] : [{ ...kept, ...tight }];
  }
}

/** The greatest common divisor; 1 if all numbers are 0. */
function commonDivisor(numbers: readonly number[]): number {
  let divisor = 0;
  for (const number of numbers) {
    let [a, b] = [divisor, Math.abs(number)];
    while (b !== 0) [a, b] = [b, a % b];
    divisor = a;
    if (divisor === 1) break;
  }
  return divisor === 0 ? 1 : divisor;
}
