import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import type { PoolLine } from '../support/benchmark-folders.d.mts';
import { writeBenchmarkFolders } from '../support/benchmark-folders.mjs';
import { inDepth } from '../support/depth.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const pool = readFileSync(join(projectRoot, 'data/ccb/pool.jsonl'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line) as PoolLine);

function select(args: readonly string[]): Manifest {
  const run = runWinnow(['select', '--json', '--dry-run', ...args]);
  expect(run.stderr).toBe('');
  expect(run.code).toBe(0);
  return JSON.parse(run.stdout) as Manifest;
}

const chosen = (manifest: Manifest) =>
  manifest.tasks.map(({ benchmark, task_id, fields, phase, score, components }) => ({
    benchmark,
    task_id,
    language: fields['language'],
    phase,
    score,
    components,
  }));

describe('the shipped plan on real benchmark folders', () => {
  const root = suiteFolder();
  beforeAll(() => writeBenchmarkFolders(root, pool));

  it.each(inDepth(['current', 'older'] as const, ['older'] as const))(
    'gives the same 93 tasks and scores: %s names',
    (names) => {
      const named = temporaryFolder();
      writeBenchmarkFolders(named, pool, { names });
      expect(chosen(select(['ccb', '--benchmarks', named]))).toEqual(chosen(select(['ccb'])));
    },
  );

  it('says where each feature comes from and which labels disagree', () => {
    const manifest = select(['ccb', '--benchmarks', root]);
    const features = (name: string) => manifest.benchmarks.find((benchmark) => benchmark.name === name)?.features;
    expect(features('ccb_swebenchpro')).toContainEqual({
      field: 'lines_changed',
      measured: 731,
      declared: 0,
      defaulted: 0,
    });
    expect(features('ccb_pytorch')).toContainEqual({ field: 'files_changed', measured: 0, declared: 25, defaulted: 0 });
    expect(features('ccb_k8sdocs')).toContainEqual({ field: 'context_files', measured: 0, declared: 5, defaulted: 0 });
    const conflicts = manifest.benchmarks[0]?.label_conflicts ?? [];
    const between = (took: string, against: string) =>
      conflicts.find((conflict) => conflict.took === took && conflict.against === against)?.tasks;
    // 236 labels name another language; a further 65 say typescript where the row says js.
    expect(between('python', 'javascript')).toBe(56 + 44);
    expect(between('python', 'go')).toBe(57);
    expect(between('typescript', 'python')).toBe(79);
    expect(between('typescript', 'javascript')).toBe(65);
    const task = manifest.tasks.find(({ benchmark }) => benchmark === 'ccb_swebenchpro');
    expect(task?.feature_provenance).toEqual({
      lines_changed: 'measured',
      files_changed: 'measured',
      category: 'declared',
    });
    expect(task?.task_dir).toBe(`ccb_swebenchpro/tasks/${task?.task_id.toLowerCase().replace('__', '-')}`);
    expect(task?.aliases).toContain(task?.task_id.toLowerCase().replace('__', '-'));
  });

  it.runIf(inDepth(true, false))('lets an exclusion name a task by its folder', () => {
    const selected = select(['ccb', '--benchmarks', root]).tasks.find(
      ({ benchmark }) => benchmark === 'ccb_swebenchpro',
    );
    const folderName = selected?.task_id.toLowerCase().replace('__', '-') ?? '';
    const plan = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8').replace(
      '  ccb_locobench:\n',
      `    exclude: [{ id: ${folderName}, reason: duplicate }]\n\n  ccb_locobench:\n`,
    );
    writeFileSync(join(root, 'plan.yaml'), plan);
    const after = select([join(root, 'plan.yaml'), '--benchmarks', root]);
    expect(after.tasks.some(({ task_id }) => task_id === selected?.task_id)).toBe(false);
  });

  // Last: it breaks the folders.
  it('stops if a folder is missing, names broken tasks, and continues if the count is right', () => {
    const broken = join(root, 'ccb_tac/tac-write-unit-test');
    writeFileSync(join(broken, 'task.toml'), '[task\nid = {{ id }}\n');
    rmSync(join(root, 'ccb_locobench'), { recursive: true });
    const gone = runWinnow(['select', 'ccb', '--benchmarks', root, '--dry-run']);
    expect(gone.code).toBe(2);
    expect(gone.stderr).toMatch(/benchmark "ccb_locobench": no such file or folder: .*ccb_locobench\/tasks/);
    writeBenchmarkFolders(
      root,
      pool.filter(({ benchmark }) => benchmark === 'ccb_locobench'),
    );
    const short = runWinnow(['select', 'ccb', '--benchmarks', root, '--dry-run']);
    expect(short.code).toBe(2);
    expect(short.stderr).toMatch(/benchmark "ccb_tac" has 7 tasks, but the plan expects 8/);
    expect(short.stderr).toMatch(/ccb_tac\/tac-write-unit-test: task\.toml: /);
    expect(existsSync(join(projectRoot, 'selection-never'))).toBe(false);
  });
});
