import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { stringify } from 'yaml';
import { at } from '../../src/core/lists/lists.js';
import type { Pool } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { checkCsv } from '../../src/engines/csv-scan.js';
import { NotExpressible } from '../../src/engines/engine.js';
import { openFiles } from '../../src/engines/file-engine.js';
import { readColumns } from '../../src/engines/read-tables.js';
import { readPools } from '../../src/sources/read-pools.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { pruneOne } from './prune-one.js';

// So that small tables are large ones, in memory and for the engine alike.
vi.mock('../../src/core/model/pool-census.js', async (original) => ({
  ...(await original<object>()),
  isLargePool: (tasks: number) => tasks > 3,
}));

const csv = { kind: 'csv', delimiter: ',' } as const;

it('has the notes on a file that reading every row gives', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'rows.csv');
  const rows = Array.from({ length: 20 }, (_, i) => `${i},t-${i},r${i % 3},1,2`);
  writeFileSync(file, `,id,repo,size,other\n${rows.join('\n')}`);
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
    expect.stringContaining('the column without a name'),
    expect.stringContaining('does not end with a line break'),
  ]);
  const engine = await openFiles({ files: [file], kind: csv }, plan, benchmark, source);
  try {
    expect((await pruneOne(engine, plan, benchmark, source)).problems).toEqual(problems);
    expect((await readColumns(engine, plan, benchmark, source)).problems).toEqual(problems);
  } finally {
    engine.close();
  }
});

it.each([
  ['a carriage return', 'id,a\r\nx,1\r\n'],
  ['columns of the same name', 'id,a,a\nx,1,2\n'],
  ['a quote within a cell', 'id,a\nx,a"b\n'],
  ['text after a closing quote', 'id,a\nx,"a"b\n'],
  ['a quote without end', 'id,a\nx,"ab\n'],
  ['a mark of its order of bytes', '\ufeffid,a\nx,1\n'],
  ['rows in a cell', 'id,a,b\nx,"1,\ny,2,3\nz,2,3\nw,2",3\n'],
  ['nothing', ''],
])('leaves a file with %s to the reader of rows', async (_, text) => {
  const file = join(temporaryFolder(), 'rows.csv');
  writeFileSync(file, text);
  await expect(checkCsv(file, csv)).rejects.toThrow(NotExpressible);
});

it.each([
  ['id,a\nx,1\n\ny,2', ['id', 'a'], 2, [/does not end with a line break/]],
  ['"id","a ""b"", c",\n"x\n\ny",1,2\n', ['id', 'a "b", c', 'Unnamed: 2'], 1, [/the column without a name/]],
])('finds header, number of records and oddities of %j', async (text, header, records, notes) => {
  const file = join(temporaryFolder(), 'rows.csv');
  writeFileSync(file, text);
  const found = { header, records, notes: notes.map((note) => expect.stringMatching(note)) };
  expect(await checkCsv(file, csv)).toEqual(found);
});

const dots = /"size" is read with a decimal point, but the dot may separate thousands/;

it.each([
  ['dots between thousands', ';', ['1.200', '999', '15.340', '250'], [dots, dots]],
  ['a column with other decimals', ';', ['1.200', '999', '15.34', '250'], []],
  ['a column with thousands without dots', ';', ['1.200', '9999', '15.340', '250'], []],
  ['tabs between cells', '\t', ['1.200', '999', '15.340', '250'], []],
  ['a row of totals', ',', ['1', '2.5', '3', '6.5'], [/the id looks like that of a totals row/]],
  [
    'the header again',
    ',',
    ['1', 'size', '3', '6', '7'],
    [/the row repeats the header and was skipped/, /the id looks like that of a totals row/],
  ],
])('remarks on numbers as reading every row does: %s', async (_, delimiter, sizes, remarks) => {
  const folder = temporaryFolder();
  const ids = delimiter !== ',' ? ['a', 'b', 'c', 'd'] : ['a', 'b', 'c', 'Total', 'd'];
  const rows = sizes.map((size, i) => `${size === 'size' ? 'id' : ids[i]}${delimiter}${size}\n`);
  writeFileSync(join(folder, 'rows.csv'), `id${delimiter}size\n${rows.join('')}`);
  const [inMemory, byEngine] = await readTwice(folder, { rank: 'size', take: 1 }, delimiter);
  expect(inMemory.problems.map(({ message }) => message)).toEqual(remarks.map((each) => expect.stringMatching(each)));
  expect(byEngine.problems).toEqual(inMemory.problems);
});

