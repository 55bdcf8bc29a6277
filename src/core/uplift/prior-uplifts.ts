import { at, groupBy } from '../lists/lists.js';
import { PoolError, type Warning } from '../model/errors.js';
import type { BenchmarkPlan, Plan, PriorArms } from '../model/plan.js';
import type { Pool, Pools, Task } from '../model/task.js';
import { compareText, countOf, roundTo } from '../text/words.js';
import { measuredUplifts } from './expected-gain.js';
import { enoughTasks, isRepeated, type JudgedTasks, judgedTasks, type PairedTask } from './paired-tasks.js';
import { type ShrunkenUplifts, shrinkUplifts } from './shrink-uplifts.js';

export interface PriorPair extends PairedTask {
  readonly id: string;
}

/** `shrunken.tasks` is in the order of `tasks`. */
export interface PriorModel extends JudgedTasks<PriorPair> {
  readonly shrunken: ShrunkenUplifts;
}

/** The tasks with earlier runs in both arms of `prior.uplift`, sorted by benchmark and id. Benchmarks are clusters. */
export function priorPairs(plan: Plan, pools: Pools): readonly PriorPair[] {
  return plan.benchmarks
    .flatMap((benchmark) => pairsOf(benchmark, pools.get(benchmark.name)))
    .toSorted((a, b) => compareText(a.cluster, b.cluster) || compareText(a.id, b.id));
}

/** Shrunken uplifts from earlier pairs; undefined if too few have repeats and no noise is assumed. */
export function priorModel(
  pairs: readonly PriorPair[],
  { assumeNoise }: Pick<PriorArms, 'assumeNoise'>,
): PriorModel | undefined {
  const judged = judgedTasks(pairs, assumeNoise);
  return judged && { ...judged, shrunken: shrinkUplifts(measuredUplifts(judged.tasks, judged.noise.components)) };
}

/** Adds `prior_uplift` and its reliability to tasks of benchmarks with `prior.uplift`. Throws PoolError on failure. */
export function withPriorUplifts(plan: Plan, pools: Pools): Pools {
  const asking = plan.benchmarks.filter(({ prior }) => prior?.uplift !== undefined);
  if (asking.length === 0) return pools;
  const asked = asking.flatMap(({ prior }) => prior?.uplift ?? []);
  const arms = new Set(asked.map(armWords));
  if (arms.size > 1) throw new PoolError([differentArms([...arms])]);
  const pairs = priorPairs(plan, pools);
  if (pairs.length < 2) throw new PoolError([tooFew(asking, pairs.length)]);
  const model = priorModel(pairs, at(asked, 0));
  if (model === undefined) throw new PoolError([noRepeats(asking, pairs)]);
  const fieldsOf = new Map(
    model.tasks.map(({ cluster, id }, i) => {
      const { uplift, reliability } = at(model.shrunken.tasks, i);
      return [`${cluster}\0${id}`, upliftFields(uplift, reliability)];
    }),
  );
  return new Map(
    [...pools].map(([name, pool]) => {
      const benchmark = asking.find((each) => each.name === name);
      if (benchmark === undefined) return [name, pool];
      const tasks = pool.tasks.map((task) => withFields(task, fieldsOf.get(`${name}\0${task.id}`)));
      const priorNotes = [...(pool.priorNotes ?? []), ...notesOf(benchmark, pool)];
      return [name, { ...pool, tasks, priorNotes, hasUplift: true }];
    }),
  );
}

/** Six decimals, so that a page shows the values that determined the order. */
export function upliftFields(uplift: number, reliability: number) {
  return { prior_uplift: roundTo(uplift, 6) + 0, prior_uplift_reliability: roundTo(reliability, 6) };
}

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

function rewardsOf(arms: PriorArms | undefined, pool: Pool | undefined) {
  return arms === undefined ? [] : [pool?.priorRewards?.get(arms.with), pool?.priorRewards?.get(arms.without)];
}

function notesOf({ name, prior }: BenchmarkPlan, pool: Pool): readonly Warning[] {
  const [tried, plain] = rewardsOf(prior?.uplift, pool);
  const fewest = prior?.uplift?.assumeNoise === undefined ? 2 : 1;
  const known = groupBy(pool.tasks, ({ id }): string => {
    const [other, without] = [tried?.get(id)?.length ?? 0, plain?.get(id)?.length ?? 0];
    if (other > 0 && without > 0) return Math.min(other, without) >= fewest ? 'enough' : 'single';
    return other > 0 ? 'with' : without > 0 ? 'without' : 'neither';
  });
  const count = (key: string) => known.get(key)?.length ?? 0;
  const missing = pool.tasks.length - count('enough');
  const single = count('single') === 0 ? '' : `${count('single')} with a single run in one arm, `;
  const one = `${single}${count('with')} only with ${prior?.uplift?.with}, ${count('without')} only with ${prior?.uplift?.without}, ${count('neither')} in neither arm`;
  const message = `${name}: ${countOf(missing, 'task has', 'tasks have')} no prior_uplift (earlier results: ${one}).`;
  return missing === 0 ? [] : [{ code: 'no-prior-uplift', message, benchmark: name }];
}

function armWords({ with: tried, without, assumeNoise }: PriorArms): string {
  return `with ${tried}, without ${without}${assumeNoise === undefined ? '' : `, assume_noise ${assumeNoise}`}`;
}

function namesIn(benchmarks: readonly BenchmarkPlan[]): string {
  return benchmarks.map(({ name }) => `"${name}"`).join(', ');
}

function differentArms(arms: readonly string[]) {
  return {
    code: 'pool/prior',
    message: `"prior.uplift" names different arms: ${arms.join('; ')}.`,
    hint: 'Uplifts are shrunk towards each other, so every benchmark must name the same two systems and the same noise.',
  };
}

function tooFew(benchmarks: readonly BenchmarkPlan[], pairs: number) {
  return {
    code: 'pool/prior',
    message: `${namesIn(benchmarks)}: ${countOf(pairs, 'task has', 'tasks have')} earlier results in both arms of "prior.uplift", but Winnow needs at least two.`,
    hint: 'Give results of both arms on the same tasks, or remove "uplift".',
  };
}

function noRepeats(benchmarks: readonly BenchmarkPlan[], pairs: readonly PairedTask[]) {
  const repeated = pairs.filter(isRepeated).length;
  return {
    code: 'pool/prior',
    message: `${namesIn(benchmarks)}: ${repeated} of ${countOf(pairs.length, 'task')} have two earlier runs in both arms of "prior.uplift", but Winnow needs ${enoughTasks}. One run per arm can't separate a task's uplift from chance.`,
    hint: 'Give results with repeats, or set the standard deviation of one run: "uplift: { with: …, without: …, assume_noise: 0.2 }".',
  };
}
