import { expect, it } from 'vitest';
import { FoundRows } from './found-rows.js';
import type { FoundOutcome } from './result-format.js';

const file = 'runs.csv';
const plain: FoundOutcome = {
  taskId: 'a',
  configuration: 'one',
  run: undefined,
  attempt: undefined,
  verdict: { reward: 0.25 },
  place: { file, line: 2 },
};

function rowsOf(outcomes: readonly FoundOutcome[]): FoundRows {
  const rows = new FoundRows(file);
  for (const { place, ...finding } of outcomes) {
    const { file: own, ...within } = place;
    rows.push(finding, own === file ? within : place);
  }
  return rows;
}

it.each<[string, Partial<FoundOutcome>]>([
  ['nothing else', {}],
  ['a benchmark, a source and a run', { benchmark: 'b', source: 's/t', run: '' }],
  ['an attempt of 0', { attempt: 0 }],
  ['a cost and a duration', { costUsd: 0, durationMs: 12.5 }],
  ['an error', { verdict: 'errored' }],
  ['no run', { verdict: 'not-run' }],
  ['what few results have', { isPartlyNamed: true, repeat: '0001', identity: 'x', fields: { phase: 'Fix', score: 2 } }],
  ['a row', { place: { file, path: 'row 7' } }],
  ['a cell', { place: { file, line: 3, path: 'system' } }],
  ['another file', { place: { file: 'other.csv', line: 3 } }],
  ['no line', { place: { file } }],
])('gives back what was found, with %s', (_, more) => {
  const outcome = { ...plain, ...more };
  const rows = rowsOf([plain, outcome, plain]);
  expect([...rows]).toEqual([plain, outcome, plain]);
  expect(rows.at(1)).toEqual(outcome);
});

it('keeps more results than one block holds', () => {
  const many = Array.from({ length: 70_000 }, (_, i) => ({
    ...plain,
    taskId: `t${i % 10}`,
    attempt: i,
    place: { file, line: i + 2 },
  }));
  const rows = rowsOf(many);
  expect(rows.length).toBe(many.length);
  for (const i of [0, 63, 64, 65_535, 65_536, 69_999]) expect(rows.at(i)).toEqual(many[i]);
});

it('counts attempts from one when some count from zero, and leaves those that are not numbered', () => {
  const rows = rowsOf([{ ...plain, attempt: 0 }, plain, { ...plain, attempt: 3 }]);
  expect(rows.countFromOne()).toBe(true);
  expect([...rows].map(({ attempt }) => attempt)).toEqual([1, undefined, 4]);
  expect(rows.countFromOne()).toBe(false);
});
