import { fingerprintPool, mostNames, type PoolHashes } from '../fingerprint/fingerprint-pool.js';
import { at } from '../lists/lists.js';
import { sumAlgorithm } from '../manifest/benchmark-entry.js';
import type { Manifest } from '../manifest/manifest.js';
import type { Difference } from '../manifest/read-manifest.js';
import type { Plan } from '../model/plan.js';
import { isLargePool, poolSize } from '../model/pool-census.js';
import { usualLabels } from '../model/selection.js';
import type { Pool, Pools, TaskContents } from '../model/task.js';
import { compareText, countOf, namesOf } from '../text/words.js';

/** The plan and tasks that a selection is made from. */
export interface PoolState {
  readonly plan: { readonly name: string; readonly sha256: string };
  readonly pools: ReadonlyMap<string, PoolHashes>;
  /** The fields that the plan uses, which every task hash includes; undefined if unknown. */
  readonly uses?: string;
}

export function stateOfManifest({ metadata, methodology, benchmarks, task_hashes }: Manifest): PoolState {
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
  // Tasks have the usual labels whether or not a plan uses them.
  const own = methodology.fields.filter(({ name }) => !usualLabels.includes(name));
  const uses = own.map(({ name, column = name }) => `${name} ${column}`).sort();
  const { name, sha256 } = metadata.plan;
  return { plan: { name, sha256 }, pools: new Map(pools), uses: uses.join('\n') };
}

/** Whether two pools have the same tasks and contents, regardless of the fields that the plans use. */
export function haveSameContents(a: PoolHashes, b: PoolHashes): boolean {
  const areKnown = a.fields.size > 0 && a.fields.size < mostNames && a.tasks.size === b.tasks.size;
  return (
    areKnown && changedFields(a.fields, b.fields).length === 0 && [...a.tasks.keys()].every((id) => b.tasks.has(id))
  );
}

/** Whether different hashes prove that tasks changed, rather than the fields in use. */
export function areHashesComparable(a: PoolState, b: PoolState, name: string, nameInB = name): boolean {
  if (a.plan.sha256 === b.plan.sha256) return true;
  const [own, other] = [a.pools.get(name), b.pools.get(nameInB)];
  if (own === undefined || other === undefined) return true;
  return a.uses !== undefined && a.uses === b.uses && !haveSameContents(own, other);
}

/** The state of a plan and its pools, even if the plan doesn't run on them. */
export function stateOfPools({ name, hash, benchmarks }: Plan, { pools, hashedOneByOne }: HashedPools): PoolState {
  const hashed = benchmarks.map((benchmark): [string, PoolHashes] => {
    const { tasks = [] } = pools.get(benchmark.name) ?? {};
    const inOrder = tasks.toSorted((a, b) => compareText(a.id, b.id));
    const isRepeat = (i: number) => inOrder[i - 1]?.id === inOrder[i]?.id;
    const repeated = new Set(inOrder.filter((_, i) => i > 0 && isRepeat(i)).map(({ id }) => id));
    const firsts = repeated.size === 0 ? inOrder : inOrder.filter((_, i) => i === 0 || !isRepeat(i));
    return [benchmark.name, { ...fingerprintPool(firsts, hashedOneByOne.has(benchmark.name)), repeated }];
  });
  return { plan: { name, sha256: hash }, pools: new Map(hashed) };
}

export interface HashedPools {
  readonly pools: Pools;
  /** Large pools whose tasks are hashed one by one nevertheless. */
  readonly hashedOneByOne: ReadonlySet<string>;
}

/**
 * The pools as the version that wrote the manifest would hash them. Earlier versions hashed only a task's fields, or
 * only some files of its folder, and hashed the tasks of a large pool one by one. Returns `pools` itself if nothing is
 * left out, so that callers needn't run the plan twice.
 */
export function poolsAsHashed(pools: Pools, manifest: Pick<Manifest, 'benchmarks'> | undefined): HashedPools {
  const earlier = new Map([...pools].flatMap(([name, pool]) => earlierContents(name, pool, manifest)));
  const large = [...pools].filter(([name, pool]) => isEarlierLarge(name, pool, manifest));
  const asHashed = new Map([...pools].map(([name, pool]) => [name, withContents(pool, earlier.get(name))]));
  return { pools: earlier.size === 0 ? pools : asHashed, hashedOneByOne: new Set(large.map(([name]) => name)) };
}

