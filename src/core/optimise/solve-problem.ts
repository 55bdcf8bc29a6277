import { WinnowError } from '../model/errors.js';
import type { Program, Solved, Solver } from '../model/solver.js';
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
}

/** Below this many units, sums of tie numbers are told apart by a solver that works with 16 digits. */
const mostTieUnits = 2 ** 31;

/**
 * The best selection: first the best goal, in whole units, so that a bound less than one unit away proves it; then, among
 * all that are as good, the one whose random numbers have the least sum.
 */
export function solveProblem(problem: Problem, solver: Solver, options: SolveProblemOptions): Solution {
  const { seconds, goalOnly = false, asked = {} } = options;
  const { goal } = problem;
  const sign = goal.sense === 'maximise' ? -1 : 1;
  const program = goalProgram(problem, asked);
  // With fractions of tasks the bound is found at once, and with it what no selection that is as good can have or lack.
  const fractions = solver.solve({ ...program, whole: program.whole.map(() => false) }, { seconds });
  if (fractions.status === 'infeasible') return { kind: 'infeasible' };
  let left = seconds - fractions.seconds;
  const first = solveWhole(program, fractions, solver, Math.max(leastSeconds, left));
  if (first.status === 'infeasible') return { kind: 'infeasible' };
  if (first.values === undefined) return { kind: 'not settled' };
  left -= first.seconds;
  const chosen = exactChoice(problem, asked, first.values);
  const value = goal.unitsOf(chosen);
  const isBest = first.status === 'optimal';
  // Costs are whole numbers: a bound that lies between two is the next one up.
  const reach = sign * Math.ceil(first.bound - 1e-6) + 0;
  const bound = isBest ? value : sign === -1 ? Math.max(value, reach) : Math.min(value, reach);
  const found = { kind: 'found', chosen, value, bound, isBest, isSettled: false } as const;
  if (goalOnly || !isBest) return found;
  const ties = tieProgram(problem, asked, value, tieNumbers(problem));
  // One unit of room is for what fractions of tasks are rounded by.
  const room = fractions.status === 'optimal' ? Math.max(0, sign * value - fractions.bound) + 1 : 0;
  const second = solver.solve(withoutHopeless(ties, fractions, room), {
    seconds: Math.max(leastSeconds, left),
    start: first.values,
  });
  if (second.status === 'infeasible' || second.values === undefined) return found;
  const settled = exactChoice(problem, asked, second.values);
  if (goal.unitsOf(settled) !== value) return found;
  return { ...found, chosen: settled, isSettled: second.status === 'optimal' };
}

/** A solver that gets less cannot even begin. */
const leastSeconds = 0.1;

/** Smaller programs are solved as they are. */
const coreColumns = 1000;

/**
 * Solves with whole tasks. Of a large program first the core: the columns that cost the least to move from where the
 * fractions have them. Where its answer is so close to the bound that no other column can be moved, it is the answer.
 */
function solveWhole(program: Program, fractions: Solved, solver: Solver, seconds: number): Solved {
  const reduced = fractions.status === 'optimal' ? (fractions.reducedCosts ?? []) : [];
  // Columns of a goal that may be fractions are not counted in whole costs.
  const isSmall = reduced.length <= 2 * coreColumns || program.whole.includes(false);
  if (fractions.status !== 'optimal' || isSmall) return solver.solve(program, { seconds });
  const sizes = reduced.map(Math.abs).sort((a, b) => a - b);
  const room = sizes[coreColumns] ?? 0;
  const core = solver.solve(withoutHopeless(program, fractions, room), { seconds });
  if (core.status === 'infeasible' || core.values === undefined)
    return solver.solve(program, { seconds: Math.max(leastSeconds, seconds - core.seconds) });
  const { values } = core;
  const cost = program.cost.reduce((sum, each, column) => sum + each * Math.round(values[column] ?? 0), 0);
  const left = seconds - core.seconds;
  const isProven = core.status === 'optimal' && cost - fractions.bound + 1 <= room;
  if (isProven) return core;
  if (left <= 0) return { status: 'limit', values, bound: fractions.bound, seconds: core.seconds };
  const all = solver.solve(program, { seconds: left, start: values });
  return { ...all, seconds: all.seconds + core.seconds };
}

/**
 * A program in which columns stay at the bound where fractions of tasks have them, if moving one would cost more than the
 * room: no selection within that room of the bound moves them.
 */
function withoutHopeless(program: Program, fractions: Solved, room: number): Program {
  if (fractions.status !== 'optimal' || fractions.reducedCosts === undefined) return program;
  const { reducedCosts } = fractions;
  const isFixed = (column: number, isIn: boolean) => {
    const reduced = reducedCosts[column] ?? 0;
    return program.whole[column] === true && (isIn ? reduced < -room : reduced > room);
  };
  return {
    ...program,
    lower: program.lower.map((lower, column) => (isFixed(column, true) ? (program.upper[column] ?? lower) : lower)),
    upper: program.upper.map((upper, column) => (isFixed(column, false) ? (program.lower[column] ?? upper) : upper)),
  };
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
