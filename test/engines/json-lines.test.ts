import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';
import { at } from '../../src/core/lists/lists.js';
import { WinnowError } from '../../src/core/model/errors.js';
import type { Plan } from '../../src/core/model/plan.js';
import type { Pool } from '../../src/core/model/task.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { NotExpressible } from '../../src/engines/engine.js';
import { openFiles } from '../../src/engines/file-engine.js';
import { readColumns } from '../../src/engines/read-tables.js';
import { readPools } from '../../src/sources/read-pools.js';
import { inDepth } from '../support/depth.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { pruneOne } from './prune-one.js';
import { expectSameTasks, textsOf } from './same-bytes.js';

// So that small tables are large ones, in memory and for the engine alike.
vi.mock('../../src/core/model/pool-census.js', async (original) => ({
  ...(await original<object>()),
  isLargePool: (tasks: number) => tasks > 3,
}));

const text = `
name: lines
title: Lines
phases: [Fix]
fields: { kind: { kind: label }, weight: { kind: number } }
score: { name: size, weights: { same: 1 }, components: { same: { constant: 1 } } }
benchmarks: { one: { source: { path: rows.jsonl, format: table }, phase: Fix, select: { take: 1 } } }
`;

const kind = { kind: 'json-lines' } as const;

/** A plan for the lines of a file. */
function planAt(file: string) {
  const own = readPlan(text, join(dirname(file), 'plan.yaml'));
  const benchmark = at(own.benchmarks, 0);
  if (benchmark.source.kind !== 'path') throw new Error('a source of another kind');
  return { plan: own, benchmark, source: benchmark.source };
}

async function opened(file: string) {
  const { plan, benchmark, source } = planAt(file);
  const engine = await openFiles({ files: [file], kind }, plan, benchmark, source);
  onTestFinished(() => engine.close());
  return { plan, benchmark, source, engine };
}

it.each([
  ['a line that is not JSON', '{"id": "b"'],
  ['a key that stands there twice', '{"id": "b", "weight": 1, "weight": 2}'],
])('leaves a file with %s to the reader of lines', async (_, line) => {
  const file = join(temporaryFolder(), 'rows.jsonl');
  writeFileSync(file, `{"id": "a"}\n${line}\n{"id": "c"}\n`);
  const prune = async () => {
    const { engine, plan, benchmark, source } = await opened(file);
    return pruneOne(engine, plan, benchmark, source);
  };
  await expect(prune()).rejects.toThrow(NotExpressible);
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
  const { engine, plan, benchmark, source } = await opened(file);
  const { census } = await pruneOne(engine, plan, benchmark, source);
  expect(census?.counts.get('weight')).toEqual([
    { value: undefined, tasks: 5, eligible: 5 },
    { value: '5', tasks: 1, eligible: 1 },
    { value: '4', tasks: 1, eligible: 1 },
  ]);
  const ids = async (...places: string[]) => (await engine.tasksAt(places)).map(({ id }) => id);
  expect(await ids('f', 'a')).toEqual(['a', 'f']);
  expect(await ids('g')).toEqual(['g']);
  await expect(engine.tasksAt(['h'])).rejects.toThrow(NotExpressible);
});

/** What a stranger's file may hold in place of a plain value, as it is written. */
const oddValues = [
  ...['"12"', '"1e3"', '1e3', '-0', '-3', '"007"', '12345678901234567890', '0.1', '1e400', '" 5 "', '""', '" "'],
  ...['true', 'false', 'null', '{}', '{"id": "t-1"}', '[]', '[1, 2]', '["a"]', '"[1]"', '"{}"', '"nan"', '"1_000"'],
  ...['"\\u0061b"', '"a\\"b"', '"é"', '"\\u212a"', '"\\u0000"', '"PY"', '"\\tgo"', '7', '1.50', '"-0"', '"0x10"'],
  ...['"a\\tb"', '"go\\t"', '" \\tgo "', '"a\\u0000b"', '"a\\u0001"', '"\\u007f"', '"a\\u007fb"'],
];
/** Keys of which some are in every line, some are the plan's and in none, and some are nobody's. */
const oddKeys = [
  ...['id', 'kind', 'weight', 'language', 'weight', 'kind', 'tags', 'additions', 'deletions', 'lines_changed'],
  ...['random', 'score', 'phase', 'prior_rate', 'benchmark', 'task_dir', 'metadata', 'task', 'task_id', 'note'],
];
/** How the lines stand in the file. */
const layouts: readonly ((lines: readonly string[]) => string)[] = [
  (lines) => `${lines.join('\n')}\n`,
  (lines) => lines.join('\r\n'),
  (lines) => `\ufeff${lines.join('\n\n \n')}`,
  (lines) => `${lines.map((line) => ` ${line.replaceAll('":', '" : ')}`).join('\n')}\n`,
];

/** Every task of the file, as the reader of lines gives it; undefined where it gives none. */
async function wholePool(plan: Plan): Promise<Pool | undefined> {
  try {
    return (await readPools(plan)).get('one');
  } catch (error) {
    if (error instanceof WinnowError) return undefined;
    throw error;
  }
}

it('gives the same bytes as the reader of lines, whatever stands in one of them', async () => {
  const file = join(temporaryFolder(), 'rows.jsonl');
  const { plan, benchmark, source } = planAt(file);
  let counted = 0;
  const given = fc.record({
    rows: fc.integer({ min: 5, max: 9 }),
    odd: fc.option(
      fc.record({ row: fc.nat(8), key: fc.constantFrom(...oddKeys), value: fc.constantFrom(...oddValues) }),
    ),
    place: fc.constantFrom('first', 'last', 'twice'),
    // So that what follows is not among the first lines, or that a line is long.
    filler: fc.constantFrom(0, 1_100_000, 2_200_000),
    layout: fc.constantFrom(...layouts),
  });
  const property = fc.asyncProperty(given, async ({ rows, odd, place, filler, layout }) => {
    const lines = Array.from({ length: rows }, (_, i) => {
      const cells = new Map([
        ...(place === 'last' ? [] : [['id', `"t-${i}"`] as const]),
        ['kind', `"${'xyz'[i % 3]}"`],
        ['weight', String(i / 4)],
        ['language', i % 2 === 0 ? '"py"' : '"Go"'],
        ...(place === 'last' ? [['id', `"t-${i}"`] as const] : []),
        ...(i === 1 ? [['filler', `"${'x'.repeat(filler)}"`] as const] : []),
      ]);
      const isOdd = odd?.row === i;
      if (isOdd && place !== 'twice') cells.set(odd.key, odd.value);
      const written = [...cells, ...(isOdd && place === 'twice' ? [[odd.key, odd.value] as const] : [])];
      return `{${written.map(([key, value]) => `"${key}":${value}`).join(',')}}`;
    });
    writeFileSync(file, layout(lines));
    const all = await wholePool(plan);
    const whole = all && textsOf(plan, all);
    try {
      const engine = await openFiles({ files: [file], kind }, plan, benchmark, source);
      try {
        expect(textsOf(plan, await pruneOne(engine, plan, benchmark, source))).toEqual(whole);
        if (all !== undefined) expectSameTasks(await readColumns(engine, plan, benchmark, source), all);
        counted += 1;
      } finally {
        engine.close();
      }
    } catch (error) {
      if (!(error instanceof NotExpressible)) throw error;
    }
  });
  await fc.assert(property, { numRuns: inDepth(200, 25) });
  // A suite that never counts would pass, too.
  expect(counted).toBeGreaterThan(0);
});