/** Whether a version without sum fingerprints hashed this large pool. */
export function isEarlierLarge(name: string, pool: Pool, manifest: Pick<Manifest, 'benchmarks'> | undefined): boolean {
  const entry = manifest?.benchmarks.find((each) => each.name === name);
  return entry !== undefined && entry.fingerprint === undefined && isLargePool(poolSize(pool));
}

/** Notes on hashes that were computed differently, or that cover fewer files than this version hashes. */
export function hashingNotes(pools: Pools, manifest: Pick<Manifest, 'benchmarks'> | undefined): Difference[] {
  return (manifest?.benchmarks ?? []).flatMap(({ name, field_hashes, fingerprint = sumAlgorithm }) => {
    const pool = pools.get(name);
    if (fingerprint !== sumAlgorithm) {
      const message = `benchmark ${name} has a "${fingerprint}" fingerprint, from a newer or unreleased version of Winnow. This version writes "${sumAlgorithm}", which is different even for the same tasks. Run "winnow select" again.`;
      return [{ code: 'note/other-fingerprint', message, path: `benchmarks.${name}.fingerprint` }];
    }
    if (field_hashes === undefined || pool === undefined || earlierContents(name, pool, manifest).length === 0)
      return [];
    const message = `benchmark ${name} was hashed by an earlier version that did not hash every file of a task, so Winnow cannot detect changes in the other files. To hash all files, run "winnow select" again.`;
    return [{ code: 'note/fewer-files', message, path: `benchmarks.${name}.files_counted` }];
  });
}

type Contents = (contents: TaskContents) => TaskContents | undefined;

/** The contents that an earlier version hashed, if one wrote the manifest. */
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
  // For a subfolder, earlier versions hashed either all files directly in it or none.
  const folders = new Set([...names].filter((file) => file.includes('/')).map(folderOf));
  const counted = (file: string) => names.has(file) || folders.has(folderOf(file));
  return [[name, (contents) => onlySome(contents, counted)]];
}

function onlySome({ names, marks }: TaskContents, counted: (file: string) => boolean): TaskContents {
  const lines = marks.split('\n');
  const places = names.map((_, i) => i).filter((i) => counted(at(names, i)) && !at(lines, i).startsWith('link '));
  return { names: places.map((i) => at(names, i)), marks: places.map((i) => at(lines, i)).join('\n') };
}

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

/**
 * Changes in the plan and pools since a selection was made. In `settled` benchmarks the plan and tasks are unchanged,
 * so any difference there is an edit.
 */
export type Drift = ReturnType<typeof findDrift>;

export function findDrift(then: PoolState, now: PoolState) {
  const planChanged = then.plan.sha256 !== now.plan.sha256 || then.plan.name !== now.plan.name;
  const settled = new Set<string>();
  const ofPools = [...then.pools].flatMap(([name, before]) => {
    const after = now.pools.get(name);
    if (after === undefined) return [benchmarkDifference(name, 'benchmark/removed')];
    const moved = poolDifferences(name, before, after, areHashesComparable(then, now, name));
    if (!planChanged && moved.every(({ code }) => code === 'task_hashes/edited')) settled.add(name);
    return moved;
  });
  const newPools = [...now.pools.keys()].filter((name) => !then.pools.has(name));
  const added = newPools.map((name) => benchmarkDifference(name, 'benchmark/added'));
  const differences = [...(planChanged ? [planDifference(then, now)] : []), ...ofPools, ...added];
  return { differences, planChanged, settled };
}

export function planDrift(then: PoolState, now: PoolState['plan'], benchmarks: readonly string[]): Difference[] {
  const isSame = then.plan.sha256 === now.sha256 && then.plan.name === now.name;
  return [
    ...(isSame ? [] : [planDifference(then, { plan: now })]),
    ...[...then.pools.keys()]
      .filter((name) => !benchmarks.includes(name))
      .map((name) => benchmarkDifference(name, 'benchmark/removed')),
    ...benchmarks.filter((name) => !then.pools.has(name)).map((name) => benchmarkDifference(name, 'benchmark/added')),
  ];
}

