import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes, outcomeLines } from '../../../test/results/outcome-lines.js';
import { writeTree } from '../../../test/results/write-tree.js';
import { readOutcomes } from '../read-outcomes.js';

const report = { patch_is_None: false, patch_exists: true, patch_successfully_applied: true };

describe('a SWE-bench run report', () => {
  const lists = {
    submitted_ids: ['a', 'b', 'c', 'd', 'e'],
    completed_ids: ['a', 'b', 'e'],
    resolved_ids: ['a'],
    unresolved_ids: ['b', 'e'],
    empty_patch_ids: ['c'],
    error_ids: ['d'],
    incomplete_ids: ['z'],
    schema_version: 2,
  };

  it('is a repeat of its model, with a warning unless its run ids are numbers or Winnow exported them', async () => {
    const warned = async (...files: readonly string[]) => {
      const read = await readOutcomes([writeTree(Object.fromEntries(files.map((file) => [file, lists])))]);
      expect(new Set(read.outcomes.map(({ configuration }) => configuration)).size).toBe(1);
      return codes(read).warnings.includes('outcomes/run-ids');
    };
    expect(await warned('m.run-1.json', 'm.run-2.json')).toBe(false);
    expect(await warned('m.mine-0a1b2c3d.json', 'm.mine-99887766-first5.json')).toBe(false);
    expect(await warned('pick.gpt-5.1.json', 'pick.gpt-5.2.json')).toBe(true);
  });

  it('counts an empty patch as failed and an incomplete task as absent; the name gives model and run', async () => {
    const root = writeTree({ 'maker__model-4.1.run-7.json': lists });
    const read = await readOutcomes([join(root, 'maker__model-4.1.run-7.json')]);
    expect(outcomeLines(read)).toEqual([
      'a maker__model-4.1 run-7 1 passed 1',
      'b maker__model-4.1 run-7 1 failed 0',
      'c maker__model-4.1 run-7 1 failed 0',
      'd maker__model-4.1 run-7 1 errored -',
      'e maker__model-4.1 run-7 1 failed 0',
    ]);
    expect(codes(read)).toEqual({ faults: [], warnings: [] });
  });

  it.each([
    ['model-4.5.model-4.5-full', 'model-4.5 model-4.5-full'],
    ['model-4.20251001', 'model-4 20251001'],
  ])('is named %s.json for a model and a run', async (stem, name) => {
    const read = await readOutcomes([writeTree({ [`${stem}.json`]: lists })]);
    expect(outcomeLines(read)[0]).toBe(`a ${name} 1 passed 1`);
  });

  it.each([
    [['gpt-5.1', 'gpt-5.2']],
    [['opus-4.5', 'opus-4.6', 'opus-4.6-high']],
    [['1_mini-v1.15.0_glm-4.6', '1_mini-v1.15.0_opus-4-5'], 'swe-bench_verified__test__'],
    [['polydev_v3_mcp', 'polydev_v3'], 'Subset.swe_bench_verified__test__'],
  ])('does not take the end of a version for a run: %s', async (names, before = '') => {
    const read = await readOutcomes([writeTree(Object.fromEntries(names.map((n) => [`${before}${n}.json`, lists])))]);
    expect(new Set(read.outcomes.map(({ configuration }) => configuration))).toEqual(new Set(names));
  });

  const folders = { 'x/m.r.json': lists, 'y/m.r.json': lists };
  const other = { ...lists, resolved_ids: ['b'], unresolved_ids: ['a', 'e'] };

  it('counts once if another folder has the same report, with a warning', async () => {
    const read = await readOutcomes([writeTree(folders)]);
    expect(read.outcomes).toHaveLength(5);
    expect(read.warnings).toMatchObject([{ message: expect.stringContaining('Skipped 5 duplicate results') }]);
  });

  it.each([
    ['the same', folders],
    ['others', { ...folders, 'y/m.r.json': other }],
  ])('is of the system that the user names, and one name for two of them makes two runs: %s', async (_, tree) => {
    const root = writeTree(tree);
    const linesOf = async (x: string, y: string) => {
      const systems = new Map([
        [join(root, 'x'), x],
        [join(root, 'y'), y],
      ]);
      const read = await readOutcomes([root], { systems });
      expect(read.faults).toEqual([]);
      return new Set(read.outcomes.map(({ configuration, run }) => `${configuration} ${run}`));
    };
    expect(await linesOf('s', 't')).toEqual(new Set(['s r', 't r']));
    expect((await linesOf('s', 's')).size).toBe(2);
  });

  it('is of a separate system if another report of the same name differs, found or named', async () => {
    const root = writeTree({ ...folders, 'y/m.r.json': other });
    for (const paths of [[root], [join(root, 'x/m.r.json'), join(root, 'y/m.r.json')]]) {
      const read = await readOutcomes(paths);
      expect(new Set(read.outcomes.map(({ configuration }) => configuration))).toEqual(new Set(['m (x)', 'm (y)']));
      expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/same-name'] });
    }
  });

  it('is told to be the same as that of another run', async () => {
    const read = await readOutcomes([writeTree({ 'm.r1.json': lists, 'm.r2.json': lists })]);
    expect(read.outcomes).toHaveLength(10);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/same-results'] });
  });

  it('takes failures of the infrastructure out of the unresolved, though the schema has the same version', async () => {
    const newer = { ...lists, infra_failure_ids: ['b', 'd'], ambiguous_failure_ids: ['e'], failure_reasons: {} };
    const read = await readOutcomes([join(writeTree({ 'm.r.json': newer }), 'm.r.json')]);
    expect(outcomeLines(read).filter((line) => /^[bde]/.test(line))).toEqual([
      'b m r 1 errored -',
      'd m r 1 errored -',
      'e m r 1 failed 0',
    ]);
    expect(codes(read).warnings).toEqual(['outcomes/ambiguous-failure', 'outcomes/infra-failure']);
  });

  it('finds an id in two lists', async () => {
    const read = await readOutcomes([join(writeTree({ 'm.r.json': { ...lists, error_ids: ['a'] } }), 'm.r.json')]);
    expect(read.faults[0]).toMatchObject({ code: 'outcomes/twice', place: { path: 'error_ids' } });
    expect(read.faults[0]?.message).toContain('resolved_ids');
  });

  it('refuses a list that holds anything but ids', async () => {
    const read = await readOutcomes([
      join(writeTree({ 'm.r.json': { ...lists, unresolved_ids: ['b', 5] } }), 'm.r.json'),
    ]);
    expect(read.faults).toMatchObject([{ code: 'outcomes/list', place: { path: 'unresolved_ids' } }]);
    expect(read.outcomes).toEqual([]);
  });

  it('counts a completed task in no list of results as failed, with a warning', async () => {
    const { unresolved_ids: _, ...cut } = lists;
    const read = await readOutcomes([join(writeTree({ 'm.r.json': cut }), 'm.r.json')]);
    expect(outcomeLines(read).filter((line) => /^[be] /.test(line))).toEqual(['b m r 1 failed 0', 'e m r 1 failed 0']);
    expect(codes(read).warnings).toEqual(['outcomes/unlisted-failed']);
  });

  it('warns if the counts in a report disagree with its lists', async () => {
    const counts = { submitted_instances: 5, completed_instances: 3, resolved_instances: 1, unresolved_instances: 2 };
    const warned = async (report: object) =>
      (await readOutcomes([join(writeTree({ 'm.r.json': { ...lists, ...report } }), 'm.r.json')])).warnings;
    expect(await warned(counts)).toEqual([]);
    const [first, ...others] = await warned({ ...counts, resolved_instances: 4 });
    expect(first?.code).toBe('outcomes/report-counts');
    expect(first?.message).toContain('resolved_instances is 4, but resolved_ids has 1 task.');
    expect(others).toEqual([]);
  });

  it('says that a submitted task is in no list', async () => {
    const read = await readOutcomes([join(writeTree({ 'm.r.json': { ...lists, error_ids: [] } }), 'm.r.json')]);
    expect(codes(read).warnings).toEqual(['outcomes/unlisted']);
    expect(outcomeLines(read).some((line) => line.startsWith('d '))).toBe(false);
  });
});

