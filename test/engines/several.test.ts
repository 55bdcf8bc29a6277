import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Plan } from '../../src/core/model/plan.js';
import type { Pools } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { selectionFiles } from '../../src/disk/write-selection.js';
import { type LargeOptions, readLarge } from '../../src/engines/large-tables.js';
import { readPools } from '../../src/sources/read-pools.js';
import { parquetBySql } from '../support/copy-by-sql.js';
import { inDepth } from '../support/depth.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { writeTable } from './write-table.js';

// So that small tables are large ones, in memory and for the engine alike.
vi.mock('../../src/core/model/pool-census.js', async (original) => ({
  ...(await original<object>()),
  isLargePool: (tasks: number) => tasks > 3,
}));

vi.mock('../../src/sources/pool-of.js', async (original) => ({ ...(await original<object>()), mostInMemory: 10_000 }));

const benchmark = (path: string, take: number) => `
    source: { path: ${path}, format: table }
    phase: Fix
    select: { take: ${take}, group: { by: repo }, prefer: [files_changed desc] }`;

function planOf(folder: string, benchmarks: string, top = ''): Plan {
  const head = `name: several
title: Several
${top}
phases: [Fix]
score: { name: size, weights: { files: 1 }, components: { files: { ramp: files_changed, full: 20 } } }
benchmarks:`;
  return readPlan(`${head}${benchmarks}\n`, join(folder, 'plan.yaml'));
}

/** The pools of a plan, and those of them of which only candidates were read. */
async function mixedPools(plan: Plan, options: Partial<LargeOptions> = {}) {
  const readRows = (part: Plan, given: Pools) => readPools(part, { given });
  const { pools: mixed } = await readLarge(plan, { environment: {}, need: 'candidates', readRows, ...options });
  return { counted: new Map([...mixed].filter(([, { census }]) => census !== undefined)), mixed };
}

it('counts each benchmark of a plan on its own, and reads those that are small', async () => {
  const folder = temporaryFolder();
  await writeTable(join(folder, 'large.parquet'), 6000);
  await writeTable(join(folder, 'small.parquet'), 50);
  const plan = planOf(
    folder,
    `
  large:${benchmark('large.parquet', 12)}
  small:${benchmark('small.parquet', 5)}
  again:
    distinct: true${benchmark('large.parquet', 7)}`,
  );
  const { counted, mixed } = await mixedPools(plan);
  expect([...counted.keys()]).toEqual(['large', 'again']);
  const all = await readPools(plan);
  expect([...selectionFiles(runPlan(plan, mixed))]).toEqual([...selectionFiles(runPlan(plan, all))]);
  expect(counted.get('large')?.tasks.length).toBeLessThan(100);
});

it('reads no more tasks than memory holds, and says what can be done', async () => {
  const folder = temporaryFolder();
  await writeTable(join(folder, 'large.parquet'), 10_001);
  const plan = planOf(folder, `\n  large:${benchmark('large.parquet', 12)}`);
  await expect(readPools(plan)).rejects.toThrow(/more than 10,000 tasks, the most that Winnow reads into memory/);
  expect((await mixedPools(plan)).counted.size).toBe(1);
});

it.each(inDepth(['proportional', 'square-root', 'equal'], ['square-root']))(
  'shares a total by what was counted and what was read: %s',
  async (share) => {
    const folder = temporaryFolder();
    await writeTable(join(folder, 'large.parquet'), 2000);
    await writeTable(join(folder, 'larger.parquet'), 2501);
    await writeTable(join(folder, 'small.parquet'), 50);
    const sharing = (path: string, rest: string) => `
    source: { path: ${path}, format: table }
    phase: Fix
    select: { group: { by: repo }, prefer: [files_changed desc], ${rest} }`;
    const plan = planOf(
      folder,
      `
  large:${sharing('large.parquet', 'where: { files_changed: { at_least: 9 } }')}
    exclude: [{ id: 2000-4, reason: flaky }]
  larger:${sharing('larger.parquet', 'pin: [2501-8]')}
  small:${sharing('small.parquet', '')}
  own:
    distinct: true${benchmark('large.parquet', 7)}`,
      `total: { take: 40, share: ${share}, at_least: 1 }`,
    );
    const { counted, mixed } = await mixedPools(plan);
    expect([...counted.keys()]).toEqual(['large', 'larger', 'own']);
    const all = await readPools(plan);
    expect([...selectionFiles(runPlan(plan, mixed))]).toEqual([...selectionFiles(runPlan(plan, all))]);
  },
);

it('reads all of two benchmarks that have ids in common, to say how many', async () => {
  const folder = temporaryFolder();
  await writeTable(join(folder, 'large.parquet'), 2000);
  const plan = planOf(folder, ['one', 'two'].map((name) => `\n  ${name}:${benchmark('large.parquet', 12)}`).join(''));
  expect((await mixedPools(plan)).counted.size).toBe(0);
  await writeTable(join(folder, 'small.parquet'), 50);
  const other = planOf(folder, `\n  large:${benchmark('large.parquet', 5)}\n  small:${benchmark('small.parquet', 5)}`);
  expect((await mixedPools(other)).counted.size).toBe(1);
});

it('counts files beyond what memory holds alone, where it is told so', async () => {
  const folder = temporaryFolder();
  await writeTable(join(folder, 'large.parquet'), 6000);
  await writeTable(join(folder, 'larger.parquet'), 7001);
  const one = planOf(folder, `\n  large:${benchmark('large.parquet', 12)}`);
  const both = planOf(folder, `\n  large:${benchmark('large.parquet', 12)}\n  more:${benchmark('larger.parquet', 12)}`);
  const asked = { ids: ['6000-5999'], onlyBeyondMemory: true };
  expect((await mixedPools(one, asked)).counted.size).toBe(0);
  const { counted } = await mixedPools(both, asked);
  expect(counted.size).toBe(2);
  expect(counted.get('large')?.tasks.map(({ id }) => id)).toContain('6000-5999');
});

it('knows the words of lists in conditions of pins, also if hardly a task is eligible', async () => {
  const folder = temporaryFolder();
  const rows = `select 't' || i as id, 'r' as repo, i as files_changed, ['tag' || (i % 4)] as tags,
    sha256(i::varchar) || sha256((i + 9000)::varchar) as text from range(4000) as t (i)`;
  await parquetBySql(join(folder, 'rows.parquet'), rows);
  const plan = planOf(
    folder,
    `
  rows:
    source: { path: rows.parquet, format: table }
    phase: Fix
    select: { take: 2, where: { files_changed: { at_least: 3999 } }, pin: [{ where: { tags: { has: [tag2, nobody] } } }] }`,
  );
  const { counted, mixed } = await mixedPools(plan);
  expect([...counted.keys()]).toEqual(['rows']);
  const files = selectionFiles(runPlan(plan, mixed, { allowShortfall: true }));
  expect([...files]).toEqual([...selectionFiles(runPlan(plan, await readPools(plan), { allowShortfall: true }))]);
  expect(JSON.stringify([...files])).toContain('Values: tag0, tag1, tag2, tag3.');
});
