import { describe, expect, it } from 'vitest';
import { learnedPlan, learnedPool } from '../../../test/support/learned-pool.js';
import type { MatrixOptions } from '../../../test/support/response-matrix.js';
import { runPlan } from '../pipeline.js';
import { readPlan } from '../plan/read-plan.js';
import { evidenceSentence, evidenceWords, learnedSentences } from './forecast-words.js';
import { claimOf } from './selection-words.js';

function selectionOf(select: Readonly<Record<string, unknown>>, options: Partial<MatrixOptions> = {}) {
  return runPlan(readPlan(learnedPlan(select)), new Map([['mine', learnedPool(options).pool]]));
}

const wordsOf = (select: Readonly<Record<string, unknown>>, options: Partial<MatrixOptions> = {}) =>
  selectionOf(select, options).benchmarks.flatMap(learnedSentences).join(' ');

describe('what a purpose chose, in words', () => {
  it('says what results are to tell, what was chosen, from whom, and what to expect', () => {
    const words = wordsOf({ purpose: 'level', take: 40 });
    expect(words).toMatch(
      /^The results should show how good a new system is\. The 40 tasks are drawn at random from 10 difficulty bands/,
    );
    expect(words).toContain('comes from the results of 12 earlier systems');
    expect(words).toMatch(
      /± \d+\.\d points \(95% interval\), compared with ± \d+\.\d for 40 random tasks\. A random sample would need \d+ tasks for the same precision\./,
    );
    expect(words).toMatch(/much stronger than all of them/);
  });

  it('begins with the difference for a comparison', () => {
    expect(wordsOf({ purpose: 'comparison', take: 40 })).toMatch(
      /12 earlier systems\. Smallest detectable difference between two systems/,
    );
  });

  it('says where earlier results do not help, or cannot be judged', () => {
    expect(wordsOf({ purpose: 'level', take: 40 }, { corruption: 'shuffled' })).toMatch(
      /Earlier results do not help estimate a level here, because they leave \d+% of its variance unexplained\./,
    );
    const few = wordsOf({ purpose: 'level', take: 40 }, { earlier: 2 });
    expect(few).toContain('(that needs three systems, and there are only 2)');
    expect(few).not.toContain('leaving out earlier systems');
  });

  it('says what a quota costs', () => {
    const quota = { by: 'repo', at_least: 9 };
    expect(wordsOf({ purpose: 'level', take: 40, quota })).toMatch(
      /The quota (raises the variance by \d+%|costs no precision)/,
    );
  });

  it('is nothing without a purpose', () => {
    expect(wordsOf({ take: 40, prefer: ['random'] })).toBe('');
  });
});

describe('the claim of a ranking', () => {
  it('is of an order and of no level', () => {
    expect(claimOf(selectionOf({ purpose: 'ranking', take: 40 }))).toBe(
      "Ranking: the tasks were chosen to rank systems, because their results are expected to differ most. Their mean is not the pool's level.",
    );
  });

  it('advises a random sample below six earlier systems', () => {
    expect(claimOf(selectionOf({ purpose: 'ranking', take: 40 }, { earlier: 5 }))).toMatch(
      /With fewer than 6 earlier systems, this has no advantage. Draw a random sample instead/,
    );
  });

  it('is not made of a sample', () => {
    expect(claimOf(selectionOf({ purpose: 'level', take: 40 }))).toMatch(/^Probability sample: /);
  });
});

describe('warnings of a purpose', () => {
  it('are said once: tasks that no earlier system ran, little gain for a level alone', () => {
    const { pool } = learnedPool();
    const rewards = new Map(
      [...(pool.priorRewards ?? [])].map(([name, byTask]) => [name, new Map([...byTask].slice(2))]),
    );
    const codes = (purpose: string, options: Partial<MatrixOptions> = {}) => {
      const { warnings } = selectionOf({ purpose, take: 40 }, options);
      return warnings.map(({ code }) => code).filter((code) => code !== 'no-expect');
    };
    expect(codes('level', { corruption: 'shuffled' })).toEqual(['little-learned']);
    expect(codes('ranking', { corruption: 'shuffled' })).toEqual([]);
    const plan = readPlan(learnedPlan({ purpose: 'level', take: 40 }));
    const { warnings } = runPlan(plan, new Map([['mine', { ...pool, priorRewards: rewards }]]));
    expect(warnings.map(({ message }) => message)).toContain(
      'mine: 2 tasks were not run by any earlier system; they form a separate group.',
    );
    expect(warnings.filter(({ code }) => code === 'unknown-group')).toEqual([]);
  });
});

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
  expect(evidenceSentence({ name: 'x', evidence: [row] })).toMatch(/^The x score has been shown to predict benefit/);
  for (const other of [
    { ...row, withinInterval: undefined },
    { ...row, interval: [-0.01, 0.5] as const },
    { ...row, withinInterval: [0, 0.3] as const },
  ]) {
    expect(evidenceSentence({ name: 'x', evidence: [row, other] })).toMatch(
      /^The x score only describes tasks\. It has not been shown to predict benefit \(400 paired tasks from 2 sources/,
    );
  }
});

it('says so where none is given', () => {
  expect(evidenceSentence({ name: 'x', evidence: [] })).toBe(
    'The x score only describes tasks. The plan cites no evidence that it predicts results.',
  );
});

it('writes a row of evidence in words', () => {
  expect(evidenceWords({ ...row, within: -0.001, withinInterval: undefined })).toBe(
    '0.30 [0.17, 0.42] over 200 paired tasks, 0.00 within benchmarks: a table, 2026.',
  );
});
