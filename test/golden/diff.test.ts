import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SelectionDiff } from '../../src/core/compare/diff-manifests.js';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const fresh = suiteFolder();
beforeAll(() => {
  cpSync(join(projectRoot, 'examples/review-assistant'), fresh, { recursive: true });
  replace(join(fresh, 'plan.yaml'), /^ {4}expect: .*\n/gm, '');
  select(fresh, 'before');
});

/** A folder with the example's plan, its pool without fixed counts, and its selection in `before`. */
function freshFolder(): string {
  const folder = temporaryFolder();
  cpSync(fresh, folder, { recursive: true });
  return folder;
}

function select(folder: string, out: string): void {
  expect(runWinnow(['select', 'plan.yaml', '-q', '-o', out], { cwd: folder })).toMatchObject({ code: 0, stderr: '' });
}

function replace(file: string, from: string | RegExp, to: string): void {
  const text = readFileSync(file, 'utf8');
  expect(text).toMatch(from);
  writeFileSync(file, text.replace(from, to));
}

const diff = (folder: string, ...args: string[]) => runWinnow(['diff', ...args], { cwd: folder });

/** What a change of the plan or the pool does to the selection. */
function effectOf(change: (folder: string) => void): SelectionDiff {
  const folder = freshFolder();
  change(folder);
  const { code, stdout, stderr } = diff(folder, 'before', 'plan.yaml', '--json');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout) as SelectionDiff;
}

const reasons = (tasks: readonly { task_id: string; reason: string }[]) =>
  tasks.map(({ task_id, reason }) => `${task_id} ${reason}`);
const inPlan = (from: string | RegExp, to: string) => (folder: string) => replace(join(folder, 'plan.yaml'), from, to);
const inPool = (from: string | RegExp, to: string) => (folder: string) =>
  replace(join(folder, 'merged-changes.jsonl'), from, to);
const newTask = (id: string) =>
  `${JSON.stringify({ id, repo: 'shop/checkout', language: 'kotlin', category: 'defect', files_changed: 30, additions: 90, deletions: 9, review_comments: 40, hours_open: 1 })}\n`;

it('finds no differences between a selection and itself, however it is named', () => {
  const folder = freshFolder();
  for (const other of ['before', 'before/selection.json', 'plan.yaml']) {
    const { code, stdout } = diff(folder, 'before', other, '--exit-code');
    expect(code).toBe(0);
    expect(stdout).toContain('No differences: 21 tasks, the same plan and pool.');
  }
  expect(diff(folder, 'ccb', 'ccb', '--markdown').stdout).toContain('No differences: 93 tasks');
});

