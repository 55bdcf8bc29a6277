import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { harborTrial } from '../../../test/results/fixtures.js';
import { codes, outcomeLines } from '../../../test/results/outcome-lines.js';
import { writeTree } from '../../../test/results/write-tree.js';
import { readOutcomes } from '../read-outcomes.js';

const trial = harborTrial({ id: 'org/task', status: 'passed' });
const timedOut = { exception_type: 'AgentTimeoutError' };

async function readTrial(changes: Record<string, unknown>, options = {}) {
  return readOutcomes([join(writeTree({ 'result.json': { ...trial, ...changes } }), 'result.json')], options);
}

describe('a Harbor trial', () => {
  it('gives the task as it is named, the agent, the dataset, the cost and the time', async () => {
    const { outcomes } = await readTrial({});
    expect(outcomes).toMatchObject([
      { taskId: 'org/task', benchmark: 'data', configuration: 'agent__model', costUsd: 0.5, durationMs: 60_500 },
    ]);
  });

  it('is of another system if its agent had other tools, skills or arguments, which the name lists', async () => {
    const nameWith = async (settings: object) =>
      (await readTrial({ config: { agent: settings } })).outcomes[0]?.configuration;
    expect(await nameWith({ mcp_servers: [{ name: 'code-search' }], skills: ['skills/review'] })).toBe(
      'agent__model (code-search, review)',
    );
    expect(await nameWith({ kwargs: { effort: 'high', api_key: 'abc' } })).toBe('agent__model (effort=high)');
    expect(await nameWith({ mcp_servers: [], skills: [], kwargs: {} })).toBe('agent__model');
  });

  it('keeps a reward that came with a timeout, and errs without one', async () => {
    const withReward = await readTrial({ exception_info: timedOut, verifier_result: { rewards: { reward: 0 } } });
    expect(withReward.outcomes).toMatchObject([{ status: 'failed', reward: 0 }]);
    const without = await readTrial({ exception_info: timedOut, verifier_result: null });
    expect(without.outcomes).toMatchObject([{ status: 'errored', reward: undefined }]);
  });

  it('reads the reward called so, the only one or the one that is named, also from the oldest results', async () => {
    const rewards = async (verifier_result: unknown, options = {}) =>
      (await readTrial({ verifier_result }, options)).outcomes[0]?.reward;
    expect(await rewards({ rewards: { speed: 0.2, reward: 0.7 } })).toBe(0.7);
    expect(await rewards({ rewards: { speed: 0.2 } })).toBe(0.2);
    expect(await rewards({ rewards: { patch_bloat: 0.35, correctness: 0 } }, { reward: 'correctness' })).toBe(0);
    expect(await rewards({ rewards: { speed: 0.2, reward: 0.7 } }, { reward: 'speed' })).toBe(0.2);
    expect(await rewards({ reward: 1 })).toBe(1);
    // A main reward without a value is no score, whatever the others are.
    expect(await readTrial({ verifier_result: { rewards: { reward: null, speed: 1 } } })).toMatchObject({
      outcomes: [{ status: 'errored' }],
    });
    const only = await readTrial({ verifier_result: { rewards: { speed: 0.2 } } });
    expect(codes(only).warnings).toEqual(['outcomes/only-reward', 'outcomes/partial-rewards']);
  });

  it('refuses several rewards without a choice, once for all trials, with their counts', async () => {
    const of = (name: string, rewards: object) => ({
      ...trial,
      id: name,
      trial_name: name,
      verifier_result: { rewards },
    });
    const root = writeTree({
      'job/a/result.json': of('a', { patch_bloat: 0.35, correctness: 0 }),
      'job/b/result.json': of('b', { patch_bloat: 0.5, correctness: 1, style: 1 }),
    });
    const { faults, outcomes } = await readOutcomes([root]);
    expect(outcomes).toEqual([]);
    expect(faults).toMatchObject([
      {
        code: 'outcomes/several-rewards',
        message:
          '2 results have several rewards, none of them called "reward": "correctness" (2), "patch_bloat" (2), "style" (1).',
        hint: expect.stringContaining('--reward correctness'),
      },
    ]);
    const misspelt = await readOutcomes([root], { reward: 'corectness' });
    expect(misspelt.faults).toMatchObject([
      { code: 'outcomes/no-reward', hint: expect.stringContaining('--reward correctness') },
    ]);
  });

  it('adds up what the steps of a trial cost', async () => {
    const step = (cost_usd: number | null) => ({ step_name: 's', agent_result: { cost_usd } });
    const steps = { agent_result: null, step_results: [step(0.5), step(null), step(0.25), { step_name: 'x' }] };
    expect((await readTrial(steps)).outcomes).toMatchObject([{ costUsd: 0.75 }]);
    const { outcomes } = await readTrial({ agent_result: null, step_results: [step(null)] });
    expect(outcomes[0]?.costUsd).toBeUndefined();
  });

  it('carries what tells the version of its task: the digest of its lock, and the checksum', async () => {
    const root = writeTree({
      'job/t__a/result.json': { ...trial, trial_name: 't__a', task_checksum: 'c1' },
      'job/t__a/lock.json': { schema_version: 2, task: { name: 'org/task', type: 'local', digest: 'sha256:d1' } },
    });
    const read = await readOutcomes([root]);
    expect(read.hasDigests).toBe(true);
    expect(read.outcomes).toMatchObject([{ digests: ['sha256:d1', 'checksum:c1'] }]);
    expect((await readTrial({ task_checksum: '' })).outcomes[0]?.digests).toBeUndefined();
  });

  it('refuses a reward out of range', async () => {
    expect(codes(await readTrial({ verifier_result: { rewards: { reward: 1.5 } } })).faults).toEqual([
      'outcomes/reward',
    ]);
    expect(codes(await readTrial({ verifier_result: { rewards: { reward: 'good' } } })).faults).toEqual([
      'outcomes/reward',
    ]);
  });

  it('leaves out a trial that did not finish, and errs one that has neither reward nor exception', async () => {
    const unfinished = await readTrial({ verifier_result: null, finished_at: null });
    expect(unfinished.outcomes).toEqual([]);
    expect(codes(unfinished).warnings).toEqual(['outcomes/unfinished']);
    const unscored = await readTrial({ verifier_result: null });
    expect(unscored.outcomes).toMatchObject([{ status: 'errored' }]);
    expect(codes(unscored).warnings).toEqual(['outcomes/no-score']);
  });
});

