import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { explorerDataOf } from '../../src/explorer/host/explorer-data-of.js';
import type { Ports } from '../../src/operations/declare/operation.js';
import { largeSelector } from '../../src/operations/inputs/plan-pools.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { writeTable } from './write-table.js';

// So that small tables are large ones, in memory and for the engine alike.
vi.mock('../../src/core/model/pool-census.js', async (original) => ({
  ...(await original<object>()),
  isLargePool: (tasks: number) => tasks > 3,
}));

const count = 2000;
const ports: Ports = {
  environment: {},
  working: async (_, work) => work(),
  reading: (work) => work(() => undefined),
  stoppable: (work) => work(new AbortController().signal),
  note: () => undefined,
  today: () => '2026-01-01',
};

it.each([
  ['a ranking', 'take: 40, group: { by: repo, at_least: 1 }, prefer: [files_changed desc]', ''],
  ['a purpose', 'take: 40, purpose: level', 'prior: { path: prior.csv }'],
])('gives the page of a large table the selected tasks, and counts of all, for %s', async (_, select, prior) => {
  const folder = temporaryFolder();
  await writeTable(join(folder, 'large.parquet'), count);
  const results = Array.from({ length: count }, (__, i) =>
    ['a', 'b', 'c', 'd'].map((name, k) => `${count}-${i},${name},${(i * 7 + k) % (2 + k) === 0 ? 1 : 0}\n`).join(''),
  );
  writeFileSync(join(folder, 'prior.csv'), `task,configuration,reward\n${results.join('')}`);
  const plan = join(folder, 'plan.yaml');
  writeFileSync(
    plan,
    `name: paged
title: Paged
seed: 1
phases: [Fix]
score: { name: size, weights: { files: 1 }, components: { files: { ramp: files_changed, full: 20 } } }
benchmarks:
  large: { source: { path: large.parquet, format: table }, phase: Fix, ${prior === '' ? '' : `${prior}, `}select: { ${select} } }
`,
  );
  const selected = vi.fn(largeSelector({}, ports));
  const counted = await explorerDataOf({ plan, selectLarge: selected });
  expect(await selected.mock.results[0]?.value).toBeDefined();
  const [[, pool] = ['', undefined]] = counted.data.pools;
  expect(pool?.tasks).toHaveLength(40);
  expect(counted.tasks).toBe(count);
  expect(counted.data.fixed?.leftOut).toBe(count - 40);
  // Nothing of the other tasks is there, under any name.
  expect(JSON.stringify(counted.data).length).toBeLessThan(200_000);
  const whole = await explorerDataOf({ plan });
  expect(counted.data.fixed).toEqual(whole.data.fixed);
  expect(counted.selection.choices.map(({ task }) => task.id)).toEqual(
    whole.selection.choices.map(({ task }) => task.id),
  );
});
