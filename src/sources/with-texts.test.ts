import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { readPlan } from '../core/plan/read-plan.js';
import { readPools } from './read-pools.js';

const planText = (path: string) =>
  `name: p\nphases: [Fix]\nphase: Fix\nscore: { name: s, weights: { s: 1 }, components: { s: { constant: 1 } } }\nbenchmarks: { b: { source: { path: ${path} } } }\n`;

async function tasksOf(folder: string, path: string, statements: boolean) {
  const plan = readPlan(planText(path), join(folder, 'plan.yaml'));
  return (await readPools(plan, { statements })).get('b')?.tasks ?? [];
}

describe('what a task says', () => {
  it('is kept where it is asked for, from a row or a folder, and cut where it is long', async () => {
    const folder = temporaryFolder();
    const rows = [
      { id: 'a', problem_statement: 'Do <b>this</b>.' },
      { id: 'b', prompt: 'x'.repeat(5000) },
      { id: 'c', problem_statement: '  ' },
    ];
    writeFileSync(join(folder, 't.jsonl'), rows.map((row) => JSON.stringify(row)).join('\n'));
    const [a, b, c] = await tasksOf(folder, 't.jsonl', true);
    expect(a?.statement).toBe('Do <b>this</b>.');
    expect(b?.statement).toBe(`${'x'.repeat(4000)}…`);
    expect(c).not.toHaveProperty('statement');
    const task = join(folder, 'tasks', 'one');
    mkdirSync(task, { recursive: true });
    writeFileSync(join(task, 'task.toml'), 'version = "1.0"\n[metadata]\ndifficulty = "easy"\n');
    writeFileSync(join(task, 'instruction.md'), 'Write it.\n');
    expect((await tasksOf(folder, 'tasks', true)).map(({ statement }) => statement)).toEqual(['Write it.\n']);
  });

  it('is else left where it is, and changes nothing else', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 't.jsonl'), JSON.stringify({ id: 'a', problem_statement: 'Do this.' }));
    const [plain] = await tasksOf(folder, 't.jsonl', false);
    const [kept] = await tasksOf(folder, 't.jsonl', true);
    expect(plain).not.toHaveProperty('statement');
    expect(kept).toEqual({ ...plain, statement: 'Do this.' });
  });
});
