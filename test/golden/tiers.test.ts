import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import { runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

const folder = suiteFolder();
const plan = `tasks: tasks.csv
take: 40
seed: 1
by: team
tiers: { smoke: 8, nightly: 20 }
`;
const ids = Array.from({ length: 120 }, (_, i) => `T-${String(i).padStart(3, '0')}`);
const run = (...args: readonly string[]) => runWinnow(args, { cwd: folder });
const manifestIn = (path: string) => JSON.parse(readFileSync(join(folder, path, 'selection.json'), 'utf8')) as Manifest;
const tasksIn = (path: string) => manifestIn(path).tasks.map(({ task_id: id }) => id);

beforeAll(() => {
  const rows = ids.map((id, i) => `${id},${['web', 'core'][i % 2]},${i % 7}\n`);
  writeFileSync(join(folder, 'tasks.csv'), `id,team,hours\n${rows.join('')}`);
  writeFileSync(join(folder, 'plan.yaml'), plan);
});

describe('a plan with tiers', () => {
  it('writes the whole selection and every tier, each within the next', () => {
    const { code, stdout } = run('select');
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('Tiers: smoke 8, nightly 20'),
    });
    const [smoke, nightly, whole] = ['selection/smoke', 'selection/nightly', 'selection'].map(tasksIn);
    expect([smoke?.length, nightly?.length, whole?.length]).toEqual([8, 20, 40]);
    expect(nightly).toEqual(expect.arrayContaining(smoke ?? []));
    expect(whole).toEqual(expect.arrayContaining(nightly ?? []));
    expect(manifestIn('selection').metadata.tiers).toEqual({ smoke: 8, nightly: 20 });
    run('select', '--tier', 'smoke', '-q');
    for (const file of ['selection.json', 'selection.csv', 'METHODOLOGY.md']) {
      const [below, beside] = ['selection/smoke', 'selection-smoke'].map((path) =>
        readFileSync(join(folder, path, file), 'utf8'),
      );
      expect(below).toBe(beside);
    }
  });

  it('is checked and fixed as a whole', () => {
    expect(run('check')).toMatchObject({ code: 0 });
    const file = join(folder, 'selection/smoke/selection.json');
    const text = readFileSync(file, 'utf8');
    const [first = ''] = tasksIn('selection/smoke');
    writeFileSync(file, text.replaceAll(first, 'T-999'));
    const found = run('check');
    expect(found.code).toBe(1);
    expect(found.stdout).toContain('tier "smoke": task tasks/');
    expect(run('check', '--fix')).toMatchObject({ code: 0 });
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(run('check', 'selection/smoke')).toMatchObject({ code: 0 });
  });

  it('removes tiers that are no longer in the plan', () => {
    const edit = (tiers: string) => writeFileSync(join(folder, 'plan.yaml'), plan.replace(/tiers: .*/, tiers));
    run('select', '--tier', '30', '-q', '--out', 'selection/30');
    writeFileSync(join(folder, 'selection/smoke/notes.txt'), 'mine');
    edit('tiers: { smoke: 8 }');
    expect(run('select', '--dry-run').stdout).toContain('select also removes the files of the tier nightly');
    expect(run('check', '--without-pool').stdout).toContain(
      'the folder "nightly" contains a tier that is no longer in the plan',
    );
    expect(run('select').stdout).toContain('Removed the files of the tier nightly, which are no longer in the plan');
    expect(existsSync(join(folder, 'selection/nightly'))).toBe(false);
    const manifest = readFileSync(join(folder, 'selection/smoke/selection.json'));
    edit('');
    run('select', '-q');
    expect(readdirSync(join(folder, 'selection/smoke'))).toEqual(['notes.txt']);
    writeFileSync(join(folder, 'selection/smoke/selection.json'), manifest);
    expect(run('check', '--json')).toMatchObject({ code: 1, stdout: expect.stringContaining('"tier/stale"') });
    expect(run('check', '--fix')).toMatchObject({ code: 0, stdout: expect.stringContaining('tiers') });
    expect(run('check')).toMatchObject({ code: 0 });
    expect(existsSync(join(folder, 'selection/30/selection.json'))).toBe(true);
    edit('tiers: { smoke: 8, nightly: 20 }');
    run('select', '-q');
  });

  it('is exported as one, or one tier', () => {
    const { code, stdout } = run('export', 'selection', '--to', 'ids', '--out', 'run');
    expect({ code, stdout }).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('nightly: 20 tasks in run-nightly'),
    });
    const lines = (path: string) =>
      readFileSync(join(folder, path, 'ids.txt'), 'utf8')
        .trim()
        .split('\n');
    expect(lines('run')).toHaveLength(40);
    expect(lines('run-smoke').sort()).toEqual(tasksIn('selection/smoke').sort());
    expect(run('export', 'selection', '--tier', 'nightly', '--to', 'ids', '--out', 'only').code).toBe(0);
    expect(lines('only')).toHaveLength(20);
    expect(existsSync(join(folder, 'only-smoke'))).toBe(false);
    const document = JSON.parse(run('export', 'plan.yaml', '--to', 'ids', '--out', 'again', '--json').stdout);
    expect(document.tiers).toEqual([
      { tier: 'smoke', folder: 'again-smoke', tasks: 8 },
      { tier: 'nightly', folder: 'again-nightly', tasks: 20 },
    ]);
  });

  it('is measured by the tier that results cover', () => {
    const rows = tasksIn('selection/nightly').map((id, i) => `${id},mine,${i % 2}\n`);
    writeFileSync(join(folder, 'results.csv'), `task_id,system,resolved\n${rows.join('')}`);
    expect(run('estimate', 'selection', 'results.csv').stdout).toContain(
      'mine: 50.0% on tasks (95% interval 29.8 to 70.2), from 20 of 120 tasks',
    );
    const covered =
      'the results cover the tier "nightly", so this shows its 20 tasks. To count all 40 tasks in the selection, add --tier 40.';
    for (const of of ['selection', 'plan.yaml']) {
      const { stdout } = run('status', of, 'results.csv');
      expect(stdout).toContain('20 selected tasks');
      expect(stdout.replace(/\s+/g, ' ')).toContain(covered);
      expect(run('status', of, 'results.csv', '--tier', '40').stdout).toContain('40 selected tasks');
    }
    for (const args of [['selection/nightly'], ['selection', '--tier', 'nightly']] as const) {
      const [of, ...more] = args;
      expect(run('status', of, 'results.csv', ...more).stdout).not.toContain('cover the tier');
    }
    const [other = ''] = tasksIn('selection').filter((id) => !rows.some((row) => row.startsWith(`${id},`)));
    writeFileSync(join(folder, 'more.csv'), `task_id,system,resolved\n${rows.join('')}${other},second,1\n`);
    expect(run('estimate', 'selection', 'more.csv', '--tier', 'nightly').stdout.replace(/\s+/g, ' ')).toContain(
      '1 of the tasks in the results is not in the tier "nightly" and was ignored',
    );
  });

  it('is refreshed as one', () => {
    const [first = ''] = tasksIn('selection/smoke');
    const rows = [first].map((id) => `${id},oracle,0\n${id},oracle,0\n`);
    writeFileSync(join(folder, 'oracle.csv'), `task_id,system,resolved\n${rows.join('')}`);
    expect(run('exclude', first, '--reason', 'flaky', '--evidence', 'two runs disagree')).toMatchObject({ code: 0 });
    const refreshed = run('refresh', 'selection', '--write');
    expect(refreshed).toMatchObject({ code: 0 });
    expect(tasksIn('selection/smoke')).not.toContain(first);
    expect(run('check')).toMatchObject({ code: 0 });
  });
});
