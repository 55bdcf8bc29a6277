import { at } from '../../../core/lists/lists.js';
import { randomField } from '../../../core/model/task.js';
import { compareText } from '../../../core/text/words.js';
import { type Coded, coded, countCodes, type PoolColumns, taskStates } from '../../packed/selection-columns.js';
import type { TaskFilter, TaskSort } from '../route/task-filter.js';

export type TaskRow = ReturnType<typeof taskRow>;

export function taskRow(columns: PoolColumns, row: number) {
  return { task: columns.taskAt(row), state: at(taskStates, at(columns.states, row)) };
}

export interface ShownRows {
  readonly count: number;
  readonly rowAt: (at: number) => TaskRow;
}

export function labelOf({ task, state }: TaskRow, label: string): string {
  if (label === 'state') return state;
  if (label === 'benchmark') return task.benchmark;
  return String((label === 'phase' ? task.phase : label === 'id' ? task.id : task.fields[label]) ?? '');
}

/** A label of every task. The state counts as a label. */
export function labelColumn({ labels, states }: PoolColumns, name: string): Coded<string> {
  return name === 'state' ? { values: taskStates, codes: Uint32Array.from(states) } : labels.label(name);
}

/** Whether a filter must be applied again when only states and scores have changed. */
export function followsSelection({ labels }: Pick<TaskFilter, 'labels'>, { fields }: TaskQuery): boolean {
  return labels.has('state') || fields.some((name) => ['state', 'score', randomField.name].includes(name));
}

/**
 * The tasks that pass a filter, as a mask of the rows, and for each label its values among the tasks that pass all other
 * filters, most frequent first. `facets`: the labels to count.
 */
export function passingTasks(
  columns: PoolColumns,
  query: TaskQuery,
  { labels, facets }: Pick<TaskFilter, 'labels'> & { readonly facets: readonly string[] },
) {
  const { count } = columns;
  const tests = [...new Set([...facets, ...labels.keys()])].map((label) => {
    const { values, codes } = labelColumn(columns, label);
    const chosen = labels.get(label);
    const wanted = chosen && new Set(chosen);
    const passes = Uint8Array.from(values, (value) => (wanted === undefined || wanted.has(value) ? 1 : 0));
    return { label, chosen, values, codes, passes, counts: new Uint32Array(values.length) };
  });
  const matches = query.matcher(columns);
  const mask = new Uint8Array(count);
  for (let row = 0; row < count; row++) {
    if (matches !== undefined && !matches(row)) continue;
    let failed = 0;
    let failing = -1;
    for (let i = 0; i < tests.length && failed < 2; i++) {
      const { passes, codes } = tests[i] as (typeof tests)[number];
      if (passes[codes[row] as number] === 0) {
        failed++;
        failing = i;
      }
    }
    if (failed > 1) continue;
    if (failed === 0) mask[row] = 1;
    // A task counts for a label unless another label hides it.
    for (let i = 0; i < tests.length; i++) {
      if (failed === 1 && i !== failing) continue;
      const { counts, codes } = tests[i] as (typeof tests)[number];
      const code = codes[row] as number;
      counts[code] = (counts[code] as number) + 1;
    }
  }
  return {
    mask,
    facets: new Map(tests.map(({ label, chosen, values, counts }) => [label, facetOf(chosen, values, counts)])),
  };
}

/** Sorts the tasks that pass a filter and counts their states. Ties are sorted by benchmark and id; within a state, by score. */
export function orderedTasks(
  columns: PoolColumns,
  { mask, facets }: ReturnType<typeof passingTasks>,
  { labels }: Pick<TaskFilter, 'labels'>,
  sort: TaskSort,
  /** The sort key if it is not a field. */
  sortedBy?: (row: TaskRow) => number | undefined,
) {
  const { count, states } = columns;
  const counts = countCodes(states, taskStates.length, mask);
  const shown = counts.reduce((sum, own) => sum + own, 0);
  const order = orderOf(columns, sort, sortedBy);
  return {
    rows: shown === count ? order : order.filter((row) => mask[row] === 1),
    mask,
    selected: at(counts, 0),
    facets: labels.has('state') ? facets : new Map(facets).set('state', facetOf(undefined, taskStates, counts)),
  };
}

function facetOf(
  chosen: readonly string[] | undefined,
  values: readonly string[],
  counts: Uint32Array,
): readonly (readonly [value: string, count: number])[] {
  // A chosen value stays in the list even if other filters hide all its tasks.
  const found = new Map<string, number>(chosen?.map((value) => [value, 0]));
  for (const [code, value] of values.entries()) {
    const own = counts[code] ?? 0;
    if (own > 0) found.set(value, own);
  }
  return [...found].sort(([a, n], [b, m]) => m - n || compareText(a, b));
}

