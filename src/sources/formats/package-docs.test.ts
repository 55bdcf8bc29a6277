import { describe, expect, it } from 'vitest';
import { folderWith } from '../../../test/support/folder-with.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { packageDocs } from './yaml-formats.js';

const read = (text: string, others = {}) =>
  packageDocs.read(folderWith(temporaryFolder(), 'queue-doc', { 'task.yaml': text, ...others }));

describe('a task to document a package', () => {
  it('is read from its task.yaml', () => {
    const text =
      'id: queue-doc-001\nname: Queue\ncategory: docs\ndifficulty: medium\nrepository: acme/kit\ntarget_path: pkg/queue/doc.go\ntask_prompt: |\n  Explain it.\nground_truth:\n  primary_file: doc.go\n';
    expect(read(text)).toEqual({
      id: 'queue-doc-001',
      aliases: ['queue-doc'],
      labels: [
        { field: 'repo', value: 'acme/kit', origin: 'task file' },
        { field: 'category', value: 'docs', origin: 'task file' },
        { field: 'difficulty', value: 'medium', origin: 'task file' },
      ],
      numbers: [{ field: 'instruction_chars', value: 12, measured: true }],
      record: expect.objectContaining({ id: 'queue-doc-001' }),
      remarks: [],
    });
  });

  it('is named by its folder when it has no id', () => {
    expect(read('target_path: a\ntask_prompt: b\n')).toMatchObject({ id: 'queue-doc', aliases: [] });
  });

  it.each(['task_prompt: a\n', 'target_path: a\n', 'instance_id: a\ntask_prompt: b\ntarget_path: c\n'])(
    'is not: %j',
    (text) => {
      expect(read(text)).toEqual({ notMine: true });
    },
  );

  it('is not when it is a Harbor task', () => {
    expect(read('target_path: a\ntask_prompt: b\n', { 'task.toml': '' })).toEqual({ notMine: true });
  });

  it('is broken when its id is a placeholder', () => {
    expect(read('id: <id>\ntarget_path: a\ntask_prompt: b\n')).toEqual({
      broken: 'task.yaml: a template with placeholders, not a task: "id" is "<id>"',
    });
  });
});
