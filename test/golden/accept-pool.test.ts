import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const table = (ids: readonly number[]) => `id,team\n${ids.map((i) => `t${i},x\n`).join('')}`;
const all = Array.from({ length: 30 }, (_, i) => i);

it('accepts the pool as it is now: writes its count, lists who came and went, and check agrees', () => {
  const cwd = temporaryFolder();
  const plan = '# mine\ntasks: tasks.csv\ntake: 8\nseed: 1\nexpect: 30 # counted by hand\n';
  writeFileSync(join(cwd, 'plan.yaml'), plan);
  writeFileSync(join(cwd, 'tasks.csv'), table(all));
  expect(runWinnow(['select', '-q'], { cwd }).code).toBe(0);
  writeFileSync(join(cwd, 'tasks.csv'), table([...all.filter((i) => i !== 3 && i !== 4), 99]));
  expect(runWinnow(['select'], { cwd }).code).toBe(2);
  const dry = runWinnow(['select', '--accept-pool', '--dry-run'], { cwd });
  expect(dry.stdout).toMatch(/tasks: expect 30 -> 29\n {2}\+ t99\n {2}- t3\n {2}- t4\n/);
  expect(readFileSync(join(cwd, 'plan.yaml'), 'utf8')).toBe(plan);
  expect(runWinnow(['select', '--accept-pool'], { cwd }).stderr).toBe('');
  expect(readFileSync(join(cwd, 'plan.yaml'), 'utf8')).toBe(plan.replace('expect: 30', 'expect: 29'));
  expect(runWinnow(['check'], { cwd }).code).toBe(0);
  // Without a change nothing is accepted.
  expect(runWinnow(['select', '--accept-pool'], { cwd }).stdout).not.toContain('expect 29');
});