describe('a tree of SWE-bench logs', () => {
  const tree = {
    'logs/run_evaluation/r/m/a/report.json': { a: { ...report, resolved: true, tests_status: {} } },
    'logs/run_evaluation/r/m/a/run_instance.log': 'fine',
    'logs/run_evaluation/r/m/b/report.json': { b: { ...report, resolved: false } },
    'logs/run_evaluation/r/m/c/report.json': '',
    'logs/run_evaluation/r/m/d/run_instance.log': 'it stopped here',
    'logs/run_evaluation/r/m/e/report.json': { e: { ...report, resolved: false, infra_failure: true } },
  };

  it('is one system if each task has a folder with its runs below', async () => {
    const reportOf = (id: string, resolved: boolean) => ({ [id]: { ...report, resolved } });
    const read = await readOutcomes([
      writeTree({
        'mine/results/a/20260523T194625Z/official_eval/report.json': reportOf('a', true),
        'mine/results/b/20260524T005648Z/official_eval/report.json': reportOf('b', false),
        'mine/results/b/20260525T005648Z/official_eval/report.json': reportOf('b', true),
      }),
    ]);
    expect(outcomeLines(read)).toEqual([
      'a mine 20260523T194625Z 1 passed 1',
      'b mine 20260524T005648Z 1 failed 0',
      'b mine 20260525T005648Z 1 passed 1',
    ]);
    expect(codes(read)).toEqual({ faults: [], warnings: [] });
  });

  it('takes an empty report, a log without one and a failure of the infrastructure as errors', async () => {
    const read = await readOutcomes([writeTree(tree)]);
    expect(outcomeLines(read)).toEqual([
      'a m r 1 passed 1',
      'b m r 1 failed 0',
      'c m r 1 errored -',
      'd m r 1 errored -',
      'e m r 1 errored -',
    ]);
    expect(codes(read).faults).toEqual([]);
  });

  it('counts once what the report of the run says as well, and finds where the two differ', async () => {
    const lists = { submitted_ids: ['a', 'b'], resolved_ids: ['a'], unresolved_ids: ['b'] };
    const agreeing = await readOutcomes([writeTree({ ...tree, 'm.r.json': lists })]);
    expect(agreeing.faults).toEqual([]);
    expect(agreeing.outcomes).toHaveLength(5);
    const differing = await readOutcomes([
      writeTree({ ...tree, 'm.r.json': { ...lists, resolved_ids: ['a', 'b'], unresolved_ids: [] } }),
    ]);
    expect(differing.faults).toMatchObject([{ code: 'outcomes/twice', hint: expect.stringContaining('--name') }]);
  });

  it('has no verdict on a task that its report has scored, in either order of the files', async () => {
    const { 'logs/run_evaluation/r/m/d/run_instance.log': log } = tree;
    const lists = { submitted_ids: ['d'], resolved_ids: [], unresolved_ids: ['d'] };
    for (const above of ['logs', 'reports']) {
      const root = writeTree({ [`${above}/run_evaluation/r/m/d/run_instance.log`]: log, 'm.r.json': lists });
      const read = await readOutcomes([root]);
      expect(outcomeLines(read)).toEqual(['d m r 1 failed 0']);
      expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/unscored-copy'] });
    }
  });

  it('refuses a report that does not say whether the task is resolved', async () => {
    const read = await readOutcomes([join(writeTree({ 'x/report.json': { x: report } }), 'x/report.json')]);
    expect(codes(read).faults).toEqual(['outcomes/no-result']);
  });
});

