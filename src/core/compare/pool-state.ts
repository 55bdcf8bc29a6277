import { fingerprintPool, type PoolHashes } from '../fingerprint/fingerprint-pool.js';
import { at } from '../lists/at.js';
import { sumAlgorithm } from '../manifest/benchmark-entry.js';
import type { Difference } from '../manifest/difference.js';
import type { Manifest } from '../manifest/manifest.js';
import type { Plan } from '../model/plan.js';
import { isLargePool } from '../model/pool-census.js';
import type { Pool, Pools, TaskContents } from '../model/task.js';
import { compareText } from '../text/compare-text.js';

/** What a selection is made from: which plan, and which tasks. */
export interface PoolState {
  readonly plan: { readonly name: string; readonly sha256: string };
  readonly pools: ReadonlyMap<string, PoolHashes>;
}

/** The state that a manifest was made from. */
export function stateOfManifest({ metadata, benchmarks, task_hashes }: Manifest): PoolState {
  const hashes = new Map(Object.entries(task_hashes));
  const pools = benchmarks.map(
    ({ name, fingerprint, tasks_sha256, field_hashes = {}, files_counted }): [string, PoolHashes] => [
      name,
      {
        sha256: tasks_sha256,
        tasks: new Map(Object.entries(hashes.get(name) ?? {})),
        fields: new Map(Object.entries(field_hashes)),
        everyFile: files_counted === 'all',
        ...(fingerprint === undefined ? {} : { isPart: true }),
      },
    ],
  );
  return { plan: metadata.plan, pools: new Map(pools) };
}

/** The state of a plan and its pools, also of those on which the plan does not run. */
export function stateOfPools({ name, hash, benchmarks }: Plan, { pools, hashedOneByOne }: HashedPools): PoolState {
  const hashed = benchmarks.map((benchmark): [string, PoolHashes] => {
    const { tasks = [] } = pools.get(benchmark.name) ?? {};
    const inOrder = tasks.toSorted((a, b) => compareText(a.id, b.id));
    return [benchmark.name, fingerprintPool(inOrder, hashedOneByOne.has(benchmark.name))];
  });
  return { plan: { name, sha256: hash }, pools: new Map(hashed) };
}

/** Pools as a manifest has hashed them. */
export interface HashedPools {
  readonly pools: Pools;
  /** The benchmarks whose tasks are hashed one by one, though they are many. */
  readonly hashedOneByOne: ReadonlySet<string>;
}

/**
 * The pools as a manifest has hashed them: earlier programs looked only at the fields of a task, or at some files of its
 * folder, and what they wrote says nothing of the rest; and they hashed the tasks of a large pool one by one. The same
 * pools if nothing is left out, so that nobody needs to run a plan twice.
 */
export function poolsAsHashed(pools: Pools, manifest: Pick<Manifest, 'benchmarks'> | undefined): HashedPools {
  const earlier = new Map([...pools].flatMap(([name, pool]) => earlierContents(name, pool, manifest)));
  const hashedOneByOne = new Set(
    [...pools].flatMap(([name, pool]) => (isEarlierLarge(name, pool, manifest) ? [name] : [])),
  );
  if (earlier.size === 0) return { pools, hashedOneByOne };
  return {
    pools: new Map([...pools].map(([name, pool]) => [name, withContents(pool, earlier.get(name))])),
    hashedOneByOne,
  };
}

/** Whether a large pool was hashed by a program that knew no sum. */
export function isEarlierLarge(
  name: string,
  { tasks, census }: Pool,
  manifest: Pick<Manifest, 'benchmarks'> | undefined,
): boolean {
  const entry = manifest?.benchmarks.find((each) => each.name === name);
  return entry !== undefined && entry.fingerprint === undefined && isLargePool(census?.available ?? tasks.length);
}

/** What is to be known of a manifest whose hashes were found otherwise, or cover less than a program hashes now. */
export function hashingNotes(pools: Pools, manifest: Pick<Manifest, 'benchmarks'> | undefined): Difference[] {
  return (manifest?.benchmarks ?? []).flatMap(({ name, field_hashes, fingerprint = sumAlgorithm }) => {
    const pool = pools.get(name);
    if (fingerprint !== sumAlgorithm) {
      const message = `benchmark ${name} has a fingerprint of the kind "${fingerprint}", written by a version that was never released or is newer than this one, which writes "${sumAlgorithm}"; the two differ on the same tasks. Run "winnow select" again.`;
      return [{ code: 'note/other-fingerprint', message, path: `benchmarks.${name}.fingerprint` }];
    }
    if (field_hashes === undefined || pool === undefined || earlierContents(name, pool, manifest).length === 0)
      return [];
    const message = `benchmark ${name} was hashed when only some files of a task counted; a change in the others is not found. To count every file, run "winnow select" again.`;
    return [{ code: 'note/fewer-files', message, path: `benchmarks.${name}.files_counted` }];
  });
}

type Contents = (contents: TaskContents) => TaskContents | undefined;

/** What earlier programs looked at, if the manifest is of one of them. */
function earlierContents(
  name: string,
  { tasks }: Pool,
  manifest: Pick<Manifest, 'benchmarks'> | undefined,
): [string, Contents][] {
  const entry = manifest?.benchmarks.find((each) => each.name === name);
  if (entry === undefined || entry.fingerprint !== undefined) return [];
  const { field_hashes, files_counted } = entry;
  if (field_hashes === undefined) {
    return tasks.some(({ contents }) => contents) ? [[name, () => undefined]] : [];
  }
  if (files_counted === 'all' || !tasks.some(({ contents }) => contents?.everyFile === true)) return [];
  const names = new Set(Object.keys(field_hashes));
  // Of a folder below the task's own all files counted that lie directly in it, or none.
  const folders = new Set([...names].filter((file) => file.includes('/')).map(folderOf));
  const counted = (file: string) => names.has(file) || folders.has(folderOf(file));
  return [[name, (contents) => onlySome(contents, counted)]];
}

function onlySome({ names, marks }: TaskContents, counted: (file: string) => boolean): TaskContents {
  const lines = marks.split('\n');
  const places = names.map((_, i) => i).filter((i) => counted(at(names, i)) && !at(lines, i).startsWith('link '));
  return { names: places.map((i) => at(names, i)), marks: places.map((i) => at(lines, i)).join('\n') };
}

/** Empty for what lies in the task's folder itself. */
function folderOf(file: string): string {
  return file.slice(0, Math.max(0, file.lastIndexOf('/')));
}

function withContents(pool: Pool, earlier: Contents | undefined): Pool {
  if (earlier === undefined) return pool;
  const tasks = pool.tasks.map(({ contents, ...task }) => {
    const some = contents === undefined ? undefined : earlier(contents);
    return some === undefined ? task : { ...task, contents: some };
  });
  return { ...pool, tasks };
}
