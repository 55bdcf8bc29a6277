import type { Program, ProgramRow } from '../model/solver.js';

/** What the rows of a program are worth: a bound on its cost that holds whatever the prices, and what moving a column adds. */
export interface Prices {
  /** No values of the columns that keep every row cost less. */
  readonly bound: number;
  /** Above 0: what a column adds for each unit above its lower bound; below 0: for each below its upper one. */
  readonly columns: readonly number[];
  /** Above 0: what a row adds for each unit above its lower bound; below 0: for each below its upper one. */
  readonly rows: readonly number[];
}

/** A program without the columns that no answer within some room of the bound moves. */
export interface Narrowed {
  readonly program: Program;
  /** The numbers that its columns have in the whole program. */
  readonly columns: readonly number[];
  /** The cost of a value of its program, in that of the whole one. */
  readonly costOf: (cost: number) => number;
  /** Values of its columns as values of all. */
  readonly widen: (values: readonly number[]) => readonly number[];
}

/** What rounding in sums of products may come to, at least and for each unit that is summed. */
const rounding = { least: 1e-3, share: 1e-11 };

/**
 * Prices for what a solver says the rows are worth where fractions are allowed. The bound is summed up here, from the whole
 * numbers of the program, so that it holds even where the solver's figures are not exact.
 */
export function pricesOf(program: Program, duals: readonly number[]): Prices {
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

/**
 * The program for answers whose cost is at most `room` above the bound. Such an answer moves no column that adds more, and
 * leaves no row further from its bound than the room pays for: both follow from the prices alone.
 */
export function narrowProgram(program: Program, prices: Prices, room: number): Narrowed {
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
  // Costs that are all multiples of a number are told apart by it: the search ends earlier.
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
    // What cannot be broken need not be said; what cannot be kept must.
    return tight.lower <= least && tight.upper >= most ? [] : [{ ...kept, ...tight }];
  }
}

/** The largest whole number that all of these are multiples of; 1 where they are all 0. */
export function commonDivisor(numbers: readonly number[]): number {
  let divisor = 0;
  for (const number of numbers) {
    let [a, b] = [divisor, Math.abs(number)];
    while (b !== 0) [a, b] = [b, a % b];
    divisor = a;
    if (divisor === 1) break;
  }
  return divisor === 0 ? 1 : divisor;
}
