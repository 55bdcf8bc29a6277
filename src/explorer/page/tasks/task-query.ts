import { randomField } from '../../../core/model/field.js';
import type { PoolColumns } from '../state/pool-columns.js';
import { labelColumn } from './task-rows.js';

/** What a search asks of every task. */
export interface TaskQuery {
  /** Says of each row of some columns whether it is found; undefined: all are. */
  readonly matcher: (columns: PoolColumns) => RowTest | undefined;
  /** Names before a colon that are no field: they were searched as text. */
  readonly unknownFields: readonly string[];
}

type RowTest = (row: number) => boolean;

/**
 * Reads a search: words that must all be found, "words in quotes" as one, -word for what must not be found, field:value,
 * and field:>10, field:<=0.5 or field:10..20 for numbers. `isField` says which names before a colon are fields.
 */
export function readQuery(search: string, isField: (name: string) => boolean): TaskQuery {
  const unknownFields: string[] = [];
  const makers = termsOf(search).map(({ text, isNot, field }): ((columns: PoolColumns) => RowTest) => {
    let make = ({ labels }: PoolColumns): RowTest => {
      const wanted = text.toLowerCase();
      return (row) => labels.searchText(row).includes(wanted);
    };
    if (field !== undefined) {
      if (isField(field.name)) make = (columns) => fieldTest(columns, field.name, field.value);
      // A web address in an id is no field.
      else if (!field.value.startsWith('//')) unknownFields.push(field.name);
    }
    return (columns) => {
      const test = make(columns);
      return isNot ? (row) => !test(row) : test;
    };
  });
  const matcher = (columns: PoolColumns): RowTest | undefined => {
    const tests = makers.map((make) => make(columns));
    const [only] = tests;
    if (tests.length < 2) return only;
    return (row) => tests.every((test) => test(row));
  };
  return { matcher, unknownFields };
}

interface Term {
  readonly text: string;
  readonly isNot: boolean;
  /** As it stands in the search. */
  readonly written: string;
  readonly field: { readonly name: string; readonly value: string } | undefined;
}

/** The terms of a search; quotes hold words together, a dash before one turns it round. */
function termsOf(search: string): readonly Term[] {
  return [...search.matchAll(/(-?)((?:[\w.-]+:)?"[^"]*"?|\S+)/g)]
    .map(([written, dash, quoted = '']) => {
      const text = quoted.replaceAll('"', '');
      const [, name, value] = /^([\w.-]+):(.*)$/s.exec(text) ?? [];
      const field = name === undefined || value === undefined || value === '' ? undefined : { name, value };
      return { text, isNot: dash === '-', written, field };
    })
    .filter(({ text }) => text !== '');
}

/** Two numbers, both counted in; infinite where there is no bound. */
export interface Range {
  readonly low: number;
  readonly high: number;
}

/** The range that a search asks of a field, if it asks for one by "field:10..20". */
export function searchRange(search: string, name: string): Range | undefined {
  const term = termsOf(search).find((each) => isRangeOf(each, name));
  return term?.field === undefined ? undefined : betweenOf(term.field.value);
}

/** The search with another range of a field, or with none. */
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

/** Never with an exponent, which a range does not have. */
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

/** A number of every task: its score, its random number or a field; NaN where it is not known. */
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
  const [, sign, bound] = /^(>=|<=|>|<|=)(-?\d+(?:\.\d+)?)$/.exec(text) ?? [];
  if (sign === undefined) return undefined;
  const limit = Number(bound);
  switch (sign) {
    case '>':
      return (number) => number > limit;
    case '>=':
      return (number) => number >= limit;
    case '<':
      return (number) => number < limit;
    case '<=':
      return (number) => number <= limit;
    default:
      return (number) => number === limit;
  }
}
