import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { at } from '../../src/core/lists/at.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { openJsonLines } from '../../src/engines/json-lines-engine.js';
import { NotExpressible } from '../../src/engines/not-expressible.js';
import { prunePool } from '../../src/engines/prune-pool.js';
import { tasksOfRows } from '../../src/engines/table-rows.js';
import type { TableRow } from '../../src/files/tables/table-row.js';
import { inDepth } from '../support/depth.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import type { Row } from './generated.js';
import { expectSameBytes } from './same-bytes.js';

// So that small tables are large ones, in memory and for the engine alike.
vi.mock('../../src/core/model/large-pool.js', () => ({ isLargePool: (tasks: number) => tasks > 3 }));

const reading = { columns: new Map<string, string>(), measured: [], where: undefined };
const plan = readPlan(`
name: lines
title: Lines
phases: [Fix]
fields: { kind: { kind: label }, weight: { kind: number } }
score: { name: size, weights: { same: 1 }, components: { same: { constant: 1 } } }
benchmarks: { one: { source: { path: rows.jsonl }, phase: Fix, select: { take: 1 } } }
`);

it('gives the same bytes by DuckDB on JSON lines as in memory', async () => {
  const file = join(temporaryFolder(), 'rows.jsonl');
  await expectSameBytes(
    async (rows, asTasks) => {
      // Empty lines, and keys that are missing where there is no value.
      const lines = rows.map((row, i) => {
        const known = i % 2 === 0 ? row : Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
        return `${JSON.stringify(known)}${i % 5 === 0 ? '\n' : ''}`;
      });
      writeFileSync(file, `${lines.join('\n')}\n`);
      return openJsonLines(file, plan, reading, async (found) => {
        const ids = new Set(found.map(({ data }) => (data as Row).id));
        return asTasks(rows.filter(({ id }) => ids.has(id)));
      });
    },
    inDepth(40, 12),
  );
});

it.each([
  ['a line that is not JSON', '{"id": "b"'],
  ['a key that stands there twice', '{"id": "b", "weight": 1, "weight": 2}'],
])('leaves a file with %s to the reader of lines', async (_, line) => {
  const file = join(temporaryFolder(), 'rows.jsonl');
  writeFileSync(file, `{"id": "a"}\n${line}\n{"id": "c"}\n`);
  const asTasks = () => Promise.reject(new Error('never'));
  const opened = openJsonLines(file, plan, reading, asTasks).then(async (engine) => {
    onTestFinished(() => engine.close());
    return prunePool(engine, plan, at(plan.benchmarks, 0), reading);
  });
  await expect(opened).rejects.toThrow(NotExpressible);
});

it('finds a key that only late lines have, and ids that are written in other ways', async () => {
  const file = join(temporaryFolder(), 'rows.jsonl');
  const filler = 'x'.repeat(300_000);
  const lines = [
    ...['a', 'b', 'c', 'd', 'e'].map((id) => JSON.stringify({ id, filler })),
    '{"task_note": {"id": "a"}, "id" : "f", "weight": 5}',
    '{"i\\u0064": "\\u0067", "weight": 4}',
  ];
  writeFileSync(file, `${lines.join('\n')}\n`);
  const found: unknown[] = [];
  const benchmark = at(plan.benchmarks, 0);
  const asTasks = async (rows: readonly TableRow[]) => {
    found.push(...rows.map(({ data }) => (data as Row).id));
    return tasksOfRows(rows, plan, benchmark, reading, { path: file, base: '/', inFolders: true });
  };
  const engine = await openJsonLines(file, plan, reading, asTasks);
  onTestFinished(() => engine.close());
  const { census } = await prunePool(engine, plan, benchmark, reading);
  expect(census?.numbers.get('weight')).toEqual([
    [4, 1],
    [5, 1],
  ]);
  expect(found).toEqual(['a', 'b']);
  await engine.tasksAt(['f', 'a']);
  expect(found.slice(2)).toEqual(['a', 'f']);
  await expect(engine.tasksAt(['g'])).rejects.toThrow(NotExpressible);
});
