import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeTree } from '../results/write-tree.js';
import { runWinnow } from '../support/run-winnow.js';

const pool = Array.from({ length: 6 }, (_, i) => `t${i},r${i % 2},go`).join('\n');
const plan = `name: small
seed: 7
phases: [Fix]
phase: Fix
score: { name: none, weights: { some: 1 }, components: { some: { constant: 1 } } }
benchmarks:
  mine:
    source: { path: pool.csv }
    prior: { path: earlier.csv, columns: { task: problem, configuration: who, result: ok } }
    select: { take: 6, prefer: [prior_solved desc] }
`;
const rows = (configuration: string) =>
  Array.from({ length: 6 }, (_, i) => `t${i},${configuration},${i % 2}\n`).join('');
const matrix = { subject_id: 'x', responses: { instance_t0: 1, T1: 0, nothing: 1 } };
const folder = () =>
  writeTree({
    'plan.yaml': plan,
    'pool.csv': `id,repo,language\n${pool}\n`,
    'earlier.csv': `problem,who,ok\n${rows('old')}`,
    'mine.csv': `problem,who,ok\n${rows('m')}`,
    'matrix.jsonl': `${JSON.stringify(matrix)}\n`,
  });

describe('results as people have them', () => {
  it('are read by named columns, under a given name, also those that a plan names', () => {
    const columns = 'task=problem,configuration=who,result=ok';
    const args = ['estimate', 'plan.yaml', '--name', 'theirs=mine.csv', '--columns', columns, '--json'];
    const { code, stdout, stderr } = runWinnow(args, { cwd: folder() });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    const { configurations } = JSON.parse(stdout) as { configurations: readonly { readonly name: string }[] };
    expect(configurations.map(({ name }) => name)).toEqual(['theirs']);
  });

  it('explain how to name two arms that share a name', () => {
    const own = (...args: readonly string[]) => runWinnow(['compare', 'plan.yaml', ...args], { cwd: folder() }).stderr;
    const read = ['--results', 'mine.csv', '--columns', 'task=problem,configuration=who,result=ok'];
    expect(own('without', 'with', ...read)).toContain('set the system of each path with --name NAME=PATH');
    expect(own('m', 'm', ...read)).toMatch(/both "m", so there is nothing to compare\.\n.*--name NAME=PATH/);
  });

  it('of a system with two names can be compared under one name, as the error suggests', () => {
    const cwd = folder();
    const table = (nameOf: (i: number) => string) =>
      `task,system,result\n${Array.from({ length: 6 }, (_, i) => `t${i},${nameOf(i)},${i % 2}\n`).join('')}`;
    writeFileSync(
      join(cwd, 'waves.csv'),
      table((i) => (i < 3 ? 'first' : 'rest')),
    );
    writeFileSync(
      join(cwd, 'other.csv'),
      table(() => 'other'),
    );
    const run = (...args: readonly string[]) =>
      runWinnow(['compare', 'plan.yaml', 'waves.csv', 'other.csv', ...args], { cwd });
    expect(run()).toMatchObject({ code: 2, stderr: expect.stringContaining('one name with --name NAME=OTHER-NAME') });
    expect(run('--name', 'first=rest')).toMatchObject({ code: 0, stderr: '' });
  });

  it('match tasks through a known prefix, and what does not match is told with the nearest', () => {
    const { code, stdout } = runWinnow(['status', 'plan.yaml', 'matrix.jsonl', '--json'], { cwd: folder() });
    expect(code).toBe(0);
    const { warnings } = JSON.parse(stdout) as { warnings: readonly { readonly code: string }[] };
    expect(warnings.map((warning) => warning.code)).toEqual(['results-unknown', 'results-case', 'results-dressed']);
  });

  it('are of systems with the same names in every command', () => {
    const own = (end: number) =>
      JSON.stringify(Object.fromEntries(Array.from({ length: 6 }, (_, i) => [`t${i}`, i < end])));
    const files = { 'a/solved.json': own(2), 'b/solved.json': own(4) };
    const cwd = writeTree({
      'plan.yaml': plan,
      'pool.csv': `id,repo,language\n${pool}\n`,
      'earlier.csv': `problem,who,ok\n${rows('old')}`,
      ...files,
    });
    const printed = (...args: readonly string[]) => JSON.parse(runWinnow([...args, '--json'], { cwd }).stdout);
    for (const paths of [
      ['a/solved.json', 'b/solved.json'],
      ['a', 'b'],
    ]) {
      const { configurations } = printed('estimate', 'plan.yaml', ...paths);
      expect(configurations.map(({ name }: { readonly name: string }) => name).sort()).toEqual(['a', 'b']);
      const { with: tried, without, warnings } = printed('compare', 'plan.yaml', ...paths);
      expect({ tried, without }).toEqual({ tried: 'b', without: 'a' });
      expect(warnings.map(({ code }: { readonly code: string }) => code)).not.toContain('outcomes/same-name');
    }
    const same = runWinnow(['compare', 'plan.yaml', 'a/solved.json', 'a/solved.json'], { cwd });
    expect(same).toMatchObject({ code: 2, stderr: expect.stringContaining('A and B are the same results') });
  });

  it('are told from tasks by inspect, which says whose they are', () => {
    const { code, stderr } = runWinnow(['inspect', 'matrix.jsonl'], { cwd: folder() });
    expect(code).toBe(2);
    expect(stderr).toContain('this path contains 3 results from 1 system on 3 tasks (response matrix), not tasks.');
    expect(stderr).toContain('winnow estimate');
  });
});