describe('gives the reason for', () => {
  it('a change of weights', () => {
    const { tasks, plan, pools, average_score } = effectOf(inPlan('spread: 0.5, talk: 0.3', 'spread: 0.1, talk: 0.7'));
    expect(plan.equal).toBe(false);
    expect(pools.every(({ equal }) => equal)).toBe(true);
    expect(tasks.added.length).toBeGreaterThan(0);
    expect(tasks.added.length).toBe(tasks.removed.length);
    expect(new Set([...tasks.added, ...tasks.removed, ...tasks.changed].map(({ reason }) => reason))).toEqual(
      new Set(['score']),
    );
    expect(tasks.added[0]?.detail).toMatch(/^score 0\.\d+ in B, about 0\.\d+ with the weights in A$/);
    expect(average_score?.before).not.toBe(average_score?.after);
  });

  it('a change of take', () => {
    const { tasks, selected, coverage } = effectOf(inPlan('take: 16', 'take: 17'));
    expect(tasks.removed).toEqual([]);
    expect(tasks.added.map(({ benchmark, reason }) => [benchmark, reason])).toEqual([['merged-changes', 'allocation']]);
    expect(tasks.added[0]?.detail).toMatch(/^its group \(repo shop\/\w+\) has \d places? in A, \d in B$/);
    expect(selected).toEqual({ before: 21, after: 22 });
    expect(coverage.benchmark).toContainEqual({ name: 'merged-changes', before: 16, after: 17 });
    expect(tasks.changed).toEqual([]);
    expect(new Set(tasks.moved.map(({ reason }) => reason))).toEqual(new Set(['allocation']));
  });

  it('an exclusion', () => {
    const excluded = 'incident-03';
    const { tasks } = effectOf(inPlan(/$/, `    exclude: [{ id: ${excluded}, reason: leaked }]\n`));
    expect(reasons(tasks.removed)).toEqual([`${excluded} exclusion`]);
    expect(tasks.removed[0]?.detail).toBe('excluded in B (leaked)');
    expect(tasks.added).toMatchObject([
      { reason: 'exclusion', detail: `replaces ${excluded}, which is excluded in B` },
    ]);
  });

  it('a grown pool: who came, and who was outranked', () => {
    const { tasks, pools } = effectOf(inPool(/$/, newTask('pr-100')));
    expect(tasks.added).toMatchObject([{ task_id: 'pr-100', reason: 'pool', detail: 'not in the pool of A' }]);
    expect(tasks.removed).toMatchObject([{ benchmark: 'merged-changes', reason: 'order' }]);
    expect(tasks.removed[0]?.detail).toMatch(
      /^\d+\w\w of \d+ in A; other tasks rank higher in B \(\d+ eligible tasks there/,
    );
    expect(pools.filter(({ equal }) => !equal).map(({ benchmark }) => benchmark)).toEqual(['merged-changes']);
  });

  it('a draw, a rank, a pin and an optimum, each by its name', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'tasks.csv'), `id\n${Array.from({ length: 40 }, (_, i) => `t${i}\n`).join('')}`);
    const write = (name: string, seed: number, more: string) =>
      writeFileSync(join(folder, name), `name: s\ntasks: tasks.csv\ntake: 9\nseed: ${seed}\n${more}\n`);
    write('drawn.yaml', 1, 'prefer: [random]');
    write('redrawn.yaml', 2, 'prefer: [random]');
    write('ranked.yaml', 1, 'prefer: [id]');
    write('pinned.yaml', 1, 'prefer: [id]\npin: [t0]');
    write('best.yaml', 1, 'optimise: { maximise: tasks }');
    const detailOf = (a: string, b: string) =>
      (JSON.parse(diff(folder, a, b, '--json').stdout) as SelectionDiff).tasks.removed[0]?.detail;
    expect(detailOf('drawn.yaml', 'redrawn.yaml')).toBe('drawn in A; not drawn in B');
    expect(detailOf('drawn.yaml', 'ranked.yaml')).toBe('drawn in A; other tasks rank higher in B');
    expect(detailOf('ranked.yaml', 'drawn.yaml')).toMatch(/^\d\w\w of 40 in A; not drawn in B$/);
    expect(detailOf('pinned.yaml', 'ranked.yaml')).toBe('pinned in A; other tasks rank higher in B');
    expect(detailOf('best.yaml', 'ranked.yaml')).toBe(
      'chosen for the goal and the rules in A; other tasks rank higher in B',
    );
  });

  it('a task that left the pool', () => {
    const { tasks } = effectOf(inPool(/^.*"pr-005".*\n/m, ''));
    expect(
      [...tasks.removed, ...tasks.added].every(({ reason, task_id }) => (reason === 'pool') === (task_id === 'pr-005')),
    ).toBe(true);
  });

  it('a removed benchmark', () => {
    const { tasks, pools } = effectOf((folder) => {
      inPlan(/\n {2}incidents:[\s\S]*$/, '\n')(folder);
      inPlan('[Triage, Change, Upkeep]', '[Change, Upkeep]')(folder);
      inPlan(/\n {2}services_involved: .*\n {2}area: .*/, '')(folder);
    });
    expect(tasks.removed).toHaveLength(5);
    expect(new Set(tasks.removed.map(({ reason }) => reason))).toEqual(new Set(['plan']));
    expect(tasks.added).toEqual([]);
    expect(pools).toContainEqual({ benchmark: 'incidents', before: expect.any(String), after: null, equal: false });
  });

  it('renamed benchmarks: the same tasks, moved and not removed and added', () => {
    const folder = freshFolder();
    inPlan(/^ {2}merged-changes:/m, '  changes:')(folder);
    inPlan(/^name: .*/m, 'name: another')(folder);
    const { tasks, pools, related } = JSON.parse(diff(folder, 'before', 'plan.yaml', '--json').stdout) as SelectionDiff;
    expect({ related, added: tasks.added, removed: tasks.removed }).toEqual({ related: true, added: [], removed: [] });
    expect(tasks.relocated).toHaveLength(16);
    expect(tasks.relocated[0]).toMatchObject({
      benchmark: 'changes',
      benchmark_before: 'merged-changes',
      reason: 'plan',
      detail: 'moved from benchmark merged-changes to changes',
    });
    expect(pools).toContainEqual(
      expect.objectContaining({ benchmark: 'changes', benchmark_before: 'merged-changes', equal: true }),
    );
    const { stdout } = diff(folder, 'before', 'plan.yaml');
    expect(stdout).toContain('0 added, 0 removed, 0 changed, 16 moved to another benchmark');
    expect(stdout).toMatch(/\nMoved to another benchmark \(16\)\n {2}merged-changes -> changes {2}16 tasks\n/);
    expect(diff(folder, 'before', 'plan.yaml', '--markdown').stdout).toContain('| merged-changes | changes | 16 |');
  });

  it('another where, in both directions', () => {
    const folder = freshFolder();
    inPlan('lines_changed: { at_least: 20 }', 'lines_changed: { at_least: 60 }')(folder);
    const tasksOf = (a: string, b: string) => (JSON.parse(diff(folder, a, b, '--json').stdout) as SelectionDiff).tasks;
    const lines = new Map(
      readFileSync(join(folder, 'merged-changes.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { id: string; additions: number; deletions: number })
        .map(({ id, additions, deletions }) => [id, additions + deletions]),
    );
    const isSmall = ({ task_id }: { task_id: string }) => (lines.get(task_id) ?? 0) < 60;
    const { removed, added } = tasksOf('before', 'plan.yaml');
    const small = removed.filter(isSmall);
    expect(small.length).toBeGreaterThan(0);
    for (const task of small) {
      expect(task).toMatchObject({ reason: 'eligibility', detail: '"where" in the plan of B leaves it out' });
    }
    expect([...added, ...removed].filter(({ reason }) => reason === 'eligibility')).toEqual(small);
    expect(tasksOf('plan.yaml', 'before').added.filter(({ reason }) => reason === 'eligibility')).toEqual(
      small.map((task) => ({ ...task, detail: '"where" in the plan of A leaves it out' })),
    );
  });

  it('another where, which a manifest of an earlier version does not record', () => {
    const folder = freshFolder();
    inPlan('lines_changed: { at_least: 20 }', 'lines_changed: { at_least: 60 }')(folder);
    select(folder, 'after');
    const file = join(folder, 'after/selection.json');
    const manifest = JSON.parse(readFileSync(file, 'utf8')) as { benchmarks: Record<string, unknown>[] };
    for (const benchmark of manifest.benchmarks) delete benchmark.left_out_by_where;
    writeFileSync(file, JSON.stringify(manifest));
    const { code, stdout } = diff(folder, 'before', 'after', '--json');
    expect(code).toBe(0);
    const { removed } = (JSON.parse(stdout) as SelectionDiff).tasks;
    expect(removed.length).toBeGreaterThan(0);
    expect(removed.map(({ reason }) => reason)).not.toContain('eligibility');
  });

  it('another order', () => {
    const { tasks } = effectOf(inPlan('[score desc, hours_open asc]', '[hours_open asc]'));
    expect(new Set([...tasks.added, ...tasks.removed].map(({ reason }) => reason))).toEqual(new Set(['order']));
    expect(tasks.added.length).toBeGreaterThan(0);
  });

  it('other fields in use: the plan, and no change of the pool', () => {
    const folder = temporaryFolder();
    const rows = ['a,3,1,x', 'b,2,2,x', 'c,1,3,y'];
    const write = (table: readonly string[], rest: string) => {
      writeFileSync(join(folder, 'tasks.csv'), `id,points,votes,team\n${table.join('\n')}\n`);
      writeFileSync(join(folder, 'plan.yaml'), `name: p\ntasks: tasks.csv\ntake: 1\n${rest}\n`);
      return `${diff(folder, 'before', 'plan.yaml').stdout}\n${runWinnow(['check', 'before', '--plan', 'plan.yaml'], { cwd: folder }).stdout}`;
    };
    write(rows, 'rank: points');
    select(folder, 'before');
    const ranked = write(rows, 'rank: votes');
    expect(ranked).toContain('The pools are the same');
    expect(ranked).toContain('c  order  1st of 3 in B');
    expect(ranked).not.toContain('[pool/');
    const filtered = write(rows, 'rank: points\nwhere: { team: y }');
    expect(filtered).toContain('The pools are the same');
    expect(filtered).toContain('a  eligibility');
    expect(filtered).not.toContain('[pool/');
    const changed = write(rows.with(1, 'b,2,9,x'), 'rank: votes');
    expect(changed).toContain(
      'Pools that are or may be different: tasks (unknown whether tasks changed, because the plans use different fields)',
    );
    expect(changed).toContain('- votes in tasks changed. Which tasks changed is unknown');
    const grown = write([...rows, 'd,1,1,y'], 'rank: votes');
    expect(grown).toContain('grew by 1 task: d.');
    expect(grown).toContain('whether other tasks in tasks changed is unknown');
  });

  it('another label, by the plan', () => {
    const { tasks } = effectOf(inPlan('values: { Kotlin: kotlin }', 'values: { Kotlin: jvm, kotlin: jvm }'));
    expect(tasks.changed.length).toBeGreaterThan(0);
    expect(tasks.changed.every(({ reason }) => reason === 'plan')).toBe(true);
    expect(tasks.changed[0]?.fields).toContainEqual({ field: 'fields.language', before: 'kotlin', after: 'jvm' });
  });
});

