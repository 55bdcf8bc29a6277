import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeTree } from '../results/write-tree.js';
import { runWinnow } from '../support/run-winnow.js';

const ids = ['t0', 't1', 't2', 't3', 't4', 't5'];
const planText = (results = '', source = 'pool.csv') => `name: small
seed: 7
phases: [Fix]
phase: Fix
${results}
score: { name: none, weights: { some: 1 }, components: { some: { constant: 1 } } }
benchmarks:
  mine:
    source: { path: ${source} }
    select: { take: 6, prefer: [random] }
`;
const pool = `id,repo,language\n${ids.map((id) => `${id},r,go\n`).join('')}`;
const table = (rows: readonly string[]) => `task_id,config,reward,status\n${rows.join('\n')}\n`;
const harborTrial = (id: string, rewards: object) => ({
  id: `u-${id}`,
  task_name: id,
  trial_name: `${id}__x`,
  agent_info: { name: 'oracle', version: '1' },
  started_at: '2026-01-01T00:00:00Z',
  finished_at: '2026-01-01T00:01:00Z',
  verifier_result: { rewards },
});
const harborJob = Object.fromEntries(
  ids.map((id) => [`job/${id}__x/result.json`, harborTrial(id, { patch_bloat: 0.35, correctness: 0 })]),
);

interface Estimated {
  readonly configurations: readonly {
    readonly name: string;
    readonly attempts: Readonly<Record<string, number>>;
    readonly readings: readonly { readonly pool: { readonly mean: number } }[];
  }[];
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
}

