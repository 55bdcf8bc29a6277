import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { folderAt, folderWith } from '../../../test/support/folder-with.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import type { TaskFinding } from '../facts/task-facts.js';
import { harbor } from './harbor.js';
import { polyglot } from './polyglot.js';
import type { FolderFormat } from './task-format.js';
import { theAgentCompany } from './the-agent-company.js';
import { packageDocs, sweBenchTasks, tenFigure, terminalBench } from './yaml-formats.js';

const yamlFormats = [terminalBench, sweBenchTasks, packageDocs, tenFigure];

/** Parts of documents, chosen so that many documents are nearly valid. */
const pieces = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        '[task]\n',
        '[metadata]\n',
        '[[steps]]\n',
        'id = ',
        'tags = [',
        '"""',
        "'''",
        '= {',
        '}\n',
        '\r',
        '\r\n',
        '\n',
        '{{ x }}',
        'instruction: ',
        'instance_id: a\nlog_parser: b\n',
        'task_prompt: |\n  ',
        'task_id: &a ',
        'type: *a\n',
        '<<: *a\n',
        '- ',
        '? ',
        '!!binary ',
        '\t',
        '---\n',
        '%YAML 9\n',
        '"patch": "',
        '"fail_to_pass": ',
        '{"files": {"solution": ["a.py"], "test": ',
      ),
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.json({ maxDepth: 2 }),
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));
const document = fc.oneof(pieces, fc.string({ unit: 'binary', maxLength: 200 }), fc.json());

describe('any text', () => {
  it('as task.toml is a task, refused or broken', () => {
    everyReading(harbor, 'task.toml', {});
  });

  it.each(yamlFormats.map((format) => [format.name, format] as const))('as task.yaml is so too: %s', (_, format) => {
    everyReading(format, 'task.yaml', {});
  });

  it.each(['tests/config.json', 'tests/task_metadata.json', 'instruction.md', 'solution/solve.sh', 'solution/a.patch'])(
    'as %s of a Harbor task leaves it a task',
    (file) => {
      const folder = folderWith(temporaryFolder(), 'a', { 'task.toml': '[task]\nid = "a"\n', [file]: '' });
      fc.assert(
        fc.property(document, (text) => {
          writeFileSync(join(folder.path, file), text);
          expect(harbor.read(folder)).toMatchObject({ id: 'a' });
        }),
      );
    },
  );

  it.each(['gold.patch', 'tests.json', 'problem_statement.md'])('as %s of a SWE-bench task leaves it one', (file) => {
    const task = { 'task.yaml': 'instance_id: a\nlog_parser: b\n', [file]: '' };
    const folder = folderWith(temporaryFolder(), 'a', task);
    fc.assert(
      fc.property(document, (text) => {
        writeFileSync(join(folder.path, file), text);
        expect(sweBenchTasks.read(folder)).toMatchObject({ id: 'a' });
      }),
    );
  });

  it.each(['task.md', 'dependencies.yml'])('as %s of an Agent Company task leaves it one', (file) => {
    const folder = folderWith(temporaryFolder(), 'hr-a', { 'task.md': '', 'evaluator.py': '', [file]: '' });
    fc.assert(
      fc.property(document, (text) => {
        writeFileSync(join(folder.path, file), text);
        expect(theAgentCompany.read(folder)).toMatchObject({ id: 'hr-a' });
      }),
    );
  });

  it('as .meta/config.json of an exercise is a task, refused or broken', () => {
    everyReading(polyglot, '.meta/config.json', { '.docs/instructions.md': 'a' });
  });

  it('as task.yaml is of one kind at most', () => {
    const folder = folderWith(temporaryFolder(), 'a', { 'task.yaml': '' });
    const keys = ['instruction', 'instance_id', 'log_parser', 'task_prompt', 'target_path', 'task_id', 'type'];
    fc.assert(
      fc.property(fc.subarray(keys), (some) => {
        writeFileSync(join(folder.path, 'task.yaml'), `x: 1\n${some.map((key) => `${key}: a\n`).join('')}`);
        const mine = yamlFormats.filter((format) => !('notMine' in format.read(folder)));
        expect(mine.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

function everyReading(format: FolderFormat, file: string, others: Record<string, string>): void {
  const { path } = folderWith(temporaryFolder(), 'a', { ...others, [file]: '' });
  fc.assert(
    fc.property(document, (text) => {
      writeFileSync(join(path, file), text);
      expectReading(format.read(folderAt(path)));
    }),
    { numRuns: 300 },
  );
}

function expectReading(reading: TaskFinding): void {
  if ('notMine' in reading) return;
  if ('broken' in reading) {
    expect(reading.broken).toMatch(/^(task\.(toml|yaml)|\.meta\/config\.json): ./);
    expect(reading.broken).not.toContain('\n');
    return;
  }
  expect(reading.id).not.toBe('');
  expect(reading.numbers.every(({ value }) => Number.isFinite(value) && value >= 0)).toBe(true);
  expect(reading.labels.every(({ value }) => value !== '')).toBe(true);
}
