import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { diffManifests } from '../../src/core/compare/diff-manifests.js';
import { findDrift, stateOfManifest } from '../../src/core/compare/pool-state.js';
import { adjustments } from '../../src/core/estimate/adjustments.js';
import { estimateResults } from '../../src/core/estimate/estimate-results.js';
import { makeManifest } from '../../src/core/manifest/manifest.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { progressOf } from '../../src/core/progress/progress-of.js';
import { readOutcomes } from '../../src/results/read-outcomes.js';
import { readPools } from '../../src/sources/read-pools.js';
import { temporaryFolder } from '../support/temporary-folder.js';

// Of a large pool the manifest names the selected tasks alone: nobody may take these for the pool.
vi.mock('../../src/core/model/pool-census.js', async (original) => ({
  ...(await original<object>()),
  isLargePool: (tasks: number) => tasks > 3,
}));

const count = 300;

/** A manifest of 20 of 300 tasks, and the results of two systems on all of them. */
async function selected(select: string, { seed = 1, changed = -1, prior = '' } = {}) {
  const folder = temporaryFolder();
  const ids = Array.from({ length: count }, (_, i) => i);
  const row = (i: number) =>
    JSON.stringify({ id: `t-${i}`, repo: `r${i % 4}`, files_changed: i === changed ? 99 : i % 30 });
  writeFileSync(join(folder, 'pool.jsonl'), ids.map((i) => `${row(i)}\n`).join(''));
  const rewards = ids.flatMap((i) =>
    ['a', 'b', 'c'].map((name, k) => `t-${i},${name},${(i * 7 + k) % 3 === 0 ? 1 : 0}\n`),
  );
  writeFileSync(join(folder, 'results.csv'), `task,configuration,reward\n${rewards.join('')}`);
  const plan = readPlan(
    `name: large
title: Large
seed: ${seed}
phases: [Fix]
score: { name: size, weights: { files: 1 }, components: { files: { ramp: files_changed, full: 20 } } }
benchmarks:
  one:
    source: { path: pool.jsonl }
    phase: Fix${prior}
    select: { take: 20, ${select} }
`,
    join(folder, 'plan.yaml'),
  );
  const manifest = makeManifest(runPlan(plan, await readPools(plan)), 'test');
  return { manifest, results: await readOutcomes([join(folder, 'results.csv')]) };
}

it('is enough for an estimate that leans on what the selection was drawn with', async () => {
  const { manifest, results } = await selected('purpose: level', { prior: '\n    prior: { path: results.csv }' });
  const [level] = estimateResults(manifest, results).configurations;
  const pool = level?.readings[0]?.pool;
  expect(pool?.population).toBe(count);
  expect(pool?.mean).toBeCloseTo(1 / 3, 1);
});

it('refuses earlier results given afterwards: how hard the other tasks were is not told', async () => {
  const { manifest, results } = await selected('prefer: [random]');
  expect(() => estimateResults(manifest, results, { adjust: adjustments({ prior: results }) })).toThrow(
    /lists only the selected ones/,
  );
  expect(estimateResults(manifest, results).configurations).toHaveLength(3);
});

it('does not say that the pool lacks tasks that are only not selected', async () => {
  const { manifest, results } = await selected('prefer: [random]');
  for (const { warnings } of [estimateResults(manifest, results), progressOf(manifest, results)]) {
    const codes = warnings.map(({ code }) => code);
    expect(codes).toContain('results-not-selected');
    expect(codes).not.toContain('results-unknown');
    expect(warnings.find(({ code }) => code === 'results-not-selected')?.message).toMatch(
      /280 tasks not in this selection/,
    );
  }
});

it('tells of two selections from one pool that order parts them, and of two pools that nothing tells', async () => {
  const [one, other] = [await selected('prefer: [random]'), await selected('prefer: [random]', { seed: 2 })];
  const reasons = ({ tasks }: ReturnType<typeof diffManifests>) => new Set(tasks.added.map(({ reason }) => reason));
  const same = diffManifests(one.manifest, other.manifest);
  expect(reasons(same)).toEqual(new Set(['order']));
  const moved = await selected('prefer: [random]', { seed: 2, changed: 5 });
  const apart = diffManifests(one.manifest, moved.manifest);
  expect(reasons(apart)).toEqual(new Set(['pool']));
  expect(apart.tasks.added[0]?.detail).toMatch(/too large to tell whether it has the task/);
});

it('does not say that the pool shrank where other tasks are selected', async () => {
  const then = await selected('prefer: [files_changed desc]');
  const now = await selected('prefer: [files_changed desc]', { changed: 0 });
  const { differences } = findDrift(stateOfManifest(then.manifest), stateOfManifest(now.manifest));
  const ofPool = differences.filter(({ code }) => code.startsWith('pool/'));
  expect(ofPool.map(({ code }) => code)).toEqual(['pool/changed']);
  expect(ofPool[0]?.message).toMatch(/that are still selected/);
});
