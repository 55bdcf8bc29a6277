import { describe, expect, it } from 'vitest';
import { folderWith } from '../../../test/support/folder-with.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { terminalBench } from './yaml-formats.js';

const read = (text: string, others = {}) =>
  terminalBench.read(folderWith(temporaryFolder(), 'count-words', { 'task.yaml': text, ...others }));

describe('a Terminal-Bench task', () => {
  it('is named by its folder', () => {
    const text =
      'instruction: |-\n  Count the words.\n  Write the number.\ndifficulty: easy\ncategory: files\ntags:\n  - text\n  - python\nparser_name: pytest\n';
    expect(read(text)).toEqual({
      id: 'count-words',
      aliases: [],
      labels: [
        { field: 'difficulty', value: 'easy', origin: 'task file' },
        { field: 'category', value: 'files', origin: 'task file' },
        { field: 'language', value: 'python', origin: 'tag' },
      ],
      numbers: [{ field: 'instruction_chars', value: 34, measured: true }],
      lists: [{ field: 'tags', values: ['text', 'python'] }],
      record: expect.objectContaining({ parser_name: 'pytest' }),
      remarks: [],
    });
  });

  it('may give a key twice, have no tags and not know its difficulty', () => {
    expect(read('instruction: a\ninstruction: bc\ndifficulty: unknown\n')).toMatchObject({
      labels: [],
      numbers: [{ value: 2 }],
    });
  });

  it('is remarked upon when it asks for nothing', () => {
    expect(read("instruction: ' '\n")).toMatchObject({ remarks: ['the instruction is empty'] });
  });
});

describe('what is no Terminal-Bench task', () => {
  it.each([
    'instruction: a\ninstance_id: b\n',
    'instruction: a\ntask_prompt: b\n',
    'instruction: a\ntask_id: b\ntype: c\n',
    'instruction: [a]\n',
    'hosts: all\n',
    '- instruction: a\n',
    '',
    'just text',
  ])('is refused: %j', (text) => {
    expect(read(text)).toEqual({ notMine: true });
  });

  it('is refused when it is a Harbor task', () => {
    expect(read('instruction: a\n', { 'task.toml': '' })).toEqual({ notMine: true });
  });
});

describe('a broken task.yaml', () => {
  it.each([
    ['instruction: a\n\tb: c\n', 'line 2, column 1: not valid YAML: Tabs are not allowed as indentation'],
    ['instruction: {{ text }} now\n', 'line 1, column 25: a template with placeholders, not a task'],
    ['instruction: *none\n', 'not valid YAML: Unresolved alias (the anchor must be set before the alias): none'],
    [
      `a: ${'['.repeat(5000)}`,
      expect.stringMatching(/^task\.yaml: line 1, column \d+: the YAML is nested too deeply$/),
    ],
  ])('says where: %j', (text, reason) => {
    expect(read(text)).toEqual({ broken: typeof reason === 'string' ? `task.yaml: ${reason}` : reason });
  });

  it('is one whose aliases grow without end', () => {
    const levels = Array.from({ length: 12 }, (_, at) => `l${at + 1}: &l${at + 1} [${`*l${at},`.repeat(9)}]`);
    expect(read(`l0: &l0 lol\n${levels.join('\n')}\ninstruction: a\n`)).toEqual({
      broken: 'task.yaml: the aliases expand without limit',
    });
  });
});
