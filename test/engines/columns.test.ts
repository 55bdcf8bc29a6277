import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { at } from '../../src/core/lists/lists.js';
import type { Plan } from '../../src/core/model/plan.js';
import type { TableColumn } from '../../src/core/model/row-file.js';
import type { Pools } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { selectionFiles } from '../../src/disk/write-selection.js';
import { openFiles } from '../../src/engines/file-engine.js';
import { readLarge } from '../../src/engines/large-tables.js';
import { readSelected } from '../../src/engines/read-tables.js';
import { parquetBytes } from '../../src/files/tables/write-parquet.js';
import { readPools } from '../../src/sources/read-pools.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { pruneOne } from './prune-one.js';
import { writeTable } from './write-table.js';

// So that small tables are large ones, in memory and for the engine alike.
vi.mock('../../src/core/model/pool-census.js', async (original) => ({
  ...(await original<object>()),
  isLargePool: (tasks: number) => tasks > 3,
}));

const count = 2000;
const csv = { kind: 'csv', delimiter: ',' } as const;
const options = { environment: {} };

/** Every task of the tables of a plan, from the columns that it uses. */
async function readColumnsOf(plan: Plan): Promise<Pools> {
  let given: Pools = new Map();
  const readRows = async (part: Plan, read: Pools) => {
    given = read;
    return readPools(part, { given });
  };
  const { pools } = await readLarge(plan, { ...options, need: 'fields', readRows });
  expect([...given.keys()]).toEqual(plan.benchmarks.map(({ name }) => name));
  return pools;
}

/** A plan that learns from earlier results, and so needs every task. */
async function learningPlan() {
  const folder = temporaryFolder();
  await writeTable(join(folder, 'large.parquet'), count);
  const results = Array.from({ length: count / 2 }, (_, i) =>
    ['a', 'b', 'c'].map((name, k) => `${count}-${2 * i},${name},${(i * 7 + k) % 3 === 0 ? 1 : 0}\n`).join(''),
  );
  writeFileSync(join(folder, 'prior.csv'), `task,configuration,reward\n${results.join('')}`);
  const text = `name: learning
title: Learning
seed: 1
phases: [Fix]
score: { name: size, weights: { files: 1 }, components: { files: { ramp: files_changed, full: 20 } } }
benchmarks:
  large:
    source: { path: large.parquet, format: table }
    phase: Fix
    prior: { path: prior.csv }
    select: { take: 40, purpose: level }
`;
  return { folder, plan: readPlan(text, join(folder, 'plan.yaml')) };
}

it('selects from columns what it selects from rows, and reads what else the selected rows hold', async () => {
  const { plan } = await learningPlan();
  const pools = await readColumnsOf(plan);
  expect(pools.get('large')?.tasks).toHaveLength(count);
  expect(pools.get('large')?.tasks.every(({ contents }) => contents === undefined)).toBe(true);
  const selection = runPlan(plan, pools);
  const ids = new Set(selection.choices.map(({ task }) => task.id));
  const pool = pools.get('large');
  const tasks = await readSelected(plan, at(plan.benchmarks, 0), pool ?? { tasks: [], problems: [] }, ids, options);
  const read = new Map(tasks.map((task) => [task.id, task]));
  const benchmarks = selection.benchmarks.map((each) => ({
    ...each,
    sourceTasks: each.sourceTasks.map((task) => read.get(task.id) ?? task),
  }));
  const rows = runPlan(plan, await readPools(plan));
  expect([...selectionFiles({ ...selection, benchmarks })]).toEqual([...selectionFiles(rows)]);
});

it('says so when the table has changed before the selected rows are read', async () => {
  const { folder, plan } = await learningPlan();
  const given = await readColumnsOf(plan);
  await writeTable(join(folder, 'large.parquet'), count + 1);
  const pool = given.get('large') ?? { tasks: [], problems: [] };
  const read = readSelected(plan, at(plan.benchmarks, 0), pool, new Set([at(pool.tasks, 0).id]), options);
  await expect(read).rejects.toThrow(/the table changed while Winnow read it/);
});

it.each(['csv', 'parquet'])('keeps columns apart whose names have the same letters, in %s', async (kind) => {
  const folder = temporaryFolder();
  const names = ['id', 'Time Spent', 'Σ Time Spent', 'Часы', 'Статус', 'story_points', 'Story Points'];
  const rows = Array.from({ length: 40 }, (_, i) => {
    return [`t-${10 + i}`, i, 40 - i, (i * 7) % 40, i % 3 ? 'Новая' : 'Закрыта', i % 5, i % 4];
  });
  const columns = names.map((name, k) => ({
    name,
    kind: typeof rows[0]?.[k] === 'number' ? 'whole' : 'text',
    values: rows.map((row) => row[k]),
  }));
  writeFileSync(
    join(folder, `own.${kind}`),
    kind === 'csv'
      ? [names, ...rows].map((row) => `${row.join(',')}\n`).join('')
      : await parquetBytes(columns as unknown as readonly TableColumn[]),
  );
  const text = `tasks: { path: own.${kind}, format: table }
rank: Σ Time Spent
where: { Time Spent: { at_least: 3 }, Часы: { at_least: 5 }, Статус: Новая, story_points: { at_most: 3 }, Story Points: { at_least: 1 } }
take: 6
`;
  const plan = readPlan(text, join(folder, 'plan.yaml'));
  const fits = (i: number) => i >= 3 && (i * 7) % 40 >= 5 && i % 3 > 0 && i % 5 <= 3 && i % 4 >= 1;
  const expected = rows.flatMap(([id], i) => (fits(i) ? [id] : [])).slice(0, 6);
  const benchmark = at(plan.benchmarks, 0);
  const { source } = benchmark;
  if (source.kind !== 'path') throw new Error('a source of another kind');
  const file = { files: [join(folder, `own.${kind}`)], kind: kind === 'csv' ? csv : ({ kind } as { kind: 'parquet' }) };
  const engine = await openFiles(file, plan, benchmark, source);
  try {
    const pruned = await pruneOne(engine, plan, benchmark, source);
    expect(pruned.census?.available).toBe(40);
    for (const pools of [new Map([['own', pruned]]), await readPools(plan)])
      expect(runPlan(plan, pools).choices.map(({ task }) => task.id)).toEqual(expected);
  } finally {
    engine.close();
  }
});