describe('a Harbor job', () => {
  const at = (name: string, started_at: string, reward: number) => ({
    ...trial,
    trial_name: name,
    started_at,
    verifier_result: { rewards: { reward } },
  });
  const tree = {
    'job/config.json': { name: 'job' },
    'job/result.json': { n_total_trials: 3, stats: { n_trials: 2, n_errors: 0, evals: {} } },
    'job/t__a/result.json': at('t__a', '2025-01-02T00:00:00Z', 1),
    'job/t__b/result.json': at('t__b', '2025-01-01T00:00:00Z', 0),
    // An agent's own files are no results.
    'job/t__a/agent/result.json': at('forged', '2025-01-01T00:00:00Z', 1),
  };

  it('numbers the trials of a task by their start, counts those that are missing and believes no agent', async () => {
    const root = writeTree(tree);
    const read = await readOutcomes([root]);
    expect(outcomeLines(read)).toEqual([
      'org/task agent__model job 1 failed 0',
      'org/task agent__model job 2 passed 1',
    ]);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/missing-trials', 'outcomes/passed-over'] });
    const byFile = await readOutcomes([join(root, 'job/result.json')]);
    expect(byFile.outcomes).toEqual(read.outcomes);
  });

  it('counts a copy of a trial once, and finds one that says something else', async () => {
    const copied = (reward: number) =>
      writeTree({ ...tree, 'copy/job/t__a/result.json': at('t__a', '2025-01-02T00:00:00Z', reward) });
    expect(outcomeLines(await readOutcomes([copied(1)]))).toHaveLength(2);
    expect(codes(await readOutcomes([copied(0)])).faults).toEqual(['outcomes/twice']);
  });

  it('is read without its trials, unless a task name in it may be cut', async () => {
    const read = (longest: string, isWanted?: (name: string) => boolean) => {
      const evaluation = {
        reward_stats: { reward: { '1.0': ['a__x1', `${longest}__x2`], '0.0': ['b__x3'] } },
        exception_stats: { AgentTimeoutError: ['b__x3'], Crash: ['c_d__x4'] },
      };
      const job = {
        n_total_trials: 5,
        stats: { n_completed_trials: 4, evals: { 'agent__model__data/set': evaluation } },
      };
      return readOutcomes([join(writeTree({ 'job/result.json': job }), 'job/result.json')], { isWanted });
    };
    const short = await read('long');
    expect(outcomeLines(short)).toEqual([
      'a agent__model job 1 passed 1',
      'b agent__model job 1 failed 0',
      'c_d agent__model job 1 errored -',
      'long agent__model job 1 passed 1',
    ]);
    expect(short.outcomes[0]?.benchmark).toBe('data/set');
    expect(codes(short)).toEqual({ faults: [], warnings: ['outcomes/job-summary', 'outcomes/missing-trials'] });
    const name = 'x'.repeat(32);
    expect((await read(name, (each) => each === name)).outcomes).toHaveLength(4);
    const { faults, outcomes } = await read(name);
    expect(outcomes).toEqual([]);
    expect(faults).toMatchObject([{ code: 'outcomes/no-trials', hint: expect.stringContaining('the job folder') }]);
  });

  it('copied under another date is no further run', async () => {
    const own = (job: string) => ({
      [`jobs/${job}/t__a/result.json`]: { ...at('t__a', '', 1), id: 'one' },
      [`jobs/${job}/u__b/result.json`]: { ...at('u__b', '', 0), id: 'two', task_name: 'org/other' },
    });
    const read = await readOutcomes([writeTree({ ...own('2025-11-01__10-00-00'), ...own('2025-11-02__10-00-00') })]);
    expect(read.outcomes).toHaveLength(2);
    expect(codes(read)).toEqual({ faults: [], warnings: ['outcomes/same-report'] });
    expect(read.warnings[0]?.message).toContain('2 duplicate results');
  });

  it('joins jobs of one agent and model whose names count them, and keeps other names apart', async () => {
    const systemsOf = async (...jobs: readonly string[]) => {
      const files = jobs.map((job) => [`jobs/${job}/t__a/result.json`, { ...at('t__a', '', 1), id: job }]);
      const { outcomes } = await readOutcomes([writeTree(Object.fromEntries(files))]);
      return [...new Set(outcomes.map(({ configuration }) => configuration))].sort();
    };
    for (const jobs of [
      ['2025-11-01__10-00-00', '2025-11-02__10-00-00'],
      ['run-1', 'run-2'],
      ['tb2-run1', 'tb2-run2'],
      ['mine-0a1b2c3d', 'mine-99887766-first5', 'mine-99887766-shard1of2'],
    ])
      expect(await systemsOf(...jobs), jobs.join()).toEqual(['agent__model']);
    expect(await systemsOf('baseline', 'with-search')).toEqual([
      'agent__model (baseline)',
      'agent__model (with-search)',
    ]);
    expect(await systemsOf('arm1', 'arm2')).toHaveLength(2);
  });

  it('keeps one agent and model in two folders of jobs apart, and one agent without its model in two jobs', async () => {
    const own = (id: string, model?: string) => ({
      ...at('t__a', '', 1),
      id,
      agent_info: { name: 'agent', ...(model === undefined ? {} : { model_info: { name: model } }) },
    });
    const root = writeTree({
      'base/jobs/1/t__a/result.json': own('1', 'm'),
      'tools/jobs/2/t__a/result.json': own('2', 'm'),
      'jobs/3/t__a/result.json': own('3'),
      'jobs/4/t__a/result.json': own('4'),
    });
    const read = await readOutcomes([root]);
    expect(read.outcomes.map(({ configuration }) => configuration)).toEqual([
      'agent (3)',
      'agent (4)',
      'agent__m (base/jobs)',
      'agent__m (tools/jobs)',
    ]);
    expect(codes(read).warnings).toEqual(['outcomes/model-unknown', 'outcomes/same-name']);
    const systems = new Map([
      [join(root, 'jobs'), 'mine'],
      [join(root, 'base'), 'base'],
    ]);
    const named = await readOutcomes([root], { systems });
    expect(named.outcomes.map(({ configuration, run }) => `${configuration} ${run}`)).toEqual([
      'agent__m 2',
      'base 1',
      'mine 3',
      'mine 4',
    ]);
    expect(codes(named)).toEqual({ faults: [], warnings: [] });
  });

  it('is given another name by the user, unless it holds several configurations', async () => {
    const root = writeTree(tree);
    const systems = new Map([[root, 'with tools']]);
    expect((await readOutcomes([root], { systems })).outcomes[0]?.configuration).toBe('with tools');
    const two = writeTree({ ...tree, 'job/u__a/result.json': { ...at('u__a', '', 1), agent_info: { name: 'other' } } });
    const read = await readOutcomes([two], { systems: new Map([[two, 'x']]) });
    expect(codes(read).faults).toEqual(['outcomes/several-configurations']);
    const beside = await readOutcomes([root], { systems: new Map([[writeTree({ 'x.txt': 'x' }), 'x']]) });
    expect(codes(beside).faults).toEqual(['outcomes/none']);
  });
});
