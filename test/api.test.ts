import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import {
  loadPlan,
  type Manifest,
  makeManifest,
  PlanError,
  readPlan,
  readPools,
  runPlan,
  type Selection,
} from 'winnow-bench';
import { parse } from 'yaml';
import { makeManifest as makePortably } from '../src/core/manifest/manifest.js';
import { runPlan as runPortably } from '../src/core/pipeline.js';
import { readPlan as readPortably } from '../src/core/plan/read-plan.js';
import { planJsonSchema } from '../src/core/plan/schema/plan-json-schema.js';
import { assertUnchanged, loadPlanFiles } from '../src/disk/load-plan.js';
import { projectRoot } from './support/run-winnow.js';
import { temporaryFolder } from './support/temporary-folder.js';

describe('the library', () => {
  it('runs a plan in three calls', async () => {
    const plan = await loadPlan('ccb');
    const selection: Selection = runPlan(plan, await readPools(plan));
    expect(selection.statistics).toMatchObject({ available: 826, selected: 93, averageScore: 0.7015 });
  });

  it('hashes alike in the bundle and in the portable core', async () => {
    const text = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8');
    const built = await loadPlan('ccb');
    expect(built.hash).toBe(readPortably(text).hash);
    const pools = await readPools(built);
    const hashes = (manifest: Manifest) => manifest.benchmarks.map(({ tasks_sha256: hash }) => hash);
    const portable = runPortably(readPortably(text), pools);
    expect(hashes(makeManifest(runPlan(built, pools), ''))).toEqual(hashes(makePortably(portable, '')));
  });

  it('notices a plan that changes while it is run', async () => {
    const folder = temporaryFolder();
    const file = join(folder, 'plan.yaml');
    writeFileSync(file, readFileSync(join(projectRoot, 'plans/ccb.yaml')));
    const loaded = await loadPlanFiles(file);
    expect(() => assertUnchanged(loaded)).not.toThrow();
    writeFileSync(file, `${readFileSync(file, 'utf8')}# changed\n`);
    expect(() => assertUnchanged(loaded)).toThrow(/the plan changed while it was run/);
  });

  it('takes tasks from memory', () => {
    const plan = readPlan(`
name: tiny
phases: [Fix]
phase: Fix
score: { name: size, weights: { size: 1 }, components: { size: { ramp: files_changed, full: 10 } } }
benchmarks: { mine: { source: { path: unused }, expect: 2, select: { take: 1 } } }
`);
    const task = (id: string, files: number) => ({ benchmark: 'mine', id, fields: { files_changed: files } });
    const { choices } = runPlan(plan, new Map([['mine', { tasks: [task('a', 3), task('b', 7)], problems: [] }]]));
    expect(choices.map(({ task: { id, score } }) => [id, score])).toEqual([['b', 0.7]]);
  });

  it('throws every fault of a plan as data', () => {
    expect.assertions(2);
    try {
      readPlan('name: x\nphases: []\n', 'my.yaml');
    } catch (error) {
      expect(error).toBeInstanceOf(PlanError);
      expect((error as PlanError).faults.map(({ message }) => message)).toEqual([
        '"score" is missing.',
        '"benchmarks" is missing.',
        'is empty.',
      ]);
    }
  });
});

it('has types that need no other package', () => {
  const types = join(projectRoot, 'dist/types');
  const seen = new Set<string>();
  const others = new Set<string>();
  const visit = (file: string): void => {
    if (seen.has(file)) return;
    seen.add(file);
    for (const [, target = ''] of readFileSync(file, 'utf8').matchAll(/(?:from |import\()['"]([^'"]+)['"]/g)) {
      if (target.startsWith('.')) visit(join(dirname(file), target.replace(/\.js$/, '.d.ts')));
      else others.add(target);
    }
  };
  visit(join(types, 'index.d.ts'));
  expect(seen.size).toBeGreaterThan(30);
  expect([...others]).toEqual([]);
});

describe('the JSON Schema', () => {
  const shipped = JSON.parse(readFileSync(join(projectRoot, 'schema/plan.schema.json'), 'utf8')) as object;
  const validate = new Ajv2020({ strict: false }).compile(shipped);
  const plan = () => parse(readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8')) as Record<string, unknown>;

  it('is the one the program validates with', () => {
    expect(shipped).toEqual(JSON.parse(JSON.stringify(planJsonSchema())));
  });

  it('accepts the plans that ship and refuses a misspelt key', () => {
    expect(validate(plan())).toBe(true);
    expect(validate(parse(readFileSync(join(projectRoot, 'examples/review-assistant/plan.yaml'), 'utf8')))).toBe(true);
    expect(validate({ ...plan(), sed: 1 })).toBe(false);
  });

  it('is named in the first line of the plan that ships, by a path that is there', () => {
    const [first = ''] = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8').split('\n');
    const [, path] = /^# yaml-language-server: \$schema=(.+)$/.exec(first) ?? [];
    expect(readFileSync(join(projectRoot, 'plans', path ?? ''), 'utf8')).toContain('"$schema"');
  });
});

it('reads a plan relative to its own folder, wherever it is run from', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'pool.jsonl'), '{"id":"a"}\n');
  writeFileSync(
    join(folder, 'plan.yaml'),
    'name: p\nphases: [Fix]\nphase: Fix\nscore: {name: s, weights: {w: 1}, components: {w: {constant: 1}}}\nbenchmarks: {b: {source: {path: pool.jsonl}}}\n',
  );
  const loaded = await loadPlan(join(folder, 'plan.yaml'));
  expect((await readPools(loaded)).get('b')?.tasks.map(({ id }) => id)).toEqual(['a']);
});