describe('the table', () => {
  it('shows counts, reasons and coverage', () => {
    const folder = freshFolder();
    inPlan('take: 16', 'take: 17')(folder);
    const { code, stdout } = diff(folder, 'before', 'plan.yaml', '--exit-code');
    expect(code).toBe(1);
    expect(stdout).toMatch(
      /1 added, 0 removed, 0 changed\nSelected 21 -> 22, available 52 -> 52\nAverage review effort score 0\.\d{3} -> 0\.\d{3}\nThe plan changed \(review-assistant\): \w{12} -> \w{12}\n {2}take for merged-changes: 16 -> 17\nThe pools are the same\n/,
    );
    expect(stdout).toMatch(/Added \(1\)\n {2}merged-changes {2}pr-\d+ {2}allocation {2}its group/);
    expect(stdout).toMatch(/Benchmark\n {2}incidents +5 -> 5\n {2}merged-changes +16 -> 17 +\+1\n/);
  });

  it('says that selections are unrelated', () => {
    const { code, stdout } = diff(freshFolder(), 'before', 'ccb');
    expect(code).toBe(0);
    expect(stdout).toContain('unrelated. The plans "review-assistant" and "ccb" have no benchmark in common');
  });
});

describe('Markdown', () => {
  it('keeps what strangers wrote from becoming markup', () => {
    const folder = freshFolder();
    const hostile = '<img src=x onerror=alert(1)>|[x](http://evil) @everyone #1 `a`\u202e';
    inPool(/$/, newTask(hostile))(folder);
    const { stdout } = diff(folder, 'before', 'plan.yaml', '--markdown');
    expect(stdout).toContain(
      '\\<img src=x onerror=alert(1)\\>\\|\\[x\\](http\\://evil) @<!-- -->everyone #<!-- -->1 \\`a\\`\\\\u202e',
    );
    expect(stdout).toMatch(/^### Selection: before → plan\.yaml\n\n\| {2}\| A \| B \|\n/);
    const row = stdout.split('\n').find((line) => line.includes('onerror')) ?? '';
    expect(row.split(/(?<!\\)\|/)).toHaveLength(6);
    expect(stdout).toContain('| pool | not in the pool of A |');
  });
});

describe('a git revision', () => {
  it('is read from the repository of this folder', () => {
    const folder = freshFolder();
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid', ...args], {
        cwd: folder,
        stdio: 'pipe',
      });
    git('init', '-q');
    git('add', 'before');
    git('commit', '-qm', 'first');
    inPlan('take: 16', 'take: 17')(folder);
    select(folder, 'before');
    for (const revision of ['HEAD:before/selection.json', 'HEAD:before', 'HEAD:./before/']) {
      const { code, stdout } = diff(folder, revision, 'before', '--json');
      expect({ code, added: JSON.parse(stdout).tasks.added.length }).toEqual({ code: 0, added: 1 });
    }
    for (const [revision, sentence] of [
      ['nosuch:before/selection.json', /git cannot read "nosuch:before\/selection\.json"/],
      ['HEAD:other/selection.json', /git cannot read "HEAD:other\/selection\.json": .*does not exist/],
      ['--output=stolen:before', /git cannot read/],
    ] as const) {
      const { code, stderr } = diff(folder, '--', revision, 'before');
      expect(code).toBe(2);
      expect(stderr).toMatch(sentence);
    }
    expect(existsSync(join(folder, 'stolen'))).toBe(false);
  });
});

