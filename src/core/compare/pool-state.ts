import { fingerprintPool, type PoolHashes } from '../fingerprint/fingerprint-pool.js';
import type { Manifest } from '../manifest/manifest.js';
import type { Plan } from '../model/plan.js';
import type { Pool, Pools } from '../model/task.js';
import { compareText } from '../text/compare-text.js';

/** What a selection is made from: which plan, and which tasks. */
export interface PoolState {
  readonly plan: { readonly name: string; readonly sha256: string };
  readonly pools: ReadonlyMap<string, PoolHashes>;
}

/** The state that a manifest was made from. */
export function stateOfManifest({ metadata, benchmarks, task_hashes }: Manifest): PoolState {
  const hashes = new Map(Object.entries(task_hashes));
  const pools = benchmarks.map(({ name, tasks_sha256, field_hashes = {} }): [string, PoolHashes] => [
    name,
    {
      sha256: tasks_sha256,
      tasks: new Map(Object.entries(hashes.get(name) ?? {})),
      fields: new Map(Object.entries(field_hashes)),
    },
  ]);
  return { plan: metadata.plan, pools: new Map(pools) };
}

/** The state of a plan and its pools, also of those on which the plan does not run. */
export function stateOfPools({ name, hash, benchmarks }: Plan, pools: Pools): PoolState {
  const hashed = benchmarks.map((benchmark): [string, PoolHashes] => {
    const tasks = (pools.get(benchmark.name)?.tasks ?? []).toSorted((a, b) => compareText(a.id, b.id));
    return [benchmark.name, fingerprintPool(tasks)];
  });
  return { plan: { name, sha256: hash }, pools: new Map(hashed) };
}

/**
 * The pools as a manifest has hashed them: earlier programs looked at the fields of a task alone, and what they wrote says
 * nothing of the rest.
 */
export function poolsAsHashed(pools: Pools, manifest: Manifest | undefined): Pools {
  const plain = new Set(
    (manifest?.benchmarks ?? []).filter(({ field_hashes }) => field_hashes === undefined).map(({ name }) => name),
  );
  const isOther = ([name, { tasks }]: [string, Pool]) => plain.has(name) && tasks.some(({ contents }) => contents);
  // The same pools where nothing is to be left out, so that nobody needs to run a plan twice.
  if (![...pools].some(isOther)) return pools;
  return new Map([...pools].map(([name, pool]) => [name, plain.has(name) ? withoutContents(pool) : pool]));
}

function withoutContents(pool: Pool): Pool {
  return { ...pool, tasks: pool.tasks.map(({ contents, ...task }) => task) };
}
