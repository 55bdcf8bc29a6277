import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import type { Fault } from '../../core/model/errors.js';
import type { Provenance, Task } from '../../core/model/task.js';
import { compareText } from '../../core/text/words.js';
import { loadPlan } from '../../disk/load-plan.js';
import { readPools } from '../read-pools.js';
import { cellValue, poolCell } from './pool-row.js';
import { poolTable, tableKinds } from './pool-table.js';

/** Some fields have names of table columns. */
const planText = `name: small
phases: [Fix]
phase: Fix
fields:
  change: { kind: number, negative: true }
  topics: { kind: list }
  tasks: { kind: list }
  contents: { kind: label }
  aliases: { kind: number }
score: { name: size, weights: { size: 1 }, components: { size: { ramp: files_changed, full: 9 } } }
benchmarks:
  first: { source: { path: tasks }, select: { take: 1 } }
  second: { source: { path: tasks }, select: { take: 1 } }
`;

async function planIn(folder: string) {
  writeFileSync(join(folder, 'plan.yaml'), planText);
  return loadPlan(join(folder, 'plan.yaml'));
}

const lone = fc.constantFrom(
  '\ud800',
  'a\udc00b',
  '\0',
  '',
  ' ',
  '12',
  '-3',
  '1e21',
  '=1+1',
  '"',
  '[]',
  "'a",
  '\ufeff',
);
const anyText = fc.oneof(fc.string({ unit: 'binary', maxLength: 12 }), lone);
const idText = anyText.filter((text) => text.trim() !== '');
const provenance = fc.constantFrom<Provenance>('measured', 'declared', 'derived');
const fields = fc.record(
  {
    repo: anyText,
    language: anyText,
    files_changed: fc.oneof(fc.nat(), fc.double({ min: 0, noNaN: true, noDefaultInfinity: true })),
    change: fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
    contents: anyText,
    aliases: fc.nat(),
  },
  { requiredKeys: [], noNullPrototype: true },
);
const words = fc.array(anyText, { minLength: 1, maxLength: 3 });
const marks = fc.dictionary(anyText, fc.stringMatching(/^(?:[0-9a-f]{12}|link [0-9a-f]{12}|"x"|null)$/), {
  maxKeys: 4,
});
const contents = fc.record({ marks, files: fc.boolean() }).map(({ marks, files }) => {
  const entries = Object.entries(marks).sort(([a], [b]) => compareText(a, b));
  const names = entries.map(([name]) => name);
  return { names, marks: entries.map(([, mark]) => mark).join('\n'), ...(files ? { everyFile: true as const } : {}) };
});
const conflict = fc.record(
  { field: fc.constant('repo'), took: anyText, from: anyText, against: anyText, in: anyText },
  { noNullPrototype: true },
);

function tasksOf(benchmark: string): fc.Arbitrary<readonly Task[]> {
  const task = fc
    .record({
      id: idText,
      aliases: fc.array(anyText, { maxLength: 2 }),
      fields,
      lists: fc.record({ topics: words, tasks: words }, { requiredKeys: [], noNullPrototype: true }),
      provenance: fc.record({ repo: provenance, change: provenance }, { requiredKeys: [], noNullPrototype: true }),
      conflicts: fc.array(conflict, { maxLength: 2 }),
      taskDir: fc.option(idText, { nil: undefined }),
      contents: fc.option(contents, { nil: undefined }),
    })
    .map(
      ({ lists, contents, ...task }): Task => ({
        benchmark,
        ...task,
        ...(Object.keys(lists).length === 0 ? {} : { lists }),
        ...(contents === undefined ? {} : { contents }),
      }),
    );
  return fc.uniqueArray(task, { minLength: 1, maxLength: 6, selector: ({ id }) => id });
}

const problems: readonly Fault[] = [
  { code: 'pool/remark', message: 'no patch.', place: { file: 'tasks/a', line: 3 } },
  { code: 'pool/join', message: '1 task has no row.', place: { file: 'more.csv' }, hint: 'Look.' },
];

describe.each(tableKinds.map((kind) => ({ kind, name: kind.name })))('a pool table as $name', ({ kind, name }) => {
  it('gives any tasks back as they were, and the same bytes whatever their order', async () => {
    const folder = temporaryFolder();
    const plan = await planIn(folder);
    const pools = fc.record({ first: tasksOf('first'), second: tasksOf('second') });
    await fc.assert(
      fc.asyncProperty(pools, async ({ first, second }) => {
        const given = new Map([
          ['first', { tasks: first, problems, outside: 4 }],
          ['second', { tasks: second, problems: [] }],
        ]);
        const reversed = new Map([...given].map(([key, pool]) => [key, { ...pool, tasks: pool.tasks.toReversed() }]));
        const bytes = await kind.bytes(poolTable(plan, given, false));
        expect(Buffer.compare(await kind.bytes(poolTable(plan, reversed, false)), bytes)).toBe(0);
        writeFileSync(join(folder, 'tasks'), bytes);
        expect(kind.isOwn(Buffer.from(bytes).toString('utf8'))).toBe(true);
        for (const options of [{}, { pool: join(folder, 'tasks') }]) {
          const read = await readPools(plan, options);
          for (const [key, pool] of given) {
            const tasks = pool.tasks.toSorted((a, b) => compareText(a.id, b.id));
            expect(read.get(key)).toStrictEqual({ ...pool, tasks });
          }
        }
      }),
      { numRuns: name === 'parquet' ? 3 : 40, seed: 7 },
    );
  });
});

describe('a cell of a pool table', () => {
  it.each(['python', 'a b', 'a,b', 'it’s', 'a"b', '日本'])('leaves %j as a person would write it', (text) => {
    expect(poolCell(text)).toBe(text);
  });

  it.each(['=cmd()', '+1', '-1', '@x', "'x", '12', '', ' x', 'x\n', '["a"]', '\0'])('makes %j inert', (text) => {
    const cell = String(poolCell(text));
    expect(cell).toMatch(/^"/);
    expect(cellValue(cell)).toBe(text);
  });
});