function benchmarkDifference(name: string, code: 'benchmark/added' | 'benchmark/removed'): Difference {
  const [change, has, lacks] =
    code === 'benchmark/added' ? ['added', 'the plan', 'selection.json'] : ['removed', 'selection.json', 'the plan'];
  return { code, message: `benchmark ${name} was ${change}. It is in ${has}, but not in ${lacks}.` };
}

function planDifference({ plan: then }: PoolState, { plan: now }: Pick<PoolState, 'plan'>): Difference {
  const message =
    then.name === now.name
      ? `the plan "${then.name}" changed. Its SHA-256 was ${then.sha256} and is now ${now.sha256}.`
      : `this is the plan "${now.name}", but the plan "${then.name}" made selection.json.`;
  return { code: 'plan/changed', message, path: 'metadata.plan.sha256' };
}

function poolDifferences(name: string, before: PoolHashes, after: PoolHashes, isComparable: boolean): Difference[] {
  if (!isComparable && haveSameContents(before, after)) return [];
  const added = before.isPart === true ? [] : [...after.tasks.keys()].filter((id) => !before.tasks.has(id));
  // For a large pool, a state has only the selected tasks: a missing task may just be unselected now.
  const gone = after.isPart === true ? [] : [...before.tasks.keys()].filter((id) => !after.tasks.has(id));
  const other = [...before.tasks]
    .filter(([id, hash]) => isComparable && after.tasks.has(id) && after.tasks.get(id) !== hash)
    // With duplicate ids, it is unknown which task is meant; the run fails on them.
    .filter(([id]) => after.repeated?.has(id) !== true)
    .map(([id]) => id);
  if (before.sha256 === after.sha256) {
    const names = [...added, ...gone, ...other];
    if (names.length === 0) return [];
    const message = `task_hashes.${name} was edited. The tasks match tasks_sha256, but the hash of ${namesOf(names)} does not match.`;
    return [{ code: 'task_hashes/edited', message, path: `task_hashes.${name}` }];
  }
  // If tasks were added or removed, every column hash differs.
  const fields = added.length + gone.length > 0 ? [] : changedFields(before.fields, after.fields);
  const what = fields.length > 0 ? namesOf(fields) : before.fields.size > 0 ? 'the contents' : 'the features';
  const areAll = [...before.tasks.keys()].every((id) => after.tasks.has(id));
  const none = areAll ? 'None of the selected tasks changed.' : 'None of the tasks that are still selected changed.';
  const tasksOf = (ids: readonly string[]) => countOf(ids.length, 'task');
  const changes = [
    { ids: added, code: 'pool/grown', message: `the pool of ${name} grew by ${tasksOf(added)}: ${namesOf(added)}.` },
    { ids: gone, code: 'pool/shrunk', message: `the pool of ${name} shrank by ${tasksOf(gone)}: ${namesOf(gone)}.` },
    {
      ids: other,
      code: 'pool/changed',
      message: `${what} of ${tasksOf(other)} in ${name} changed: ${namesOf(other)}.`,
    },
  ].flatMap(({ ids, code, message }) => (ids.length === 0 ? [] : [{ code, message }]));
  if (!isComparable) {
    const areKnown = fields.length > 0 && before.fields.size > 0 && after.fields.size > 0;
    const unknown = areKnown
      ? `${namesOf(fields)} in ${name} changed. Which tasks changed`
      : `whether ${changes.length > 0 ? 'other ' : ''}tasks in ${name} changed`;
    return [
      ...changes,
      { code: 'pool/changed', message: `${unknown} is unknown, because the plans use different fields.` },
    ];
  }
  // If no task changed, the total hash must have been edited; the comparison of the entry reports that.
  if (changes.length > 0 || before.isPart !== true) return changes;
  return [{ code: 'pool/changed', message: `the pool of ${name} changed: tasks_sha256 differs. ${none}` }];
}

function changedFields(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}