describe('SWE-bench experiments', () => {
  const results = { resolved: ['a'], no_generation: ['b'], no_logs: ['c'] };

  it('takes the name from metadata.yaml, leaves the logs alone and says that failures are not listed', async () => {
    const root = writeTree({
      'evaluation/verified/20250101_sys/results/results.json': results,
      'evaluation/verified/20250101_sys/metadata.yaml': 'info:\n  name: The System\ntags:\n  model: [m]\n',
      'evaluation/verified/20250101_sys/logs/a/report.json': { a: { ...report, resolved: true } },
      'evaluation/verified/20250102_old/results/results.json': { resolved: ['a'] },
    });
    const read = await readOutcomes([root]);
    expect(outcomeLines(read)).toEqual([
      'a 20250102_old - 1 passed 1',
      'a The System - 1 passed 1',
      'b The System - 1 failed 0',
      'c The System - 1 errored -',
    ]);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/no-failures', 'outcomes/no-logs'] });
  });

  it('takes the rest of the split as failed when it is given', async () => {
    const read = await readOutcomes([join(writeTree({ 's/results.json': results }), 's/results.json')], {
      unlisted: (listed) => ({
        tasks: ['a', 'b', 'c', 'd'].filter((id) => !listed.has(id)).map((id) => ({ benchmark: 'x', id, aliases: [] })),
      }),
    });
    expect(outcomeLines(read).at(-1)).toBe('d s - 1 failed 0');
    expect(codes(read).warnings).toEqual(['outcomes/no-logs', 'outcomes/unlisted-failed']);
  });

  it('is left out if its tasks are not those of the pool', async () => {
    const root = writeTree({ 's/results.json': results, 't.csv': 'task_id,resolved\nx,1\n' });
    const read = await readOutcomes([root], { unlisted: () => undefined });
    expect(outcomeLines(read)).toEqual(['x t - 1 passed 1']);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/no-failures'] });
    const alone = await readOutcomes([join(root, 's')], { unlisted: () => undefined });
    expect(alone.faults).toMatchObject([{ code: 'outcomes/none', hint: expect.stringContaining('not in the pool') }]);
  });

  it('is refused if it is only a list of passed tasks', async () => {
    const file = join(writeTree({ 'passed.json': { resolved: ['a'] } }), 'passed.json');
    expect(codes(await readOutcomes([file], { unlisted: () => ({ tasks: [] }) })).faults).toEqual([
      'outcomes/no-failures',
    ]);
  });

  it('goes by the folder when metadata.yaml cannot be read, and says so', async () => {
    const root = writeTree({ 's/results/results.json': { resolved: ['a'] }, 's/metadata.yaml': 'name: [' });
    const read = await readOutcomes([root]);
    expect(outcomeLines(read)).toEqual(['a s - 1 passed 1']);
    expect(codes(read).warnings).toContain('outcomes/metadata');
  });

  it('takes two submissions of one name for two systems', async () => {
    const root = writeTree({
      'one/results.json': { resolved: ['a'] },
      'one/metadata.yaml': 'name: S',
      'two/results.json': { resolved: ['a'] },
      'two/metadata.yaml': 'name: S',
    });
    const read = await readOutcomes([root]);
    expect(outcomeLines(read)).toEqual(['a S (one) - 1 passed 1', 'a S (two) - 1 passed 1']);
    expect(codes(read).warnings).toContain('outcomes/same-name');
  });
});

