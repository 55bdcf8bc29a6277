import { at } from '../lists/lists.js';
import { WinnowError } from '../model/errors.js';
import type { Program, ProgramRow, Solver } from '../model/optimum.js';
import { formatCount } from '../text/words.js';
import { optimiseFault } from './problem.js';

export const mostColumns = 200_000;

/** Drops columns that cheaper columns with the same coefficients make unnecessary. */
export function reducingSolver(solver: Solver, most = mostColumns): Solver {
  return {
    name: solver.name,
    solve: (program, options) => {
      const size = program.cost.length;
      if (size <= most) return solver.solve(program, options);
      const kept = bestOfAlike(program);
      if (kept.length > most) {
        const message = `${formatCount(kept.length)} of ${formatCount(size)} tasks differ in the fields used by the rules, which is too many to optimise. The limit is ${formatCount(most)}.`;
        const hint = 'Narrow the pool with "where", use fewer rules, or write rules that use labels with fewer values.';
        throw new WinnowError([optimiseFault('too-large', message, hint)]);
      }
      const places = new Int32Array(size).fill(-1);
      for (const [place, column] of kept.entries()) places[column] = place;
      const { start } = options;
      const isStartKept = start?.every((value, column) => value === 0 || at(places, column) >= 0) === true;
      const solved = solver.solve(restricted(program, kept, places), {
        ...options,
        start: isStartKept ? kept.map((column) => start[column] ?? 0) : undefined,
      });
      if (solved.status === 'infeasible' || solved.values === undefined) return solved;
      const values = Array<number>(size).fill(0);
      for (const [place, column] of kept.entries()) values[column] = solved.values[place] ?? 0;
      return { ...solved, values };
    },
  };
}

function restricted(
  { cost, lower, upper, whole, rows }: Program,
  kept: readonly number[],
  places: Int32Array,
): Program {
  return {
    cost: kept.map((column) => at(cost, column)),
    lower: kept.map((column) => at(lower, column)),
    upper: kept.map((column) => at(upper, column)),
    whole: kept.map((column) => at(whole, column)),
    rows: rows.map((row) => {
      const columns: number[] = [];
      const values: number[] = [];
      for (const [i, column] of row.columns.entries()) {
        const place = at(places, column);
        if (place < 0) continue;
        columns.push(place);
        values.push(at(row.values, i));
      }
      return { ...row, columns, values };
    }),
  };
}

/** The columns that an optimal solution may need, ascending. */
function bestOfAlike(program: Program): readonly number[] {
  const { cost, lower, upper } = program;
  const { classOf, mostOf } = classesOf(program);
  const members = new Map<number, number[]>();
  const kept: number[] = [];
  for (const [column, own] of classOf.entries()) {
    // Only binary columns of a limited class are interchangeable.
    const isOpen = lower[column] === 0 && upper[column] === 1 && at(mostOf, own) < Number.POSITIVE_INFINITY;
    if (!isOpen) kept.push(column);
    else if (members.has(own)) members.get(own)?.push(column);
    else members.set(own, [column]);
  }
  for (const [own, columns] of members) {
    // Keep one more than can be chosen; it determines the dual price of a place.
    const count = at(mostOf, own) + 1;
    const best =
      columns.length <= count ? columns : columns.sort((a, b) => at(cost, a) - at(cost, b) || a - b).slice(0, count);
    for (const column of best) kept.push(column);
  }
  return kept.sort((a, b) => a - b);
}

/** Columns of a class have equal bounds and coefficients; `mostOf` is how many of a class can be chosen. */
function classesOf({ cost, lower, upper, rows }: Program) {
  const classOf = new Int32Array(cost.length);
  const mostOf: number[] = [];
  const first = new Map<string, number>();
  for (let column = 0; column < cost.length; column++) {
    const bounds = `${lower[column]} ${upper[column]}`;
    const own = first.get(bounds) ?? first.size;
    first.set(bounds, own);
    mostOf[own] = Number.POSITIVE_INFINITY;
    classOf[column] = own;
  }
  for (const row of rows) split(row);
  return { classOf, mostOf };

  /** Splits every class by the coefficients of its columns in a row. */
  function split(row: ProgramRow): void {
    const parts = new Map<number, Map<number, number>>();
    const isBudget = Number.isFinite(row.upper) && row.values.every((value) => value >= 0);
    for (const [i, column] of row.columns.entries()) {
      const [own, value] = [at(classOf, column), at(row.values, i)];
      if (value === 0) continue;
      let ofClass = parts.get(own);
      if (ofClass === undefined) {
        ofClass = new Map();
        parts.set(own, ofClass);
      }
      let part = ofClass.get(value);
      if (part === undefined) {
        part = mostOf.length;
        ofClass.set(value, part);
        const reach = isBudget ? Math.max(0, Math.floor(row.upper / value)) : Number.POSITIVE_INFINITY;
        mostOf.push(Math.min(at(mostOf, own), reach));
      }
      classOf[column] = part;
    }
  }
}
