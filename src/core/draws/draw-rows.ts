import { at } from '../lists/lists.js';
import type { Fault, Warning } from '../model/errors.js';
import { type FieldValue, fieldValue, type ScoredTask } from '../model/task.js';
import { permanentRandomAlgorithm, randomStreamAlgorithm } from '../random/seeded-numbers.js';
import { compareText, countOf } from '../text/words.js';
import type { Draw, DrawDesign, DrawFrom, RandomNumbers, Redrawer, RedrawFrom } from './draw-design.js';

/** A group to draw from as rows ordered by id; a large group has columns but no tasks. */
export interface DrawRows extends Pick<DrawFrom, 'places' | 'by' | 'seed' | 'stratum' | 'benchmark'> {
  readonly size: number;
  readonly value: (field: string, row: number) => FieldValue | undefined;
  /** The row's permanent random number, for draws that use it. */
  readonly random: (row: number) => number;
}

export interface DrawnRows {
  /** In reporting order. */
  readonly rows: readonly number[];
  /** All rows, if the draw ranks them; otherwise the rows that aren't drawn follow by id. */
  readonly ranking?: () => readonly number[];
  /** The inclusion probability, in (0, 1]. */
  readonly probability: (row: number) => number;
  /** The balancing values of a row; undefined if the draw doesn't balance. */
  readonly balance: ((row: number) => Readonly<Record<string, number>>) | undefined;
  readonly warnings: readonly Warning[];
  readonly faults: readonly Fault[];
}

/** Rows drawn with equal probabilities. */
export function evenRows({ size, places }: Pick<DrawRows, 'size' | 'places'>, rows: readonly number[]): DrawnRows {
  const probability = places / size;
  return { rows, probability: () => probability, balance: undefined, warnings: [], faults: [] };
}

export function refusedRows(from: DrawRows, fault: Fault): DrawnRows {
  return { ...evenRows(from, []), faults: [fault] };
}

export function rowsOf<From extends { readonly tasks: readonly ScoredTask[] }>(from: From) {
  const { tasks } = from;
  return {
    ...from,
    size: tasks.length,
    value: (field: string, row: number) => fieldValue(at(tasks, row), field),
    random: (row: number) => at(tasks, row).random ?? 0,
  };
}

/** A design that draws rows; probabilities are equal by default. */
export function rowDesign(
  own: Omit<DrawDesign, 'order' | 'isEven' | 'draw'> & Pick<Required<DrawDesign>, 'drawRows'> & Partial<DrawDesign>,
): DrawDesign {
  return { order: undefined, isEven: true, draw: (from) => drawTasks(from, own.drawRows), ...own };
}

function drawTasks(from: DrawFrom, draw: (rows: DrawRows) => DrawnRows): Draw {
  const { tasks } = from;
  const { rows, ranking, probability, balance, warnings, faults } = draw(rowsOf(from));
  const isDrawn = new Set(rows);
  const order = ranking?.() ?? [...rows, ...[...tasks.keys()].filter((row) => !isDrawn.has(row))];
  const rowOf = new Map(tasks.map((task, row) => [task, row]));
  const of = (task: ScoredTask) => rowOf.get(task) ?? -1;
  return {
    order: order.map((row) => at(tasks, row)),
    probability: (task) => probability(of(task)),
    balance: balance && ((task) => balance(of(task))),
    warnings,
    faults,
  };
}

export interface SortedRows {
  readonly rows: Uint32Array;
  /** Whether the row at this position has the same keys as the row before. */
  readonly isTied: (place: number) => boolean;
}

/** Sorts rows by fields, ascending, with missing values last; ties by id. */
export function sortedRows({ size, by, value }: Pick<DrawRows, 'size' | 'by' | 'value'>): SortedRows {
  const keys = by.map((field) => keysOf(size, (row) => value(field, row)));
  const compare = (a: number, b: number) => {
    for (const key of keys) {
      const difference = compareKeys(at(key, a), at(key, b));
      if (difference !== 0) return difference;
    }
    return 0;
  };
  const rows = Uint32Array.from({ length: size }, (_, row) => row).sort((a, b) => compare(a, b) || a - b);
  return { rows, isTied: (place) => place > 0 && compare(at(rows, place - 1), at(rows, place)) === 0 };
}

/** A number per row that sorts like its value; NaN if the value is missing. */
function keysOf(size: number, value: (row: number) => FieldValue | undefined): Float64Array {
  const texts = new Map<string, number>();
  const keys = new Float64Array(size);
  for (let row = 0; row < size; row++) {
    const own = value(row);
    if (typeof own === 'string') texts.set(own, 0);
    else keys[row] = own ?? Number.NaN;
  }
  if (texts.size === 0) return keys;
  [...texts.keys()].sort(compareText).forEach((text, place) => {
    texts.set(text, place);
  });
  for (let row = 0; row < size; row++) {
    const own = value(row);
    if (own !== undefined) keys[row] = texts.get(String(own)) ?? Number.NaN;
  }
  return keys;
}

