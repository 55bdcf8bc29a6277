import type { PoolHashes } from '../fingerprint/fingerprint-pool.js';
import { groupBy } from '../lists/group-by.js';
import type { TaskEntry } from '../manifest/csv-columns.js';
import type { Manifest } from '../manifest/manifest.js';
import { type PoolState, stateOfManifest } from './pool-state.js';
import { type BenchmarkEntry, countTasks, taskKey } from './recount.js';

type ExclusionEntry = Manifest['exclusions'][number];
type GroupEntry = BenchmarkEntry['groups'][number];

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
  /** The exclusions for which a task came in, by the `taskKey` of that task. */
  readonly replaced: ReadonlyMap<string, readonly ExclusionEntry[]>;
  /** How many places each group has, by `groupKey`. */
  readonly places: ReadonlyMap<string, number>;
  /** The tasks that the plan's `where` leaves out, by `taskKey`. */
  readonly leftOut: ReadonlySet<string>;
}

export function diffSide(label: string, manifest: Manifest): DiffSide {
  const benchmarks = new Map(manifest.benchmarks.map((entry) => [entry.name, entry]));
  const entries = [...benchmarks.values()];
  return {
    label,
    manifest,
    state: stateOfManifest(manifest),
    weights: new Map(Object.entries(manifest.methodology.mcp_scoring_weights)),
    benchmarks,
    tasks: new Map(manifest.tasks.map((task) => [taskKey(task), task])),
    exclusions: new Map(manifest.exclusions.map((entry) => [taskKey(entry), entry])),
    replaced: groupBy(
      manifest.exclusions.filter(({ replaced_by }) => replaced_by !== null),
      ({ benchmark, replaced_by }) => taskKey({ benchmark, task_id: replaced_by ?? '' }),
    ),
    places: new Map(
      entries.flatMap(({ name, groups }) => groups.map((group) => [groupKey(name, group), group.places] as const)),
    ),
    // Manifests of earlier versions do not say it.
    leftOut: new Set(
      entries.flatMap((entry) =>
        (entry.left_out_by_where ?? []).map((id) => taskKey({ benchmark: entry.name, task_id: id })),
      ),
    ),
  };
}

/**
 * The two sides, with the tasks of a benchmark taken for the same where only one of them has hashed what the tasks consist
 * of: earlier programs did not, and their hashes cannot be compared.
 */
export function comparable(a: DiffSide, b: DiffSide): readonly [DiffSide, DiffSide] {
  const hashesAll = ({ state }: DiffSide, name: string) => (state.pools.get(name)?.fields.size ?? 0) > 0;
  const blurred = (side: DiffSide): DiffSide => {
    const pools = [...side.state.pools].map(([name, pool]): [string, PoolHashes] => {
      const tasks = new Map([...pool.tasks.keys()].map((id) => [id, '']));
      return [name, hashesAll(a, name) === hashesAll(b, name) ? pool : { ...pool, tasks }];
    });
    return { ...side, state: { ...side.state, pools: new Map(pools) } };
  };
  return [blurred(a), blurred(b)];
}

/** A name for a group that is unique in a manifest. */
export function groupKey(benchmark: string, { by, value }: Pick<GroupEntry, 'by' | 'value'>): string {
  return JSON.stringify([benchmark, by, value]);
}

/** Of every benchmark, how many tasks both sides select with the same features and another score. */
export function rescoredTasks(a: DiffSide, b: DiffSide): ReadonlyMap<string, number> {
  const rescored = a.manifest.tasks.filter((task) => {
    const other = b.tasks.get(taskKey(task));
    if (other === undefined || other.mcp_benefit_score === task.mcp_benefit_score) return false;
    return hashOf(a, task) === hashOf(b, task);
  });
  return countTasks(rescored, ({ benchmark }) => benchmark);
}

/** The hash of a task in the side's pool; undefined when the pool does not have it. */
export function hashOf({ state }: DiffSide, { benchmark, task_id }: TaskEntry): string | undefined {
  return state.pools.get(benchmark)?.tasks.get(task_id);
}
