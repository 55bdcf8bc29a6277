import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { discover } from '../discover.js';
import { harbor } from '../formats/harbor.js';
import { terminalBench } from '../formats/yaml-formats.js';
import { allWithTexts } from '../with-texts.js';
import { isCopied, isUnpinned, readDockerfile } from './dockerfile.js';
import { secretsIn } from './secrets.js';

const solve = `#!/bin/bash\ncat > /app/answer.txt <<'EOF'\n${'the answer is forty-two; '.repeat(5)}\nEOF\n`;
const sound = {
  'task.toml': '[metadata]\n[agent]\ntimeout_sec = 60\n[verifier]\ntimeout_sec = 60\n',
  'instruction.md': 'Find the answer.',
  'environment/Dockerfile': 'FROM ubuntu:24.04\nCOPY data /app/data\n',
  'environment/data/question.txt': 'What is it?',
  'solution/solve.sh': solve,
  'tests/test.sh': '#!/bin/bash\npytest /tests/test_answer.py\n',
  'tests/test_answer.py': 'def test_answer():\n    assert open("/app/answer.txt").read()\n',
};
const soundBench = {
  'task.yaml': 'instruction: Find it.\nmax_agent_timeout_sec: 60\nmax_test_timeout_sec: 60\n',
  Dockerfile: 'FROM ghcr.io/x/base:20250101\nCOPY data.txt /app/\n',
  'data.txt': 'x',
  'solution.sh': solve,
  'run-tests.sh': 'pytest tests/test_outputs.py\n',
  'tests/test_outputs.py': 'def test_it():\n    assert 1 == 1\n',
};

async function findingsOf(files: Readonly<Record<string, string | undefined>>): Promise<readonly string[]> {
  const folder = join(temporaryFolder(), 'task');
  for (const [name, text] of Object.entries(files)) {
    if (text === undefined) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    if (text.startsWith('-> ')) symlinkSync(text.slice(3), join(folder, name));
    else writeFileSync(join(folder, name), text);
  }
  const found = [];
  for await (const each of discover(folder, allWithTexts([harbor, terminalBench], true))) found.push(each);
  return found.flatMap((each) =>
    each.kind === 'task'
      ? (each.facts.findings ?? []).map(({ check, evidence }) => `${check}: ${evidence}`)
      : [each.reason],
  );
}

describe('the audit of a Harbor task', () => {
  it('finds nothing in a sound task', async () => {
    expect(await findingsOf(sound)).toEqual([]);
  });

  it.each([
    [
      'a copy of the solution in the image',
      { 'environment/data/hint.sh': solve },
      /^solution-readable: environment\/Dockerfile:2 copies environment\/data\/hint\.sh/,
    ],
    [
      'a mount of the task folder',
      { 'environment/docker-compose.yaml': 'services:\n  main:\n    volumes:\n      - ..:/task\n' },
      /^solution-readable: environment\/docker-compose\.yaml:4 mounts "\.\."/,
    ],
    [
      'an image without a tag',
      { 'environment/Dockerfile': 'FROM ubuntu\n' },
      /^image-unpinned: .*:1 is based on "ubuntu"/,
    ],
    [
      'an image by its argument',
      { 'environment/Dockerfile': 'ARG BASE=python:latest\nFROM $BASE AS one\nFROM one\n' },
      /^image-unpinned: .*:2 is based on "python:latest"/,
    ],
    [
      'no tests',
      { 'tests/test.sh': undefined, 'tests/test_answer.py': undefined },
      /^tests-missing: There are no tests/,
    ],
    ['no script', { 'tests/test.sh': undefined }, /^tests-missing: There is no tests\/test\.sh/],
    [
      'a script that gives the reward',
      { 'tests/test.sh': '#!/bin/bash\nset -e\necho 1 > /logs/verifier/reward.txt\n' },
      /^tests-empty: tests\/test\.sh runs no command/,
    ],
    ['a test without assertions', { 'tests/test_answer.py': 'import os\n' }, /^tests-empty: tests\/test_answer\.py/],
    [
      'a secret',
      { 'environment/data/.env': `KEY=ghp_${'Ab3dE6gH9j'.repeat(4)}\n` },
      /^secret: environment\/data\/\.env:1 contains what looks like a GitHub token \(ghp_…, 44 characters\)\.$/,
    ],
    ['no limits', { 'task.toml': '[metadata]\n' }, /^timeout-missing: .*agent and no time limit for the tests/],
  ])('finds %s', async (_, changes, finding) => {
    const found = await findingsOf({ ...sound, ...changes });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(finding);
  });

  it('follows no link', async () => {
    const found = await findingsOf({ ...sound, 'environment/data/key': '-> /etc/hostname' });
    expect(found).toHaveLength(1);
    expect(found[0]).toMatch(/^not-read: Winnow could not read 1 file/);
  });
});

describe('the audit of a Terminal-Bench task', () => {
  it('finds nothing in a sound task', async () => {
    expect(await findingsOf(soundBench)).toEqual([]);
  });

  it('finds an image that copies the whole folder, unless the solution and the tests are ignored', async () => {
    const all = { ...soundBench, Dockerfile: 'FROM ghcr.io/x/base:20250101\nCOPY . /app\n' };
    expect((await findingsOf(all)).map((each) => each.split(':')[0])).toEqual(['solution-readable', 'tests-readable']);
    expect(await findingsOf({ ...all, '.dockerignore': 'solution*\ntests\nrun-tests.sh\n' })).toEqual([]);
  });

  it('finds missing tests and limits', async () => {
    const bare = { 'task.yaml': 'instruction: Find it.\n' };
    expect((await findingsOf(bare)).map((each) => each.split(':')[0])).toEqual(['tests-missing', 'timeout-missing']);
  });
});

it('reads Dockerfiles', () => {
  const { images, copies } = readDockerfile(
    'FROM --platform=linux/amd64 a:1 AS build\nCOPY --from=build /x /y\nCOPY --chown=me \\\n  one two/ /app/\nADD ["three four", "/app"]\nFROM build\nFROM scratch\n',
  );
  expect(images).toEqual([{ image: 'a:1', line: 1 }]);
  expect(copies.map(({ source, line }) => [source, line])).toEqual([
    ['one', 3],
    ['two/', 3],
    ['three four', 5],
  ]);
  expect(
    ['a', 'a:latest', 'host:5000/a', 'a:1', 'host:5000/a:1', `a@sha256:${'0'.repeat(64)}`].map(isUnpinned),
  ).toEqual([true, true, true, false, false, false]);
  expect([isCopied('a/b', '.'), isCopied('a/b', 'a'), isCopied('ab', 'a'), isCopied('x.sh', '*.sh')]).toEqual([
    true,
    true,
    false,
    true,
  ]);
});

it('knows placeholders from secrets, and shows neither', () => {
  expect(secretsIn('key AKIAIOSFODNN7EXAMPLE')).toEqual([]);
  const [found] = secretsIn(`x\nAKIA${'Q7ZP'.repeat(4)}`);
  expect(found).toEqual({ kind: 'an AWS access key', line: 2, shown: 'AKIA…, 20 characters' });
});
