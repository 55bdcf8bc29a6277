import { drawDesignOf } from '../draws/draws.js';
import { earlierSystems, halfWidthOf, learnResults } from '../learning/forecasts.js';
import type { ResultMatrix } from '../learning/task-difficulty.js';
import type { Fault } from '../model/errors.js';
import type { CountedPrior, LearnedTasks } from '../model/learned.js';
import type { BenchmarkPlan } from '../model/plan.js';
import { conditionHolds, groupFields, optimisedFields, type SelectRule } from '../model/select-rule.js';
import type { Selection } from '../model/selection.js';
import { isKnown, learnedFields, type PriorRewards, type ScoredTask } from '../model/task.js';
import { shareDesignOf } from '../shares/shares.js';
import { mean } from '../statistics/summary.js';
import { purposeOf } from './purposes.js';

/** A benchmark before its places are allocated, with the learned fields on its tasks. */
export interface LearnedBenchmark {
  /** All tasks of the pool, sorted by id. */
  readonly tasks: readonly ScoredTask[];
  /** The tasks that could be selected without exclusions; empty if nothing needs to be learned. */
  readonly fitting: readonly ScoredTask[] | CountedPrior;
  readonly learned: LearnedTasks | undefined;
  readonly faults: readonly Fault[];
}

/** Adds the learned fields to the tasks if the selection has a purpose or uses these fields. */
export function learnBenchmark(
  tasks: readonly ScoredTask[],
  plan: BenchmarkPlan,
  rewards: PriorRewards | undefined,
  counted?: CountedPrior,
): LearnedBenchmark {
  if (counted?.learned !== undefined) return learnCounted(tasks, counted, counted.learned);
  const { where, purpose } = plan.select;
  if (purpose === undefined && !looksAtLearned(plan.select))
    return { tasks, fitting: [], learned: undefined, faults: [] };
  const fitting = where === undefined ? tasks : tasks.filter((task) => conditionHolds(where, task));
  const learned = rewards === undefined ? undefined : learnTasks(fitting, rewards);
  // The pool itself may contain the learned fields.
  if (learned === undefined && purpose === undefined && tasks.some((task) => isKnown(task, 'prior_variance')))
    return { tasks, fitting: [], learned, faults: [] };
  if (learned === undefined) return { tasks, fitting, learned, faults: [nothingLearned(plan)] };
  const usual = usualVariance(plan, learned);
  const carried = new Map(fitting.map((task, i) => [task.id, withFields(task, learned, i, usual)]));
  return {
    tasks: tasks.map((task) => carried.get(task.id) ?? task),
    fitting: [...carried.values()],
    learned,
    faults: [],
  };
}

/** Like `learnBenchmark`, for a pool whose difficulty is already learned. */
function learnCounted(tasks: readonly ScoredTask[], fitting: CountedPrior, learned: LearnedTasks): LearnedBenchmark {
  const carried = tasks.map((task) => {
    const place = fitting.places.get(task.id);
    return place === undefined ? task : withFields(task, learned, place, fitting.usual);
  });
  return { tasks: carried, fitting, learned, faults: [] };
}

/** The variance to assume for tasks that no earlier system ran; undefined if the purpose puts them last. */
export function usualVariance({ select: { purpose } }: BenchmarkPlan, { variance }: LearnedTasks): number | undefined {
  if (purpose === undefined || !purposeOf(purpose).takesUnknown) return undefined;
  return mean(variance.filter((v) => !Number.isNaN(v)).map(Math.sqrt)) ** 2;
}

function withFields(
  task: ScoredTask,
  { ease, variance }: LearnedTasks,
  i: number,
  usual: number | undefined,
): ScoredTask {
  const [x = Number.NaN, v = Number.NaN] = [ease[i], variance[i]];
  const learned = Number.isNaN(x)
    ? usual === undefined
      ? {}
      : { prior_variance: usual }
    : { prior_ease: x, prior_variance: v };
  return { ...task, fields: { ...task.fields, ...learned } };
}

