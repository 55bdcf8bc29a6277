import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { startWinnow } from '../support/start-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const example = join(projectRoot, 'examples/review-assistant');
const withSelection = suiteFolder();
beforeAll(() => {
  cpSync(example, withSelection, { recursive: true });
  expect(runWinnow(['select', '-q'], { cwd: withSelection })).toMatchObject({ code: 0, stderr: '' });
});

/** A folder with the example's plan under a name, its pool, and its selection where one is asked for. */
function ownFolder({ plan = 'plan.yaml', selected = false }: { plan?: string; selected?: boolean } = {}): string {
  const cwd = temporaryFolder();
  cpSync(selected ? withSelection : example, cwd, { recursive: true });
  if (plan !== 'plan.yaml') renameSync(join(cwd, 'plan.yaml'), join(cwd, plan));
  return cwd;
}

const manifestIn = (cwd: string) => readFileSync(join(cwd, 'selection/selection.json'), 'utf8');
const planIn = (cwd: string) =>
  (JSON.parse(manifestIn(cwd)) as { metadata: { plan: { name: string } } }).metadata.plan.name;
/** What a command says of its plan. */
const saidBy = (args: readonly string[], cwd: string) => {
  const { code, stdout, stderr } = runWinnow(args, { cwd });
  expect({ args, code, stderr }).toEqual({ args, code: 0, stderr: '' });
  return /^Plan: .*$/m.exec(stdout)?.[0];
};
const found = 'Plan: plan.yaml (review-assistant), found in this folder';
const made = 'Plan: plan.yaml (review-assistant), which made selection/selection.json';

