import { describe, expect, it } from 'vitest';
import { folderWith } from '../../../test/support/folder-with.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { tenFigure } from './yaml-formats.js';

const yaml = 'task_id: rename_01\ntype: rename\ndifficulty: medium\nmax_time_minutes: 20\nsearch_hints: [a]\n';
const read = (files: Record<string, string>) =>
  tenFigure.read(folderWith(temporaryFolder(), 'rename_01', { 'task.yaml': yaml, ...files }));

describe('a 10Figure task', () => {
  it('is read from its task.yaml', () => {
    expect(read({ 'instruction.md': '<!-- BENCHMARK DATA: keep out -->\n# canary 1234\n\nRename it.\n' })).toEqual({
      id: 'rename_01',
      aliases: [],
      labels: [
        { field: 'category', value: 'rename', origin: 'task file' },
        { field: 'difficulty', value: 'medium', origin: 'task file' },
      ],
      numbers: [{ field: 'instruction_chars', value: 11, measured: true }],
      record: expect.objectContaining({ task_id: 'rename_01' }),
      remarks: [],
    });
  });

  it('is Harbor’s when there is a task.toml', () => {
    expect(read({ 'task.toml': '' })).toEqual({ notMine: true });
  });

  it.each(['task_id: a\n', 'type: a\n', 'task_id: a\ntype:\n'])('is not: %j', (text) => {
    expect(read({ 'task.yaml': text })).toEqual({ notMine: true });
  });
});
