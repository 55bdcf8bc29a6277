import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes, outcomeLines } from '../../../test/results/outcome-lines.js';
import { writeTree } from '../../../test/results/write-tree.js';
import { readOutcomes } from '../read-outcomes.js';

const trial = (task_id: string, attempt: number, is_resolved: boolean | null) => ({
  trial_name: `${task_id}.${attempt}-of-2.r`,
  task_id,
  is_resolved,
  failure_mode: 'unset',
  trial_started_at: '2025-01-01T00:00:00+00:00',
  trial_ended_at: '2025-01-01T00:00:02+00:00',
});
const lists = { accuracy: 0.5, n_resolved: 2, n_unresolved: 2, pass_at_k: {} };
const metadata = { run_id: 'r', agent_name: 'agent', model_name: 'maker/model', dataset_name: 'core' };

describe('a Terminal-Bench run', () => {
  it('goes by its trials, not by lists that repeat ids and call errors failures', async () => {
    const root = writeTree({
      'runs/r/results.json': {
        ...lists,
        results: [trial('b', 1, null), trial('a', 2, false), trial('a', 1, true)],
        resolved_ids: ['a'],
        unresolved_ids: ['a', 'b'],
      },
      'runs/r/run_metadata.json': metadata,
      'runs/r/a/a.1-of-2.r/results.json': trial('a', 1, true),
    });
    const read = await readOutcomes([root]);
    expect(outcomeLines(read)).toEqual([
      'a agent__maker/model r 1 passed 1',
      'a agent__maker/model r 2 failed 0',
      'b agent__maker/model r 1 errored -',
    ]);
    expect(read.outcomes[0]).toMatchObject({ benchmark: 'core', durationMs: 2000 });
    expect(codes(read)).toEqual({ faults: [], warnings: [] });
  });

  it('has no cost without tokens, which agents that do not count them report as 0', async () => {
    const of = (tokens: number) => ({ total_input_tokens: tokens, total_output_tokens: tokens });
    const results = [
      { ...trial('a', 1, true), ...of(0) },
      { ...trial('b', 1, true), ...of(1_000_000) },
    ];
    const root = writeTree({ 'runs/r/results.json': { ...lists, results }, 'runs/r/run_metadata.json': metadata });
    const { outcomes } = await readOutcomes([root], { prices: new Map([['model', { input: 3, output: 15 }]]) });
    expect(outcomes.map(({ costUsd }) => costUsd)).toEqual([undefined, 18]);
  });

  it('goes by the lists where there are no trials, and says what they hide', async () => {
    const root = writeTree({
      'sys/r/results.json': { ...lists, resolved_ids: ['a', 'a'], unresolved_ids: ['a', 'b'] },
    });
    const read = await readOutcomes([join(root, 'sys/r/results.json')]);
    expect(outcomeLines(read)).toEqual([
      'a r r 1 passed 1',
      'a r r 2 passed 1',
      'a r r 3 failed 0',
      'b r r 1 failed 0',
    ]);
    expect(codes(read).warnings).toEqual(['outcomes/attempt-order', 'outcomes/errors-as-failures']);
  });

  it('reads the trials of a run that was not finished', async () => {
    const root = writeTree({
      'runs/r/run_metadata.json': metadata,
      'runs/r/a/a.1-of-2.r/results.json': trial('a', 1, true),
      'runs/r/a/a.2-of-2.r/results.json': trial('a', 2, null),
    });
    expect(outcomeLines(await readOutcomes([root]))).toEqual([
      'a agent__maker/model r 1 passed 1',
      'a agent__maker/model r 2 errored -',
    ]);
  });

  it('keeps submissions of one agent apart that do not name its model', async () => {
    const run = { ...lists, results: [trial('a', 1, true)] };
    const nameless = (run_id: string) => ({ ...metadata, run_id, model_name: null });
    const root = writeTree({
      'core/one/r1/results.json': run,
      'core/one/r1/run_metadata.json': nameless('r1'),
      'core/one/r2/results.json': run,
      'core/one/r2/run_metadata.json': nameless('r2'),
      'core/two/r3/results.json': run,
      'core/two/r3/run_metadata.json': nameless('r3'),
      // A submission of one run, with the run's files at its top.
      'core/three/results.json': run,
      'core/three/run_metadata.json': nameless('r4'),
      'core/oracle/runs/r5/results.json': run,
      'core/oracle/runs/r5/run_metadata.json': { ...nameless('r5'), agent_name: 'oracle' },
    });
    const read = await readOutcomes([root]);
    expect(outcomeLines(read)).toEqual([
      'a agent (one) r1 1 passed 1',
      'a agent (one) r2 1 passed 1',
      'a agent (three) three 1 passed 1',
      'a agent (two) r3 1 passed 1',
      'a oracle r5 1 passed 1',
    ]);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/model-unknown', 'outcomes/numbered-runs'] });
  });

  it.each(['out', 'study', 'results-x', 'res/1', 'results'])(
    'takes two folders in %s for two systems',
    async (parent) => {
      const run = { ...lists, results: [trial('a', 1, true)] };
      const root = writeTree({ [`${parent}/base/results.json`]: run, [`${parent}/tool/results.json`]: run });
      const [base, tool] = [join(root, parent, 'base'), join(root, parent, 'tool')];
      for (const paths of [[root], [join(root, parent)], [base, tool], [join(base, 'results.json'), tool]]) {
        const read = await readOutcomes(paths);
        expect(outcomeLines(read)).toEqual(['a base base 1 passed 1', 'a tool tool 1 passed 1']);
        expect(codes(read).warnings).toEqual([]);
      }
    },
  );

  it('joins runs of one folder whose names only count them, and says which way it takes numbered runs', async () => {
    const run = { ...lists, results: [trial('a', 1, true)] };
    const files = ['x/rc_1', 'x/rc_2', 'y/s', 'y/s2', 'z/1', 'z/2', 'm/gpt-4', 'm/gpt-5'];
    const root = writeTree(Object.fromEntries(files.map((name) => [`tb/${name}/results.json`, run])));
    const systemsIn = async (...paths: string[]) => {
      const read = await readOutcomes(paths.map((path) => join(root, 'tb', path)));
      return [new Set(read.outcomes.map(({ configuration }) => configuration)), codes(read).warnings] as const;
    };
    const told = ['outcomes/numbered-runs', 'outcomes/numbered-runs', 'outcomes/numbered-runs'];
    // A bare number after a word may be that of an arm.
    const apart = ['rc_1', 'rc_2', 's', 's2', 'z', 'gpt-4', 'gpt-5'];
    expect(await systemsIn('')).toEqual([new Set(apart), told]);
    expect(await systemsIn('x')).toEqual([new Set(['rc_1', 'rc_2']), told.slice(2)]);
    const ofOne = await readOutcomes([join(root, 'tb', 'x')], { isOneSystem: true });
    expect(new Set(ofOne.outcomes.map(({ configuration }) => configuration))).toEqual(new Set(['x']));
    expect(await systemsIn('z/1', 'z/2')).toEqual([new Set(['z/1', 'z/2']), told.slice(2)]);
  });

  it('takes runs that are counted and dated for repeats, of what their names have besides or of the folder', async () => {
    const run = { ...lists, results: [trial('a', 1, true)] };
    const dates = ['run1_2025-08-10__05-27-18', 'run2_2025-08-10__21-53-39', 'run3_2025-08-11__08-00-00'];
    const read = async (folder: string, prefix = '') => {
      const root = writeTree(Object.fromEntries(dates.map((name) => [`${folder}/${prefix}${name}/results.json`, run])));
      const { outcomes, warnings } = await readOutcomes([join(root, folder)]);
      return [[...new Set(outcomes.map(({ configuration }) => configuration))], warnings[0]?.message] as const;
    };
    expect(await read('mine')).toEqual([['mine'], expect.stringContaining('one system, "mine"')]);
    expect(await read('runs', 'kimi-')).toEqual([['kimi'], expect.stringContaining('one system, "kimi"')]);
    expect(await read('runs')).toEqual([dates, expect.stringContaining('Each counts as a separate system')]);
  });

  it('takes files side by side for runs of one submission', async () => {
    const run = { ...lists, results: [trial('a', 1, true)] };
    const root = writeTree({
      'deep/er/sub/2025-08-27__22-13-13_results.json': run,
      'deep/er/sub/2025-08-29__07-37-19__results.json': run,
    });
    for (const path of [root, join(root, 'deep/er/sub')]) {
      expect(outcomeLines(await readOutcomes([path]))).toEqual([
        'a sub 2025-08-27__22-13-13 1 passed 1',
        'a sub 2025-08-29__07-37-19 1 passed 1',
      ]);
    }
  });

  it('numbers trials whose names have no number', async () => {
    const named = (trial_name: string, is_resolved: boolean) => ({ trial_name, task_id: 'a', is_resolved });
    const root = writeTree({ 'r/results.json': { ...lists, results: [named('y', false), named('x', true)] } });
    expect((await readOutcomes([root])).outcomes.map(({ attempt, status }) => [attempt, status])).toEqual([
      [1, 'passed'],
      [2, 'failed'],
    ]);
  });

  it('finds what is no trial', async () => {
    const root = writeTree({ 'r/results.json': { ...lists, results: [{ task_id: 'a', is_resolved: 'yes' }, 7] } });
    expect(codes(await readOutcomes([root])).faults).toEqual(['outcomes/trial']);
  });
});
