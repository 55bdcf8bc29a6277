import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { oneIn } from '../support/depth.js';
import { expectKept } from '../support/kept-text.js';
import { learnedFolder, writeLearned } from '../support/learned-folder.js';
import { runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

describe.each(['level', 'comparison', 'ranking'])('a selection for the purpose %s', (purpose) => {
  it('has the kept summary and methodology page', () => {
    const out = temporaryFolder();
    const { code, stdout, stderr } = runWinnow(['select', `examples/learning/${purpose}.yaml`, '--out', out]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expectKept(`purposes/${purpose}.txt`, stdout.replaceAll(`${out}/`, '').replaceAll(out, 'OUT'));
    expectKept(`purposes/${purpose}.md`, readFileSync(join(out, 'METHODOLOGY.md'), 'utf8'));
  });
});

describe('assess forecast', () => {
  it('prints the kept text', () => {
    const { code, stdout, stderr } = runWinnow(['assess', 'forecast', 'examples/learning/level.yaml']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expectKept('purposes/forecast.txt', stdout);
  });
});

describe('explain', () => {
  it('says what the tasks are chosen for', () => {
    const folder = learnedFolder(temporaryFolder());
    expect(runWinnow(['init', 'tasks', '--purpose', 'ranking', '--prior', 'prior'], { cwd: folder }).code).toBe(0);
    const { stdout } = runWinnow(['explain', 'one-000', '--plan', 'plan.yaml'], { cwd: folder });
    expect(stdout).toMatch(/\nPurpose\n {2}The results should show the order of many systems\.\n/);
  });
});

describe('init --purpose', () => {
  const folder = learnedFolder(suiteFolder());
  const init = (...args: readonly string[]) =>
    runWinnow(['init', 'tasks/one.jsonl', '--force', ...args], { cwd: folder });
  const learn = ['--prior', 'prior/one.csv'];

  it('writes a plan with its forecast, and compares designs', () => {
    const { code, stdout, stderr } = init('--purpose', 'level', ...learn, '--take', '40');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expectKept('purposes/init.txt', stdout);
    const text = readFileSync(join(folder, 'plan.yaml'), 'utf8');
    expectKept('purposes/init.yaml', text.replace(/\$schema=.*/, '$schema=…'));
    const selected = runWinnow(['select', '--dry-run', '--json'], { cwd: folder });
    const { tasks, benchmarks } = JSON.parse(selected.stdout) as {
      readonly tasks: readonly object[];
      readonly benchmarks: readonly { readonly learned: { readonly purpose: string; readonly systems: number } }[];
    };
    expect(tasks).toHaveLength(40);
    expect(benchmarks[0]?.learned).toMatchObject({ purpose: 'level', systems: 12 });
  });

  const sized = [
    [['--purpose', 'level', '--precision', '8 points'], /precision: 8 points/],
    [['--purpose', 'comparison', '--detect', '20 points'], /detect: 20 points/],
    [['--purpose', 'ranking'], /take: 30\npurpose: ranking/],
  ] as const;
  it.each(oneIn(2, sized))('takes %j', (args, written) => {
    const { code, stdout } = init(...args, ...learn, '--json');
    expect(code).toBe(0);
    expect(readFileSync(join(folder, 'plan.yaml'), 'utf8')).toMatch(written);
    const { purpose, benchmarks } = JSON.parse(stdout) as {
      readonly purpose: {
        readonly benchmarks: readonly { readonly take: number; readonly designs: readonly object[] }[];
      };
      readonly benchmarks: readonly { readonly take: number }[];
    };
    expect(purpose.benchmarks[0]?.designs).toHaveLength(4);
    expect(benchmarks[0]?.take).toBe(purpose.benchmarks[0]?.take);
    const manifest = runWinnow(['select', '--dry-run', '--json'], { cwd: folder });
    expect(JSON.parse(manifest.stdout)).toMatchObject({ metadata: { total_selected: purpose.benchmarks[0]?.take } });
  });

  it('shares a total among the benchmarks that earlier results fit', () => {
    const several = learnedFolder(temporaryFolder());
    writeLearned(several, 'two', { seed: 'two', tasks: 60, earlier: 5, later: 1 });
    writeLearned(several, 'three', { seed: 'three', tasks: 20, earlier: 1, later: 1 });
    const args = ['init', 'tasks/one.jsonl', 'tasks/two.jsonl', 'tasks/three.jsonl', '--purpose', 'level'];
    const prior = ['--prior', 'prior/one.csv', 'prior/two.csv', '--take', '50'];
    const { code, stdout, stderr } = runWinnow([...args, ...prior], { cwd: several });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/Purpose level: one.*\n[\s\S]*Purpose level: two/);
    expect(stdout).toContain('three: none of the earlier results match its tasks');
    expect(readFileSync(join(several, 'plan.yaml'), 'utf8')).toContain('total: { purpose: level, take: 50 }');
    expect(runWinnow(['select', '--dry-run'], { cwd: several })).toMatchObject({ code: 0, stderr: '' });
  });

  it('turns a budget into tasks by what earlier runs cost', () => {
    const rows = Array.from({ length: 150 }, (_, i) => `one-${String(i).padStart(3, '0')},old,${i % 2},0.5`);
    writeFileSync(join(folder, 'cost.csv'), `task_id,configuration,reward,cost_usd\n${rows.join('\n')}\n`);
    const { code, stderr } = init('--purpose', 'level', '--prior', 'cost.csv', '--budget', '$20');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, 'plan.yaml'), 'utf8')).toMatch(/budget: \$20[\s\S]*run: \{ cost_usd: 0\.5 \}/);
    expect(runWinnow(['select', '--dry-run'], { cwd: folder }).stdout).toMatch(/: 40 of 150 tasks/);
  });

  it.each([
    [['--purpose', 'ranking', ...learn, '--precision', '4 points'], /"precision" requires estimates/],
    [['--purpose', 'level', ...learn, '--sample', '5'], /so --sample cannot be used with it/],
    [['--purpose', 'level', ...learn, '--budget', '$5'], /the earlier results have no run costs/],
    [
      ['--purpose', 'level', '--prior', 'other.csv'],
      /match these tasks\. The results contain tasks such as "elsewhere"/,
    ],
  ] as const)('refuses %j', (args, message) => {
    writeFileSync(join(folder, 'other.csv'), 'task_id,a,b\nelsewhere,1,0\n');
    const { code, stderr } = init(...args);
    expect(code).toBe(2);
    expect(stderr).toMatch(message);
  });
});
