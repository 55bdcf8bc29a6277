import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const uses = (cwd: string) => [
  ['estimate', 'selection', 'results.csv'],
  ['status', 'selection', 'results.csv'],
  ['export', 'selection', '--to', 'ids', '--out', join(cwd, 'out')],
];

const tasks = Array.from({ length: 30 }, (_, i) => `sgt-${String(i).padStart(3, '0')}`);
const smallPlan = 'name: mine\ntasks: tasks.csv\ntake: 12\nseed: 42\n';

/** A folder with a plan and its selection: a small plan, or that of `ccb` for its name. */
function selected(name: 'mine' | 'ccb' = 'mine'): string {
  const cwd = temporaryFolder();
  const rows = tasks.map((id) => `${id},agent,1\n`).join('');
  writeFileSync(join(cwd, 'tasks.csv'), `id\n${tasks.join('\n')}\n`);
  writeFileSync(join(cwd, 'results.csv'), `task_id,config,reward\n${rows}`);
  writeFileSync(
    join(cwd, 'plan.yaml'),
    name === 'mine' ? smallPlan : readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8'),
  );
  expect(runWinnow(['select', '-q'], { cwd })).toMatchObject({ code: 0, stderr: '' });
  const ids = readFileSync(join(cwd, 'selection/selection.csv'), 'utf8');
  const [chosen] = /\bsgt-\d+/.exec(ids) ?? [];
  writeFileSync(join(cwd, 'oracle.csv'), `task_id,config,reward\n${chosen},oracle,0\n`);
  return cwd;
}

function edit(cwd: string, name: string, from: string | RegExp, to: string): void {
  const text = readFileSync(join(cwd, name), 'utf8');
  expect(text).toMatch(from);
  writeFileSync(join(cwd, name), text.replace(from, to));
}

describe('a plan that refresh has written without its selection', () => {
  it.each(['mine', 'ccb'] as const)(
    'is reported by every command that uses the selection, and completed by select: %s',
    (name) => {
      const [cwd, done] = [selected(name), selected(name)];
      expect(runWinnow(['refresh', '--results', 'oracle.csv', '--write'], { cwd: done }).code).toBe(0);
      cpSync(join(done, 'plan.yaml'), join(cwd, 'plan.yaml'));
      for (const args of [...uses(cwd), ['assess', 'power', 'selection'], ['check'], ['refresh']]) {
        const { code, stderr } = runWinnow(args, { cwd });
        expect({ args, code }).toEqual({ args, code: 2 });
        expect(stderr).toMatch(/this is version 1, but (?:\.\/)?(?:selection\/\.\.\/)?plan\.yaml is at version 2/);
        expect(stderr).toMatch(/"winnow select plan\.yaml --out selection"/);
      }
      expect(runWinnow(['select', 'plan.yaml', '--out', 'selection', '-q'], { cwd }).code).toBe(0);
      for (const file of ['selection.json', 'selection.csv', 'METHODOLOGY.md']) {
        expect(readFileSync(join(cwd, 'selection', file))).toEqual(readFileSync(join(done, 'selection', file)));
      }
      for (const args of uses(cwd)) expect(runWinnow(args, { cwd }).code).toBe(0);
    },
  );
});

describe('a plan that was edited since', () => {
  it('stops commands that use the selection, unless --allow-changed-plan is given', () => {
    const cwd = selected();
    edit(cwd, 'plan.yaml', 'seed: 42', 'seed: 43');
    for (const args of uses(cwd)) {
      const { code, stderr } = runWinnow(args, { cwd });
      expect({ args, code }).toEqual({ args, code: 2 });
      expect(stderr).toMatch(/plan\.yaml has changed since this selection was made/);
      expect(stderr).toMatch(/winnow diff selection\/selection\.json plan\.yaml.*--allow-changed-plan/);
      expect(runWinnow([...args, '--allow-changed-plan'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    }
  });

  it('can be compared, checked, explained, refreshed and selected by', () => {
    const cwd = selected();
    edit(cwd, 'plan.yaml', 'seed: 42', 'seed: 43');
    expect(runWinnow(['diff', 'selection', 'plan.yaml'], { cwd }).code).toBe(0);
    expect(runWinnow(['check'], { cwd })).toMatchObject({ code: 1, stderr: '' });
    expect(runWinnow(['explain', 'sgt-003'], { cwd }).code).toBe(0);
    expect(runWinnow(['refresh'], { cwd }).code).toBe(0);
    expect(runWinnow(['select', '-q'], { cwd }).code).toBe(0);
    for (const args of uses(cwd)) expect(runWinnow(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
  });

  it('does not matter if only its comments changed, or if it is not there', () => {
    const cwd = selected();
    edit(cwd, 'plan.yaml', /^/, '# Reviewed.\n');
    for (const args of uses(cwd)) expect(runWinnow(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
    rmSync(join(cwd, 'plan.yaml'));
    for (const args of uses(cwd)) expect(runWinnow(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
  });

  it('does not matter to a selection that a plan of that name made which ships', () => {
    const cwd = selected('ccb');
    edit(cwd, 'plan.yaml', 'seed: 42', 'seed: 43');
    for (const args of uses(cwd)) expect(runWinnow(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('files beside a selection', () => {
  it('may be edited or deleted by hand: only check reports it', () => {
    const cwd = selected();
    edit(cwd, 'selection/METHODOLOGY.md', /$/, '\nA remark.\n');
    rmSync(join(cwd, 'selection/selection.csv'));
    for (const args of uses(cwd)) expect(runWinnow(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(runWinnow(['check'], { cwd }).stdout).toMatch(/METHODOLOGY\.md is stale or was edited/);
  });

  it('show an interrupted write if a temporary file is there as well', () => {
    const cwd = selected();
    edit(cwd, 'selection/METHODOLOGY.md', /$/, '\nA remark.\n');
    writeFileSync(join(cwd, 'selection/.winnow-0123456789abcdef-3.tmp'), 'half a file');
    for (const args of [...uses(cwd), ['diff', 'selection', 'plan.yaml'], ['assess', 'power', 'selection']]) {
      const { code, stderr } = runWinnow(args, { cwd });
      expect({ args, code }).toEqual({ args, code: 2 });
      expect(stderr).toMatch(/a run was interrupted while writing this selection, before it wrote METHODOLOGY\.md/);
      expect(stderr).toMatch(/To finish it, run "winnow select --out selection"/);
    }
    expect(runWinnow(['select', '-q', '--out', 'selection'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    for (const args of uses(cwd)) expect(runWinnow(args, { cwd })).toMatchObject({ code: 0, stderr: '' });
  });

  it('may have the line ends of another system', () => {
    const cwd = selected();
    edit(cwd, 'selection/METHODOLOGY.md', /\n/g, '\r\n');
    writeFileSync(join(cwd, 'selection/.winnow-0123456789abcdef-3.tmp'), 'half a file');
    expect(runWinnow(['status', 'selection', 'results.csv'], { cwd }).code).toBe(0);
  });
});
