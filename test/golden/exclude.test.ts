import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

/** A folder with a copy of the shipped plan. */
function copyOfPlan(change: (text: string) => string = (text) => text): string {
  const folder = temporaryFolder();
  const text = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8');
  writeFileSync(join(folder, 'plan.yaml'), change(text));
  return folder;
}

/** What the plan in a folder selects. */
const select = (folder: string) => {
  const run = runWinnow(['select', 'plan.yaml', '--json', '--dry-run'], { cwd: folder });
  expect(run.stderr).toBe('');
  return JSON.parse(run.stdout) as Manifest;
};
/** What the shipped plan selects. */
const shipped = JSON.parse(readFileSync(join(projectRoot, 'test/golden/files/ccb/selection.json'), 'utf8')) as Manifest;
const exclude = (folder: string, ...args: string[]) =>
  runWinnow(['exclude', ...args, '--plan', 'plan.yaml'], { cwd: folder });

describe('winnow exclude', () => {
  it('counts the changed tasks if the sample is redrawn', () => {
    const folder = temporaryFolder();
    const rows = Array.from({ length: 60 }, (_, i) => `t${i},${1 + ((i * 7) % 23)}`);
    writeFileSync(join(folder, 'tasks.csv'), `id,files_changed\n${rows.join('\n')}\n`);
    const select = 'select: { take: 20, draw: { method: cube, by: [files_changed] } }';
    writeFileSync(
      join(folder, 'plan.yaml'),
      `name: mine\nseed: 1\nphases: [Fix]\nscore: { name: even, weights: { even: 1 } }\nbenchmarks:\n  mine:\n    source: { path: tasks.csv }\n    phase: Fix\n    components: { even: { constant: 1 } }\n    ${select}\n`,
    );
    const inIt = runWinnow(['select', 'plan.yaml', '--json', '--dry-run'], { cwd: folder });
    const [first] = (JSON.parse(inIt.stdout) as Manifest).tasks;
    const { stdout } = exclude(folder, first?.task_id ?? '', '--reason', 'flaky', '--evidence', 'x', '--dry-run');
    expect(stdout).toMatch(
      /This redraws the sample: \d+ tasks added, \d+ tasks removed\. Runs of the removed tasks no/,
    );
    expect(stdout).not.toContain('Next:');
  });

  it('names the plan that it changed in the next command if that is not the plan.yaml here', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'tasks.csv'), 'id,hours\na,1\nb,2\nc,3\n');
    for (const name of ['plan.yaml', 'backup.yaml'])
      writeFileSync(join(folder, name), 'tasks: tasks.csv\nrank: hours\ntake: 2\n');
    const nextAfter = (plan: string) => {
      expect(runWinnow(['select', plan, '-q', '--force'], { cwd: folder })).toMatchObject({ code: 0 });
      return runWinnow(['exclude', 'c', '--reason', 'flaky'], { cwd: folder }).stdout;
    };
    expect(nextAfter('backup.yaml')).toMatch(/Next: winnow select backup\.yaml\n$/);
    expect(nextAfter('plan.yaml')).toMatch(/Next: winnow select\n$/);
  });

  it('says that it overrides a condition that pins the task', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'tasks.csv'), 'id,priority,hours\na,P0,1\nb,P0,2\nc,P1,3\nd,P1,4\n');
    const plan = 'tasks: tasks.csv\nrank: hours\ntake: 3\npin: { where: { priority: P0 } }\n';
    writeFileSync(join(folder, 'plan.yaml'), plan);
    const words = 'Exclusions override the condition that pins a.\n';
    expect(exclude(folder, 'a', '--reason', 'flaky', '--dry-run').stdout).toContain(words);
    expect(exclude(folder, 'c', '--reason', 'flaky').stdout).not.toContain('override');
  });

  it('adds an exclusion to the plan, keeps its comments, and shows what comes in', () => {
    const folder = copyOfPlan();
    const run = exclude(
      folder,
      'sgt-003',
      '--reason',
      'broken environment',
      '--evidence',
      'does not build',
      '--who',
      'me',
      '--date',
      '2026-11-01',
    );
    expect(run.stderr).toBe('');
    expect(run.stdout).toMatch(
      /^ccb_pytorch\/sgt-003 is excluded \(broken environment\); it was selected\.\n {2}in {3}ccb_pytorch\/sgt-\d+\n {2}out {2}ccb_pytorch\/sgt-003\nPlan: plan\.yaml \(ccb\)\nWrote plan\.yaml\n\nNext: winnow select plan\.yaml\n$/,
    );
    const text = readFileSync(join(folder, 'plan.yaml'), 'utf8');
    expect(text).toContain('# The published labels give the wrong language for these repositories.');
    expect(text).toContain('evidence: does not build');
    // Only lines were added: the rest is the author's.
    const lines = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8').split('\n');
    expect(text.split('\n').filter((line) => !lines.includes(line))).toHaveLength(5);
    expect(lines.filter((line) => !text.includes(line))).toEqual([]);
    const after = select(folder);
    const ids = (manifest: Manifest) => manifest.tasks.map((task) => task.task_id);
    expect(ids(after)).not.toContain('sgt-003');
    const came = ids(after).filter((id) => !ids(shipped).includes(id));
    expect(came).toHaveLength(1);
    expect(after.exclusions.find(({ task_id }) => task_id === 'sgt-003')).toEqual({
      task_id: 'sgt-003',
      benchmark: 'ccb_pytorch',
      reason: 'broken environment',
      evidence: 'does not build',
      date: '2026-11-01',
      who: 'me',
      would_be_selected: true,
      replaced_by: came[0],
    });
  });

  it('writes into a file of exclusions when the plan names one', () => {
    const folder = copyOfPlan((text) => text.replace('seed: 42\n', 'seed: 42\nexclusions: exclusions.yaml\n'));
    writeFileSync(join(folder, 'exclusions.yaml'), '# Decided in the weekly meeting.\n');
    const plan = readFileSync(join(folder, 'plan.yaml'), 'utf8');
    expect(exclude(folder, 'sgt-010', '--reason', 'leaked').code).toBe(0);
    expect(exclude(folder, 'tac-write-unit-test', '--reason', 'licence').code).toBe(0);
    expect(readFileSync(join(folder, 'plan.yaml'), 'utf8')).toBe(plan);
    expect(readFileSync(join(folder, 'exclusions.yaml'), 'utf8')).toContain('Decided in the weekly meeting.');
    const manifest = select(folder);
    expect(manifest.exclusions.map(({ task_id }) => task_id)).toEqual([
      'sgt-008',
      'sgt-025',
      'sgt-010',
      'tac-write-unit-test',
    ]);
    expect(manifest.metadata.plan.sha256).not.toBe(shipped.metadata.plan.sha256);
  });

  it('accepts a replacement from the same group', () => {
    const folder = copyOfPlan();
    expect(exclude(folder, 'sgt-003', '--reason', 'duplicate', '--replacement', 'sgt-004').code).toBe(0);
    const manifest = select(folder);
    expect(manifest.tasks.map((task) => task.task_id)).toContain('sgt-004');
    expect(manifest.exclusions.at(-1)).toMatchObject({ task_id: 'sgt-003', replaced_by: 'sgt-004' });
  });

  it('records the actual replacement if the requested one was already selected', () => {
    const folder = copyOfPlan();
    const before = shipped.tasks.map((task) => task.task_id);
    expect(before).toContain('sgt-010');
    expect(exclude(folder, 'sgt-003', '--reason', 'duplicate', '--replacement', 'sgt-010').code).toBe(0);
    const { tasks, exclusions } = select(folder);
    const came = tasks.map((task) => task.task_id).filter((id) => !before.includes(id));
    expect(exclusions.at(-1)).toMatchObject({ task_id: 'sgt-003', replaced_by: came[0] });
  });

  it('adds the list to a benchmark that has none, and leaves flow style valid', () => {
    const folder = copyOfPlan();
    expect(exclude(folder, 'sweperf-002', '--reason', 'floor').code).toBe(0);
    expect(exclude(folder, 'tac-write-unit-test', '--reason', 'floor').code).toBe(0);
    expect(select(folder).exclusions.map(({ task_id }) => task_id)).toContain('sweperf-002');
  });

  it('changes nothing with --dry-run, and prints one document with --json', () => {
    const folder = copyOfPlan();
    const plan = readFileSync(join(folder, 'plan.yaml'), 'utf8');
    const run = exclude(folder, 'sgt-001', '--reason', 'floor', '--dry-run', '--json');
    expect(JSON.parse(run.stdout)).toMatchObject({
      excluded: 'ccb_pytorch/sgt-001',
      written: false,
      file: 'plan.yaml',
    });
    expect(readFileSync(join(folder, 'plan.yaml'), 'utf8')).toBe(plan);
  });

  it.each([
    [['sgt-099', '--reason', 'leaked'], /no benchmark in the plan has a task "sgt-099"\. Did you mean "sgt-009"/],
    [['sgt-001', '--reason', 'leakd'], /unknown reason "leakd"\. Did you mean "leaked"\?/],
    [['sgt-001', '--reason', 'other'], /reason "other" but no evidence/],
    [['sgt-008', '--reason', 'leaked'], /"sgt-008" is already excluded \(other\)/],
    [['sgt-001', '--reason', 'leaked', '--date', 'yesterday'], /must have the form YYYY-MM-DD/],
    [
      ['sgt-001', '--reason', 'leaked', '--replacement', 'nobody'],
      /names as a replacement "nobody", which is not one of its tasks/,
    ],
  ])('rejects %j and leaves the plan unchanged', (args, message) => {
    const folder = copyOfPlan();
    const plan = readFileSync(join(folder, 'plan.yaml'), 'utf8');
    const run = exclude(folder, ...args);
    expect(run.stderr).toMatch(message);
    expect(run.code).toBe(2);
    expect(readFileSync(join(folder, 'plan.yaml'), 'utf8')).toBe(plan);
  });

  it('does not change a plan that ships', () => {
    const run = runWinnow(['exclude', 'sgt-001', '--reason', 'leaked', '--plan', 'ccb']);
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(/the built-in plan ".*" cannot be changed/);
  });
});

