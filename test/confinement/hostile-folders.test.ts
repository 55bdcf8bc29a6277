import { createHash } from 'node:crypto';
import { cpSync, lstatSync, mkdirSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sfc32 } from '../../src/core/statistics/random-numbers.js';
import { inDepth, isDeep } from '../support/depth.js';
import { projectRoot } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { type Below, type Contents, contentsOf, oddPath, writeHostile, writeTemplate } from './hostile-folder.js';
import { operations } from './operations.js';
import { type Case, canTrace, type TracedCase, traced } from './traced-calls.js';

/** Cases of each of three kinds: 10,000 together in `npm run test:deep`; in `npm test` each operation at least once. */
const [perKind, perBatch] = inDepth([3334, 200], [operations.length, operations.length]);
const canary = 'canary-7f3a';
const base = suiteFolder();
const [template, inside, outside] = ['template', 'in', 'out'].map((name) => join(base, name)) as [
  string,
  string,
  string,
];

/** What node and the libraries it loads open on their own. */
const own = [
  projectRoot,
  '/proc/',
  '/sys/',
  '/dev/null',
  '/dev/urandom',
  '/usr/',
  '/lib',
  '/etc/ld.so',
  '/etc/ssl/openssl.cnf',
  '/etc/localtime',
  // Node reads these when it listens.
  '/etc/resolv.conf',
  '/etc/nsswitch.conf',
  process.execPath,
];

let contents: Contents;
beforeAll(async () => {
  await writeTemplate(template, 'plain');
  contents = contentsOf(template);
  await writeTemplate(outside, canary);
});

/** Cases in folders of their own: each operation in turn, on a folder that was made hostile by chance. */
function casesOf(kind: number, from: number, count: number, { which = operations, above = ['/', '..', '../..'] } = {}) {
  rmSync(inside, { recursive: true, force: true });
  mkdirSync(inside);
  return Array.from({ length: count }, (_, i) => {
    const random = sfc32([kind, from + i, 5, 7]);
    const below: Below = (limit) => Math.floor(random.double() * limit);
    const cwd = join(inside, String(i));
    const around = { folder: cwd, outside, above };
    writeHostile(contents, around, below);
    const operation = which[(from + i) % which.length] as (typeof operations)[number];
    const path = (usual: string) => (below(5) === 0 ? oddPath(below, around) : usual);
    return { operation, args: operation.args(path, below), cwd };
  });
}

/** Runs a test over all cases of a kind, some at a time. */
function overBatches(count: number, test: (from: number, size: number) => number): number {
  let done = 0;
  for (let from = 0; from < count; from += perBatch) done += test(from, Math.min(perBatch, count - from));
  return done;
}

/** How many cases there were, none of which is an error of ours; in `npm run test:deep` also shows their exit codes. */
function tell(run: readonly TracedCase[]): number {
  const ours = run.filter(({ code }) => code === 3);
  expect(few(ours.map((each) => `${words(each)}\n  ${each.printed.slice(0, 600)}`))).toEqual([]);
  const counts = [0, 1, 2, 3].map((code) => `${run.filter((each) => each.code === code).length} with ${code}`);
  if (isDeep) process.stdout.write(`${run.length} cases ended, ${counts.join(', ')}\n`);
  return run.length;
}

const words = ({ args, cwd }: Case) => `${cwd}$ winnow ${args.map((each) => JSON.stringify(each)).join(' ')}`;

/** What a case opened that it may not open. */
function leaks(each: TracedCase): readonly string[] {
  const isAllowed = (path: string) =>
    !path.startsWith('/') ||
    [`${inside}/`, ...own].some((start) => path === start || path === inside || path.startsWith(start));
  return each.opened.filter((path) => !isAllowed(path)).map((path) => `${words(each)}\n  opened ${path}`);
}

const writes = (each: TracedCase) => each.writing.map((call) => `${words(each)}\n  ${call}`);

/** As much of a list as a person reads. */
const few = (list: readonly string[]) => list.slice(0, 8);

/** Everything in a folder: names, kinds and contents. */
function imprint(folder: string): string {
  const hash = createHash('sha256');
  const walk = (path: string) => {
    const status = lstatSync(path);
    hash.update(`${path}\0${status.mode}\0`);
    if (status.isSymbolicLink()) hash.update(readlinkSync(path));
    else if (status.isDirectory()) for (const name of readdirSync(path).sort()) walk(join(path, name));
    else if (status.isFile()) hash.update(readFileSync(path));
  };
  walk(folder);
  return hash.digest('hex');
}

describe.skipIf(!canTrace)('in hostile folders, as strace sees it', () => {
  it(`a process that may read one folder opens nothing else and writes nothing (${perKind} cases)`, () => {
    const roots = { WINNOW_ALLOW_ONLY: JSON.stringify({ read: [inside], write: [] }) };
    const done = overBatches(perKind, (from, size) => {
      const run = traced(casesOf(1, from, size), roots);
      expect(few(run.flatMap(leaks))).toEqual([]);
      expect(few(run.flatMap(writes))).toEqual([]);
      expect(few(run.flatMap((each) => each.started))).toEqual([]);
      expect(few(run.filter(({ printed }) => printed.includes(canary)).map(words))).toEqual([]);
      // Nothing is proven by processes that opened nothing.
      expect(run.filter(({ opened }) => opened.some((path) => path.startsWith(`${inside}/`))).length).toBeGreaterThan(
        size / 2,
      );
      // Nor by those that did nothing.
      expect(run.filter(({ code }) => code === 0).length).toBeGreaterThan(size / 10);
      return tell(run);
    });
    expect(done).toBe(perKind);
  });

  it(`a process that may write to one folder leaves all others as they are (${perKind} cases)`, () => {
    const roots = { WINNOW_ALLOW_ONLY: JSON.stringify({ read: [], write: [inside] }) };
    const before = imprint(outside);
    const done = overBatches(perKind, (from, size) => {
      const run = traced(casesOf(2, from, size), roots);
      expect(few(run.flatMap(leaks))).toEqual([]);
      expect(few(run.filter(({ printed }) => printed.includes(canary)).map(words))).toEqual([]);
      expect(run.filter(({ writing }) => writing.length > 0).length).toBeGreaterThan(0);
      return tell(run);
    });
    expect(done).toBe(perKind);
    expect(imprint(outside)).toBe(before);
    expect(readdirSync(base).sort()).toEqual(['in', 'out', 'template']);
  });

  it(`the command line writes nothing when it only reads (${perKind} cases)`, () => {
    const reading = operations.filter(({ reads }) => reads);
    const done = overBatches(perKind, (from, size) => {
      const run = traced(casesOf(3, from, size, { which: reading, above: [] }), {});
      expect(few(run.flatMap(writes))).toEqual([]);
      return tell(run);
    });
    expect(done).toBe(perKind);
  });

  it('sees what a process opens and writes, native libraries included', () => {
    rmSync(inside, { recursive: true, force: true });
    cpSync(template, join(inside, '0'), { recursive: true });
    const cases = [
      { args: ['inspect', join(outside, 'pool.parquet')], cwd: join(inside, '0') },
      { args: ['select', 'plan.yaml', '--out', 'new'], cwd: join(inside, '0') },
    ];
    const [reading, writing] = traced(cases, {}) as [TracedCase, TracedCase];
    expect([reading.code, writing.code]).toEqual([0, 0]);
    expect(leaks(reading).join('\n')).toContain(join(outside, 'pool.parquet'));
    expect(writing.writing.join('\n')).toMatch(/rename|O_CREAT/);
  });
});
