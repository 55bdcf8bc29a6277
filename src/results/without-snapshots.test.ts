import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { codes } from '../../test/results/outcome-lines.js';
import { writeTree } from '../../test/results/write-tree.js';
import { readOutcomes } from './read-outcomes.js';

const head = 'id,model,reward,cost\n';
/** One row per task. A third of the tasks pass; the length of the model's name determines which. */
const rowsOf = (model: string, tasks: number, cost: (task: number) => number | '' = () => 0.5) =>
  Array.from({ length: tasks }, (_, i) => `t${i},${model},${(i + model.length) % 3 === 1 ? 1 : 0},${cost(i)}\n`);
const table = (...rows: readonly (readonly string[])[]) => `${head}${rows.flat().join('')}`;
const both = (tasks: number) => table(rowsOf('base', tasks), rowsOf('new', tasks));

async function read(files: Readonly<Record<string, string>>, systems?: (root: string) => Map<string, string>) {
  const root = writeTree(files);
  const found = await readOutcomes([root], systems === undefined ? {} : { systems: systems(root) });
  return { ...codes(found), count: found.outcomes.length, found };
}

describe('files that grow', () => {
  it('count each result once, and the note names two of them', async () => {
    const { faults, warnings, count, found } = await read({ '1.csv': both(15), '2.csv': both(30), '3.csv': both(40) });
    expect({ faults, warnings, count }).toEqual({ faults: [], warnings: ['outcomes/snapshot'], count: 80 });
    expect(found.warnings[0]?.message).toMatch(
      /^2 files contain every result of another file\. For example, ".*2\.csv" contains every result of ".*1\.csv", so these results count only once\./,
    );
    const attempts = found.outcomes.map(({ taskId, configuration }) => `${configuration} ${taskId}`);
    expect(new Set(attempts).size).toBe(80);
  });

  it('are recognised with run ids, and different ids are different runs', async () => {
    const withRuns = (tasks: number, run: string) =>
      both(tasks).replace('cost\n', 'cost,run\n').replaceAll('0.5\n', `0.5,${run}\n`);
    expect(await read({ '1.csv': withRuns(15, 'r'), '2.csv': withRuns(30, 'r') })).toMatchObject({
      faults: [],
      warnings: ['outcomes/snapshot'],
      count: 60,
    });
    expect(await read({ '1.csv': withRuns(15, '1'), '2.csv': withRuns(30, '2') })).toMatchObject({
      warnings: ['outcomes/same-results'],
      count: 90,
    });
  });

  it('are recognised by few results if these have different costs', async () => {
    const own = (tasks: number) => table(rowsOf('m', tasks, (i) => 0.11 * (i + 1)));
    expect(await read({ '1.csv': own(6), '2.csv': own(9) })).toMatchObject({
      warnings: ['outcomes/snapshot'],
      count: 9,
    });
  });

  it('keep a run that errored and was made again later as a retry', async () => {
    const before = both(24).replace('t3,base,1,', 't3,base,error,');
    const { faults, warnings, count, found } = await read({ '1.csv': before, '2.csv': both(30) });
    expect({ faults, warnings, count }).toEqual({ faults: [], warnings: ['outcomes/snapshot'], count: 61 });
    const states = found.outcomes.filter(({ taskId, configuration }) => taskId === 't3' && configuration === 'base');
    expect(states.map(({ status }) => status)).toEqual(['errored', 'passed']);
  });
});

describe('repeated runs', () => {
  it('that differ on one task count as such', async () => {
    const other = both(30).replace('t3,base,1,', 't3,base,0,');
    expect(await read({ '1.csv': both(15), '2.csv': other })).toMatchObject({ faults: [], warnings: [], count: 90 });
  });

  it('that may agree by chance count as such, with a warning', async () => {
    const failing = (tasks: number) => table(Array.from({ length: tasks }, (_, i) => `t${i},m,0,\n`));
    expect(await read({ '1.csv': failing(100), '2.csv': failing(120) })).toMatchObject({
      warnings: ['outcomes/same-results'],
      count: 220,
    });
    const few = (tasks: number) => table(rowsOf('m', tasks, () => ''));
    expect(await read({ '1.csv': few(12), '2.csv': few(24) })).toMatchObject({
      warnings: ['outcomes/same-results'],
      count: 36,
    });
    // 8 of 24 passed: enough only if the other file has more tasks.
    expect(await read({ '1.csv': few(24), '2.csv': few(24) })).toMatchObject({
      warnings: ['outcomes/same-results'],
      count: 48,
    });
    expect(await read({ '1.csv': few(24), '2.csv': few(25) })).toMatchObject({ warnings: ['outcomes/snapshot'] });
    expect(await read({ '1.csv': few(30), '2.csv': few(30) })).toMatchObject({ warnings: ['outcomes/snapshot'] });
  });

  it('that the user gives one name count as such, with a warning', async () => {
    const files = { '1.csv': table(rowsOf('m', 40)), '2.csv': table(rowsOf('m', 60)) };
    const named = (root: string) => new Map(['1.csv', '2.csv'].map((name) => [join(root, name), 's']));
    expect(await read(files, named)).toMatchObject({ warnings: ['outcomes/same-results'], count: 100 });
    expect(await read(files, (root) => new Map([[root, 's']]))).toMatchObject({
      warnings: ['outcomes/snapshot'],
      count: 60,
    });
  });
});
