import { dirname, relative, resolve } from 'node:path';
import { learnedSentences } from '../core/describe/forecast-words.js';
import { type Fault, ResultsError } from '../core/model/errors.js';
import type { Outcome } from '../core/model/outcome.js';
import { readingOptions } from '../core/model/result-settings.js';
import { readTarget, type SizeTarget } from '../core/model/select-rule.js';
import type { BenchmarkSelection } from '../core/model/selection.js';
import type { Pools } from '../core/model/task.js';
import { matchOutcomes } from '../core/outcomes/match-outcomes.js';
import { asPasses } from '../core/outcomes/task-result.js';
import { runPlan } from '../core/pipeline.js';
import { readPlan } from '../core/plan/read-plan.js';
import { compareDesigns, type DesignComparison } from '../core/purposes/compare-designs.js';
import { learnTasks } from '../core/purposes/learn-benchmark.js';
import { purposeOf } from '../core/purposes/purposes.js';
import { readOutcomeList } from '../results/read-outcomes.js';
import { addPriorResults } from '../sources/add-prior-results.js';
import { readPools } from '../sources/read-pools.js';
import type { BenchmarkDraft, PlanDraft, PurposeAim } from './draft-plan.js';
import { withSlashes } from './given-paths.js';

/** A plan with a purpose, and the designs to choose from. */
export interface LearnedDraft {
  readonly draft: PlanDraft;
  readonly purpose: LearnedPurpose;
}

/** The purpose of a plan, and the possible designs for each benchmark with earlier results. */
export interface LearnedPurpose {
  readonly name: string;
  readonly benchmarks: readonly (DesignComparison & {
    readonly benchmark: string;
    readonly systems: number;
    readonly take: number;
    /** The forecast, in sentences. */
    readonly forecast: readonly string[];
  })[];
}

/**
 * Adds the purpose and the forecast to benchmarks with earlier results; all other benchmarks stay random samples.
 * @throws ResultsError if no result matches a task, WinnowError if the plan can't reach its target.
 */
export async function learnPurpose(
  draft: PlanDraft,
  aim: PurposeAim,
  out: string,
  textOf: (draft: PlanDraft) => string,
): Promise<LearnedDraft> {
  const reading = readingOptions(aim.reading);
  const read = await readOutcomeList(aim.prior, reading);
  const { outcomes: list, faults } = reading.passAt === undefined ? read : asPasses(read);
  const outcomes = [...list];
  if (faults.length > 0) throw new ResultsError(faults);
  const pools = await readPools(readPlan(textOf(draft), out));
  const fitting = fittingOutcomes(pools, outcomes);
  if (fitting.size === 0) throw new ResultsError([nothingFits(aim, pools, outcomes)]);
  const prior = aim.prior.map((path) => withSlashes(relative(resolve(dirname(out)), resolve(path))));
  const isShared = fitting.size > 1;
  const benchmarks = draft.benchmarks.map((each) => {
    const own = fitting.get(each.key);
    if (own === undefined)
      return {
        ...each,
        open: [
          ...each.open,
          'none of the earlier results match its tasks. Are there any results of earlier systems on them?',
        ],
      };
    const size = isShared ? {} : sizeOf(aim, each.tasks);
    return {
      ...each,
      prior,
      run: runOf(aim, own, each),
      select: { ...each.select, purpose: { name: aim.name, ...size } },
    };
  });
  const tasks = benchmarks.reduce((sum, each) => sum + (fitting.has(each.key) ? each.tasks : 0), 0);
  const total = isShared ? { totalPurpose: { purpose: aim.name, ...sizeOf(aim, tasks) } } : {};
  const results = Object.keys(aim.reading).length === 0 ? {} : { results: aim.reading };
  const learned: PlanDraft = { ...draft, ...results, total: undefined, benchmarks, ...total, seed: draft.seed ?? 1 };
  const plan = readPlan(textOf(learned), out);
  const withPrior = new Map(pools);
  for (const benchmark of plan.benchmarks) {
    const pool = pools.get(benchmark.name);
    if (pool !== undefined) withPrior.set(benchmark.name, await addPriorResults(pool, benchmark, dirname(out)));
  }
  const selection = runPlan(plan, withPrior);
  const seed = String(plan.seed ?? '');
  // The precision of a total does not determine the size of one benchmark.
  const target = isShared ? undefined : readTarget(aim.size);
  const compared = selection.benchmarks.flatMap((each) => comparisonOf(each, target, seed) ?? []);
  const forecasts = new Map(compared.map((each) => [each.benchmark, each]));
  return {
    draft: {
      ...learned,
      benchmarks: learned.benchmarks.map((each) => {
        const found = forecasts.get(each.key);
        if (found === undefined) return each;
        return { ...each, comments: [...found.forecast, `Recommended: ${found.recommendation}`] };
      }),
    },
    purpose: { name: aim.name, benchmarks: compared },
  };
}

