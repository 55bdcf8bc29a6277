import { describe, expect, it } from 'vitest';
import { levelOf, manifestOf, plain, poolOf } from '../../../test/support/plain-samples.js';
import { faultsOf } from '../../../test/support/sample-plan.js';

describe('weights moved where a stratum has no result', () => {
  // A quarter of the first stratum is go, and nearly all of the second, which has no result.
  const tasks = poolOf(120, (_, i) => {
    const isGo = i < 80 ? i % 4 === 0 : i % 10 !== 0;
    return { repo: i < 80 ? 'a' : 'b', language: isGo ? 'go' : 'c' };
  });
  const manifest = manifestOf(plain(60, { group: { by: 'repo' } }), tasks);
  const own = new Map(
    manifest.tasks
      .filter(({ repo }) => repo === 'a')
      .map(({ task_id: id, language }) => [id, language === 'go' ? 1 : 0]),
  );

  it('drop the stratum from what the figure speaks for while they stand as drawn', () => {
    const { pool, warnings } = levelOf(manifest, own);
    expect(pool.population).toBeCloseTo(80, 9);
    expect(warnings.map(({ code }) => code)).toEqual(['empty-stratum', 'one-look']);
  });

  it('give a figure for as many tasks as they were moved to, or none', () => {
    const faults = faultsOf(() => {
      const { pool } = levelOf(manifest, own, { weightBy: ['language'] });
      const share = (count: number) =>
        tasks.slice(0, count).filter(({ fields }) => fields['language'] === 'go').length / count;
      // With the counts of all tasks the mean is one of all tasks, and must not be called one of 80.
      expect(pool.mean).toBeCloseTo(share(Math.round(pool.population)), 9);
    });
    expect(faults.every(({ code }) => code === 'estimate/calibration')).toBe(true);
  });
});
