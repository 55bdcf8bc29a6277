import { cpSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

interface Read {
  readonly metadata: { readonly tier?: { readonly name: string } };
  readonly methodology: { readonly wave?: { readonly system: string; readonly first: readonly object[] } };
  readonly tasks: readonly { readonly task_id: string; readonly group: { readonly value: string } }[];
}

const folder = join(suiteFolder(), 'waves');
cpSync(join(projectRoot, 'examples/looks'), folder, { recursive: true });
const run = (...args: readonly string[]) => runWinnow(args, { cwd: folder });
const planText = readFileSync(join(folder, 'plan.yaml'), 'utf8')
  .replace('looks: 5', 'waves: 2')
  .replace('purpose: direction, take: 70', 'purpose: level, take: 60');
writeFileSync(join(folder, 'plan.yaml'), planText);
const read = (out: string): Read => JSON.parse(readFileSync(join(folder, out, 'selection.json'), 'utf8'));
/** A system that solves the easy three quarters. */
const results = (tasks: Read['tasks']) =>
  `task,system,reward\n${tasks.map(({ task_id: id, group }) => `${id},new,${Number(group.value) > 3 ? 1 : 0}`).join('\n')}\n`;

describe('waves', () => {
  it('select the first, then the second for one system, which has the first within it', () => {
    const first = run('select', '--out', 'first');
    expect({ code: first.code, stderr: first.stderr }).toEqual({ code: 0, stderr: '' });
    expect(readFileSync(join(folder, 'first/METHODOLOGY.md'), 'utf8')).toContain(
      'This is the first of two waves: 27 of 60 tasks.',
    );
    const { tasks, metadata } = read('first');
    expect(tasks).toHaveLength(27);
    expect(metadata.tier).toMatchObject({ name: 'wave-1', size: 27, full: 60 });
    writeFileSync(join(folder, 'new.csv'), results(tasks));
    const second = run('select', '--wave', 'new.csv', '--out', 'second');
    expect({ code: second.code, stderr: second.stderr }).toEqual({ code: 0, stderr: '' });
    const after = read('second');
    expect(after.tasks).toHaveLength(60);
    const ids = new Set(after.tasks.map(({ task_id: id }) => id));
    expect(tasks.every(({ task_id: id }) => ids.has(id))).toBe(true);
    expect(after.methodology.wave).toMatchObject({ system: 'new' });
    expect(after.methodology.wave?.first).toHaveLength(27);
    // The bands at the edge of what it solves get most of the new places.
    const added = (band: string) =>
      after.tasks.filter(({ group }) => group.value === band).length -
      tasks.filter(({ group }) => group.value === band).length;
    expect(added('03') + added('04')).toBeGreaterThan(added('08') + added('09') + added('10'));
    expect(readFileSync(join(folder, 'second/METHODOLOGY.md'), 'utf8')).toContain('## Second Wave');
  });

  it('can be checked and estimated', () => {
    expect(run('check', 'first').stdout).toContain('matches its plan and pool');
    expect(run('check', 'second').stdout).toContain('matches its plan and pool');
    writeFileSync(join(folder, 'all.csv'), results(read('second').tasks));
    const { code, stdout } = run('estimate', 'second', 'all.csv');
    expect(code).toBe(0);
    expect(stdout).toMatch(/^new: (?:69|70)\.\d% on SWE-bench Verified/);
  });

  it('are refused with the reason', () => {
    const rows = readFileSync(join(folder, 'new.csv'), 'utf8').trim().split('\n');
    writeFileSync(join(folder, 'part.csv'), rows.slice(0, -2).join('\n'));
    expect(run('select', '--wave', 'part.csv', '--out', 'third').stderr).toContain(
      'no results on 2 tasks in the first wave',
    );
    expect(run('select', '--wave', 'new.csv').stderr).toContain('choose a folder for it with --out');
    const changed = (change: (text: string) => string) => {
      writeFileSync(join(folder, 'other.yaml'), change(planText.replace('name: verified-direction', 'name: other')));
      return run('select', 'other.yaml', '--dry-run', '--wave', 'new.csv').stderr;
    };
    expect(changed((text) => text.replace('waves: 2', ''))).toContain('--wave is for a plan with "waves: 2"');
    expect(changed((text) => text.replace('purpose: level', 'purpose: comparison'))).toContain(
      'waves only improve the estimate of a level',
    );
    expect(changed((text) => text.replace('waves: 2', 'waves: 2\nlooks: 3'))).toContain('both divide the selection');
    const table = readFileSync(join(folder, 'earlier.csv'), 'utf8').split('\n');
    writeFileSync(join(folder, 'few.csv'), table.map((row) => row.split(',').slice(0, 9).join(',')).join('\n'));
    expect(changed((text) => text.replace('earlier.csv', 'few.csv'))).toContain(
      'waves need 30 earlier systems, but there are 8',
    );
  });
});
