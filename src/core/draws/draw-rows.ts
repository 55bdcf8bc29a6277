import { at } from '../lists/at.js';
import type { Fault, Warning } from '../model/fault.js';
import type { FieldValue } from '../model/field.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { compareText } from '../text/compare-text.js';
import type { Draw, DrawFrom } from './draw-design.js';

/** A group to draw from, as rows in the order of their ids: of a large one, columns are at hand and no tasks. */
export interface DrawRows extends Pick<DrawFrom, 'places' | 'by' | 'seed' | 'stratum' | 'benchmark'> {
  /** How many rows there are. */
  readonly size: number;
  readonly value: (field: string, row: number) => FieldValue | undefined;
  /** The permanent random number of a row, for a draw that goes by those. */
  readonly random: (row: number) => number;
}

/** The rows that a draw took. */
export interface DrawnRows {
  /** In the order in which the tasks are told. */
  readonly rows: readonly number[];
  /** The chance each had of being drawn, in (0, 1]. */
  readonly probability: (row: number) => number;
  /** What a draw that balances looked at; undefined for one that does not. */
  readonly balance: ((row: number) => Readonly<Record<string, number>>) | undefined;
  readonly warnings: readonly Warning[];
  readonly faults: readonly Fault[];
}

/** Rows drawn with even chances; ascending. */
export function evenRows({ size, places }: Pick<DrawRows, 'size' | 'places'>, rows: readonly number[]): DrawnRows {
  const probability = places / size;
  return { rows, probability: () => probability, balance: undefined, warnings: [], faults: [] };
}

/** What stands for a draw of rows that cannot be made. */
export function refusedRows(from: DrawRows, fault: Fault): DrawnRows {
  return { ...evenRows(from, []), faults: [fault] };
}

/** Tasks as rows. */
export function rowsOf<From extends { readonly tasks: readonly ScoredTask[] }>(from: From) {
  const { tasks } = from;
  return {
    ...from,
    size: tasks.length,
    value: (field: string, row: number) => fieldValue(at(tasks, row), field),
    random: (row: number) => at(tasks, row).random ?? 0,
  };
}

/** The draw of tasks that a draw of rows comes to: the drawn ones first, then the others; both by id. */
export function drawTasks(from: DrawFrom, draw: (rows: DrawRows) => DrawnRows): Draw {
  const { tasks } = from;
  const { rows, probability, balance, warnings, faults } = draw(rowsOf(from));
  const isDrawn = new Set(rows);
  const rowOf = new Map(tasks.map((task, row) => [task, row]));
  const of = (task: ScoredTask) => rowOf.get(task) ?? -1;
  return {
    order: [...tasks.filter((_, row) => isDrawn.has(row)), ...tasks.filter((_, row) => !isDrawn.has(row))],
    probability: (task) => probability(of(task)),
    balance: balance && ((task) => balance(of(task))),
    warnings,
    faults,
  };
}

/** Rows in order, and which of them have the same keys. */
export interface SortedRows {
  readonly rows: Uint32Array;
  /** Whether the row at this place has the keys of the one before. */
  readonly isTied: (place: number) => boolean;
}

/** The rows by fields, ascending, unknown values last; ties by id. */
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

/** A number for each row that orders as its value does; NaN where it has none. */
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
