import { describe, expect, it } from 'vitest';
import { folderWith } from '../../../test/support/folder-with.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { sweBenchTasks } from './yaml-formats.js';

const yaml =
  'instance_id: acme__kit-12\nrepo: acme/kit\nversion: "1.2"\nsplit: test\nlog_parser: pytest\neval_type: pass_and_fail\ndifficulty: 1-4 hours\ncreated_at: 2024-01-02\n';
const gold =
  'diff --git a/kit/a.py b/kit/a.py\n--- a/kit/a.py\n+++ b/kit/a.py\n@@ -1 +1,2 @@\n-a = 1\n+a = 2\n+b = 3\n';

const read = (files: Record<string, string>, name = 'acme__kit-12') =>
  sweBenchTasks.read(folderWith(temporaryFolder(), name, { 'task.yaml': yaml, ...files }));

describe('a task of a SWE-bench task repository', () => {
  it('is measured by its gold patch', () => {
    const reading = read({
      'gold.patch': gold,
      'test.patch': gold,
      'tests.json': '{"FAIL_TO_PASS":["t/a.py::one"],"PASS_TO_PASS":["t/a.py::two","t/a.py::three"]}',
      'problem_statement.md': 'It is wrong.',
    });
    expect(reading).toMatchObject({
      id: 'acme__kit-12',
      aliases: [],
      labels: [
        { field: 'repo', value: 'acme/kit', origin: 'task file' },
        { field: 'language', value: 'python', origin: 'patch' },
        { field: 'difficulty', value: '1-4 hours', origin: 'task file' },
        { field: 'created', value: '2024-01-02', origin: 'task file' },
      ],
      remarks: [],
    });
    const numbers = 'numbers' in reading ? reading.numbers : [];
    expect(Object.fromEntries(numbers.map(({ field, value }) => [field, value]))).toEqual({
      files_changed: 1,
      additions: 2,
      deletions: 1,
      tests_to_fix: 1,
      tests_to_keep: 2,
      instruction_chars: 12,
    });
  });

  it('keeps its folder’s name', () => {
    expect(read({}, 'kit-12')).toMatchObject({ id: 'acme__kit-12', aliases: ['kit-12'] });
  });

  it('is remarked upon when it is deprecated or lacks its patch', () => {
    expect(read({ 'task.yaml': yaml.replace('split: test', 'split: deprecated') })).toMatchObject({
      remarks: ['deprecated: no longer part of the published benchmark', 'no patch'],
    });
  });

  it('is remarked upon when its tests cannot be read', () => {
    expect(read({ 'gold.patch': gold, 'tests.json': '{"FAIL_TO_PASS": "many"}' })).toMatchObject({
      remarks: [expect.stringMatching(/^FAIL_TO_PASS cannot be read: /)],
    });
    expect(read({ 'gold.patch': gold, 'tests.json': 'many' })).toMatchObject({
      remarks: ['tests.json: not valid JSON'],
    });
  });

  it.each([
    ['instance_id: {{ id }}\nlog_parser: a\n', 'task.yaml: "instance_id" is not text; the file may be a template'],
    [
      'instance_id: "{id}"\nlog_parser: a\n',
      'task.yaml: a template with placeholders, not a task: "instance_id" is "{id}"',
    ],
  ])('is broken when it is a template: %j', (text, broken) => {
    expect(read({ 'task.yaml': text })).toEqual({ broken });
  });

  it.each(['instance_id: a\n', 'log_parser: a\n', 'instruction: a\nlog_parser: b\n'])('is not: %j', (text) => {
    expect(read({ 'task.yaml': text })).toEqual({ notMine: true });
  });
});