describe('refuses', () => {
  const edit = (change: (manifest: Manifest) => unknown) => (text: string) => {
    const manifest = JSON.parse(text) as Manifest;
    change(manifest);
    return JSON.stringify(manifest);
  };
  const cases: readonly (readonly [string, (text: string) => string, RegExp])[] = [
    ['a truncated file', (text) => text.slice(0, 4000), /selection\.json: the file is cut off/],
    ['another form', edit(({ metadata }) => Object.assign(metadata, { version: '0.1' })), /is in format "0\.1"/],
    [
      'an edited file',
      edit((manifest) => Object.assign(manifest, { tasks: manifest.tasks.slice(0, -1) })),
      /metadata\.total_selected is 21, but selection.json lists 20\./,
    ],
    [
      'a part of another kind',
      edit(({ benchmarks }) => Object.assign(benchmarks[0] ?? {}, { left_out_by_where: 'pr-002' })),
      /benchmarks\.0\.left_out_by_where is "pr-002"; it must be a list\./,
    ],
    ['a file that is no manifest', () => '{}', /not a Winnow selection/],
  ];
  it.each(cases)('%s', (_, change, sentence) => {
    const folder = freshFolder();
    const file = join(folder, 'before/selection.json');
    writeFileSync(file, change(readFileSync(file, 'utf8')));
    const { code, stderr } = diff(folder, 'before', 'plan.yaml');
    expect(code).toBe(2);
    expect(stderr).toMatch(sentence);
  });

  it('what is not there', () => {
    for (const [a, b] of [
      ['nowhere', 'ccb'],
      ['ccb', 'nowhere.yaml'],
      ['nowhere/selection.json', 'ccb'],
      ['.', 'ccb'],
    ] as const) {
      const { code, stderr } = diff(temporaryFolder(), a, b);
      expect(code).toBe(2);
      expect(stderr).toContain('no such selection, plan or revision');
    }
  });
});

