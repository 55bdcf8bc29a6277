import { expect, it } from 'vitest';
import { evidenceCells, evidenceSentence } from './evidence-words.js';

const row = {
  pairs: 200,
  correlation: 0.3,
  interval: [0.17, 0.42],
  within: 0.2,
  withinInterval: [0.05, 0.34],
  source: 'a table',
  date: '2026',
} as const;

it('says that a score predicts only where every interval of every row lies above 0', () => {
  expect(evidenceSentence({ name: 'x', evidence: [row] })).toMatch(/^The x score is shown to predict benefit/);
  for (const other of [
    { ...row, withinInterval: undefined },
    { ...row, interval: [-0.01, 0.5] as const },
    { ...row, withinInterval: [0, 0.3] as const },
  ]) {
    expect(evidenceSentence({ name: 'x', evidence: [row, other] })).toMatch(
      /^The x score describes the shape of tasks; it is not shown to predict benefit \(400 pairs from 2 sources/,
    );
  }
});

it('says so where none is given', () => {
  expect(evidenceSentence({ name: 'x', evidence: [] })).toBe(
    'The x score describes the shape of tasks; no evidence is given that it predicts anything.',
  );
});

it('writes a row in words', () => {
  expect(evidenceCells({ ...row, within: -0.001, withinInterval: undefined })).toEqual([
    '200',
    '0.30 [0.17, 0.42]',
    '0.00',
    'a table',
    '2026',
  ]);
});