describe('a file of exclusions', () => {
  const withFile = (content: string) => {
    const folder = copyOfPlan((text) => text.replace('seed: 42\n', 'seed: 42\nexclusions: exclusions.yaml\n'));
    writeFileSync(join(folder, 'exclusions.yaml'), content);
    return runWinnow(['select', 'plan.yaml', '--dry-run'], { cwd: folder });
  };

  it.each([
    [
      '- { benchmark: ccb_pytorc, id: sgt-001, reason: leaked }\n',
      /exclusions\.yaml:1:16 .*unknown benchmark "ccb_pytorc"\. Did you mean "ccb_pytorch"\?/,
    ],
    ['- { benchmark: ccb_pytorch, id: sgt-001, reason: gone }\n', /exclusions\.yaml:1:50 .*unknown reason "gone"/],
    [
      '- { benchmark: ccb_pytorch, id: sgt-777, reason: leaked }\n',
      /excludes "sgt-777", which is not one of its tasks\. Did you mean/,
    ],
    ['- { benchmark: ccb_pytorch, id: sgt-008, reason: leaked }\n', /excludes "sgt-008" twice/],
    ['a: b\n', /exclusions\.yaml:1:1.*expected a list/],
  ])('is rejected with its position: %j', (content, message) => {
    const run = withFile(content);
    expect(run.stderr).toMatch(message);
    expect(run.code).toBe(2);
  });

  it('must exist', () => {
    const folder = copyOfPlan((text) => text.replace('seed: 42\n', 'seed: 42\nexclusions: gone.yaml\n'));
    expect(runWinnow(['select', 'plan.yaml'], { cwd: folder }).stderr).toMatch(/gone\.yaml: .*no such file/);
  });
});

