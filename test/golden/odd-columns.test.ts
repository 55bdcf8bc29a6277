import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import { parquetBytes } from '../../src/files/tables/write-parquet.js';
import { runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const plan = (source: string, rest: string) => `name: mine
phases: [Any]
phase: Any
score: { name: even, weights: { even: 1 }, components: { even: { constant: 1 } } }
benchmarks:
  own: { source: ${source}, ${rest} }
`;

it('finds a task whose id has spaces around it without them, and says so', () => {
  const cwd = temporaryFolder();
  const ids = ['a\t', ' b', 'c', 'd'];
  writeFileSync(join(cwd, 't.jsonl'), ids.map((id) => `${JSON.stringify({ id, repo: 'r' })}\n`).join(''));
  const rest = 'select: { take: 1, pin: [a] }, exclude: [{ id: b, reason: flaky }]';
  writeFileSync(join(cwd, 'plan.yaml'), plan('{ path: t.jsonl }', rest));
  const { stdout } = runWinnow(['select', 'plan.yaml', '--json'], { cwd });
  const { tasks, exclusions, warnings } = JSON.parse(stdout) as Manifest;
  expect(tasks.map(({ task_id }) => task_id)).toEqual(['a\t']);
  expect(exclusions.map(({ task_id }) => task_id)).toEqual([' b']);
  expect(warnings.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/and 1 other: the id starts or ends with whitespace.*Found "a\\u0009", " b"/),
  );
  writeFileSync(join(cwd, 'results.csv'), 'task,configuration,reward\na,one,1\n');
  runWinnow(['select', 'plan.yaml', '--quiet'], { cwd });
  const estimate = runWinnow(['estimate', 'selection', 'results.csv'], { cwd });
  expect(estimate.stdout).toMatch(/100\.0%/);
});

it.each(['n_files', 'files_changed'])('drafts a plan that ranks by a column of another name: %s', (name) => {
  const cwd = temporaryFolder();
  const rows = Array.from({ length: 30 }, (_, i) => `t-${i},${i % 7},r${i % 3}`);
  writeFileSync(join(cwd, 't.csv'), `task_id,n_files,repository\n${rows.join('\n')}\n`);
  const { code, stdout } = runWinnow(['init', 't.csv', '--rank-by', name, '--take', '5', '-n'], { cwd });
  expect(code).toBe(0);
  expect(stdout).toMatch(/^rank: n_files$/m);
});

it('says of half a Parquet file that it is none, not that columns are missing', async () => {
  const cwd = temporaryFolder();
  const values = Array.from({ length: 50 }, (_, i) => `t-${i}`);
  const bytes = await parquetBytes([
    { name: 'id', kind: 'text', values },
    { name: 'lang', kind: 'text', values },
  ]);
  writeFileSync(join(cwd, 't.parquet'), bytes.subarray(0, bytes.length / 2));
  const source = '{ path: t.parquet, format: table, columns: { language: lang } }';
  writeFileSync(join(cwd, 'plan.yaml'), plan(source, 'select: { take: 1 }'));
  const { code, stderr } = runWinnow(['select', 'plan.yaml'], { cwd });
  expect(code).toBe(2);
  expect(stderr).toMatch(/not a complete Parquet file/);
  expect(stderr).not.toMatch(/no column/);
});
