import { at } from './lists/lists.js';
import { WinnowError } from './model/errors.js';
import type { ExpectedUplift } from './model/learned.js';
import type { BenchmarkPlan } from './model/plan.js';
import { optimisedFields } from './model/select-rule.js';
import type { Selection } from './model/selection.js';
import type { Pools, ScoredTask } from './model/task.js';
import { randomStreamFor } from './random/seeded-numbers.js';
import { mean } from './statistics/summary.js';
import {
  addedNoiseFit,
  type ChooseBy,
  crossFit,
  expectedFrom,
  isNoiseTooLarge,
  measuredUplifts,
  type SeenUplift,
} from './uplift/expected-gain.js';
import { upliftOf } from './uplift/paired-tasks.js';
import { priorModel, priorPairs, upliftFields, withFields } from './uplift/prior-uplifts.js';

const field = 'prior_uplift';

/** Whether a benchmark filters, orders or chooses its tasks by their uplift in earlier runs. */
export function choosesByUplift({ prior, select }: BenchmarkPlan): boolean {
  if (prior?.uplift === undefined) return false;
  const { where = [], prefer, ensure, optimise } = select;
  return [
    ...where.map((test) => test.field),
    ...prefer.map((key) => key.field),
    ...ensure.flatMap((rule) => rule.prefer.map((key) => key.field)),
    ...(optimise === undefined ? [] : optimisedFields(optimise)),
  ].includes(field);
}

/** The uplift to expect in new runs of tasks chosen by uplift, by shrinkage and by choosing `again` with fewer runs. */
export function expectUplift(
  { plan, benchmarks }: Selection,
  pools: Pools,
  again: (pools: Pools) => Selection,
): ExpectedUplift | undefined {
  const asking = benchmarks.filter((benchmark) => choosesByUplift(benchmark.plan));
  const arms = asking[0]?.plan.prior?.uplift;
  const chosen = asking.flatMap(({ choices }) => choices.map(({ task }) => task));
  const known = chosen.flatMap((task) => upliftField(task) ?? []);
  if (arms === undefined || known.length === 0) return undefined;
  const names = new Set(asking.map((benchmark) => benchmark.plan.name));
  const found = priorModel(priorPairs(plan, pools), arms);
  if (found === undefined) return undefined;
  const { tasks: pairs, shrunken: model, noise } = found;
  const { components } = noise;
  const placeOf = new Map(pairs.map(({ cluster, id }, i) => [`${cluster}\0${id}`, i]));
  const places = (tasks: readonly ScoredTask[]) =>
    tasks.flatMap(({ benchmark, id }) => placeOf.get(`${benchmark}\0${id}`) ?? []);
  const choose: ChooseBy = (seen) => {
    try {
      const other = again(seenPools(pools, placeOf, seen));
      return places(other.choices.flatMap(({ task }) => (names.has(task.benchmark) ? [task] : [])));
    } catch (error) {
      // With only some of the runs, too few tasks may meet a condition.
      if (error instanceof WinnowError) return undefined;
      throw error;
    }
  };
  const from = { tasks: pairs, components, model };
  const random = randomStreamFor(String(plan.seed ?? ''), 'expected-uplift');
  // A goal would have to be solved again each time, which may take long.
  const hasGoal = asking.some((benchmark) => benchmark.plan.select.optimise !== undefined);
  const isTooLarge = noise.by === 'assumed' && isNoiseTooLarge(measuredUplifts(pairs, components));
  const refit = noise.by === 'assumed' ? addedNoiseFit : crossFit;
  const crossFitted = hasGoal || isTooLarge ? undefined : refit(from, choose, random, splitsFor(pools));
  const pool = mean(asking.flatMap(({ tasks }) => tasks.flatMap((task) => upliftField(task) ?? [])));
  const own = places(chosen);
  return {
    with: arms.with,
    without: arms.without,
    tasks: known.length,
    unknown: chosen.length - known.length,
    measured: mean(own.map((i) => upliftOf(at(pairs, i)))),
    shrunken: mean(known),
    pool,
    runNoise: { by: noise.by, without: components.runWithout, with: components.runWith, isTooLarge },
    crossFitted: crossFitted && { by: noise.by === 'assumed' ? 'added noise' : 'runs', ...crossFitted },
    expected: crossFitted !== undefined ? expectedFrom(from, crossFitted) : isTooLarge ? pool : mean(known),
  };
}

/** Fewer for large pools, which take longer to select from. */
function splitsFor(pools: Pools): number {
  const tasks = [...pools.values()].reduce((sum, pool) => sum + pool.tasks.length, 0);
  return Math.max(4, Math.min(20, Math.floor(20_000 / Math.max(1, tasks))));
}

function upliftField({ fields }: ScoredTask): number | undefined {
  const value = fields[field];
  return typeof value === 'number' ? value : undefined;
}

function seenPools(pools: Pools, placeOf: ReadonlyMap<string, number>, seen: readonly SeenUplift[]): Pools {
  return new Map(
    [...pools].map(([name, pool]) => {
      const tasks = pool.tasks.map((task) => {
        const place = placeOf.get(`${name}\0${task.id}`);
        if (place === undefined) return task;
        const { uplift, reliability } = at(seen, place);
        return withFields(task, upliftFields(uplift, reliability));
      });
      return [name, { ...pool, tasks }];
    }),
  );
}