describe('a closed vocabulary', () => {
  it('refuses a label it does not know, names the nearest, and lets the plan map it', () => {
    const folder = temporaryFolder();
    copyFileSync(join(projectRoot, 'examples/review-assistant/incidents.jsonl'), join(folder, 'incidents.jsonl'));
    copyFileSync(
      join(projectRoot, 'examples/review-assistant/merged-changes.jsonl'),
      join(folder, 'merged-changes.jsonl'),
    );
    const plan = readFileSync(join(projectRoot, 'examples/review-assistant/plan.yaml'), 'utf8');
    const write = (vocabulary: string) =>
      writeFileSync(
        join(folder, 'plan.yaml'),
        plan.replace('phases:', `${vocabulary}\nphases:`).replace(/vocabulary:\n( {2}.*\n)+(?=\n)/, ''),
      );
    write('vocabulary: { difficulty: [routine, had] }');
    const run = runWinnow(['select', 'plan.yaml'], { cwd: folder });
    expect(run.code).toBe(2);
    expect(run.stderr).toMatch(
      /tasks have the difficulty "hard", which is not in the plan's vocabulary, such as "incident-\d+"\. Did you mean "had"\?/,
    );
    write('vocabulary: { difficulty: [routine, hard], language: [kotlin, typescript, python] }');
    expect(runWinnow(['select', 'plan.yaml', '-q'], { cwd: folder })).toMatchObject({ code: 0, stderr: '' });
    write('vocabulary: { files_changed: [a] }');
    expect(runWinnow(['select', 'plan.yaml', '-q'], { cwd: folder }).stderr).toMatch(
      /unknown label field "files_changed"/,
    );
  });
});