describe('SWE-bench Pro', () => {
  it.each([
    ['instance_', '-v1'],
    ['', ''],
  ])('warns that crashes are stored as failures: %sID%s', async (before, after) => {
    const ids = ['1', '2'].map((digit) => `${before}owner__repo-${digit.repeat(40)}${after}`);
    const root = writeTree({ 'traj/sys/eval_results.json': { [ids[0] ?? '']: true, [ids[1] ?? '']: false } });
    const read = await readOutcomes([root]);
    expect(outcomeLines(read)).toEqual([`${ids[0]} sys - 1 passed 1`, `${ids[1]} sys - 1 failed 0`]);
    expect(codes(read).warnings).toEqual(['outcomes/crashes-as-failures']);
  });

  it('does not warn for tasks of another benchmark, and takes null as not run', async () => {
    const read = await readOutcomes([writeTree({ 's/eval_results.json': { a__a: true, b__b: false, c__c: null } })]);
    expect(outcomeLines(read)).toEqual(['a__a s - 1 passed 1', 'b__b s - 1 failed 0', 'c__c s - 1 not-run -']);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/null'] });
  });
});

describe('predictions', () => {
  it.each([
    ['an object', { a: { instance_id: 'a', model_name_or_path: 'm', model_patch: 'x' } }],
    ['a list', [{ instance_id: 'a', model_name_or_path: 'm', model_patch: 'x' }]],
    ['lines', '{"instance_id":"a","model_patch":"x"}\n{"instance_id":"b","model_patch":"y"}\n'],
    ['one line', '{"instance_id":"a","model_patch":"x"}\n'],
    ['patches of SWE-bench Pro', [{ instance_id: 'a', patch: 'x', prefix: 'p' }]],
  ])('are refused with the reason: %s', async (_, content) => {
    const read = await readOutcomes([join(writeTree({ 'preds.json': content }), 'preds.json')]);
    expect(codes(read).faults).toEqual(['outcomes/predictions']);
    expect(read.faults[0]?.message).toContain('not results');
  });
});
