import type { PoolHashes } from '../fingerprint/fingerprint-pool.js';
import { at, countBy, groupBy } from '../lists/lists.js';
import type { BenchmarkEntry } from '../manifest/benchmark-entry.js';
import type { TaskEntry } from '../manifest/csv-columns.js';
import type { Manifest } from '../manifest/manifest.js';
import { entryKey } from './contradictions.js';
import { areHashesComparable, stateOfManifest } from './pool-state.js';

type GroupEntry = BenchmarkEntry['groups'][number];

export type DiffSide = ReturnType<typeof diffSide>;

/** Indexes a selection: tasks and exclusions by `taskKey`, places by `groupKey`. */
export function diffSide(label: string, manifest: Manifest) {
  const { benchmarks, tasks, exclusions, methodology } = manifest;
  const replacing = exclusions.filter(({ replaced_by }) => replaced_by !== null);
  const places = benchmarks.flatMap(({ name, groups }) =>
    groups.map((group) => [groupKey(name, group), group.places] as const),
  );
  // Manifests of earlier versions don't record which tasks `where` excludes.
  const leftOut = benchmarks.flatMap(({ name: benchmark, left_out_by_where: ids = [] }) =>
    ids.map((task_id) => entryKey({ benchmark, task_id })),
  );
  return {
    label,
    manifest,
    state: stateOfManifest(manifest),
    weights: new Map(Object.entries(methodology.score?.weights ?? {})),
    benchmarks: new Map(benchmarks.map((entry) => [entry.name, entry])),
    tasks: new Map(tasks.map((task) => [entryKey(task), task])),
    exclusions: new Map(exclusions.map((entry) => [entryKey(entry), entry])),
    replaced: groupBy(replacing, ({ benchmark, replaced_by }) => entryKey({ benchmark, task_id: replaced_by ?? '' })),
    places: new Map(places),
    leftOut: new Set(leftOut),
  };
}

/**
 * Blanks task hashes that can't be compared, so that these tasks count as equal: the plans use different fields, or
 * only one side hashed the contents, which earlier versions didn't.
 */
export function comparable(a: DiffSide, b: DiffSide): readonly [DiffSide, DiffSide] {
  const hashesAll = ({ state }: DiffSide, name: string) => (state.pools.get(name)?.fields.size ?? 0) > 0;
  const blurred = (side: DiffSide): DiffSide => {
    const pools = [...side.state.pools].map(([name, pool]): [string, PoolHashes] => {
      const tasks = new Map([...pool.tasks.keys()].map((id) => [id, '']));
      if (!areHashesComparable(a.state, b.state, name)) return [name, { ...pool, tasks, sha256: '' }];
      return [name, hashesAll(a, name) === hashesAll(b, name) ? pool : { ...pool, tasks }];
    });
    return { ...side, state: { ...side.state, pools: new Map(pools) } };
  };
  return [blurred(a), blurred(b)];
}

export function groupKey(benchmark: string, { by, value }: Pick<GroupEntry, 'by' | 'value'>): string {
  return JSON.stringify([benchmark, by, value]);
}

/** Without a score in both plans, there are no scores to compare. */
export function haveScores(...sides: readonly DiffSide[]): boolean {
  return sides.every(({ manifest }) => manifest.methodology.score !== undefined);
}

/** Per benchmark, the number of tasks in both selections with equal hashes but different scores. */
export function rescoredTasks(a: DiffSide, b: DiffSide): ReadonlyMap<string, number> {
  const rescored = a.manifest.tasks.filter((task) => {
    const other = b.tasks.get(entryKey(task));
    if (other === undefined || other.score === task.score || !haveScores(a, b)) return false;
    return hashOf(a, task) === hashOf(b, task);
  });
  return countBy(rescored, ({ benchmark }) => benchmark);
}

/** Benchmarks with the same tasks on both sides whose difficulty was learned from different systems. */
export function relearnedBenchmarks(a: DiffSide, b: DiffSide): ReadonlySet<string> {
  const systemsOf = ({ benchmarks }: DiffSide, name: string) => benchmarks.get(name)?.prior_systems ?? [];
  return new Set(
    [...b.benchmarks.keys()].filter((name) => {
      const [own, other] = [poolOf(a, name), poolOf(b, name)];
      const isSame = own.size > 0 && own.size === other.size && [...own.keys()].every((id) => other.has(id));
      return isSame && systemsOf(a, name).join('\n') !== systemsOf(b, name).join('\n');
    }),
  );
}

/** A task's hash in its pool; undefined if the pool doesn't contain it. */
export function hashOf({ state }: DiffSide, { benchmark, task_id }: TaskEntry): string | undefined {
  return state.pools.get(benchmark)?.tasks.get(task_id);
}

/** `tasks` maps a `taskKey` in A to the benchmark in B; `renamed` maps benchmarks of A to their names in B. */
export type Relocations = ReturnType<typeof findRelocations>;