type Sorted = string | number | undefined;

const orders = new WeakMap<PoolColumns, Map<string, Uint32Array>>();

/** The order within a state. */
export const scoreOrder: TaskSort = { key: 'score', descending: true };

const orderKey = ({ key, descending }: TaskSort) => `${descending ? -1 : 1} ${key}`;

export function keepOrder(columns: PoolColumns, sort: TaskSort, rows: Uint32Array): void {
  orders.set(columns, (orders.get(columns) ?? new Map()).set(orderKey(sort), rows));
}

/** All rows in an order, cached per column unless sorted by `keyOf`. */
export function orderOf(
  columns: PoolColumns,
  sort: TaskSort,
  keyOf?: (row: TaskRow) => number | undefined,
): Uint32Array {
  const sign = sort.descending ? -1 : 1;
  if (keyOf !== undefined) return sortedRows(columns, (row) => keyOf(taskRow(columns, row)), sign);
  const known = orders.get(columns) ?? new Map<string, Uint32Array>();
  orders.set(columns, known);
  const key = orderKey(sort);
  const order =
    known.get(key) ??
    (sort.key === 'state' ? stateOrder(columns, sign) : sortedRows(columns, sortValue(columns, sort.key), sign));
  known.set(key, order);
  return order;
}

/** State after state, each by score. */
function stateOrder(columns: PoolColumns, sign: number): Uint32Array {
  const byScore = orderOf(columns, scoreOrder);
  const rows = new Uint32Array(columns.count);
  let place = 0;
  for (const state of sign < 0 ? [3, 2, 1, 0] : [0, 1, 2, 3]) {
    for (const row of byScore) if (columns.states[row] === state) rows[place++] = row;
  }
  return rows;
}

function sortValue({ score, labels, taskAt }: PoolColumns, key: string): (row: number) => Sorted {
  switch (key) {
    case 'score':
      return (row) => score[row];
    case randomField.name:
      return (row) => taskAt(row).random;
    case 'id':
      return (row) => labels.givenAt(row).id;
    case 'phase':
    case 'benchmark': {
      const { values, codes } = labels.label(key);
      return (row) => values[codes[row] ?? 0];
    }
    default:
      return (row) => labels.givenAt(row).fields[key];
  }
}

/** Sorts the distinct values, usually few, and then places each row by its value. */
function sortedRows({ count, labels }: PoolColumns, valueAt: (row: number) => Sorted, sign: number): Uint32Array {
  const { values, codes } = coded(count, valueAt);
  const places = new Uint32Array(values.length);
  // Not a typed array, because lists are fast to sort if they are already in order, like ids.
  const sorted = Array.from(values, (_, code) => code).sort((a, b) => compareValues(values[a], values[b], sign));
  for (const [place, code] of sorted.entries()) places[code] = place;
  const starts = new Uint32Array(values.length + 1);
  for (const code of codes) starts[at(places, code) + 1] = at(starts, at(places, code) + 1) + 1;
  for (let i = 1; i < starts.length; i++) starts[i] = at(starts, i) + at(starts, i - 1);
  const rows = new Uint32Array(count);
  for (const row of labels.byName()) {
    const place = at(places, at(codes, row));
    rows[at(starts, place)] = row;
    starts[place] = at(starts, place) + 1;
  }
  return rows;
}

/** Unknown values come last in either direction. */
function compareValues(a: Sorted, b: Sorted, sign: number): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  if (typeof a === 'number' && typeof b === 'number') return sign * (a - b);
  return sign * compareText(String(a), String(b));
}

export type TaskQuery = ReturnType<typeof readQuery>;

type RowTest = (row: number) => boolean;

/**
 * Reads a search: words that must all be found, "words in quotes" as one, -word for words that must not be found,
 * field:value, and field:>10, field:<=0.5 or field:10..20 for numbers.
 */
export function readQuery(search: string, isField: (name: string) => boolean) {
  // Fields searched by name, and unknown names before a colon, which are searched as text.
  const [fields, unknownFields]: [string[], string[]] = [[], []];
  const makers = termsOf(search).map(({ text, isNot, field }): ((columns: PoolColumns) => RowTest) => {
    let make = ({ labels }: PoolColumns): RowTest => {
      const wanted = text.toLowerCase();
      return (row) => labels.searchText(row).includes(wanted);
    };
    if (field !== undefined) {
      if (isField(field.name)) {
        fields.push(field.name);
        make = (columns) => fieldTest(columns, field.name, field.value);
      }
      // A web address in an id is not a field.
      else if (!field.value.startsWith('//')) unknownFields.push(field.name);
    }
    return (columns) => {
      const test = make(columns);
      return isNot ? (row) => !test(row) : test;
    };
  });
  /** A test for the rows of some columns; undefined if all rows match. */
  const matcher = (columns: PoolColumns): RowTest | undefined => {
    const tests = makers.map((make) => make(columns));
    const [only] = tests;
    if (tests.length < 2) return only;
    return (row) => tests.every((test) => test(row));
  };
  return { matcher, fields, unknownFields };
}