describe('without a plan named', () => {
  it('commands use the plan.yaml of the folder', () => {
    const cwd = ownFolder();
    for (const args of [['explain', 'pr-001'], ['assess', 'power'], ['report', '--html', 'page.html'], ['select']]) {
      expect(saidBy(args, cwd), args[0]).toBe(found);
    }
    expect(planIn(cwd)).toBe('review-assistant');
    for (const args of [['explain', 'pr-001'], ['assess'], ['report', '--html', 'page.html']]) {
      expect(saidBy(args, cwd), args[0]).toBe(made);
    }
    expect(saidBy(['check'], cwd)).toBe('Plan: plan.yaml (review-assistant)');
    expect(runWinnow(['explain', 'sgt-001'], { cwd }).stderr).toContain(
      'Winnow used the plan plan.yaml, which made selection/selection.json. To use another plan, add --plan.',
    );
  });

  it('documents name it too, and standard error stays empty', async () => {
    const cwd = ownFolder({ selected: true });
    const page = runWinnow(['report', '--html', 'page.html', '--json'], { cwd });
    expect(page.stderr).toBe('');
    expect(JSON.parse(page.stdout)).toMatchObject({ plan: 'plan.yaml' });
    expect(JSON.parse(runWinnow(['check', '--json'], { cwd }).stdout)).toMatchObject({ ok: true, plan: 'plan.yaml' });
    const server = await startWinnow(['view'], cwd);
    expect(JSON.parse((await server.stop()).stdout)).toMatchObject({ plan: 'plan.yaml' });
  });

  it('a plan of another name beside the selection is found by what made the selection', () => {
    const cwd = ownFolder({ plan: 'mine.yaml', selected: true });
    const line = 'Plan: mine.yaml (review-assistant), which made selection/selection.json';
    expect(saidBy(['explain', 'pr-001'], cwd)).toBe(line);
    expect(saidBy(['select'], cwd)).toBe(line);
  });

  it('an edited plan.yaml is used even if a copy of it made the selection', () => {
    const cwd = ownFolder({ selected: true });
    cpSync(join(cwd, 'plan.yaml'), join(cwd, 'old.yaml'));
    writeFileSync(join(cwd, 'plan.yaml'), readFileSync(join(cwd, 'plan.yaml'), 'utf8').replace('take: 16', 'take: 15'));
    expect(saidBy(['explain', 'pr-001'], cwd)).toBe(
      'Plan: plan.yaml (review-assistant), changed since it made selection/selection.json',
    );
    const excluded = runWinnow(['exclude', 'pr-001', '--reason', 'flaky'], { cwd });
    expect(excluded.stdout).toContain('Wrote plan.yaml');
    expect(readFileSync(join(cwd, 'old.yaml'), 'utf8')).toContain('take: 16');
    expect(saidBy(['select'], cwd)).toBe(found);
    expect(saidBy(['explain', 'pr-001'], cwd)).toBe(made);
  });

  it('a selection of the built-in plan uses that plan, even next to a different plan.yaml', () => {
    const cwd = ownFolder();
    expect(runWinnow(['select', 'ccb', '-q'], { cwd }).code).toBe(0);
    expect(saidBy(['explain', 'sgt-001'], cwd)).toBe(
      'Plan: ccb (built in), which made selection/selection.json; plan.yaml here is another plan',
    );
    expect(saidBy(['select', '--dry-run'], cwd)).toBe(found);
  });

  it('plan.json works too, and a selection that names no plan is reported', () => {
    const cwd = ownFolder();
    rmSync(join(cwd, 'plan.yaml'));
    writeFileSync(join(cwd, 'plan.json'), '{"name": "mine"}');
    expect(runWinnow(['select'], { cwd })).toMatchObject({ code: 2, stderr: expect.stringContaining('plan.json') });
    rmSync(join(cwd, 'plan.json'));
    mkdirSync(join(cwd, 'selection'));
    writeFileSync(join(cwd, 'selection/selection.json'), '{');
    expect(runWinnow(['explain', 'sgt-001'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('; selection/selection.json does not name the plan that made it.'),
    });
    for (const name of readdirSync(cwd)) if (name !== 'selection') rmSync(join(cwd, name), { recursive: true });
    expect(saidBy(['explain', 'sgt-001'], cwd)).toBe(
      'Plan: ccb (built in), the default in an empty folder; selection/selection.json does not name the plan that made it',
    );
  });

  it('the built-in plan runs only in an empty folder or by name', () => {
    const cwd = temporaryFolder();
    mkdirSync(join(cwd, '.git'));
    writeFileSync(join(cwd, 'README.md'), '# Mine\n');
    expect(saidBy(['select', '-n'], cwd)).toBe('Plan: ccb (built in), the default in an empty folder');
    writeFileSync(join(cwd, 'tasks.csv'), 'id,team\na,x\nb,y\n');
    const hint = /contains tasks\.csv\..*"winnow init tasks\.csv".*To use the built-in plan ccb, add its name\./s;
    for (const args of [
      ['select'],
      ['report', '--html', 'page.html'],
      ['explain', 'sgt-001'],
      ['assess'],
      ['pool', '--out', 'pool.csv'],
      ['exclude', 'sgt-001', '--reason', 'flaky'],
      ['view'],
    ]) {
      const { code, stdout, stderr } = runWinnow(args, { cwd });
      expect({ args, code, stdout, stderr }).toEqual({
        args,
        code: 2,
        stdout: '',
        stderr: expect.stringMatching(hint),
      });
    }
    expect(readdirSync(cwd).sort()).toEqual(['.git', 'README.md', 'tasks.csv']);
    expect(saidBy(['select', 'ccb', '-n'], cwd)).toBe('Plan: ccb (built in)');
    mkdirSync(join(cwd, 'runs'));
    writeFileSync(join(cwd, 'mine.yaml'), 'name: mine\n');
    expect(runWinnow(['select'], { cwd }).stderr).toMatch(
      /contains tasks\.csv, mine\.yaml and runs\/\..*"winnow init \.".*If mine\.yaml is your plan, add its name to the command\./s,
    );
    expect(runWinnow(['init', 'tasks.csv'], { cwd }).code).toBe(0);
    expect(saidBy(['select'], cwd)).toMatch(/^Plan: plan\.yaml \(.*\), found in this folder$/);
  });

  it('no other plan is used for a selection whose plan is not found', () => {
    const cwd = ownFolder({ plan: 'mine.yaml', selected: true });
    rmSync(join(cwd, 'mine.yaml'));
    cpSync(join(projectRoot, 'plans/ccb.yaml'), join(cwd, 'plan.yaml'));
    for (const args of [['explain', 'pr-001'], ['assess'], ['report', '--html', 'page.html'], ['view']]) {
      const { code, stdout, stderr } = runWinnow(args, { cwd });
      expect({ args, code, stdout }).toEqual({ args, code: 2, stdout: '' });
      expect(stderr).toMatch(
        /the plan "review-assistant", which made the selection, was not found\. .*\n.*Give the plan for selection\/selection\.json/,
      );
    }
    rmSync(join(cwd, 'plan.yaml'));
    const before = manifestIn(cwd);
    expect(runWinnow(['select'], { cwd })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('the plan "review-assistant", which made the selection, was not found'),
    });
    expect(manifestIn(cwd)).toBe(before);
  });
});