it.each([
  ['decimal comma', ['1,250', '12,5', '3', '4'], { rank: 'size', take: 1 }],
  ['day first', ['01/02/2025', '13/02/2025', '', ''], { where: { size: { at_least: '2025-01-01' } }, take: 'all' }],
])(
  'leaves a column to the reader of all rows if only all of them show how to read it: %s',
  async (way, cells, rules) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'rows.csv'), `id;size\n${cells.map((cell, i) => `${'abcd'[i]};${cell}\n`).join('')}`);
    await expect(readTwice(folder, rules, ';')).rejects.toThrow(`how to read "size" (${way})`);
  },
);

it.each([undefined, true, false])(
  'reads dates in numbers as reading every row does: day_first %s',
  async (dayFirst) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'rows.csv'), 'id,on\na,01/02/2025\nb,2025-01-31\nc,11/12/2025 4:00 PM\nd,\n');
    const field = { kind: 'date', ...(dayFirst === undefined ? {} : { day_first: dayFirst }) };
    const rules = { fields: { on: field }, where: { on: { at_least: '2025-02-01' } }, take: 'all' };
    const [inMemory, byEngine] = await readTwice(folder, rules, ',');
    expect(inMemory.problems).toHaveLength(dayFirst === undefined ? 2 : 0);
    expect(byEngine.problems).toEqual(inMemory.problems);
    expect(byEngine.tasks.map(({ fields }) => fields)).toEqual(inMemory.tasks.map(({ fields }) => fields));
  },
);

it('remarks on dots between thousands in a joined table as reading every row does', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'rows.csv'), 'id,repo\na,x\nb,x\nc,x\nd,x\n');
  writeFileSync(join(folder, 'sizes.csv'), 'id;size\na;1.200\nb;999\nc;15.340\nd;250\n');
  const rules = { tasks: { path: 'rows.csv', join: [{ path: 'sizes.csv' }] }, rank: 'size', take: 1 };
  const [inMemory, byEngine] = await readTwice(folder, rules, ',');
  expect(inMemory.problems.map(({ message }) => message)).toEqual(
    [dots, dots].map((each) => expect.stringMatching(each)),
  );
  expect(byEngine.problems).toEqual(inMemory.problems);
});

it.each([
  [{ where: { start: '2024-12-31' } }, ['a', 'c']],
  [{ where: { start: ['2024-12-31', '2025-01-01'] } }, ['a', 'c', 'd']],
  [{ where: { start: { not: '2024-12-31' } } }, ['b', 'd', 'e']],
  [{ exclude: [{ where: { start: '2024-12-31' }, reason: 'leaked' }] }, ['b', 'd', 'e']],
])('compares dates by day, as reading every row does: %j', async (rules, ids) => {
  const folder = temporaryFolder();
  const starts = ['2024-12-31T10:00:00Z', '2024-12-30T10:00:00Z', '2024-12-31', '01/Jan/25', ''];
  const rows = starts.map((start, i) => `${'abcde'[i]},${start}\n`);
  writeFileSync(join(folder, 'rows.csv'), `id,start\n${rows.join('')}`);
  for (const pool of await readTwice(folder, rules, ',')) {
    const { choices } = runPlan(planIn(folder, rules), new Map([['rows', pool]]));
    expect(choices.map(({ task }) => task.id).sort()).toEqual(ids);
  }
});

const planIn = (folder: string, rules: object) =>
  readPlan(stringify({ tasks: 'rows.csv', ...rules }), join(folder, 'plan.yaml'));

/** The pool of rows.csv as both readers give it. */
async function readTwice(folder: string, rules: object, delimiter: string): Promise<readonly [Pool, Pool]> {
  const plan = planIn(folder, rules);
  const benchmark = at(plan.benchmarks, 0);
  const { source } = benchmark;
  if (source.kind !== 'path') throw new Error('a source of another kind');
  const pool = (await readPools(plan)).get('rows');
  if (pool === undefined) throw new Error('no pool');
  const files = { files: [join(folder, 'rows.csv')], kind: { ...csv, delimiter } };
  const engine = await openFiles(files, plan, benchmark, source);
  try {
    const read = () => readColumns(engine, plan, benchmark, source);
    const byEngine = await read().catch(async () => {
      await engine.readRows?.();
      return read();
    });
    return [pool, byEngine];
  } finally {
    engine.close();
  }
}
