import { at } from '../lists/lists.js';
import type { Fault, Warning } from '../model/errors.js';
import type { Preference, QuotaRule } from '../model/select-rule.js';
import { type FieldValue, fieldValue, type ScoredTask } from '../model/task.js';
import { permanentRandomAlgorithm, randomStreamAlgorithm } from '../random/seeded-numbers.js';
import type { RandomStream } from '../statistics/random-numbers.js';
import { compareText, countOf } from '../text/words.js';

/** A method of drawing tasks with known probabilities. */
export interface DrawDesign {
  /** The name in plans and manifests. */
  readonly name: string;
  /** The fields that a plan gives under `by`. */
  readonly by: DrawnBy;
  readonly looksAt?: readonly string[];
  readonly words: DrawWords;
  /** Set if the draw is a random order, which gives tasks ranks; plans may write it as the only key of `prefer`. */
  readonly order: Preference | undefined;
  /** Whether every task of a group has the same probability. */
  readonly isEven: boolean;
  /** How estimates compute their variance. */
  readonly variance: VarianceFamily;
  /** The number of possible samples if it is too small for valid intervals; otherwise undefined. */
  readonly fewSamples?: (size: number, places: number) => number | undefined;
  readonly numbers: RandomNumbers;
  readonly draw: (from: DrawFrom) => Draw;
  /** The same draw on columns, for large pools; undefined if the draw needs whole tasks. */
  readonly drawRows?: (from: DrawRows) => DrawnRows;
  /** Draws repeatedly for a simulation. */
  readonly redraw: (from: RedrawFrom) => Redrawer;
}

type DrawnBy =
  | { readonly needs: 'nothing' }
  | {
      readonly needs: 'number';
      /** How the draw uses the field, for plan authors: "the number that probabilities are proportional to". */
      readonly what: string;
      readonly example: string;
      /** Error messages for a text field and for several fields. */
      readonly faults: { readonly text: string; readonly several: string };
    }
  | { readonly needs: 'fields'; readonly what: string; readonly example: string; readonly areLabels?: true };

/** Descriptions for reports and the page; `by` lists the fields in words. */
interface DrawWords {
  /** For a table cell: "at random", "balanced over lines changed". */
  readonly label: (by: string) => string;
  /** The end of a sentence about one group; `seed` appears in brackets. */
  readonly sentence: (by: string, seed: string) => string;
  /** For a list of choices: "drawn at random, spread over a field". */
  readonly choice: string;
}

export type VarianceFamily = 'even' | 'unequal' | 'balanced' | 'ordered';

/** The source of a draw's random numbers, so that readers of a manifest can reproduce them. */
interface RandomNumbers {
  readonly algorithm: string;
  /** The input of the numbers besides the seed; "STRATUM" is a placeholder for the stratum's name. */
  readonly key: (benchmark: string) => string;
  /** Whether these are the tasks' permanent numbers; an exclusion then adds the next task instead of redrawing. */
  readonly arePermanent: boolean;
}

export interface DrawFrom {
  /** Sorted by id. */
  readonly tasks: readonly ScoredTask[];
  /** The size of the group if `tasks` contains only the candidates. Default: all tasks. */
  readonly size?: number;
  /** The number of tasks to draw, from 0 to all. */
  readonly places: number;
  readonly by: readonly string[];
  readonly seed: string;
  /** The benchmark and group; keeps groups from sharing random numbers. */
  readonly stratum: string;
  /** For messages. */
  readonly benchmark: string;
  /** The minimum and maximum per label, including pinned tasks; for draws that support quotas. */
  readonly quota?: QuotaRule | undefined;
  /** Tasks that are selected in addition to the draw. */
  readonly pinned?: readonly ScoredTask[];
}

interface Drawing<Item> {
  /** The inclusion probability, in (0, 1]. */
  readonly probability: (item: Item) => number;
  /** The balancing values of an item; undefined if the draw doesn't balance. */
  readonly balance: ((item: Item) => Readonly<Record<string, number>>) | undefined;
  readonly warnings: readonly Warning[];
  readonly faults: readonly Fault[];
}

export interface Draw extends Drawing<ScoredTask> {
  /** All tasks of the group, the drawn ones first. */
  readonly order: readonly ScoredTask[];
}

/** A group to draw from repeatedly; neither empty nor taken whole. */
export interface RedrawFrom extends Omit<DrawFrom, 'seed'> {
  readonly chance: RedrawChance;
}

/** Random numbers for redraws; permanent ones would need a hash for every task in every draw. */
interface RedrawChance {
  /** A separate stream for the group. */
  readonly random: RandomStream;
  /** A new number in [0, 1) for the whole group on each call. */
  readonly start: () => number;
  /** The seed of the next draw, for designs that redraw by repeating the full draw. */
  readonly nextSeed: () => string;
}

export interface Redrawer {
  /** Makes the next draw and passes the index of each drawn task to `take`. */
  readonly draw: (take: (index: number) => void) => void;
  readonly rates: readonly number[];
  /** The design weight of each task: 1 / probability. */
  readonly weights: readonly number[];
  /** The cost of one draw, in comparisons. */
  readonly cost: number;
}

/** A group to draw from as rows ordered by id; a large group has columns but no tasks. */
export interface DrawRows extends Pick<DrawFrom, 'places' | 'by' | 'seed' | 'stratum' | 'benchmark'> {
  readonly size: number;
  readonly value: (field: string, row: number) => FieldValue | undefined;
  /** The row's permanent random number, for draws that use it. */
  readonly random: (row: number) => number;
}

export interface DrawnRows extends Drawing<number> {
  /** In reporting order. */
  readonly rows: readonly number[];
  /** All rows, if the draw ranks them; otherwise the rows that aren't drawn follow by id. */
  readonly ranking?: () => readonly number[];
}

function withEqualChances({ size, places }: Pick<DrawRows, 'size' | 'places'>) {
  const probability = places / size;
  return { probability: () => probability, balance: undefined, warnings: [], faults: [] };
}

/** Rows drawn with equal probabilities. */
export function evenRows(from: Pick<DrawRows, 'size' | 'places'>, rows: readonly number[]): DrawnRows {
  return { rows, ...withEqualChances(from) };
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
export function evenDraw(from: Pick<DrawFrom, 'tasks' | 'size' | 'places'>, order: readonly ScoredTask[]): Draw {
  return { order, ...withEqualChances({ size: from.tasks.length, ...from }) };
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
      message: `${benchmark}: ${countOf(unknown, 'task')} in ${stratum} ${unknown === 1 ? 'has' : 'have'} no ${name}, so the draw used the mean.`,
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