describe('a selection that a plan of another name made', () => {
  it('is replaced only with --force', () => {
    const cwd = ownFolder({ selected: true });
    const before = manifestIn(cwd);
    const { code, stdout, stderr } = runWinnow(['select', 'ccb'], { cwd });
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(
      /the selection was made by the plan "review-assistant", so Winnow will not replace it with one made by "ccb"/,
    );
    expect(stderr).toMatch(/--force.*--out/);
    expect(manifestIn(cwd)).toBe(before);
    const document = JSON.parse(runWinnow(['select', 'ccb', '--json'], { cwd }).stdout) as object;
    expect(document).toMatchObject({ error: { faults: [{ code: 'output/other-plan' }] } });
    expect(runWinnow(['select', 'ccb', '-q', '--out', 'elsewhere'], { cwd })).toMatchObject({ code: 0, stdout: '' });
    expect(runWinnow(['select', 'ccb', '-q', '--force'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(planIn(cwd)).toBe('ccb');
  });
});

describe('two plans of one name', () => {
  const take = (count: number) => `tasks: pool.csv\nrank: size\ntake: ${count}\n`;
  const run = (cwd: string, ...args: string[]) => runWinnow(args, { cwd });

  function twoPlans(): string {
    const cwd = temporaryFolder();
    writeFileSync(join(cwd, 'pool.csv'), 'id,size\na,1\nb,2\nc,3\nd,4\n');
    writeFileSync(join(cwd, 'plan.yaml'), take(1));
    writeFileSync(join(cwd, 'rk.yaml'), take(2));
    expect(run(cwd, 'select', 'rk.yaml', '-q')).toMatchObject({ code: 0, stderr: '' });
    return cwd;
  }

  it('replace each other only with --force; an edited plan replaces its own selection', () => {
    const cwd = twoPlans();
    const before = manifestIn(cwd);
    for (const args of [['select', 'plan.yaml'], ['check', '--fix', '--plan', 'plan.yaml'], ['select']]) {
      const { code, stderr } = run(cwd, ...args);
      expect({ code, stderr }).toMatchObject({
        code: 2,
        stderr: expect.stringContaining('was made by rk.yaml, another'),
      });
    }
    expect(manifestIn(cwd)).toBe(before);
    expect(run(cwd, 'check')).toMatchObject({ code: 0 });
    writeFileSync(join(cwd, 'rk.yaml'), take(3));
    expect(run(cwd, 'select', 'rk.yaml', '-q')).toMatchObject({ code: 0, stderr: '' });
    expect(run(cwd, 'select', 'plan.yaml', '-q', '--force')).toMatchObject({ code: 0, stderr: '' });
  });

  it('are not confused when the one that made the selection has changed', () => {
    const cwd = twoPlans();
    const before = manifestIn(cwd);
    writeFileSync(join(cwd, 'rk.yaml'), take(3));
    expect(run(cwd, 'check')).toMatchObject({ code: 1, stdout: expect.stringContaining('Plan: rk.yaml') });
    expect(run(cwd, 'explain', 'a').stdout).toContain('rk.yaml (pool), changed since it made selection/selection.json');
    const exported = run(cwd, 'export', 'selection', '--to', 'ids', '--out', 'run');
    expect(exported).toMatchObject({ code: 2, stderr: expect.stringContaining('rk.yaml has changed since') });
    expect(manifestIn(cwd)).toBe(before);
    // Earlier versions didn't record the name of the file.
    writeFileSync(join(cwd, 'selection', 'selection.json'), before.replace(/,\s*"file": "rk.yaml"/, ''));
    expect(run(cwd, 'check')).toMatchObject({ code: 2, stderr: expect.stringMatching(/plan\.yaml and .*rk\.yaml/) });
    expect(run(cwd, 'check', '--fix', '--plan', 'rk.yaml')).toMatchObject({ code: 0 });
    expect(run(cwd, 'check')).toMatchObject({ code: 0 });
  });
});
