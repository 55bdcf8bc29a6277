import { drawDesignOf } from '../draws/draws.js';
import { type ForecastShare, forecastShare } from '../learning/forecasts.js';
import {
  anticipatedRates,
  anticipatedVariance,
  type ResultMatrix,
  systemMeans,
  taskDifficulty,
} from '../learning/task-difficulty.js';
import type { Fault } from '../model/errors.js';
import type { BenchmarkPlan } from '../model/plan.js';
import { conditionHolds, groupFields, optimisedFields, type SelectRule } from '../model/select-rule.js';
import { isKnown, learnedFields, type PriorRewards, type ScoredTask } from '../model/task.js';
import { shareDesignOf } from '../shares/shares.js';
import { mean } from '../statistics/summary.js';
import { purposeOf } from './purposes.js';

/** A benchmark before places are shared: its tasks carry what was learned of them. */
export interface LearnedBenchmark {
  /** Every task of the pool, by id. */
  readonly tasks: readonly ScoredTask[];
  /** Those that could be selected if none were excluded, and what was learned of them; undefined: nothing was asked for. */
  readonly fitting: readonly ScoredTask[];
  readonly learned: LearnedTasks | undefined;
  readonly faults: readonly Fault[];
}

/** Gives the tasks what to expect from earlier results of them, where the selection has a purpose or looks at it. */
export function learnBenchmark(
  tasks: readonly ScoredTask[],
  plan: BenchmarkPlan,
  rewards: PriorRewards | undefined,
): LearnedBenchmark {
  const { where, purpose } = plan.select;
  if (purpose === undefined && !looksAtLearned(plan.select))
    return { tasks, fitting: [], learned: undefined, faults: [] };
  const fitting = where === undefined ? tasks : tasks.filter((task) => conditionHolds(where, task));
  const learned = rewards === undefined ? undefined : learnTasks(fitting, rewards);
  // A pool may carry what was learned of its tasks.
  if (learned === undefined && purpose === undefined && tasks.some((task) => isKnown(task, 'prior_variance')))
    return { tasks, fitting: [], learned, faults: [] };
  if (learned === undefined) return { tasks, fitting, learned, faults: [nothingLearned(plan)] };
  const takesUnknown = purpose === undefined ? false : purposeOf(purpose).takesUnknown;
  const usual = takesUnknown ? mean(learned.variance.filter((v) => !Number.isNaN(v)).map(Math.sqrt)) ** 2 : undefined;
  const carried = new Map(fitting.map((task, i) => [task.id, withFields(task, learned, i, usual)]));
  return {
    tasks: tasks.map((task) => carried.get(task.id) ?? task),
    fitting: [...carried.values()],
    learned,
    faults: [],
  };
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

/** Whether a rule that a person wrote looks at what only learning gives. */
function looksAtLearned({ group, prefer, draw, ensure, optimise }: SelectRule): boolean {
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
  const who = select.purpose === undefined ? 'a field that its selection looks at' : 'a purpose';
  return {
    code: 'selection/nothing-learned',
    message: `benchmark "${name}": ${who} needs earlier results on its tasks, and ${prior === undefined ? 'the plan names none' : 'none of the eligible tasks has any'}.`,
    hint: 'Name results of earlier systems under "prior", or draw a random sample with "prefer: [random]".',
  };
}

/** What earlier systems say of tasks, a value for each in the order of the tasks. */
export interface LearnedTasks {
  /** A row for each earlier system that has a result on one of the tasks. */
  readonly results: ResultMatrix;
  /** In log odds, high is easy; NaN for a task that none of them ran. */
  readonly ease: readonly number[];
  /** NaN where the ease is. */
  readonly variance: readonly number[];
  /** The rates that the next system may have. */
  readonly rates: readonly number[];
  readonly share: ForecastShare;
}

interface Remembered {
  readonly ids: readonly string[];
  readonly learned: LearnedTasks;
}

/** Selections are made again and again on the same tasks, to explain and to assess them. */
const remembered = new WeakMap<PriorRewards, Remembered>();

/** Learns from earlier results on these tasks; undefined where no system has one. */
export function learnTasks(tasks: readonly ScoredTask[], rewards: PriorRewards): LearnedTasks | undefined {
  const last = remembered.get(rewards);
  if (last !== undefined && last.ids.length === tasks.length && last.ids.every((id, i) => id === tasks[i]?.id))
    return last.learned;
  const results = resultMatrix(tasks, rewards);
  if (results.length === 0) return undefined;
  const ease = taskDifficulty(results);
  const rates = anticipatedRates(systemMeans(results));
  const learned = { results, ease, variance: anticipatedVariance(ease, rates), rates, share: forecastShare(results) };
  remembered.set(rewards, { ids: tasks.map(({ id }) => id), learned });
  return learned;
}

/** A row for each earlier system that has a result on one of these tasks: its mean reward on each, NaN where it has none. */
export function resultMatrix(tasks: readonly ScoredTask[], rewards: PriorRewards): ResultMatrix {
  const rows = [...rewards.values()].map((byTask) =>
    tasks.map(({ id }) => {
      const own = byTask.get(id) ?? [];
      return own.length === 0 ? Number.NaN : mean(own);
    }),
  );
  return rows.filter((row) => row.some((result) => !Number.isNaN(result)));
}
