import { WinnowError } from '../model/errors.js';
import type { Program, Solved, SolveOptions, Solver } from '../model/solver.js';
import { commonDivisor, type Narrowed, narrowProgram, type Prices, pricesOf } from './narrow-program.js';
import { keeps, optimiseFault, type Problem } from './problem.js';
import { type Asked, goalProgram, tieProgram } from './program-of.js';

/** What solving a problem gave. */
export type Solution =
  | {
      readonly kind: 'found';
      /** Numbers of the candidates, ascending. */
      readonly chosen: readonly number[];
      /** What the goal comes to, in units. */
      readonly value: number;
      /** What no selection can be better than, in units. */
      readonly bound: number;
      /** Whether the goal is proven to be the best. */
      readonly isBest: boolean;
      /** Whether ties were settled as well, so that nobody would find another selection. */
      readonly isSettled: boolean;
    }
  | { readonly kind: 'infeasible' }
  /** The time was over before any selection was found. */
  | { readonly kind: 'not settled' };

/** How long to search, and whether only the best goal is asked for, whichever tasks reach it. */
export interface SolveProblemOptions {
  readonly seconds: number;
  readonly goalOnly?: boolean;
  readonly asked?: Asked;
  /** How many columns a solve begins with; it changes how long it takes, never the answer. */
  readonly core?: number;
}

/** Below this many units, sums of tie numbers are told apart by a solver that works with 16 digits. */
const mostTieUnits = 2 ** 31;

/**
 * The best selection: first the best goal, in whole units, so that a bound less than one unit away proves it; then, among
 * all that are as good, the one whose random numbers have the least sum.
 */
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
  // Costs are whole numbers: a bound that lies between two is the next one up.
  const reach = sign * Math.ceil(first.bound - 1e-6) + 0;
  const bound = isBest ? value : sign === -1 ? Math.max(value, reach) : Math.min(value, reach);
  const found = { kind: 'found', chosen, value, bound, isBest, isSettled: false } as const;
  if (goalOnly || !isBest) return found;
  const ties = tieProgram(problem, asked, value, tieNumbers(problem));
  // What no selection with the best goal has or lacks is known from the bound on the goal; the tie numbers decide the rest.
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

/** The random number of each candidate in whole units, few enough for sums to be exact. */
function tieNumbers({ candidates, take = candidates.length }: Problem): readonly number[] {
  const units = Math.min(2 ** 20, Math.floor(mostTieUnits / Math.max(1, take)));
  return candidates.map(({ task }) => Math.floor((task.random ?? 0) * units));
}

/** The chosen candidates of a solver's values, after making sure that they keep every limit exactly. */
function exactChoice(problem: Problem, asked: Asked, values: readonly number[]): readonly number[] {
  const chosen = [...problem.candidates.keys()].filter((column) => (values[column] ?? 0) > 0.5);
  const isIn = new Set(chosen);
  const broken = (asked.limits ?? problem.limits).find((limit) => !keeps(limit, isIn));
  if (broken === undefined) return chosen;
  const message = `the solver's answer does not keep "${broken.what}": its numbers are too large, or too different in size, for it.`;
  throw new WinnowError([optimiseFault('numbers', message, 'Round the field, or give it in a larger unit.')]);
}

/** What came of a program of whole numbers, and what its rows are worth where fractions are allowed. */
interface SolvedWhole {
  readonly solved: Solved;
  readonly prices: Prices | undefined;
}

/** How long to search, where from, and how many columns are tried first. */
interface SolveWholeOptions extends SolveOptions {
  readonly core?: number | undefined;
}

/** A solver that gets less cannot even begin. */
const leastSeconds = 0.1;

/** How many columns are tried first, if nobody says: those that add the least when they are moved from where the fractions have them. */
const coreColumns = 250;

/**
 * Solves a program: first with fractions, which gives a bound and what moving each column adds to it; then the core, the
 * columns that add the least. Where its answer is so close to the bound that no other column can be moved, it is the answer
 * for all; otherwise the search goes on with the columns that can.
 */
function solveWhole(program: Program, solver: Solver, options: SolveWholeOptions): SolvedWhole {
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
  // Every answer that is not within this much of the bound costs more than it.
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
      // All costs are multiples of the step: a bound that lies between two is the next one up.
      const bound = step * Math.ceil(Math.max(prices.bound, within) / step - 1e-6);
      if (best === undefined || bound < best.cost)
        return { status: 'limit', values: best?.values, bound, seconds: spent };
      return { status: 'optimal', values: best.values, bound: best.cost, seconds: spent };
    }
    // A core that took too long is searched on from its best answer: a larger one would take longer still.
    isCut = !isOver;
    size *= 4;
    const reach = best === undefined ? roomOf(size, room) : best.cost - prices.bound;
    room = isCut && best !== undefined ? Math.min(room, reach) : reach;
  }

  /** The best so far; before there is one, what was given, where all columns are there. */
  function startFor({ columns }: Narrowed): readonly number[] | undefined {
    const from = best?.values ?? (columns.length === program.cost.length ? start : undefined);
    return from === undefined ? undefined : columns.map((column) => from[column] ?? 0);
  }

  /** The room for so many columns; all, where they are nearly that, where it is no more than before, or where fractions are left. */
  function roomOf(count: number, before: number): number {
    const own = adds[count] ?? 0;
    return count * 2 < adds.length && own > before && !program.whole.includes(false) ? own : Number.POSITIVE_INFINITY;
  }

  /** Whether every answer that costs less lies within the room. */
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

/** What is left of a time, or as little as a solver can begin with. */
function atLeast(seconds: number): number {
  return Math.max(leastSeconds, seconds);
}
