import { fingerprintEach, fingerprintTasks } from '../fingerprint/fingerprint-tasks.js';
import type { Manifest } from '../manifest/manifest.js';
import type { Plan } from '../model/plan.js';
import type { Pools } from '../model/task.js';
import { compareText } from '../text/compare-text.js';

/** What a selection is made from: which plan, and which tasks. */
export interface PoolState {
  readonly plan: { readonly name: string; readonly sha256: string };
  readonly pools: ReadonlyMap<string, PoolHashes>;
}

/** A benchmark's tasks, as hashes. */
export interface PoolHashes {
  readonly sha256: string;
  /** By id. */
  readonly tasks: ReadonlyMap<string, string>;
}

/** The state that a manifest was made from. */
export function stateOfManifest({ metadata, benchmarks, task_hashes }: Manifest): PoolState {
  const hashes = new Map(Object.entries(task_hashes));
  const pools = benchmarks.map(({ name, tasks_sha256 }): [string, PoolHashes] => [
    name,
    { sha256: tasks_sha256, tasks: new Map(Object.entries(hashes.get(name) ?? {})) },
  ]);
  return { plan: metadata.plan, pools: new Map(pools) };
}

/** The state of a plan and its pools, also of those on which the plan does not run. */
export function stateOfPools({ name, hash, benchmarks }: Plan, pools: Pools): PoolState {
  const hashed = benchmarks.map((benchmark): [string, PoolHashes] => {
    const tasks = (pools.get(benchmark.name)?.tasks ?? []).toSorted((a, b) => compareText(a.id, b.id));
    return [benchmark.name, { sha256: fingerprintTasks(tasks), tasks: fingerprintEach(tasks) }];
  });
  return { plan: { name, sha256: hash }, pools: new Map(hashed) };
}
