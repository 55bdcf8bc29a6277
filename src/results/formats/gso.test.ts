import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes, outcomeLines } from '../../../test/results/outcome-lines.js';
import { writeTree } from '../../../test/results/write-tree.js';
import { readOutcomes } from '../read-outcomes.js';

const sets = {
  completed_ids: ['a', 'b', 'c', 'd'],
  passed_ids: ['a', 'b'],
  base_failed_ids: ['d'],
  patch_failed_ids: [],
  test_failed_ids: ['c'],
  empty_patch_ids: ['e'],
  error_ids: ['f'],
  opt_base_ids: ['a', 'b'],
  opt_commit_ids: ['a'],
  opt_main_ids: [],
};

function merged(more: object = {}, total = 8): object {
  return {
    summary: { total_instances: total, total_predictions: 6, opt_commit: 1, k: 1, score: 12.5 },
    instance_sets: { ...sets, ...more },
    schema_version: 1,
    opt_stats: { a: { gm_speedup_patch_commit: 1.2 } },
  };
}

const pool = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => ({ benchmark: 'gso', id, aliases: [] }));
const unlisted = (listed: ReadonlySet<string>) => ({ tasks: pool.filter(({ id }) => !listed.has(id)) });

describe('a GSO report', () => {
  it('counts tasks that are as fast as the commit, and those it leaves out as failed', async () => {
    const read = await readOutcomes([join(writeTree({ 'model-4.5.json': merged() }), 'model-4.5.json')], { unlisted });
    expect(outcomeLines(read)).toEqual([
      'a model-4.5 - 1 passed 1',
      'b model-4.5 - 1 failed 0',
      'c model-4.5 - 1 failed 0',
      'd model-4.5 - 1 failed 0',
      'e model-4.5 - 1 failed 0',
      'f model-4.5 - 1 errored -',
      'g model-4.5 - 1 failed 0',
      'h model-4.5 - 1 failed 0',
    ]);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/unlisted-failed'] });
  });

  it('counts the results that several reports leave out, which may be more than the tasks', async () => {
    const root = writeTree({ 'm.json': merged(), 'n.json': merged() });
    const { warnings } = await readOutcomes([root], { unlisted });
    expect(warnings.map(({ message }) => message)).toContainEqual(
      expect.stringMatching(/^4 unlisted results count as failed/),
    );
  });

  it('leaves the others absent if it covers fewer tasks than the pool', async () => {
    const read = await readOutcomes([join(writeTree({ 'm.json': merged({}, 7) }), 'm.json')], { unlisted });
    expect(read.outcomes).toHaveLength(6);
    expect(codes(read).warnings).toEqual(['outcomes/unlisted']);
  });

  it('may be of a part or of the whole: one error for all files', async () => {
    const hint = 'Say which.';
    const part = { name: 'a tier', tasks: new Set(pool.map(({ id, benchmark }) => `${benchmark}/${id}`)), hint };
    const root = writeTree({ 'm.json': merged({}, 8), 'n.json': merged({}, 8) });
    const { faults } = await readOutcomes([root], { unlisted: (listed) => ({ ...unlisted(listed), part }) });
    expect(faults).toMatchObject([{ code: 'outcomes/part-or-whole', hint }]);
    expect(faults[0]?.message).toMatch(/^2 files list only tasks in a tier\./);
  });

  it('counts hacks as successes, with a warning', async () => {
    const file = merged({ hacked_ids: ['a', 'b'] }, 6);
    const read = await readOutcomes([join(writeTree({ 'm.json': file }), 'm.json')]);
    expect(outcomeLines(read)[0]).toBe('a m - 1 passed 1');
    expect(read.warnings).toMatchObject([{ code: 'outcomes/hacked', message: expect.stringContaining('1 success') }]);
  });

  it('of a run is read once beside the reports of its tasks', async () => {
    const report = { patch_exists: true, patch_successfully_applied: true, base_successfully_run: true };
    const run = 'logs/run_evaluation/r/m';
    const root = writeTree({
      [`${run}/a/report.json`]: { a: { ...report, test_passed: true, opt_base: true, opt_commit: true } },
      [`${run}/b/report.json`]: { b: { ...report, test_passed: true, opt_base: true, opt_commit: false } },
      'm.r.report.json': {
        summary: { total_instances: 3 },
        instance_sets: {
          ...Object.fromEntries(Object.keys(sets).map((key) => [key, []])),
          completed_ids: ['a', 'b'],
          opt_commit_ids: ['a'],
          incomplete_ids: ['c'],
        },
      },
    });
    const read = await readOutcomes([root]);
    expect(outcomeLines(read)).toEqual(['a m r 1 passed 1', 'b m r 1 failed 0']);
    expect(codes(read)).toEqual({ faults: [], warnings: [] });
  });
});
