import { WinnowError } from '../model/errors.js';
import type { Solver } from '../model/solver.js';
import { narrowProgram } from './narrow-program.js';
import { keeps, optimiseFault, type Problem } from './problem.js';
import { type Asked, goalProgram, tieProgram } from './program-of.js';
import { atLeast, solveWhole } from './solve-whole.js';

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
