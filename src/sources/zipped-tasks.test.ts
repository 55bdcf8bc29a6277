import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Entry, zipOf } from '../../test/results/zip-of.js';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import { discover } from './discover.js';
import { taskFormats } from './formats/task-formats.js';

async function search(entries: readonly Entry[], name = 'pack.zip') {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, zipOf(entries));
  const found = [];
  for await (const each of discover(path, taskFormats, { contents: true })) found.push(each);
  return found;
}

const entry = (name: string, text: string): Entry => ({ name, text });
const yaml = 'instruction: Count the words.\ndifficulty: easy\n';

describe('an archive of task folders', () => {
  it('is read as the folder is that it holds', async () => {
    const found = await search([entry('w-1/', ''), entry('w-1/task.yaml', yaml), entry('w-1/tests/a/t.py', 'x')]);
    expect(found).toMatchObject([
      { kind: 'task', facts: { id: 'w-1' }, contents: { names: ['task.yaml', 'tests/a/t.py'] } },
    ]);
  });

  it('may hold several, or be one itself', async () => {
    const two = await search([
      entry('t/b/task.yaml', yaml),
      entry('t/a/task.yaml', yaml),
      entry('t/a/in/task.yaml', yaml),
    ]);
    expect(two.map((each) => each.kind === 'task' && each.facts.id)).toEqual(['a', 'b']);
    const [own] = await search([entry('task.yaml', yaml)], 'own.zip');
    expect(own).toMatchObject({ kind: 'task', facts: { id: 'own' } });
  });

  it.each<[string, readonly Entry[], string]>([
    ['no task', [entry('a.txt', '')], 'passed-over: the archive contains no task folders'],
    ['paths that lead out of it', [entry('../x/task.yaml', yaml)], 'passed-over: the archive contains no task folders'],
    [
      'a size that it does not have',
      [{ ...entry('x/task.yaml', yaml), claims: 5 }],
      'problem: the entry x/task.yaml cannot be read',
    ],
    [
      'more than is unpacked',
      [entry('x/task.yaml', yaml), { ...entry('x/big', ''), claims: 2 ** 31 }],
      'problem: the entry x/big cannot be read: it claims',
    ],
  ])('with %s', async (_, entries, said) => {
    const found = await search(entries);
    expect(found.map((each) => (each.kind === 'task' ? 'task' : `${each.kind}: ${each.reason}`)).join()).toContain(
      said,
    );
  });
});
