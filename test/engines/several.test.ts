import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import type { Plan } from '../../src/core/model/plan.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { selectionFiles } from '../../src/disk/write-selection.js';
import { prunePlan } from '../../src/engines/prune-plan.js';
import { parquetBytes } from '../../src/files/tables/write-parquet.js';
import { readPools } from '../../src/sources/read-pools.js';
import { temporaryFolder } from '../support/temporary-folder.js';

// So that small tables are large ones, in memory and for the engine alike.
vi.mock('../../src/core/model/large-pool.js', () => ({ isLargePool: (tasks: number) => tasks > 3 }));

vi.mock('../../src/sources/most-in-memory.js', () => ({ mostInMemory: 10_000 }));

async function writeTable(file: string, count: number): Promise<void> {
  const rows = Array.from({ length: count }, (_, i) => i);
  // Noise, which does not pack.
  const noise = rows.map((i) => [1, 2, 3].map((n) => (Math.sin(i * 7 + n) * 1e9).toString(36)).join());
  const bytes = await parquetBytes([
    { name: 'id', kind: 'text', values: rows.map((i) => `${count}-${i}`) },
    { name: 'repo', kind: 'text', values: rows.map((i) => `r${i % 5}`) },
    { name: 'files_changed', kind: 'number', values: rows.map((i) => (i * 7) % 31) },
    { name: 'statement', kind: 'text', values: noise },
  ]);
  writeFileSync(file, bytes);
}

const benchmark = (path: string, take: number) => `
    source: { path: ${path}, format: table }
    phase: Fix
    select: { take: ${take}, group: { by: repo }, prefer: [files_changed desc] }`;

function planOf(folder: string, benchmarks: string): Plan {
  const head = `name: several
title: Several
phases: [Fix]
score: { name: size, weights: { files: 1 }, components: { files: { ramp: files_changed, full: 20 } } }
benchmarks:`;
  return readPlan(`${head}${benchmarks}\n`, join(folder, 'plan.yaml'));
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
  const counted = await prunePlan(plan, { environment: {} });
  expect([...counted.keys()]).toEqual(['large', 'again']);
  const all = await readPools(plan);
  const mixed = new Map([...all, ...counted]);
  expect([...selectionFiles(runPlan(plan, mixed))]).toEqual([...selectionFiles(runPlan(plan, all))]);
  expect(counted.get('large')?.tasks.length).toBeLessThan(100);
});

it('reads no more tasks than memory holds, and says what can be done', async () => {
  const folder = temporaryFolder();
  await writeTable(join(folder, 'large.parquet'), 10_001);
  const plan = planOf(folder, `\n  large:${benchmark('large.parquet', 12)}`);
  await expect(readPools(plan)).rejects.toThrow(/more than the 10,000 tasks that are read into memory/);
  expect((await prunePlan(plan, { environment: {} })).size).toBe(1);
});