type Term = ReturnType<typeof termsOf>[number];

/** The terms of a search. Quotes keep words together; a dash before a term negates it. */
function termsOf(search: string) {
  return [...search.matchAll(/(-?)((?:[\w.-]+:)?"[^"]*"?|\S+)/g)]
    .map(([written, dash, quoted = '']) => {
      const text = quoted.replaceAll('"', '');
      const [, name, value] = /^([\w.-]+):(.*)$/s.exec(text) ?? [];
      const field = name === undefined || value === undefined || value === '' ? undefined : { name, value };
      return { text, isNot: dash === '-', written, field };
    })
    .filter(({ text }) => text !== '');
}

/** Inclusive bounds; infinite if open. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** The range of a field in a search, as in "field:10..20"; undefined if it has none. */
export function searchRange(search: string, name: string): Range | undefined {
  const term = termsOf(search).find((each) => isRangeOf(each, name));
  return term?.field === undefined ? undefined : betweenOf(term.field.value);
}

/** The search with a different range for a field, or without one. */
export function withSearchRange(search: string, name: string, range: Range | undefined): string {
  const bound = (value: number) => (Number.isFinite(value) ? plainNumber(value) : '');
  const others = termsOf(search).filter((term) => !isRangeOf(term, name));
  const words = others.map(({ written }) => written);
  const isBound = range !== undefined && (Number.isFinite(range.low) || Number.isFinite(range.high));
  return [...words, ...(isBound ? [`${name}:${bound(range.low)}..${bound(range.high)}`] : [])].join(' ');
}

function isRangeOf({ isNot, field }: Term, name: string): boolean {
  return !isNot && field?.name === name && betweenOf(field.value) !== undefined;
}

/** A number without an exponent, which a range can't contain. */
function plainNumber(value: number): string {
  const text = String(value);
  return text.includes('e') ? value.toFixed(12).replace(/\.?0+$/, '') : text;
}

function fieldTest(columns: PoolColumns, name: string, value: string): RowTest {
  const range = rangeOf(value);
  if (range !== undefined) {
    const numbers = numberColumn(columns, name);
    return (row) => range(numbers[row] ?? Number.NaN);
  }
  const wanted = value.toLowerCase();
  const { values, codes } = labelColumn(columns, name);
  const passes = values.map((each) => each.toLowerCase().includes(wanted));
  return (row) => passes[codes[row] ?? 0] === true;
}

/** A number of every task: its score, its random number or a field; NaN if it is unknown. */
export function numberColumn({ score, labels, count, taskAt }: PoolColumns, name: string): Float64Array {
  if (name === 'score') return score;
  if (name === randomField.name)
    return Float64Array.from({ length: count }, (_, row) => taskAt(row).random ?? Number.NaN);
  return labels.number(name);
}

function betweenOf(text: string): Range | undefined {
  const [, from, to] = /^(-?[\d.]*?)\.\.(-?[\d.]*)$/.exec(text) ?? [];
  if (from === undefined || to === undefined || from + to === '') return undefined;
  const [low, high] = [from === '' ? -Infinity : Number(from), to === '' ? Infinity : Number(to)];
  return Number.isNaN(low) || Number.isNaN(high) ? undefined : { low, high };
}

/** The numbers that "10..20", ">10", ">=10", "<10", "<=10" or "=10" mean; undefined for anything else. */
function rangeOf(text: string): ((number: number) => boolean) | undefined {
  const between = betweenOf(text);
  if (between !== undefined) return (number) => number >= between.low && number <= between.high;
  const [, sign = '', bound] = /^(>=|<=|>|<|=)(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  const holds = comparisons[sign];
  return holds && ((number) => holds(number, Number(bound)));
}

const comparisons: Readonly<Record<string, (number: number, limit: number) => boolean>> = {
  '>': (number, limit) => number > limit,
  '>=': (number, limit) => number >= limit,
  '<': (number, limit) => number < limit,
  '<=': (number, limit) => number <= limit,
  '=': (number, limit) => number === limit,
};