export function looksAtLearned({ group, prefer, draw, ensure, optimise }: SelectRule): boolean {
  const learned = new Set(learnedFields.map(({ name }) => name));
  const fields = [
    ...(optimise === undefined ? [] : optimisedFields(optimise)),
    ...(group === undefined ? [] : groupFields(group)),
    ...(group === undefined ? [] : (shareDesignOf(group).looksAt ?? [])),
    ...(draw === undefined ? [] : (drawDesignOf(draw).looksAt ?? [])),
    ...prefer.map(({ field }) => field),
    ...(draw?.by ?? []),
    ...ensure.flatMap((rule) => [rule.by, ...rule.prefer.map(({ field }) => field)]),
  ];
  return fields.some((field) => learned.has(field));
}

function nothingLearned({ name, prior, select }: BenchmarkPlan): Fault {
  const who = select.purpose === undefined ? 'a field in its selection' : 'a purpose';
  return {
    code: 'selection/nothing-learned',
    message: `benchmark "${name}": ${who} needs earlier results, but ${prior === undefined ? 'the plan gives none' : 'there are none for the eligible tasks'}.`,
    hint: 'Add results from earlier systems under "prior", or draw a random sample with "prefer: [random]".',
  };
}

/** `explain` and `assess` select repeatedly from the same tasks. */
const remembered = new WeakMap<PriorRewards, { readonly ids: readonly string[]; readonly learned: LearnedTasks }>();

/** Learns from earlier results on these tasks; undefined if there are none. */
export function learnTasks(tasks: readonly ScoredTask[], rewards: PriorRewards): LearnedTasks | undefined {
  const last = remembered.get(rewards);
  if (last !== undefined && last.ids.length === tasks.length && last.ids.every((id, i) => id === tasks[i]?.id))
    return last.learned;
  const results = resultMatrix(tasks, rewards);
  if (results.length === 0) return undefined;
  const learned = learnResults(results);
  remembered.set(rewards, { ids: tasks.map(({ id }) => id), learned });
  return learned;
}

/** The mean reward of each earlier system on each task, NaN if missing; omits systems without results here. */
function resultMatrix(tasks: readonly ScoredTask[], rewards: PriorRewards): ResultMatrix {
  const rows = [...rewards.values()].map((byTask) =>
    tasks.map(({ id }) => {
      const own = byTask.get(id) ?? [];
      return own.length === 0 ? Number.NaN : mean(own);
    }),
  );
  return rows.filter((row) => row.some((result) => !Number.isNaN(result)));
}

export type EarlierComparison = NonNullable<ReturnType<typeof earlierComparison>>;

/**
 * The forecast for the next systems on a selection, from earlier results on the pool. Undefined unless the plan has a
 * single benchmark with earlier results on its tasks.
 * `halfWidth`: half of the 95% interval of a level.
 * `discordance`: how often two systems disagree; undefined if no two can be compared.
 * `size`: the equivalent number of equally weighted tasks for a difference; undefined to derive it from the weights.
 * `drawShare`: the variance of a difference over its sign-flip variance.
 */
export function earlierComparison({ benchmarks, weighting }: Selection) {
  const [only, ...others] = benchmarks;
  if (only === undefined || others.length > 0) return undefined;
  const { leftOut, priorRewards, learned, kind, choices, census } = only;
  if ((priorRewards ?? census?.prior) === undefined || choices.length === 0) return undefined;
  if (learned !== undefined && kind === 'representative') {
    const { halfWidth, difference } = learned.forecast;
    return {
      halfWidth: halfWidth.design,
      discordance: difference,
      size: difference && choices.length / difference.share,
      drawShare: difference?.drawShare ?? 1,
    };
  }
  const out = new Set(leftOut);
  // Deferred: a page builds the list of tasks on first access, which is slow for a large pool.
  const fitting = () => only.tasks.filter(({ id }) => !out.has(id));
  const earlier = earlierSystems(census?.prior?.results ?? resultMatrix(fitting(), priorRewards ?? new Map()));
  if (earlier === undefined) return undefined;
  const halfWidth = halfWidthOf(earlier, choices.length, weighting?.designEffect ?? 1);
  return { halfWidth, discordance: earlier.difference, size: undefined, drawShare: 1 };
}
