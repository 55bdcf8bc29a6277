import type { Manifest } from '../report/manifest.js';
import { type PoolState, stateOfManifest } from './pool-state.js';
import { type BenchmarkEntry, type TaskEntry, taskKey } from './recount.js';

type ExclusionEntry = Manifest['exclusions'][number];

/** One of two selections, ready to be looked things up in. */
export interface DiffSide {
  /** What it is called in a sentence: A or B. */
  readonly label: string;
  readonly manifest: Manifest;
  readonly state: PoolState;
  readonly weights: ReadonlyMap<string, number>;
  readonly benchmarks: ReadonlyMap<string, BenchmarkEntry>;
  /** Tasks and exclusions by `taskKey`. */
  readonly tasks: ReadonlyMap<string, TaskEntry>;
  readonly exclusions: ReadonlyMap<string, ExclusionEntry>;
}

export function diffSide(label: string, manifest: Manifest): DiffSide {
  return {
    label,
    manifest,
    state: stateOfManifest(manifest),
    weights: new Map(Object.entries(manifest.methodology.mcp_scoring_weights)),
    benchmarks: new Map(manifest.benchmarks.map((entry) => [entry.name, entry])),
    tasks: new Map(manifest.tasks.map((task) => [taskKey(task), task])),
    exclusions: new Map(manifest.exclusions.map((entry) => [taskKey(entry), entry])),
  };
}

/** The hash of a task in the side's pool; undefined when the pool does not have it. */
export function hashOf({ state }: DiffSide, { benchmark, task_id }: TaskEntry): string | undefined {
  return state.pools.get(benchmark)?.tasks.get(task_id);
}