function comparisonOf(selection: BenchmarkSelection, target: SizeTarget | undefined, seed: string) {
  const { plan, tasks, learned, priorRewards, choices } = selection;
  const known = priorRewards && learnTasks(tasks, priorRewards);
  if (learned === undefined || known === undefined) return undefined;
  const of = { tasks, learned: known, places: choices.length, benchmark: plan.name, seed };
  return {
    benchmark: plan.name,
    systems: learned.systems,
    take: choices.length,
    forecast: learnedSentences(selection),
    ...compareDesigns(of, purposeOf({ name: learned.purpose }), target),
  };
}

/** The results that belong to each benchmark, without benchmarks that have none. */
function fittingOutcomes(pools: Pools, outcomes: readonly Outcome[]): ReadonlyMap<string, readonly Outcome[]> {
  return new Map(
    [...pools].flatMap(([benchmark, { tasks }]) => {
      const named = tasks.map(({ id, aliases = [] }) => ({ benchmark, id, aliases }));
      const { configurations, faults } = matchOutcomes(named, named, outcomes);
      if (faults.length > 0) throw new ResultsError(faults);
      const own = configurations.flatMap(({ byTask }) => [...byTask.values()].flat());
      return own.some(({ reward }) => reward !== undefined) ? [[benchmark, own] as const] : [];
    }),
  );
}

const share = 0.2;
const fewest = 10;

/** The size as in a plan. Default: about a fifth of the tasks. */
function sizeOf({ size }: PurposeAim, tasks: number): PurposeAim['size'] {
  return Object.keys(size).length > 0 ? size : { take: Math.min(tasks, Math.max(fewest, Math.round(tasks * share))) };
}

/** The mean cost or duration of a run in the earlier results, if there is a budget. */
function runOf({ size }: PurposeAim, outcomes: readonly Outcome[], { key }: BenchmarkDraft): BenchmarkDraft['run'] {
  const target = readTarget(size);
  if (target?.kind !== 'budget') return undefined;
  const inUsd = target.unit === 'usd';
  const known = outcomes.flatMap(({ costUsd, durationMs }) =>
    inUsd ? (costUsd ?? []) : durationMs === undefined ? [] : [durationMs / 1000],
  );
  const mean = known.reduce((sum, each) => sum + each, 0) / known.length;
  if (!(mean > 0)) throw new ResultsError([priceless(key, inUsd)]);
  const rounded = Number(mean.toPrecision(4));
  return inUsd ? { cost_usd: rounded } : { seconds: rounded };
}

function priceless(key: string, inUsd: boolean): Fault {
  return {
    code: 'init/budget',
    message: `${key}: the earlier results have no run ${inUsd ? 'costs' : 'durations'}, so Winnow cannot convert a budget into a number of tasks.`,
    hint: `Use --take instead, or set "run: { ${inUsd ? 'cost_usd' : 'seconds'}: … }" and "budget" in the plan.`,
  };
}

function nothingFits({ prior }: PurposeAim, pools: Pools, outcomes: readonly Outcome[]): Fault {
  const ids = [...pools.values()].flatMap(({ tasks }) => tasks.slice(0, 1).map(({ id }) => `"${id}"`));
  const theirs =
    outcomes[0] === undefined
      ? 'The files contain no results.'
      : `The results contain tasks such as "${outcomes[0].taskId}".`;
  return {
    code: 'init/prior',
    message: `none of the earlier results in ${prior.join(', ')} match these tasks. ${theirs} These tasks have ids such as ${ids.slice(0, 3).join(', ')}.`,
    hint: 'Use results on the same tasks, or draw a random sample with --sample N.',
  };
}
