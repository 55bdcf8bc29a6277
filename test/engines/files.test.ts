import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { at } from '../../src/core/lists/lists.js';
import type { BenchmarkPlan, Plan } from '../../src/core/model/plan.js';
import type { TableColumn } from '../../src/core/model/row-file.js';
import type { Pool } from '../../src/core/model/task.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { openFiles } from '../../src/engines/file-engine.js';
import type { TableFiles } from '../../src/engines/table-files.js';
import { partitionsOf } from '../../src/files/tables/partitions.js';
import { parquetBytes } from '../../src/files/tables/write-parquet.js';
import { readPools } from '../../src/sources/read-pools.js';
import { inDepth } from '../support/depth.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import {
  cleanCells,
  cleanSide,
  columnTypes,
  learningPlans,
  plans,
  priorTables,
  type Row,
  sideCells,
  sideTable,
} from './generated.js';
import { pruneOne } from './prune-one.js';
import { expectSameBytes, type Tables } from './same-bytes.js';

// So that small tables are large ones, in memory and for the engine alike.
vi.mock('../../src/core/model/pool-census.js', async (original) => ({
  ...(await original<object>()),
  isLargePool: (tasks: number) => tasks > 3,
}));

type Cells = Readonly<Record<string, unknown>>;
type Files = ReadonlyMap<string, string | Uint8Array>;

const kinds = { text: 'text', whole: 'whole', float: 'number', words: 'texts' } as const;

function parquet(rows: readonly Cells[], types: Readonly<Record<string, keyof typeof kinds>>): Promise<Uint8Array> {
  const columns = Object.entries(types).map(([name, type]) => ({
    name,
    kind: kinds[type],
    values: rows.map((row) => row[name] ?? null),
  }));
  return parquetBytes(columns as unknown as readonly TableColumn[]);
}

function jsonLines(rows: readonly Cells[]): string {
  // Empty lines, and keys that are missing where there is no value.
  const lines = rows.map((row, i) => {
    const known = i % 2 === 0 ? row : Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
    return `${JSON.stringify(known)}${i % 5 === 0 ? '\n' : ''}`;
  });
  return `${lines.join('\n')}\n`;
}

function csv(rows: readonly Cells[], names: readonly string[]): string {
  const cellOf = (value: unknown, isQuoted: boolean) => {
    const cell =
      value === null || value === undefined ? '' : Array.isArray(value) ? JSON.stringify(value) : String(value);
    return isQuoted || /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
  };
  // Some cells in quotes that need none, and a text with all that needs them.
  const lines = rows.map((row, i) =>
    [...names.map((name) => cellOf(row[name], i % 3 === 0)), '"a ""b"",\nc"'].join(','),
  );
  return `${[...names, 'note'].join(',')}\n${lines.join('\n')}\n\n`;
}

/** Rows of SWE-bench: what the others say in columns stands in a patch, some of them odd. */
function sweRow({ id, files_changed, tags, ...row }: Row, i: number): Cells {
  const file = (n: number) =>
    `diff --git a/f${n}.py b/f${n}.py\n--- a/f${n}.py\n+++ b/f${n}.py\n@@ -1 +1 @@\n-a\n+b${i}\n`;
  const patch = Array.from({ length: files_changed ?? 0 }, (_, n) => file(n)).join('');
  return {
    instance_id: id,
    ...row,
    patch: i % 11 === 7 ? `${patch}@@ -1,9 +1 @@\n+cut` : files_changed === null ? null : patch,
    problem_statement: ['Fix it.', '# canary 1\nFix it, please ✂️.', ''][i % 3],
    FAIL_TO_PASS: [`["a", "b"]`, `['a']`, '[]', 'broken', null][i % 5],
    tags: tags === null ? null : tags.join(';'),
  };
}

const sweTypes = {
  instance_id: 'text',
  repo: 'text',
  language: 'text',
  difficulty: 'text',
  kind: 'text',
  weight: 'float',
  patch: 'text',
  problem_statement: 'text',
  FAIL_TO_PASS: 'text',
  tags: 'text',
} as const;

