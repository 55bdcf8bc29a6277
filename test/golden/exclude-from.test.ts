import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import type { ExcludeFromDocument } from '../../src/core/vetting/vetting-document.js';
import { harborTrial } from '../results/fixtures.js';
import { writeTree } from '../results/write-tree.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';

type Verdict = 'passed' | 'failed' | 'errored';

/** A Harbor job: a folder for each trial, a run of one agent on one task. */
function job(name: string, agent: string, verdicts: Readonly<Record<string, readonly Verdict[]>>) {
  const trials = Object.entries(verdicts).flatMap(([id, each]) =>
    each.map((status, index) => {
      const trial = `${id}__run${index}`;
      const result = { ...harborTrial({ id, status }), trial_name: trial, agent_info: { name: agent, version: '1' } };
      return [`jobs/${name}/${trial}/result.json`, result] as const;
    }),
  );
  return Object.fromEntries(trials);
}

const shipped = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8');
const shippedSelection = JSON.parse(
  readFileSync(join(projectRoot, 'test/golden/files/ccb/selection.json'), 'utf8'),
) as Manifest;

/** A folder with a copy of the shipped plan and the results of two jobs. */
const workplace = (more: Readonly<Record<string, unknown>> = {}) =>
  writeTree({
    'plan.yaml': shipped,
    ...job('gold', 'oracle', {
      'sgt-001': ['failed', 'failed', 'failed'],
      'sgt-003': ['passed', 'failed', 'failed'],
      'sgt-005': ['passed', 'passed', 'passed'],
      'sgt-008': ['failed', 'failed', 'failed'],
      'sgt-010': ['errored', 'errored', 'errored'],
      'sgt-777': ['passed'],
    }),
    ...job('nothing', 'nop', { 'sgt-005': ['failed'], 'sgt-004': ['passed'] }),
    ...more,
  });
const winnow = (cwd: string, ...args: string[]) => runWinnow(args, { cwd });
const propose = (cwd: string, ...args: string[]) =>
  winnow(cwd, 'exclude', '--from', 'jobs', '--plan', 'plan.yaml', ...args);
const planOf = (cwd: string) => readFileSync(join(cwd, 'plan.yaml'), 'utf8');
const selectedIn = (cwd: string) => {
  const { stdout } = winnow(cwd, 'select', 'plan.yaml', '--json', '--dry-run');
  return JSON.parse(stdout) as Manifest;
};

