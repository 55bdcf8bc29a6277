import { expect, it } from 'vitest';
import type { RecordFormat } from './formats/task-format.js';
import { readRecord } from './found.js';

const format: RecordFormat = {
  kind: 'record',
  name: 'test',
  title: 'Test',
  matches: () => true,
  read: () => ({ id: 'a', aliases: [], labels: [], numbers: [], remarks: [] }),
};

it('reads no column of a row beyond the first with a value', () => {
  const asked: string[] = [];
  const data = {
    get blank() {
      asked.push('blank');
      return ' ';
    },
    get id() {
      asked.push('id');
      return 'a';
    },
    get patch() {
      asked.push('patch');
      return 'long';
    },
  };
  expect(readRecord({ number: 1, data }, 'rows.csv', [format])).toMatchObject({ kind: 'task' });
  expect([...new Set(asked)]).toEqual(['blank', 'id']);
});

it.each([{ a: null, b: ' ' }, { a: '' }, {}])('takes %j for a blank row', (data) => {
  expect(readRecord({ number: 1, data }, 'rows.csv', [format])).toMatchObject({
    kind: 'problem',
    code: 'pool/blank-row',
  });
});

it.each([
  { id: 'id', x: ' x' },
  { id: '\ufeffid', 'Unnamed: 1': '', tags: ['tags'] },
])('takes %j for the header again', (data) => {
  expect(readRecord({ number: 9, data }, 'rows.csv', [format])).toMatchObject({ code: 'pool/header-row' });
});

it.each([{ a: 0 }, { a: false }, { a: undefined }, { a: [] }])('takes %j for a row with a value', (data) => {
  expect(readRecord({ number: 1, data }, 'rows.csv', [format])).toMatchObject({ kind: 'task' });
});
