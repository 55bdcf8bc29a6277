import { describe, expect, it } from 'vitest';
import { harborDigest } from '../../core/fingerprint/harbor-digest.js';
import { parseToml } from '../../files/documents/parse-toml.js';
import type { TaskFolder } from './export-task.js';
import { hashesOf, nameInToml, packageNameOf } from './harbor-copies.js';
import { harborRefusals } from './harbor-task.js';

const parse: TaskFolder['parse'] = (text) => {
  try {
    return { data: parseToml(text) };
  } catch (error) {
    return { problem: String(error) };
  }
};

const folder = (configText: string | undefined, names = ['instruction.md', 'tests/test.sh']): TaskFolder => ({
  configText,
  parse,
  has: (name) => names.includes(name),
  files: () => ({ files: [] }),
});

const reasons = (toml: string, names?: string[]) => harborRefusals(folder(toml, names)).map(({ reason }) => reason);

describe('what Harbor refuses', () => {
  it.each([
    ['', []],
    ['version = "1.0"\n[metadata]\nx = 1', []],
    ['[task]\nname = "own/x"', []],
    ['[task]\nid = "x"', ['[task] has no name']],
    ['[task]\nname = "x"', ['the name in [task] is not in the form owner/name']],
    ['[task]\nname = "a/b..c"', ['the name in [task] is not in the form owner/name']],
    ['version = 1.0', ['version is not a string']],
    ['[agent]\ntimeout_sec = "soon"', ['agent.timeout_sec is not a number']],
    ['[agent]\ntimeout_sec = "60"', []],
    ['[environment]\nmemory = "8G"\ncpus = 2.0', []],
    ['[environment]\nmemory = "much"', ['environment.memory is not a size such as "8G"']],
    ['[environment]\ncpus = 1.5', ['environment.cpus is not a whole number']],
    ['[verifier.env]\nA = 1', ['verifier.env is not a table of strings']],
    ['[environment]\nallowed_hosts = ["a.org"]', ['environment.allowed_hosts needs network_mode = "allowlist"']],
  ])('%j: %j', (toml, expected) => {
    expect(reasons(toml)).toEqual(expected);
  });

  it('is what cannot be read, and what has no instruction or tests', () => {
    expect(reasons('garbage')[0]).toMatch(/^task\.toml: /);
    expect(harborRefusals(folder(undefined))).toHaveLength(1);
    expect(reasons('', [])).toEqual(['instruction.md is missing']);
    expect(reasons('', ['instruction.md'])).toEqual(['tests/test.sh is missing']);
    expect(reasons('[environment]\nos = "Windows"', ['instruction.md', 'tests/test.bat'])).toEqual([]);
  });
});

describe('a name for a task', () => {
  it.each([
    ['[task]\nid = "x"\n', '[task]\nname = "o/x"\nid = "x"\n'],
    ['[task] # here\nname = "plain"\n[agent]\nname = "other"', '[task] # here\nname = "o/x"\n[agent]\nname = "other"'],
    ['version = "1.0"', 'version = "1.0"\n\n[task]\nname = "o/x"\n'],
    ['[metadata]\nd = """\n[task]\n"""\n[task]\nid = "x"', undefined],
    ['task = { id = "x" }', undefined],
    ['garbage', undefined],
  ])('is written into %j', (toml, expected) => {
    expect(nameInToml(toml, 'o/x', parse)).toBe(expected);
  });

  it('holds only what Harbor lets a name hold', () => {
    expect(['a b', '..x', 'c[1]', 'x..y', '_z'].map((each) => packageNameOf('o', each))).toEqual([
      'o/ab',
      'o/x',
      'o/c1',
      'o/x.y',
      'o/z',
    ]);
  });
});

it('gives a task the digest that Harbor gives it', () => {
  const bytes = (text: string) => new TextEncoder().encode(text);
  const files = [
    { name: 'tests/test.sh', content: bytes('true\n') },
    { name: 'task.toml', content: bytes('version = "1.0"\n') },
    { name: 'tests/__pycache__/a.pyc', content: bytes('x') },
    { name: 'notes.txt', content: bytes('x') },
  ];
  // By Packager.compute_content_hash of Harbor 0.24.0 on a folder of these files.
  expect(harborDigest(hashesOf(files))).toBe('sha256:a51f0b4451e33bd64e8569fd4a9b15e63fdcb302c9cbbdd030b799fbe11ccce8');
});
