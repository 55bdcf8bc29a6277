import { fieldValue } from '../../../core/model/task.js';
import { labelOf, type TaskRow } from './task-rows.js';

/** What a search asks of every task. */
export interface TaskQuery {
  readonly matches: (row: TaskRow, textOf: (row: TaskRow) => string) => boolean;
  /** Names before a colon that are no field: they were searched as text. */
  readonly unknownFields: readonly string[];
}

type Test = (row: TaskRow, textOf: (row: TaskRow) => string) => boolean;

/**
 * Reads a search: words that must all be found, "words in quotes" as one, -word for what must not be found, field:value,
 * and field:>10, field:<=0.5 or field:10..20 for numbers. `isField` says which names before a colon are fields.
 */
export function readQuery(search: string, isField: (name: string) => boolean): TaskQuery {
  const unknownFields: string[] = [];
  const tests = termsOf(search).map(({ text, isNot }): Test => {
    const [, name, value] = /^([\w.-]+):(.*)$/s.exec(text) ?? [];
    let test: Test = (row, textOf) => textOf(row).includes(text.toLowerCase());
    if (name !== undefined && value !== undefined && value !== '') {
      if (isField(name)) test = fieldTest(name, value);
      // A web address in an id is no field.
      else if (!value.startsWith('//')) unknownFields.push(name);
    }
    return isNot ? (row, textOf) => !test(row, textOf) : test;
  });
  return { matches: (row, textOf) => tests.every((test) => test(row, textOf)), unknownFields };
}

/** The terms of a search; quotes hold words together, a dash before one turns it round. */
function termsOf(search: string): readonly { readonly text: string; readonly isNot: boolean }[] {
  return [...search.matchAll(/(-?)((?:[\w.-]+:)?"[^"]*"?|\S+)/g)]
    .map(([, dash, text = '']) => ({ text: text.replaceAll('"', ''), isNot: dash === '-' }))
    .filter(({ text }) => text !== '');
}

function fieldTest(name: string, value: string): Test {
  const range = rangeOf(value);
  if (range !== undefined) {
    return ({ task }) => {
      const number = fieldValue(task, name);
      return typeof number === 'number' && range(number);
    };
  }
  const wanted = value.toLowerCase();
  return (row) => labelOf(row, name).toLowerCase().includes(wanted);
}

/** The numbers that "10..20", ">10", ">=10", "<10", "<=10" or "=10" mean; undefined for anything else. */
function rangeOf(text: string): ((number: number) => boolean) | undefined {
  const [, from, to] = /^(-?[\d.]*?)\.\.(-?[\d.]*)$/.exec(text) ?? [];
  if (from !== undefined && to !== undefined && from + to !== '') {
    const [low, high] = [from === '' ? -Infinity : Number(from), to === '' ? Infinity : Number(to)];
    return Number.isNaN(low) || Number.isNaN(high) ? undefined : (number) => number >= low && number <= high;
  }
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