function compareKeys(a: number, b: number): number {
  if (a === b) return 0;
  if (Number.isNaN(a)) return Number.isNaN(b) ? 0 : 1;
  return Number.isNaN(b) ? -1 : a - b;
}

/** A draw with equal probabilities. */
export function evenDraw(
  { tasks, size = tasks.length, places }: Pick<DrawFrom, 'tasks' | 'size' | 'places'>,
  order: readonly ScoredTask[],
): Draw {
  const probability = places / size;
  return { order, probability: () => probability, balance: undefined, warnings: [], faults: [] };
}

/** Equal probabilities, and weights as quotients of whole numbers, so that they sum to the size. */
export function evenRates({ tasks, places }: Pick<DrawFrom, 'tasks' | 'places'>) {
  return { rates: tasks.map(() => places / tasks.length), weights: tasks.map(() => tasks.length / places) };
}

/** A column that a draw balances or spreads tasks over, with a number per task. */
export interface BalancingColumn {
  /** The field, or `field=value` for one value of a label. */
  readonly name: string;
  readonly values: readonly number[];
  /** The number of tasks without a value; the mean replaces theirs. */
  readonly unknown: number;
}

/** Numbers that decide the draw are rounded to this many decimals, so that all JavaScript engines agree. */
const decimals = 9;

/** One column for a number, or one per value of a label. */
export function columnsOfField({ size, value: of }: DrawRows, field: string): readonly BalancingColumn[] {
  const values = Array.from({ length: size }, (_, row) => of(field, row));
  const isNumber = values.every((value) => value === undefined || typeof value === 'number');
  if (isNumber) return [numberColumn(field, values as readonly (number | undefined)[])];
  const labels = [...new Set(values.map((value) => String(value ?? '')))].sort(compareText);
  return labels.map((label) => ({
    name: `${field}=${label}`,
    values: values.map((value) => (String(value ?? '') === label ? 1 : 0)),
    unknown: 0,
  }));
}

export function balancedRows(from: DrawRows, columns: readonly BalancingColumn[], rows: readonly number[]): DrawnRows {
  return {
    ...evenRows(from, rows),
    balance: (row) => Object.fromEntries(columns.map((column) => [column.name, at(column.values, row)])),
    warnings: unknownWarnings(from, columns),
  };
}

function unknownWarnings({ benchmark, stratum }: DrawRows, columns: readonly BalancingColumn[]): Warning[] {
  return columns
    .filter(({ unknown }) => unknown > 0)
    .map(({ name, unknown }) => ({
      code: 'unknown-in-draw',
      message: `${benchmark}: ${countOf(unknown, 'task')} of ${stratum} ${unknown === 1 ? 'has' : 'have'} no ${name}; the draw used the mean instead.`,
      benchmark,
    }));
}

/** Standardised values; counts are transformed to log(1 + x) first. */
function numberColumn(field: string, given: readonly (number | undefined)[]): BalancingColumn {
  const known = given.filter((value) => value !== undefined);
  const counts = known.every((value) => value >= 0) && known.some((value) => value > 1);
  const scaled = given.map((value) => (value === undefined || !counts ? value : rounded(Math.log1p(value))));
  const kept = scaled.filter((value) => value !== undefined);
  const mean = kept.reduce((sum, value) => sum + value, 0) / Math.max(1, kept.length);
  const variance = kept.reduce((sum, value) => sum + (value - mean) ** 2, 0) / Math.max(1, kept.length);
  const deviation = Math.sqrt(variance);
  return {
    name: field,
    values: scaled.map((value) => (value === undefined || deviation === 0 ? 0 : rounded((value - mean) / deviation))),
    unknown: given.length - known.length,
  };
}

function rounded(value: number): number {
  return Math.round(value * 10 ** decimals) / 10 ** decimals;
}

/** Repeats the full draw with a new seed each time, for even designs without a faster way to redraw. */
export function redrawAnew(draw: (rows: DrawRows) => DrawnRows, from: RedrawFrom, cost: number): Redrawer {
  const { chance, ...group } = from;
  const rows = rowsOf(group);
  return {
    draw: (take) => {
      for (const row of draw({ ...rows, seed: chance.nextSeed() }).rows) take(row);
    },
    ...evenRates(group),
    cost,
  };
}

export const numberOfEachTask: RandomNumbers = {
  algorithm: permanentRandomAlgorithm,
  key: (benchmark) => benchmark,
  arePermanent: true,
};

export const numberOfEachStratum: RandomNumbers = {
  algorithm: permanentRandomAlgorithm,
  key: () => 'STRATUM',
  arePermanent: false,
};

/** One stream per stratum; `design` keeps designs from sharing streams. */
export function streamOfEachStratum(design: string): RandomNumbers {
  return { algorithm: randomStreamAlgorithm, key: () => `${design}/STRATUM`, arePermanent: false };
}