describe('a plan whose tasks stay', () => {
  it('has its changed settings listed', () => {
    const folder = temporaryFolder();
    const plan = (settings: string) => `name: p\ntasks: tasks.csv\ntake: 6\nseed: 1\n${settings}\n`;
    writeFileSync(join(folder, 'tasks.csv'), `id\n${Array.from({ length: 12 }, (_, i) => `t${i + 10}`).join('\n')}\n`);
    writeFileSync(join(folder, 'before.yaml'), plan('looks: 2\nrun: { cost_usd: 0.5, seconds: 60 }'));
    writeFileSync(join(folder, 'after.yaml'), plan('looks: 3\nrun: { cost_usd: 0.7 }\nresults: { pass_at: 0.5 }'));
    const { plan: found } = JSON.parse(diff(folder, 'before.yaml', 'after.yaml', '--json').stdout) as SelectionDiff;
    expect(found.changes).toEqual([
      { setting: 'run.cost_usd', before: '0.5', after: '0.7' },
      { setting: 'run.seconds', before: '60', after: null },
      { setting: 'looks.sizes', before: '3, 6', after: '2, 4, 6' },
      { setting: 'results.pass_at', before: null, after: '0.5' },
    ]);
  });
});

describe('a plan with a goal', () => {
  /** Two benchmarks that compete for places; the score of the second is a constant. */
  const folderOf = (constant: number, score = 'effort') => {
    const folder = temporaryFolder();
    const rows = (name: string) =>
      Array.from({ length: 12 }, (_, i) => JSON.stringify({ id: `${name}-${i}`, files_changed: i + 1 })).join('\n');
    for (const name of ['one', 'two']) writeFileSync(join(folder, `${name}.jsonl`), `${rows(name)}\n`);
    const benchmark = (name: string, size: string) =>
      `  ${name}: { source: { path: ${name}.jsonl }, phase: Fix, components: { size: ${size} } }`;
    const plan = (value: number, called: string) =>
      [
        'name: goal',
        'seed: 7',
        'phases: [Fix]',
        `score: { name: ${called}, weights: { size: 1 } }`,
        'optimise: { maximise: score, take: 6, rules: [{ by: benchmark, at_least: 1 }] }',
        'benchmarks:',
        benchmark('one', '{ ramp: files_changed, full: 12 }'),
        benchmark('two', `{ constant: ${value} }`),
        '',
      ].join('\n');
    writeFileSync(join(folder, 'before.yaml'), plan(0.2, 'effort'));
    writeFileSync(join(folder, 'after.yaml'), plan(constant, score));
    return folder;
  };

  it('is never explained by places, which follow from the choice', () => {
    const { stdout } = diff(folderOf(0.95), 'before.yaml', 'after.yaml', '--json');
    const { tasks } = JSON.parse(stdout) as SelectionDiff;
    expect(tasks.added.length).toBeGreaterThan(2);
    expect(new Set([...tasks.added, ...tasks.removed].map(({ reason }) => reason))).toEqual(
      new Set(['score', 'order']),
    );
    expect(tasks.removed[0]?.detail).toBe('other tasks contribute more to the goal or the rules in B');
  });

  it('is warned of a component that sets a whole benchmark against the other', () => {
    const { stdout } = runWinnow(['select', 'after.yaml', '-n', '-v'], { cwd: folderOf(0.95) });
    expect(stdout).toContain(
      'two: the score has no effect on the order within the benchmark (every component is constant)',
    );
  });

  it('cannot compare scores with two names', () => {
    const folder = folderOf(0.95, 'size');
    expect(diff(folder, 'before.yaml', 'after.yaml').stdout).toMatch(
      /Average score 0\.\d+ \(effort\) -> 0\.\d+ \(size\), not comparable/,
    );
    expect(diff(folder, 'before.yaml', 'after.yaml', '--markdown').stdout).toMatch(
      /\| Average score \| .* \(effort\) \|/,
    );
  });

  it('says so when no score would bring a task in', () => {
    const folder = folderOf(1);
    const { stdout } = runWinnow(['explain', '-p', 'after.yaml', 'one-0'], { cwd: folder });
    expect(stdout).toContain('No score would select it.');
  });
});

it('names the folder of the compared selection in the next command', () => {
  const folder = freshFolder();
  cpSync(join(folder, 'before'), join(folder, 'my before'), { recursive: true });
  cpSync(join(folder, 'before'), join(folder, 'selection'), { recursive: true });
  replace(join(folder, 'plan.yaml'), /^seed: .*$/m, 'seed: 77');
  const nextOf = (a: string) => /^Next: (.*)$/m.exec(diff(folder, a, 'plan.yaml').stdout)?.[1];
  expect(nextOf('before')).toBe('winnow select plan.yaml --out before');
  expect(nextOf('before/selection.json')).toBe('winnow select plan.yaml --out before');
  expect(nextOf('my before')).toBe("winnow select plan.yaml --out 'my before'");
  expect(nextOf('selection')).toBe('winnow select plan.yaml');
});
