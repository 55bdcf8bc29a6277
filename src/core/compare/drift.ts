import type { PoolHashes } from '../fingerprint/fingerprint-pool.js';
import type { Difference } from '../manifest/read-manifest.js';
import { countOf } from '../text/count-of.js';
import { namesOf } from '../text/shown.js';
import type { PoolState } from './pool-state.js';

/** How the plan and the pools moved on since a selection was made. */
export interface Drift {
  readonly differences: readonly Difference[];
  readonly planChanged: boolean;
  /** The benchmarks whose plan and tasks are as they were: there, what differs was edited. */
  readonly settled: ReadonlySet<string>;
}

/** Compares what a selection was made from with what there is now. */
export function findDrift(then: PoolState, now: PoolState): Drift {
  const differences: Difference[] = [];
  const settled = new Set<string>();
  const planChanged = then.plan.sha256 !== now.plan.sha256 || then.plan.name !== now.plan.name;
  if (planChanged) differences.push(planDifference(then, now));
  for (const [name, before] of then.pools) {
    const after = now.pools.get(name);
    if (after === undefined) {
      differences.push(removed(name));
      continue;
    }
    const moved = poolDifferences(name, before, after);
    for (const difference of moved) differences.push(difference);
    const drifted = moved.some(({ code }) => code !== 'task_hashes/edited');
    if (!planChanged && !drifted) settled.add(name);
  }
  for (const name of now.pools.keys()) {
    if (!then.pools.has(name)) differences.push(added(name));
  }
  return { differences, planChanged, settled };
}

/** How the plan alone moved on, its pools left aside. */
export function planDrift(then: PoolState, now: PoolState['plan'], benchmarks: readonly string[]): Difference[] {
  const isSame = then.plan.sha256 === now.sha256 && then.plan.name === now.name;
  return [
    ...(isSame ? [] : [planDifference(then, { plan: now })]),
    ...[...then.pools.keys()].filter((name) => !benchmarks.includes(name)).map(removed),
    ...benchmarks.filter((name) => !then.pools.has(name)).map(added),
  ];
}

function removed(name: string): Difference {
  const message = `benchmark ${name} was removed: selection.json has it, the plan does not.`;
  return { code: 'benchmark/removed', message };
}

function added(name: string): Difference {
  const message = `benchmark ${name} was added: the plan has it, selection.json does not.`;
  return { code: 'benchmark/added', message };
}

function planDifference({ plan: then }: PoolState, { plan: now }: Pick<PoolState, 'plan'>): Difference {
  const message =
    then.name === now.name
      ? `the plan "${then.name}" changed: its sha256 was ${then.sha256} and is now ${now.sha256}.`
      : `the plan is another: selection.json was made by "${then.name}", and this is "${now.name}".`;
  return { code: 'plan/changed', message, path: 'metadata.plan.sha256' };
}

function poolDifferences(name: string, before: PoolHashes, after: PoolHashes): Difference[] {
  const added = before.isPart === true ? [] : [...after.tasks.keys()].filter((id) => !before.tasks.has(id));
  // Of a large pool a state has the selected tasks alone: one that is not among them may have stayed unselected.
  const gone = after.isPart === true ? [] : [...before.tasks.keys()].filter((id) => !after.tasks.has(id));
  const other = [...before.tasks]
    .filter(([id, hash]) => after.tasks.has(id) && after.tasks.get(id) !== hash)
    .map(([id]) => id);
  if (before.sha256 === after.sha256) {
    const names = [...added, ...gone, ...other];
    if (names.length === 0) return [];
    const message = `task_hashes.${name} was edited: the tasks are those of tasks_sha256, but ${namesOf(names)} ${names.length === 1 ? 'is' : 'are'} not as hashed.`;
    return [{ code: 'task_hashes/edited', message, path: `task_hashes.${name}` }];
  }
  const differences: Difference[] = [];
  const say = (code: string, message: string) => differences.push({ code, message });
  if (added.length > 0)
    say('pool/grown', `the pool of ${name} grew by ${countOf(added.length, 'task')}: ${namesOf(added)}.`);
  if (gone.length > 0)
    say('pool/shrunk', `the pool of ${name} shrank by ${countOf(gone.length, 'task')}: ${namesOf(gone)}.`);
  if (other.length > 0) {
    // With other tasks in the pool every column has another hash.
    const fields = added.length + gone.length > 0 ? [] : changedFields(before.fields, after.fields);
    const what = fields.length > 0 ? namesOf(fields) : before.fields.size > 0 ? 'the contents' : 'the features';
    say('pool/changed', `${what} of ${countOf(other.length, 'task')} of ${name} changed: ${namesOf(other)}.`);
  }
  if (before.isPart === true && differences.length === 0)
    say('pool/changed', `the pool of ${name} changed: tasks_sha256 is another. ${unchangedWords(before, after)}`);
  // With every task as it was, the hash over all of them can only have been edited; the entry's comparison says so.
  return differences;
}

function unchangedWords(before: PoolHashes, after: PoolHashes): string {
  const areAll = [...before.tasks.keys()].every((id) => after.tasks.has(id));
  return areAll ? 'None of the selected tasks did.' : 'None of the tasks did that were selected then and are now.';
}

function changedFields(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): readonly string[] {
  return [...new Set([...before.keys(), ...after.keys()])].filter((name) => before.get(name) !== after.get(name));
}
