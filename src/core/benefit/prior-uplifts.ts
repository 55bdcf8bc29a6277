import { at } from '../lists/at.js';
import { groupBy } from '../lists/group-by.js';
import { PoolError } from '../model/errors.js';
import type { ExpectUplift } from '../model/expected-uplift.js';
import type { Warning } from '../model/fault.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import type { Pool, Pools, Task } from '../model/task.js';
import { compareText } from '../text/compare-text.js';
import { countOf } from '../text/count-of.js';
import { roundTo } from '../text/round-to.js';
import { type MeasuredComponents, measuredComponents } from '../uplift/measured-components.js';
import { type PairedTask, upliftOf } from '../uplift/paired-task.js';
import { type ShrunkenUplifts, shrinkUplifts } from '../uplift/shrink-uplifts.js';
import { noiseOf } from '../uplift/variance-components.js';

/** A task whose earlier runs in both arms are at hand. */
export interface PriorPair extends PairedTask {
  readonly id: string;
}

/** What was learned of the tasks' uplifts, in the order of the pairs. */
export interface PriorModel extends MeasuredComponents {
  readonly shrunken: ShrunkenUplifts;
}

/** The tasks with earlier runs in both arms of `prior.uplift`, by benchmark and id; a benchmark is a cluster. */
export function priorPairs(plan: Plan, pools: Pools): readonly PriorPair[] {
  return plan.benchmarks
    .flatMap((benchmark) => pairsOf(benchmark, pools.get(benchmark.name)))
    .toSorted((a, b) => compareText(a.cluster, b.cluster) || compareText(a.id, b.id));
}

/** What earlier pairs say of each task's uplift. */
export function priorModel(pairs: readonly PairedTask[]): PriorModel {
  const found = measuredComponents(pairs);
  const { components } = found;
  const measured = pairs.map((pair) => {
    return { cluster: pair.cluster, uplift: upliftOf(pair), noise: noiseOf(pair, components) };
  });
  return { ...found, shrunken: shrinkUplifts(measured) };
}

/**
 * Gives the tasks of a plan with `prior.uplift` what two arms of earlier runs say of them: `prior_uplift`, drawn towards
 * its benchmark by what chance leaves unknown, and `prior_uplift_reliability`, how much of the measured deviation is kept.
 * A task without a result in both arms gets neither. Pure.
 *
 * @param expectUplift What a selection by these fields may expect, kept with the pools.
 * @throws PoolError when benchmarks name different arms, or fewer than two tasks have both.
 */
export function withPriorUplifts(plan: Plan, pools: Pools, expectUplift: ExpectUplift): Pools {
  const asking = plan.benchmarks.filter(({ prior }) => prior?.uplift !== undefined);
  if (asking.length === 0) return pools;
  const arms = new Set(asking.map(({ prior }) => `with ${prior?.uplift?.with}, without ${prior?.uplift?.without}`));
  if (arms.size > 1) throw new PoolError([differentArms([...arms])]);
  const pairs = priorPairs(plan, pools);
  if (pairs.length < 2) throw new PoolError([tooFew(asking, pairs.length)]);
  const model = priorModel(pairs);
  const fieldsOf = new Map(
    pairs.map(({ cluster, id }, i) => {
      const { uplift, reliability } = at(model.shrunken.tasks, i);
      return [`${cluster}\0${id}`, upliftFields(uplift, reliability)];
    }),
  );
  return new Map(
    [...pools].map(([name, pool]) => {
      const benchmark = asking.find((each) => each.name === name);
      if (benchmark === undefined) return [name, pool];
      const tasks = pool.tasks.map((task) => withFields(task, fieldsOf.get(`${name}\0${task.id}`)));
      const priorNotes = [...(pool.priorNotes ?? []), ...notesOf(benchmark, pool, model)];
      return [name, { ...pool, tasks, priorNotes, expectUplift }];
    }),
  );
}

/** The two fields as plans see them; six decimals, so that a page shows what was ordered by. */
export function upliftFields(uplift: number, reliability: number) {
  return { prior_uplift: roundTo(uplift, 6) + 0, prior_uplift_reliability: roundTo(reliability, 6) };
}

/** The task with its uplift in earlier runs, or without one. */
export function withFields(task: Task, fields: ReturnType<typeof upliftFields> | undefined): Task {
  if (fields === undefined) return task;
  const provenance = { prior_uplift: 'measured', prior_uplift_reliability: 'measured' } as const;
  return { ...task, fields: { ...task.fields, ...fields }, provenance: { ...task.provenance, ...provenance } };
}

function pairsOf({ name, prior }: BenchmarkPlan, pool: Pool | undefined): PriorPair[] {
  const [tried, plain] = rewardsOf(prior?.uplift, pool);
  return (pool?.tasks ?? []).flatMap(({ id }) => {
    const [other = [], without = []] = [tried?.get(id), plain?.get(id)];
    return other.length > 0 && without.length > 0 ? [{ id, cluster: name, with: other, without }] : [];
  });
}

function rewardsOf(arms: { readonly with: string; readonly without: string } | undefined, pool: Pool | undefined) {
  return arms === undefined ? [] : [pool?.priorRewards?.get(arms.with), pool?.priorRewards?.get(arms.without)];
}

function notesOf({ name, prior }: BenchmarkPlan, pool: Pool, { from }: PriorModel): readonly Warning[] {
  const [tried, plain] = rewardsOf(prior?.uplift, pool);
  const known = groupBy(pool.tasks, ({ id }): string => {
    const [other, without] = [(tried?.get(id) ?? []).length > 0, (plain?.get(id) ?? []).length > 0];
    return other && without ? 'both' : other ? 'with' : without ? 'without' : 'neither';
  });
  const count = (key: string) => known.get(key)?.length ?? 0;
  const missing = count('with') + count('without') + count('neither');
  const one = `${count('with')} with ${prior?.uplift?.with} only, ${count('without')} with ${prior?.uplift?.without} only, ${count('neither')} in neither arm`;
  const note = (code: string, message: string): Warning => ({ code, message: `${name}: ${message}`, benchmark: name });
  return [
    ...(missing === 0
      ? []
      : [note('no-prior-uplift', `${countOf(missing, 'task')} without prior_uplift: earlier results ${one}.`)]),
    ...(from === 'results'
      ? []
      : [
          note(
            'prior-uplift-noise',
            'fewer than 20 tasks have two earlier runs in both arms: the noise of a run is that of published pairs, not measured here.',
          ),
        ]),
  ];
}

function differentArms(arms: readonly string[]) {
  return {
    code: 'pool/prior',
    message: `"prior.uplift" names different arms: ${arms.join('; ')}.`,
    hint: 'Uplifts are drawn towards each other: name the same two configurations in every benchmark.',
  };
}

function tooFew(benchmarks: readonly BenchmarkPlan[], pairs: number) {
  const who = benchmarks.map(({ name }) => `"${name}"`).join(', ');
  return {
    code: 'pool/prior',
    message: `${who}: ${countOf(pairs, 'task')} with earlier results in both arms of "prior.uplift": it takes two.`,
    hint: 'Give results of both arms on the same tasks, or take "uplift" out.',
  };
}
