import { type EstimateOptions, estimateResults } from '../../src/core/estimate/estimate-results.js';
import { type Manifest, makeManifest } from '../../src/core/manifest/manifest.js';
import type { Plan } from '../../src/core/model/plan.js';
import type { Task } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { outcomesOf } from './drawn-samples.js';
import { planTextOf, poolsOf } from './sample-plan.js';

type Values = ReadonlyMap<string, number>;

/** A random sample of so many tasks. */
export const plain = (take: number, more: object = {}) =>
  readPlan(planTextOf({ seed: 42, benchmarks: { mine: { select: { take, prefer: ['random'], ...more } } } }));
export const manifestOf = (plan: Plan, tasks: readonly Task[]): Manifest =>
  makeManifest(runPlan(plan, poolsOf(tasks)), 'test');
export const idsOf = ({ tasks }: Manifest) => tasks.map(({ task_id: id }) => id);
/** So many tasks of one benchmark. */
export const poolOf = (size: number, fieldsOf: (id: string, at: number) => Task['fields'] = () => ({})) =>
  Array.from({ length: size }, (_, i): Task => {
    const id = `t${String(i).padStart(3, '0')}`;
    return { benchmark: 'mine', id, fields: fieldsOf(id, i) };
  });

/** The level of one configuration. */
export function levelOf(manifest: Manifest, values: Values, options?: EstimateOptions) {
  const estimate = estimateResults(manifest, outcomesOf({ a: values }), options);
  const { configurations, warnings, weighting, assistance } = estimate;
  const pool = configurations[0]?.readings[0]?.pool;
  if (pool === undefined) throw new Error('no figure for the pool');
  return { pool, warnings, weighting, assistance, parts: configurations[0]?.readings[0]?.parts ?? [] };
}
