import { describe, expect, it } from 'vitest';
import { ColumnTally } from './column-survey.js';

function tallied(values: readonly unknown[]) {
  const tally = new ColumnTally();
  for (const value of values) tally.add(value);
  return tally.result();
}

const numbers = Array.from({ length: 40 }, (_, i) => String(i + 1));

describe('what a column holds', () => {
  it.each<[string, readonly unknown[], object]>([
    ['numbers with words for unknown', [...numbers, 'n/a', '-', 'N/A'], { kind: 'number', tasks: 40 }],
    ['numbers below zero', ['-5', '5', '-1', 0, '0'], { kind: 'number', tasks: 5, negative: true, most: 5 }],
    [
      'numbers with separators',
      ['2,792', '-1,234', 3],
      { kind: 'number', withSeparators: 2, most: 2792, negative: true },
    ],
    [
      'numbers with decimal commas',
      ['1.337,50', '12,5', '1,250', '-3'],
      { kind: 'number', withSeparators: undefined, withDecimalCommas: 3, notNumbers: undefined },
    ],
    [
      'numbers with spaces and apostrophes between thousands',
      ["9'500.00", '9 500', '9\u00a0500', '9\u202f500', '900'],
      { kind: 'number', withSeparators: 4, withDecimalCommas: undefined, most: 9500 },
    ],
    [
      'commas that can only separate thousands, and one that can only be decimal',
      [...numbers, '1,234.5', '3,5'],
      { kind: 'number', withSeparators: 1, notNumbers: { tasks: 1 } },
    ],
    [
      'numbers and a few texts',
      [...numbers, 'some', 'some'],
      { kind: 'number', tasks: 42, notNumbers: { tasks: 2, example: 'some' } },
    ],
    [
      'too many texts for numbers',
      ['1', '2', '3', 'a', 'a', 'a', 'a', 'a'],
      { kind: 'label', withSeparators: undefined },
    ],
    ['versions', ['1.1', '1.10', '1.2', '1.1', '1.2', '1.2'], { kind: 'label' }],
    ['codes', ['007', '8', '9'], { kind: 'text' }],
    [
      'labels in two spellings',
      ['High', 'high', 'high ', 'low'],
      { kind: 'label', alike: [['High', 'high', 'high ']] },
    ],
    ['lists', [['a'], [], '["b"]'], { kind: 'list', tasks: 3 }],
    ['records and numbers', [{ a: 1 }, 2], { kind: 'other' }],
    ['only words for unknown', ['n/a', 'n/a', 'none'], { kind: 'label', tasks: 3 }],
  ])('%s', (_, values, expected) => {
    const repeated = 'alike' in expected ? [...values, ...values] : values;
    expect(tallied(repeated)).toMatchObject(expected);
  });
});
