import { describe, expect, it } from 'vitest';
import { learnedPlan, learnedPool } from '../../../../test/support/learned-pool.js';
import type { Outcome } from '../../model/outcome.js';
import { runPlan } from '../../pipeline.js';
import { readPlan } from '../../plan/read-plan.js';
import { poolResults } from '../question/pool-results.js';
import { assessFidelity } from './assess-fidelity.js';
import { checkSentence } from './forecast-check.js';

const { pool, earlier, later } = learnedPool();

function fidelityOf(purpose: string, rows: Readonly<Record<string, readonly number[]>>) {
  const selection = runPlan(readPlan(learnedPlan({ purpose, take: 40 })), new Map([['mine', pool]]));
  const outcomes = Object.entries(rows).flatMap(([configuration, row]) =>
    pool.tasks.map(({ id }, i): Outcome => {
      const reward = row[i] ?? 0;
      const status = reward === 1 ? 'passed' : 'failed';
      return { taskId: id, configuration, run: '', attempt: 1, status, reward, place: {} };
    }),
  );
  const results = poolResults(selection, { outcomes, files: [], faults: [], warnings: [] });
  return assessFidelity(selection, results, { draws: 100 });
}

const unseen = Object.fromEntries(later.map((row, j) => [`new${j + 1}`, row]));

describe('a forecast', () => {
  it('of a level is checked on systems that it was not learned from', () => {
    const { scopes } = fidelityOf('level', { ...unseen, old3: earlier[2] ?? [] });
    const [scope] = scopes;
    expect(scope?.leftOut).toEqual([{ system: 'old3', why: 'its results were learned from' }]);
    const { forecast } = scope ?? {};
    expect(forecast).toMatchObject({ purpose: 'level', judged: 4 });
    expect(forecast?.within).toBeGreaterThanOrEqual(3);
    expect(forecast?.share?.found).toBeLessThan(1);
    expect(forecast && checkSentence(forecast)).toMatch(
      /^Forecast, checked on systems that nothing was learned from: ± \d+\.\d points were forecast, and \d of 4 systems lie within that\. Random tasks that would tell as much: \d+ were forecast, \d+ came out\.$/,
    );
  });

  it('names a near-duplicate of an earlier system, and does not judge it', () => {
    const copy = (earlier[5] ?? []).map((reward, i) => (i === 7 ? 1 - reward : reward));
    const [scope] = fidelityOf('level', { ...unseen, copy }).scopes;
    expect(scope?.leftOut).toEqual([
      { system: 'copy', why: 'its results are nearly those that were learned from as old6' },
    ]);
  });

  it('of a ranking is checked by the order alone', () => {
    const [scope] = fidelityOf('ranking', unseen).scopes;
    expect(scope?.forecast).toMatchObject({ halfWidth: undefined, share: undefined, judged: 4 });
    expect(scope?.forecast && checkSentence(scope.forecast)).toMatch(/τ \d\.\d\d was forecast, \d\.\d\d came out\.$/);
  });
});