type Move = { readonly id: string; readonly from: string; readonly to: string };

/** Finds tasks that B has in another benchmark, by id and content, or by id if contents can't be compared. */
export function findRelocations(a: DiffSide, b: DiffSide) {
  const moves = unambiguous(candidates(a, b));
  const renamed = new Map<string, string>();
  for (const [from, own] of groupBy(moves, (move) => move.from)) {
    for (const [to, list] of groupBy(own, (move) => move.to)) {
      // The move must cover more than half of both pools.
      const most = Math.max(poolOf(a, from).size, poolOf(b, to).size);
      if (isRenaming(from, to, a, b) && 2 * list.length > most) renamed.set(from, to);
    }
  }
  const tasks = new Map(moves.map(({ id, from, to }) => [entryKey({ benchmark: from, task_id: id }), to]));
  // In a renamed benchmark, a task with changed content is still the same task.
  for (const [from, to] of renamed) {
    for (const id of poolOf(a, from).keys()) {
      if (poolOf(b, to).has(id)) tasks.set(entryKey({ benchmark: from, task_id: id }), to);
    }
  }
  return { tasks, renamed };
}

function poolOf({ state }: DiffSide, benchmark: string): ReadonlyMap<string, string> {
  return state.pools.get(benchmark)?.tasks ?? new Map();
}

function isRenaming(from: string, to: string, a: DiffSide, b: DiffSide): boolean {
  return !b.state.pools.has(from) && !a.state.pools.has(to);
}

function candidates(a: DiffSide, b: DiffSide): Move[] {
  const places = groupBy(
    [...b.state.pools].flatMap(([to, { tasks }]) =>
      [...tasks.keys()].filter((id) => !poolOf(a, to).has(id)).map((id) => ({ id, to })),
    ),
    ({ id }) => id,
  );
  return [...a.state.pools].flatMap(([from, { tasks, fields }]) =>
    [...tasks].flatMap(([id, hash]): Move[] => {
      if (poolOf(b, from).has(id)) return [];
      return (places.get(id) ?? []).flatMap(({ to }) => {
        const other = b.state.pools.get(to);
        // Earlier versions hashed less of a task, so these hashes can't be compared.
        const isComparable =
          (other?.fields.size ?? 0) > 0 === fields.size > 0 && areHashesComparable(a.state, b.state, from, to);
        const isSame = isComparable ? other?.tasks.get(id) === hash : isRenaming(from, to, a, b);
        return isSame ? [{ id, from, to }] : [];
      });
    }),
  );
}

function unambiguous(moves: readonly Move[]): Move[] {
  const keyOf = (benchmark: string, { id }: Move) => entryKey({ benchmark, task_id: id });
  const from = groupBy(moves, (move) => keyOf(move.from, move));
  const to = groupBy(moves, (move) => keyOf(move.to, move));
  return moves.filter(
    (move) => from.get(keyOf(move.from, move))?.length === 1 && to.get(keyOf(move.to, move))?.length === 1,
  );
}

/** Moves A's tasks into their benchmarks in B, so that the sides can be compared task by task. */
export function relocate(a: DiffSide, { tasks, renamed }: Relocations): DiffSide {
  if (tasks.size === 0) return a;
  const { manifest, label } = a;
  const benchmarkOf = (task: { readonly benchmark: string; readonly task_id: string }) =>
    tasks.get(entryKey(task)) ?? renamed.get(task.benchmark) ?? task.benchmark;
  const side = diffSide(label, {
    ...manifest,
    benchmarks: manifest.benchmarks.map((entry) => ({ ...entry, name: renamed.get(entry.name) ?? entry.name })),
    exclusions: manifest.exclusions.map((entry) => ({ ...entry, benchmark: benchmarkOf(entry) })),
    tasks: manifest.tasks.map((task) => moved(task, benchmarkOf(task))),
  });
  const placed = [...a.state.pools].flatMap(([name, pool]) =>
    [...pool.tasks].map(([id, hash]) => ({ id, hash, pool, to: benchmarkOf({ benchmark: name, task_id: id }) })),
  );
  const pools = [...groupBy(placed, ({ to }) => to)].map(([to, list]): [string, PoolHashes] => {
    const { sha256, fields, everyFile } = a.state.pools.get(to) ?? at(list, 0).pool;
    return [to, { sha256, fields, everyFile, tasks: new Map(list.map(({ id, hash }) => [id, hash])) }];
  });
  return { ...side, state: { ...a.state, pools: new Map(pools) } };
}

/** Renames the task's stratum too, because it starts with the benchmark's name. */
function moved(task: TaskEntry, benchmark: string): TaskEntry {
  const { design } = task;
  if (benchmark === task.benchmark) return task;
  if (design === null || !design.stratum.startsWith(task.benchmark)) return { ...task, benchmark };
  const stratum = `${benchmark}${design.stratum.slice(task.benchmark.length)}`;
  return { ...task, benchmark, design: { ...design, stratum } };
}
