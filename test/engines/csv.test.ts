import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { at } from '../../src/core/lists/at.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { openCsv, scanCsv } from '../../src/engines/csv-engine.js';
import { NotExpressible } from '../../src/engines/engine.js';
import { tasksOfRows } from '../../src/engines/open-benchmark.js';
import { prunePool } from '../../src/engines/prune-pool.js';
import { readColumns } from '../../src/engines/read-tables.js';
import { readPools } from '../../src/sources/read-pools.js';
import { inDepth } from '../support/depth.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { columnTypes, type Row } from './generated.js';
import { expectSameBytes } from './same-bytes.js';

// So that small tables are large ones, in memory and for the engine alike.
vi.mock('../../src/core/model/pool-census.js', () => ({ isLargePool: (tasks: number) => tasks > 3 }));

const reading = { columns: new Map<string, string>(), measured: [], where: undefined };
const csv = { kind: 'csv', delimiter: ',' } as const;
const names = Object.keys(columnTypes) as (keyof Row)[];

function cellOf(value: string | number | null, isQuoted: boolean): string {
  const cell = value === null ? '' : String(value);
  return isQuoted || /[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

it('gives the same bytes by DuckDB on cells as in memory', async () => {
  const file = join(temporaryFolder(), 'rows.csv');
  await expectSameBytes(
    async (rows, asTasks) => {
      // Some cells in quotes that need none, and a text with all that needs them.
      const lines = rows.map((row, i) =>
        [...names.map((name) => cellOf(row[name], i % 3 === 0)), '"a ""b"",\nc"'].join(','),
      );
      writeFileSync(file, `${[...names, 'note'].join(',')}\n${lines.join('\n')}\n\n`);
      return openCsv(file, csv, reading, async (found) => {
        const byId = new Map(found.map(({ data }) => [(data as Row).id, data as Record<string, string>]));
        const some = rows.filter(({ id }) => byId.has(id));
        for (const row of some) {
          const cells = names.map((name) => [name, row[name] === null ? '' : String(row[name])]);
          expect(byId.get(row.id)).toEqual({ ...Object.fromEntries(cells), note: 'a "b",\nc' });
        }
        return asTasks(some);
      });
    },
    inDepth(40, 8),
  );
});

it('has the notes on a file that reading every row gives', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'rows.csv');
  const rows = Array.from({ length: 20 }, (_, i) => `${i},t-${i},r${i % 3},1,2`);
  writeFileSync(file, `,id,repo,size,size\n${rows.join('\n')}`);
  const plan = readPlan(
    stringify({
      name: 'own',
      phases: ['Any'],
      phase: 'Any',
      score: { name: 'even', weights: { even: 1 }, components: { even: { constant: 1 } } },
      benchmarks: { own: { source: { path: 'rows.csv', format: 'table' }, select: { take: 3 } } },
    }),
    join(folder, 'plan.yaml'),
  );
  const benchmark = at(plan.benchmarks, 0);
  const { source } = benchmark;
  if (source.kind !== 'path') throw new Error('a source of another kind');
  const { problems } = (await readPools(plan)).get('own') ?? {};
  expect(problems?.map(({ message }) => message)).toEqual([
    expect.stringContaining('column without a name'),
    expect.stringContaining('called "size.1"'),
    expect.stringContaining('does not end with a line break'),
  ]);
  const from = { path: file, base: folder, inFolders: true };
  const engine = await openCsv(file, csv, source, async (some, notes) =>
    tasksOfRows(some, plan, benchmark, source, from, notes),
  );
  try {
    expect((await prunePool(engine, plan, benchmark, source)).problems).toEqual(problems);
    expect((await readColumns(engine, plan, benchmark, source)).problems).toEqual(problems);
  } finally {
    engine.close();
  }
});

it.each([
  ['a carriage return', 'id,a\r\nx,1\r\n'],
  ['a quote within a cell', 'id,a\nx,a"b\n'],
  ['text after a closing quote', 'id,a\nx,"a"b\n'],
  ['a quote without end', 'id,a\nx,"ab\n'],
  ['a mark of its order of bytes', '\ufeffid,a\nx,1\n'],
  ['nothing', ''],
])('leaves a file with %s to the reader of rows', (_, text) => {
  const file = join(temporaryFolder(), 'rows.csv');
  writeFileSync(file, text);
  expect(() => scanCsv(file, csv)).toThrow(NotExpressible);
});

it.each([
  ['id,a\nx,1\n\ny,2', ['id', 'a'], 2, [/does not end with a line break/]],
  ['"id","a ""b"", c",\n"x\n\ny",1,2\n', ['id', 'a "b", c', 'Unnamed: 2'], 1, [/column without a name/]],
  ['id,a,a\nx,1,2\n', ['id', 'a', 'a.1'], 1, [/1 column repeats the name of another and is called "a.1"/]],
])('finds header, number of records and oddities of %j', (text, header, records, notes) => {
  const file = join(temporaryFolder(), 'rows.csv');
  writeFileSync(file, text);
  expect(scanCsv(file, csv)).toEqual({ header, records, notes: notes.map((note) => expect.stringMatching(note)) });
});