const half = (rows: readonly Row[]) => [rows.slice(0, rows.length >> 1), rows.slice(rows.length >> 1)] as const;
const names = Object.keys(columnTypes);
const general = { format: 'table' };
/** A list that is written as text, which the format itself does not look at. */
const own = { columns: { tags: 'tags' } };

/** Tables by what they hold: the files for rows, how they are read, and the source that names them. */
const cases: readonly {
  readonly name: string;
  readonly runs: readonly [deep: number, usual: number];
  /** Of the usual runs for plain plans. Of eight seeds tried, these give three selections in ten plans; the others none to two. */
  readonly seed?: number;
  readonly kind: TableFiles['kind'];
  readonly path: string;
  readonly source?: Readonly<Record<string, unknown>>;
  readonly files: (rows: readonly Row[]) => Promise<Files>;
}[] = [
  {
    name: 'Parquet',
    runs: [60, 10],
    seed: 1,
    kind: { kind: 'parquet' },
    path: 'rows.parquet',
    source: general,
    files: async (rows) => new Map([['rows.parquet', await parquet(rows as never, columnTypes)]]),
  },
  {
    name: 'Parquet of SWE-bench rows',
    runs: [60, 6],
    kind: { kind: 'parquet' },
    path: 'rows.parquet',
    source: own,
    files: async (rows) => new Map([['rows.parquet', await parquet(rows.map(sweRow), sweTypes)]]),
  },
  {
    name: 'a folder of Parquet files',
    runs: [20, 10],
    seed: 2,
    kind: { kind: 'parquet' },
    path: 'many',
    files: async (rows) => {
      const [first, second] = half(rows);
      return new Map([
        ['many/a/rows.parquet', await parquet(first as never, columnTypes)],
        ['many/b.parquet', await parquet(second as never, columnTypes)],
      ]);
    },
  },
  {
    name: 'a folder of Parquet files in partitions',
    runs: [20, 10],
    seed: 6,
    kind: { kind: 'parquet' },
    path: 'many',
    source: { columns: { weight: 'size' } },
    files: async (rows) => {
      const folders = ['kind=x/size=2', 'kind=it%E2%80%99s/size=__HIVE_DEFAULT_PARTITION__', 'kind=y/size=0.5'];
      const { kind: _, weight: __, ...types } = columnTypes;
      const third = Math.ceil(rows.length / 3);
      const parts = folders.map(async (folder, i) => {
        const own = rows.slice(i * third, (i + 1) * third);
        return [`many/${folder}/rows.parquet`, await parquet(own as never, types)] as const;
      });
      return new Map(await Promise.all(parts));
    },
  },
  {
    name: 'JSON lines',
    runs: [40, 10],
    seed: 1,
    kind: { kind: 'json-lines' },
    path: 'rows.jsonl',
    source: general,
    files: async (rows) => new Map([['rows.jsonl', jsonLines(rows as never)]]),
  },
  {
    name: 'JSON lines of no named format, packed',
    runs: [30, 10],
    seed: 2,
    kind: { kind: 'json-lines', packing: 'gzip' },
    path: '*.jsonl.gz',
    files: async (rows) =>
      new Map(half(rows).map((part, i) => [`rows${i}.jsonl.gz`, gzipSync(jsonLines(part as never))])),
  },
  {
    name: 'JSON lines of SWE-bench rows',
    runs: [30, 6],
    kind: { kind: 'json-lines' },
    path: 'rows.jsonl',
    source: own,
    files: async (rows) => new Map([['rows.jsonl', jsonLines(rows.map(sweRow))]]),
  },
  {
    name: 'cells',
    runs: [40, 10],
    seed: 6,
    kind: { kind: 'csv', delimiter: ',' },
    path: 'rows.csv',
    source: general,
    files: async (rows) => new Map([['rows.csv', csv(rows as never, names)]]),
  },
  {
    name: 'packed cells of SWE-bench rows',
    runs: [20, 4],
    kind: { kind: 'csv', delimiter: ',', packing: 'gzip' },
    path: 'rows.csv.gz',
    source: own,
    files: async (rows) => new Map([['rows.csv.gz', gzipSync(csv(rows.map(sweRow), Object.keys(sweTypes)))]]),
  },
];