describe('how results are read', () => {
  it('is asked where Harbor has several rewards, by every command that reads results', () => {
    const cwd = writeTree({ 'plan.yaml': planText(), 'pool.csv': pool, ...harborJob });
    const arms = ['--uplift', 'with=a,without=b'];
    const commands = [
      ['estimate', 'plan.yaml', 'job'],
      ['status', 'plan.yaml', 'job'],
      ['exclude', '--from', 'job', '--no-op', 'oracle'],
      ['pilot', 'plan.yaml', '--budget', '20 runs', '--pairs', 'job', ...arms, '--dry-run'],
      ['assess', 'power', '--results', 'job'],
      ['report', '--html', 'page.html', '--results', 'job'],
      ['init', 'pool.csv', '--prior', 'job', '--purpose', 'level', '--dry-run'],
    ];
    for (const command of commands) {
      const { code, stderr } = runWinnow(command, { cwd });
      expect({ command, code }).toEqual({ command, code: 2 });
      expect(stderr).toContain('6 results have several rewards, none of them called "reward": "correctness" (6)');
      expect(stderr).toContain('--reward correctness');
    }
  });

  it('is said by an option, or by the plan, also for a selection that was saved', () => {
    const cwd = writeTree({
      'plan.yaml': planText('results: { reward: correctness }'),
      'pool.csv': pool,
      ...harborJob,
    });
    expect(runWinnow(['select', '-q'], { cwd }).code).toBe(0);
    const manifest = JSON.parse(readFileSync(join(cwd, 'selection/selection.json'), 'utf8'));
    expect(manifest.methodology.results).toEqual({ reward: 'correctness' });
    const mean = (...args: readonly string[]) => {
      const { code, stdout, stderr } = runWinnow(['estimate', 'selection', 'job', ...args, '--json'], { cwd });
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return (JSON.parse(stdout) as Estimated).configurations[0]?.readings[0]?.pool.mean;
    };
    expect(mean()).toBe(0);
    // The command line comes first.
    expect(mean('--reward', 'patch_bloat')).toBeCloseTo(0.35, 10);
    // A no-op agent that scores nothing is no trivial task.
    const vetted = runWinnow(['exclude', '--from', 'job', '--no-op', 'oracle', '--json'], { cwd });
    expect(JSON.parse(vetted.stdout)).toMatchObject({ proposals: [] });
    expect(runWinnow(['check', 'selection'], { cwd }).code).toBe(0);
  });

  it('is wrong in a plan with the line of what is wrong', () => {
    const cwd = writeTree({
      'plan.yaml': planText('results: { reward_range: [5, 1], task_pattern: abc, statuses: { x: maybe }, score: 1 }'),
      'pool.csv': pool,
    });
    const { code, stderr } = runWinnow(['select'], { cwd });
    expect(code).toBe(2);
    for (const part of ['the smaller one first', '{id}', 'statuses', '"score"']) expect(stderr).toContain(part);
    expect(stderr.match(/plan\.yaml:5/g)).toHaveLength(4);
  });

  it('rescales rewards by a range; without one, status warns and other commands ask for it', () => {
    const rows = ids.map((id, i) => `${id},m,${20 * i},`);
    const cwd = writeTree({ 'plan.yaml': planText(), 'pool.csv': pool, 'runs.csv': table(rows) });
    const refused = runWinnow(['estimate', 'plan.yaml', 'runs.csv'], { cwd });
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('All rewards are between 0 and 100.');
    expect(refused.stderr).toContain('--reward-range 0..100');
    const status = JSON.parse(runWinnow(['status', 'plan.yaml', 'runs.csv', '--json'], { cwd }).stdout);
    expect(status.configurations).toMatchObject([{ done: 6, missing: 0 }]);
    expect(status.warnings).toMatchObject([
      { code: 'outcomes/reward-range', message: expect.stringContaining('only needs to know that they were scored') },
    ]);
    const args = ['estimate', 'plan.yaml', 'runs.csv', '--reward-range', '0..100', '--json'];
    const estimate = JSON.parse(runWinnow(args, { cwd }).stdout) as Estimated;
    expect(estimate.configurations[0]?.readings[0]?.pool.mean).toBeCloseTo(0.5, 10);
  });

  it.each([
    ['the same attempt twice', (id: string) => [`${id},m,,error`, `${id},m,1,`], 'task_id,config,reward,status'],
    ['another attempt', (id: string) => [`${id},m,,error,1`, `${id},m,1,,2`], 'task_id,config,reward,status,attempt'],
  ])('counts a run that was retried as scored, in status, estimate and a requirement: %s', (_, retried, header) => {
    const rows = ids.flatMap((id, i) =>
      i < 2
        ? retried(id)
        : retried(id)
            .slice(1)
            .map((row) => row.replace(/2$/, '1')),
    );
    const cwd = writeTree({ 'plan.yaml': planText(), 'pool.csv': pool, 'runs.csv': `${header}\n${rows.join('\n')}\n` });
    const required = ['estimate', 'plan.yaml', 'runs.csv', '--require', 'm >= 0.5', '--json'];
    const { code, stdout } = runWinnow(required, { cwd });
    expect(code).toBe(0);
    expect((JSON.parse(stdout) as Estimated).configurations[0]?.attempts).toMatchObject({
      expected: 1,
      unscored: 0,
      missing: 0,
      retried: 2,
    });
    const status = runWinnow(['status', 'plan.yaml', 'runs.csv', '--json'], { cwd });
    expect(JSON.parse(status.stdout).configurations).toMatchObject([{ done: 6, errored: 0, runs_left: 0, retried: 2 }]);
    expect(runWinnow(['status', 'plan.yaml', 'runs.csv'], { cwd }).stdout).toContain('runs retried');
  });

  it('compares nothing with a system whose every run errored, and meets no requirement by it', () => {
    const rows = ids.flatMap((id) => [`${id},broken,,error`, `${id},fine,1,`]);
    const cwd = writeTree({ 'plan.yaml': planText(), 'pool.csv': pool, 'runs.csv': table(rows) });
    const { code, stdout } = runWinnow(['estimate', 'plan.yaml', 'runs.csv', '--require', 'fine > broken'], { cwd });
    expect(code).toBe(1);
    expect(stdout).toMatch(/fine minus broken, paired by task\n {2}no task has results from both systems\n/);
    expect(stdout).toContain('undecided: there are no results.');
  });

  it('warns if a status contradicts the reward, and uses the status on request', () => {
    const rows = ids.map((id, i) => `${id},m,${i < 5 ? '1,failed' : '0,passed'}`);
    const cwd = writeTree({ 'plan.yaml': planText(), 'pool.csv': pool, 'runs.csv': table(rows) });
    const read = (...args: readonly string[]) => {
      const { stdout } = runWinnow(['estimate', 'plan.yaml', 'runs.csv', ...args, '--json'], { cwd });
      const { configurations, warnings } = JSON.parse(stdout) as Estimated;
      return { mean: configurations[0]?.readings[0]?.pool.mean, warnings };
    };
    const rewards = read();
    expect(rewards.mean).toBeCloseTo(5 / 6, 5);
    expect(rewards.warnings).toMatchObject([
      {
        code: 'outcomes/contradiction',
        message: expect.stringMatching(/^5 rows have the status failed but a reward of 1\. Winnow uses the reward\./),
      },
      {
        code: 'outcomes/contradiction',
        message: expect.stringMatching(/^1 row has the status passed but a reward of 0\. Winnow uses the reward\./),
      },
    ]);
    const statuses = read('--reward', 'status');
    expect(statuses.mean).toBeCloseTo(1 / 6, 5);
  });

  it('takes statuses and an arm, and suggests the pattern of a tool arm', () => {
    const arm = (name: string, id: string, status: string) => `${id},${name},${status}`;
    const rows = ids.flatMap((id, i) => [
      arm('baseline', id, i === 0 ? 'timeout' : i === 1 ? 'gave_up' : 'FAIL'),
      arm('tools', `sgonly_${id}`, 'passed'),
    ]);
    const cwd = writeTree({
      'plan.yaml': planText(),
      'pool.csv': pool,
      'runs.csv': `task_id,arm,status\n${rows.join('\n')}\n`,
    });
    const unknown = runWinnow(['status', 'plan.yaml', 'runs.csv'], { cwd });
    expect(unknown.code).toBe(2);
    expect(unknown.stderr).toContain('"gave_up" (1)');
    expect(unknown.stderr).toContain('--status gave_up=error');
    const statuses = ['--status', 'gave_up=failed'];
    const first = runWinnow(['estimate', 'plan.yaml', 'runs.csv', ...statuses, '--json'], { cwd });
    const told = JSON.parse(first.stdout) as Estimated;
    expect(told.configurations.map(({ name }) => name)).toEqual(['baseline']);
    expect(told.warnings.find(({ code }) => code === 'results-pattern')?.message).toContain(
      `--task-pattern 'sgonly_{id}'`,
    );
    const pattern = ['--task-pattern', 'sgonly_{id}'];
    const both = runWinnow(['estimate', 'plan.yaml', 'runs.csv', ...statuses, ...pattern, '--json'], { cwd });
    expect((JSON.parse(both.stdout) as Estimated).configurations.map(({ name }) => name)).toEqual([
      'baseline',
      'tools',
    ]);
    const none = runWinnow(['status', 'plan.yaml', 'tools.csv'], {
      cwd: writeTree({
        'plan.yaml': planText(),
        'pool.csv': pool,
        'tools.csv': `task_id,reward\n${ids.map((id) => `sgonly_${id},1\n`).join('')}`,
      }),
    });
    expect(none.code).toBe(2);
    expect(none.stderr).toContain(`--task-pattern 'sgonly_{id}'`);
  });

  it('refuses options that cannot be, with what is expected', () => {
    const cwd = writeTree({ 'plan.yaml': planText(), 'pool.csv': pool });
    for (const [option, value, words] of [
      ['--reward-range', '100..0', 'the smaller one first'],
      ['--task-pattern', 'sgonly', '{id} exactly once'],
      ['--status', 'x=maybe', 'WORD=MEANING'],
    ] as const) {
      const { code, stderr } = runWinnow(['status', 'plan.yaml', 'x.csv', option, value], { cwd });
      expect(code).toBe(2);
      expect(stderr).toContain(words);
    }
  });

  it('is written into a plan that is drafted from earlier results', () => {
    const systems = ['a', 'b', 'c'].flatMap((name, k) => ids.map((id, i) => `${id},${name},${10 * ((i + k) % 11)}`));
    const cwd = writeTree({ 'pool.csv': pool, 'earlier.csv': `task_id,config,points\n${systems.join('\n')}\n` });
    const args = ['init', 'pool.csv', '--prior', 'earlier.csv', '--purpose', 'level', '--take', '3'];
    const settings = ['--reward', 'points', '--reward-range', '0..100'];
    const made = runWinnow([...args, ...settings], { cwd });
    expect({ code: made.code, stderr: made.stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(join(cwd, 'plan.yaml'), 'utf8')).toContain(
      'results: { reward: points, reward_range: [ 0, 100 ] }',
    );
    expect(runWinnow(['select', '--dry-run'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('results of versions of a task', () => {
  const instruction = (id: string) => `Fix ${id}.\n`;
  const toml = (id: string) => `[task]\nname = "org/${id}"\n[metadata]\ndifficulty = "easy"\n`;
  /** As Harbor computes it: the SHA-256 of the names and hashes of the published files. */
  const digestOf = (id: string) => {
    const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
    const files = { 'instruction.md': instruction(id), 'task.toml': toml(id), 'tests/test.sh': 'exit 0\n' };
    return `sha256:${sha256(
      Object.entries(files)
        .map(([name, text]) => `${name}\0${sha256(text)}\n`)
        .join(''),
    )}`;
  };
  const tasks = Object.fromEntries(
    ids.flatMap((id) => [
      [`tasks/${id}/task.toml`, toml(id)],
      [`tasks/${id}/instruction.md`, instruction(id)],
      [`tasks/${id}/tests/test.sh`, 'exit 0\n'],
    ]),
  );
  const job = (name: string, reward: number, digest: (id: string) => string) =>
    Object.fromEntries(
      ids.flatMap((id) => [
        [
          `${name}/${id}__${name}/result.json`,
          { ...harborTrial(id, { reward }), id: `${name}-${id}`, trial_name: `${id}__${name}` },
        ],
        [
          `${name}/${id}__${name}/lock.json`,
          { schema_version: 2, task: { name: id, type: 'local', digest: digest(id) } },
        ],
      ]),
    );
  const other = () => `sha256:${'0'.repeat(64)}`;
  const estimate = (cwd: string, ...args: readonly string[]) =>
    runWinnow(['estimate', 'selection', 'old', 'new', ...args, '--json'], { cwd });

  it('are those of the selected tasks; others are counted, and used if asked for', () => {
    const cwd = writeTree({
      'plan.yaml': planText('', 'tasks'),
      ...tasks,
      ...job('old', 0, other),
      ...job('new', 1, digestOf),
    });
    expect(runWinnow(['select', '-q'], { cwd }).code).toBe(0);
    const manifest = JSON.parse(readFileSync(join(cwd, 'selection/selection.json'), 'utf8'));
    expect(manifest.tasks.map((task: { digest?: string }) => task.digest)).toEqual(ids.map(digestOf));
    const own = JSON.parse(estimate(cwd).stdout) as Estimated;
    expect(own.configurations[0]?.readings[0]?.pool.mean).toBe(1);
    expect(own.configurations[0]?.attempts).toMatchObject({ expected: 1, most: 1 });
    expect(own.warnings.find(({ code }) => code === 'results-other-version')?.message).toContain(
      'Skipped 6 results from other versions of 6 selected tasks',
    );
    const any = JSON.parse(estimate(cwd, '--any-version').stdout) as Estimated;
    expect(any.configurations[0]?.readings[0]?.pool.mean).toBe(0.5);
    const { code, stderr } = runWinnow(['status', 'selection', 'old'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('all results are from other versions of the selected tasks: org/t0 (sha256:000000000000…');
  });

  it('are not known to a selection of an earlier version, which is checked all the same', () => {
    const cwd = writeTree({ 'plan.yaml': planText('', 'tasks'), ...tasks });
    expect(runWinnow(['select', '-q'], { cwd }).code).toBe(0);
    const file = join(cwd, 'selection/selection.json');
    const text = readFileSync(file, 'utf8');
    const checked = (changed: string) => {
      writeFileSync(file, changed);
      return runWinnow(['check', 'selection'], { cwd });
    };
    expect(checked(text.replace(/^ *"digest": .*\n/gm, ''))).toMatchObject({ code: 0 });
    const edited = checked(text.replace(digestOf('t0'), other()));
    expect(edited.code).toBe(1);
    expect(edited.stdout + edited.stderr).toContain('tasks.mine/org/t0.digest');
  });

  it('are not merged as repeats where the selection does not know its version', () => {
    const cwd = writeTree({
      'plan.yaml': planText(),
      'pool.csv': pool,
      ...job('old', 0, other),
      ...job('new', 1, digestOf),
    });
    expect(runWinnow(['select', '-q'], { cwd }).code).toBe(0);
    const { code, stdout } = estimate(cwd);
    expect(code).toBe(2);
    expect(JSON.parse(stdout).error.faults).toMatchObject([
      { code: 'results/versions', hint: expect.stringContaining('--any-version') },
    ]);
    expect(estimate(cwd, '--any-version').code).toBe(0);
    // Also where each system has its own folder.
    const compared = runWinnow(['compare', 'selection', 'old', 'new', '--json'], { cwd });
    expect(compared.code).toBe(2);
    expect(JSON.parse(compared.stdout).error.faults).toMatchObject([{ code: 'results/versions' }]);
    const any = runWinnow(['compare', 'selection', 'old', 'new', '--any-version', '--json'], { cwd });
    expect(any.code).toBe(0);
    expect(
      (JSON.parse(any.stdout) as Estimated).warnings.filter(({ code }) => code === 'results-other-version'),
    ).toHaveLength(1);
  });
});
