import { expect, it, vi } from 'vitest';
import { checkFiles } from '../../src/core/compare/check-files.js';
import { hashingNotes, poolsAsHashed } from '../../src/core/compare/pool-state.js';
import { at } from '../../src/core/lists/lists.js';
import { readManifest } from '../../src/core/manifest/read-manifest.js';
import type { Pools } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { generatorName } from '../../src/disk/own-package.js';
import { selectionFiles } from '../../src/disk/write-selection.js';
import { tasksOfRows } from '../../src/engines/open-benchmark.js';

const large = vi.hoisted(() => ({ from: Number.POSITIVE_INFINITY }));
vi.mock('../../src/core/model/pool-census.js', async (original) => ({
  ...(await original<object>()),
  isLargePool: (tasks: number) => tasks > large.from,
}));

const plan = readPlan(`
name: earlier
title: Earlier
phases: [Fix]
score: { name: size, weights: { files: 1 }, components: { files: { ramp: files_changed, full: 10 } } }
benchmarks:
  one:
    source: { path: rows.jsonl, format: table }
    phase: Fix
    select: { take: 3, where: { files_changed: { at_least: 2 } }, prefer: [files_changed desc] }
`);
const benchmark = at(plan.benchmarks, 0);

function poolsOf(note: string): Pools {
  const { source } = benchmark;
  if (source.kind !== 'path') throw new Error('a source of another kind');
  const rows = Array.from({ length: 9 }, (_, i) => ({ number: i + 1, data: { id: `t-${i}`, files_changed: i, note } }));
  const from = { path: '/pool/rows.jsonl', base: '/pool', inFolders: true };
  return new Map([['one', tasksOfRows(rows, plan, benchmark, source, from)]]);
}

/** The files as a program wrote them that knew no sums. */
function earlierTexts() {
  large.from = Number.POSITIVE_INFINITY;
  const files = new Map(
    [...selectionFiles(runPlan(plan, poolsOf('as it was')))].map(({ name, text }) => [name, String(text)]),
  );
  large.from = 3;
  const manifest = files.get('selection.json') ?? '';
  return { manifest, methodology: files.get('METHODOLOGY.md'), table: files.get('selection.csv') };
}

it.each([
  ['as it was', []],
  ['another', ['pool/changed']],
])('checks an earlier manifest of a large pool by the hashes that it has: %s', (note, codes) => {
  const texts = earlierTexts();
  const { manifest } = readManifest(texts.manifest);
  expect(at(manifest?.benchmarks ?? [], 0).fingerprint).toBeUndefined();
  const { pools, hashedOneByOne } = poolsAsHashed(poolsOf(note), manifest);
  const now = runPlan(plan, pools, { hashedOneByOne });
  const { differences } = checkFiles(texts, now, generatorName());
  expect(differences.filter(({ code }) => !code.startsWith('file/')).map(({ code }) => code)).toEqual(codes);
});

it('hashes a large pool by a sum where no earlier manifest asks for more', () => {
  large.from = 3;
  const [{ text } = { text: '' }] = [...selectionFiles(runPlan(plan, poolsOf('as it was')))].filter(
    ({ name }) => name === 'selection.json',
  );
  const { manifest } = readManifest(String(text));
  expect(at(manifest?.benchmarks ?? [], 0).fingerprint).toBe('sum/v2');
  const pools = poolsOf('as it was');
  expect(poolsAsHashed(pools, manifest)).toEqual({ pools, hashedOneByOne: new Set() });
  expect(hashingNotes(pools, manifest)).toEqual([]);
  const other = readManifest(String(text).replace('"sum/v2"', '"sum/v1"')).manifest;
  expect(hashingNotes(pools, other).map(({ code }) => code)).toEqual(['note/other-fingerprint']);
});