/** Whoever reads the rows, earlier results are joined to them in the same way: `npm test` tries each kind of file once. */
const learning = inDepth(
  cases,
  cases.filter(({ kind: { kind } }, i) => cases.findIndex((each) => each.kind.kind === kind) === i),
);

describe.each(cases)('$name', ({ name, runs: [deep, usual], seed, kind, path, source = {}, files }) => {
  it.each([
    ['plain', plans] as const,
    ...(learning.some((each) => each.name === name) ? [['learning', learningPlans] as const] : []),
  ])('gives the same bytes by DuckDB as in memory, for %s plans', async (_, generated) => {
    const folder = temporaryFolder();
    let written: readonly string[] = [];
    const tables: Tables = {
      planFile: join(folder, 'plan.yaml'),
      source: { path, ...source },
      write: async (rows) => {
        for (const file of written) rmSync(file);
        const all = await files(rows);
        written = [...all.keys()].map((name) => join(folder, name));
        for (const [name, content] of all) {
          mkdirSync(join(folder, name, '..'), { recursive: true });
          writeFileSync(join(folder, name), content);
        }
        writeFileSync(join(folder, sideTable), sideCells(rows));
        writeFileSync(join(folder, cleanSide), cleanCells(rows));
        for (const [name, cells] of priorTables) writeFileSync(join(folder, name), cells(rows));
      },
      read: async (plan: Plan): Promise<Pool> => {
        const pool = (await readPools(plan)).get('one');
        if (pool === undefined) throw new Error('no pool');
        return pool;
      },
      open: (plan: Plan, { source: reading }: BenchmarkPlan) => {
        if (reading.kind !== 'path') throw new Error('a source of another kind');
        const partitions = written.map((file) => partitionsOf(join(folder, path), file));
        return openFiles({ files: written, kind, partitions }, plan, at(plan.benchmarks, 0), reading);
      },
    };
    // Few plans that learn give a selection from so few tasks.
    const fewest = generated === plans ? usual : Math.max(usual, 12);
    const few = generated === plans ? seed : undefined;
    await expectSameBytes(tables, inDepth(deep, fewest), generated, inDepth(undefined, few));
  });
});

it.each([
  [cleanSide, true],
  [sideTable, false],
])('joins %s by SQL where its ids are there once', async (side, isBySql) => {
  const folder = temporaryFolder();
  const rows = Array.from({ length: 20 }, (_, i) => ({ id: `T-${i}`, weight: i, files_changed: 1 }) as Row);
  writeFileSync(join(folder, 'rows.parquet'), await parquet(rows as never, columnTypes));
  writeFileSync(join(folder, side), side === cleanSide ? cleanCells(rows) : sideCells(rows));
  const plan = readPlan(
    `name: p
phases: [Fix]
score: { name: s, weights: { w: 1 }, components: { w: { ramp: files_changed, full: 20 } } }
benchmarks: { one: { source: { path: rows.parquet, join: [{ path: ${side} }] }, phase: Fix, select: { take: 5 } } }`,
    join(folder, 'plan.yaml'),
  );
  const benchmark = at(plan.benchmarks, 0);
  if (benchmark.source.kind !== 'path') throw new Error('a source of another kind');
  const found = { files: [join(folder, 'rows.parquet')], kind: { kind: 'parquet' as const } };
  const engine = await openFiles(found, plan, benchmark, benchmark.source);
  onTestFinished(() => engine.close());
  await pruneOne(engine, plan, benchmark, benchmark.source);
  expect((await engine.table()).facts === undefined).toBe(isBySql);
});

it('has a case for every kind of file', () => {
  expect(new Set(cases.map(({ kind }) => kind.kind))).toEqual(new Set(['parquet', 'json-lines', 'csv']));
});