describe('winnow exclude --from', () => {
  it('prints the proposals with their evidence, and writes nothing', () => {
    const folder = workplace();
    const { code, stdout, stderr } = propose(folder);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(planOf(folder)).toBe(shipped);
    expect(stdout).toBe(`Validity runs on a pool of 826 tasks
  run                          tasks  passed  failed  errored  not run  tasks with one run
  reference (oracle, by name)      5       4       8        3        0                   0
  no-op (nop, by name)             2       1       1        0        0                   2

Proposed exclusions (3)
  ccb_pytorch/sgt-001: broken environment; selected, replacement ccb_pytorch/sgt-019
    the reference solution fails: 0 of 3 runs passed (system oracle, jobs/gold/sgt-001__run0/result.json and 2 more files)
  ccb_pytorch/sgt-003: flaky; selected, replacement ccb_pytorch/sgt-012
    the verdict on the reference solution changes: 1 of 3 runs passed, p = 0.0006 if 1% of runs fail by accident (exact binomial test, Holm-adjusted for 4 tests) (system oracle, jobs/gold/sgt-003__run0/result.json and 2 more files)
  ccb_pytorch/sgt-004: trivial; not selected
    the no-op agent passes: 1 of 1 run passed (system nop, jobs/nothing/sgt-004__run0/result.json)

Already excluded (1)
  ccb_pytorch/sgt-008: other in the plan; the runs show broken environment
    the reference solution fails: 0 of 3 runs passed (system oracle, jobs/gold/sgt-008__run0/result.json and 2 more files)

Warnings (4)
  Ignored results on 1 task not in the pool: sgt-777. Closest names in the pool: sgt-007 (for sgt-777).
  the reference solution: 1 task has only runs that errored or did not start. These are not verdicts, so Winnow proposes nothing for it.
  the no-op agent: 2 tasks have only one scored run. One run cannot show flakiness, and a contrary verdict may be accidental.
  2 replacements have no validity run with a verdict: ccb_pytorch/sgt-012 and ccb_pytorch/sgt-019. Also run the reference solution on them.

On a sound task, the reference solution always passes and the no-op agent always fails. A task is flaky if it has more contrary runs than an accident rate of 1% explains (exact binomial test, Holm-adjusted for 4 tests, level 5%).

Nothing was written. After reviewing the proposals, add --write to change the plan, or -o FILE to write a list.
`);
  });

  it('writes the proposals into the plan with --write, after which the selection lacks those tasks and nothing is left to propose', () => {
    const folder = workplace();
    const before = shippedSelection.tasks.map(({ task_id: id }) => id);
    expect(before).toEqual(expect.arrayContaining(['sgt-001', 'sgt-003']));
    const run = propose(folder, '--write', '--who', 'eval team', '--date', '2026-11-02');
    expect({ code: run.code, last: run.stdout.trim().split('\n').at(-1) }).toEqual({
      code: 0,
      last: 'Next: winnow select plan.yaml',
    });
    // Only lines were added: the rest is the author's.
    expect(shipped.split('\n').filter((line) => !planOf(folder).includes(line))).toEqual([]);
    const { tasks, exclusions } = selectedIn(folder);
    expect(tasks).toHaveLength(before.length);
    expect(tasks.map(({ task_id: id }) => id).filter((id) => ['sgt-001', 'sgt-003'].includes(id))).toEqual([]);
    expect(exclusions.slice(-3)).toMatchObject([
      {
        task_id: 'sgt-001',
        reason: 'broken environment',
        date: '2026-11-02',
        who: 'eval team',
        replaced_by: 'sgt-019',
      },
      { task_id: 'sgt-003', reason: 'flaky', evidence: expect.stringMatching(/^the verdict on the reference/) },
      { task_id: 'sgt-004', reason: 'trivial', would_be_selected: false },
    ]);
    const again = propose(folder, '--json');
    const { proposals, already_excluded: excluded } = JSON.parse(again.stdout) as ExcludeFromDocument;
    expect([proposals, excluded.map(({ task_id: id }) => id)]).toEqual([
      [],
      ['sgt-001', 'sgt-003', 'sgt-004', 'sgt-008'],
    ]);
    expect(propose(folder, '--write').stdout).toContain('No exclusions to propose; nothing was written.');
  });

  it('writes a list with -o that a plan can read, and never replaces a different file', () => {
    const folder = workplace();
    expect(propose(folder, '-o', 'proposed.yaml').stdout).toContain('Wrote proposed.yaml');
    expect(propose(folder, '-o', 'proposed.yaml').code).toBe(0);
    writeFileSync(join(folder, 'plan.yaml'), shipped.replace('seed: 42\n', 'seed: 42\nexclusions: proposed.yaml\n'));
    expect(selectedIn(folder).exclusions.map(({ task_id: id }) => id)).toEqual([
      'sgt-008',
      'sgt-025',
      'sgt-001',
      'sgt-003',
      'sgt-004',
    ]);
    for (const file of ['proposed.yaml', 'plan.yaml', 'jobs/gold/sgt-001__run0/result.json']) {
      const text = readFileSync(join(folder, file), 'utf8');
      const run = propose(folder, '-o', file, '--who', 'me');
      expect([run.code, readFileSync(join(folder, file), 'utf8')]).toEqual([2, text]);
    }
  });

  it('reads a long table, and uses the systems named by options', () => {
    const table = [
      'task_id,config,attempt,status',
      ...['human,1,failed', 'human,2,failed', 'idle,1,failed', 'null,1,passed'].map((row) => `sgt-001,${row}`),
    ];
    const folder = workplace({ 'runs.csv': `${table.join('\n')}\n` });
    const call = (...args: string[]) =>
      winnow(folder, 'exclude', '--plan', 'plan.yaml', '--json', ...args, '--from', 'runs.csv');
    const {
      runs,
      other_configurations: others,
      proposals,
    } = JSON.parse(call('--reference', 'human', '--no-op', 'idle').stdout) as ExcludeFromDocument;
    expect(runs.map(({ kind, known_by: by, configurations }) => [kind, by, ...configurations])).toEqual([
      ['reference', 'option', 'human'],
      ['no-op', 'option', 'idle'],
    ]);
    expect([others, proposals.map(({ reason }) => reason)]).toEqual([
      [{ name: 'null', results: 1 }],
      ['broken environment'],
    ]);
    expect((JSON.parse(call().stdout) as ExcludeFromDocument).proposals).toMatchObject([{ reason: 'trivial' }]);
  });

  it('shows the proposals even if the plan would run short, and writes them only with --allow-shortfall', () => {
    const folder = workplace();
    writeFileSync(join(folder, 'plan.yaml'), shipped.replace(/( ccb_pytorch:[\s\S]*?)take: \d+/, '$1take: 23'));
    const text = planOf(folder);
    const shown = propose(folder);
    expect(shown).toMatchObject({ code: 0, stderr: '' });
    expect(shown.stdout).toMatch(/the plan fails with these exclusions: .*can be selected/);
    expect(propose(folder, '--write')).toMatchObject({ code: 2, stderr: expect.stringContaining('can be selected') });
    expect(planOf(folder)).toBe(text);
    expect(propose(folder, '--write', '--allow-shortfall').code).toBe(0);
    expect(planOf(folder)).not.toBe(text);
  });

  it.each([
    [['sgt-001', '--from', 'jobs'], /give a task or --from RESULTS, not both/],
    [['--from', 'jobs', '--reason', 'leaked'], /--reason cannot be used with --from/],
    [['sgt-001', '--reason', 'leaked', '--no-op', 'x'], /--no-op needs --from/],
    [['--from', 'jobs', '--write', '-o', 'x.yaml'], /give --write or --out, not both/],
    [['--from', '--write'], /Expected files or folders of results/],
    [[], /missing required argument 'task', --list FILE or --from RESULTS/],
    [['sgt-001'], /required option '--reason <reason>' not specified/],
    [['--from', 'jobs', '--tolerate', '0.7'], /--tolerate is 0\.7; expected a share of at least 0 and less than 0\.5/],
    [['--from', 'agents.csv'], /no system in the results has the usual name of .*Found: agent\.\n.*--no-op NAME/],
  ])('refuses %j', (args, message) => {
    const folder = workplace({ 'agents.csv': 'task_id,config,status\nsgt-001,agent,passed\n' });
    const run = winnow(folder, 'exclude', '--plan', 'plan.yaml', ...args);
    expect(run.stderr).toMatch(message);
    expect(run.code).toBe(2);
    expect([planOf(folder), existsSync(join(folder, 'x.yaml'))]).toEqual([shipped, false]);
  });
});
