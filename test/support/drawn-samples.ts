import { expect } from 'vitest';
import { estimateRequired, type RequiredOptions } from '../../src/core/estimate/requirements.js';
import { type Manifest, makeManifest, manifestText } from '../../src/core/manifest/manifest.js';
import type { Outcome, Outcomes } from '../../src/core/model/outcome.js';
import type { Task } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { planTextOf, poolsOf } from './sample-plan.js';

/** For each stratum how many tasks it has and how many of them are drawn. */
export type Strata = Readonly<Record<string, readonly [size: number, taken: number]>>;
export type Fields = Readonly<Record<string, Task['fields']>>;

/** What one configuration made of a task: a reward, one for each run, or why there is none. */
export type Result = number | readonly number[] | 'errored' | 'not-run';
export type Results = Readonly<Record<string, ReadonlyMap<string, Result>>>;

export interface Drawn {
  readonly manifest: Manifest;
  /** The ids of the drawn tasks, by stratum. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
  readonly warnings: readonly string[];
}

/** A manifest as it is read back from its file. */
export function manifestOf(text: string, ...lists: readonly (readonly Task[])[]): Manifest {
  const selection = runPlan(readPlan(text), poolsOf(...lists));
  return JSON.parse(manifestText(makeManifest(selection, 'test'))) as Manifest;
}

export const idOf = (repo: string, at: number) => `${repo}${String(at).padStart(3, '0')}`;

/** A random sample of just so many tasks of each stratum; the fields of a task may be given by its id. */
export function drawn(strata: Strata, fields: Fields = {}, method: object = { prefer: ['random'] }): Drawn {
  const tasks = Object.entries(strata).flatMap(([repo, [size]]) =>
    Array.from({ length: size }, (_, i): Task => {
      const id = idOf(repo, i);
      return { benchmark: 'mine', id, fields: { repo, files_changed: 1 + (i % 9), ...fields[id] } };
    }),
  );
  const places = Object.fromEntries(Object.entries(strata).map(([repo, [, taken]]) => [repo, taken]));
  const select = { group: { by: 'repo', share: 'fixed', places }, ...method };
  const manifest = manifestOf(planTextOf({ seed: 42, benchmarks: { mine: { select } } }), tasks);
  const of = (repo: string) =>
    manifest.tasks.filter((task) => task.fields['repo'] === repo).map(({ task_id: id }) => id);
  const ids = Object.fromEntries(Object.keys(strata).map((repo) => [repo, of(repo)]));
  expect(Object.values(ids).map(({ length }) => length)).toEqual(Object.values(places));
  return { manifest, ids, warnings: manifest.warnings.map(({ code }) => code) };
}

export function outcomesOf(results: Results): Outcomes {
  const outcomes = Object.entries(results).flatMap(([configuration, byTask]) =>
    [...byTask].flatMap(([taskId, result]) => {
      const runs = typeof result === 'object' ? result : [result];
      return runs.map((reward, at): Outcome => {
        const own = { taskId, configuration, run: '', attempt: at + 1, place: {} };
        if (typeof reward === 'string') return { ...own, status: reward, reward: undefined };
        return { ...own, status: reward >= 1 ? 'passed' : 'failed', reward };
      });
    }),
  );
  return { outcomes, files: [], faults: [], warnings: [] };
}

/** Results for tasks in their order. */
export function inOrder(ids: readonly string[], values: readonly Result[]): ReadonlyMap<string, Result> {
  expect(values).toHaveLength(ids.length);
  return new Map(ids.map((id, i) => [id, values[i] as Result]));
}

export function estimate({ manifest }: Drawn, results: Results, options?: RequiredOptions) {
  return estimateRequired(manifest, outcomesOf(results), options);
}

/** The level of the first configuration with what is missing left out. */
export function levelOf(sample: Drawn, results: Results, options?: RequiredOptions) {
  const reading = estimate(sample, results, options).configurations[0]?.readings[0];
  if (reading?.pool === undefined) throw new Error('no figure for the pool');
  return { ...reading, pool: reading.pool };
}

export function differenceOf(sample: Drawn, results: Results, options?: RequiredOptions) {
  const reading = estimate(sample, results, options).differences[0]?.readings[0];
  if (reading?.pool === undefined) throw new Error('no difference for the pool');
  return { ...reading, pool: reading.pool };
}

export const bits = (text: string) => [...text].map(Number);
export const fill = (counts: readonly (readonly [value: number, times: number])[]) =>
  counts.flatMap(([value, times]) => Array.from({ length: times }, () => value));

export const three: Strata = { A: [40, 4], B: [25, 3], C: [5, 2] };
export const threeValues = bits('101100110');
export const allOf = ({ ids }: Drawn) => Object.values(ids).flat();
