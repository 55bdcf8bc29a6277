import { classifyTasks } from './classify/classify-tasks.js';
import { fingerprintEach, fingerprintTasks } from './fingerprint/fingerprint-tasks.js';
import { PoolError, ShortfallError } from './model/errors.js';
import type { Fault } from './model/fault.js';
import type { BenchmarkPlan, Plan } from './model/plan.js';
import type { BenchmarkSelection, Selection, Shortfall } from './model/selection.js';
import type { Pool, Pools } from './model/task.js';
import { checkPool } from './pool/check-pool.js';
import { countConflicts, poolWarnings } from './pool/pool-warnings.js';
import { resolveExclusions } from './pool/resolve-exclusions.js';
import { resolvePins } from './pool/resolve-pins.js';
import { countFeatures } from './score/feature-use.js';
import { scoreTasks } from './score/score-tasks.js';
import { scoreWarnings } from './score/score-warnings.js';
import { appliedExclusions } from './select/applied-exclusions.js';
import { numberTasks } from './select/number-tasks.js';
import { selectTasks } from './select/select-tasks.js';
import { selectionStatistics } from './select/selection-statistics.js';
import { selectionWarnings } from './select/selection-warnings.js';
import { shareTotal } from './select/share-total.js';
import { weightingOf } from './select/weighting-of.js';
import { compareText } from './text/compare-text.js';

/** How a plan is run. */
export interface RunOptions {
  /** Go on when the pool cannot give all that is asked for; what is short is then part of the result. Default false. */
  readonly allowShortfall?: boolean;
}

/**
 * Runs a plan on its pools: check → classify → score → share the total → select. Pure: the same plan and tasks give the same selection,
 * whatever the order of the tasks.
 *
 * @throws PoolError with the faults of all benchmarks together.
 * @throws ShortfallError when more is asked for than there is, unless `allowShortfall`.
 */
export function runPlan(plan: Plan, pools: Pools, options: RunOptions = {}): Selection {
  const faults: Fault[] = [];
  const prepared = plan.benchmarks.flatMap((benchmark) => {
    const outcome = prepareBenchmark(benchmark, pools.get(benchmark.name) ?? emptyPool, plan);
    faults.push(...outcome.faults);
    return 'scored' in outcome ? [outcome] : [];
  });
  const total =
    faults.length > 0 ? { takes: new Map<string, number>(), shortfalls: [], faults: [] } : shareTotal(plan, prepared);
  faults.push(...total.faults);
  const benchmarks = prepared.flatMap((each) => {
    const outcome = selectFrom(each, total.takes.get(each.plan.name));
    if ('faults' in outcome) faults.push(...outcome.faults);
    return 'faults' in outcome ? [] : [outcome];
  });
  if (faults.length > 0) throw new PoolError(faults);
  if (options.allowShortfall !== true)
    refuseShortfalls([...total.shortfalls, ...benchmarks.flatMap((each) => each.shortfalls)]);
  const choices = benchmarks
    .toSorted((a, b) => compareText(a.plan.name, b.plan.name))
    .flatMap((benchmark) => benchmark.choices);
  const statistics = selectionStatistics(plan, benchmarks, choices);
  const kind = benchmarks.every((benchmark) => benchmark.kind === 'representative') ? 'representative' : 'focus';
  const population = benchmarks.reduce((sum, { eligible }) => sum + eligible, 0);
  return {
    plan,
    benchmarks,
    choices,
    kind,
    weighting: kind === 'focus' ? undefined : weightingOf(population, choices),
    statistics,
    warnings: [
      ...total.shortfalls.map(({ message }) => ({ code: 'shortfall', message })),
      ...selectionWarnings(benchmarks, statistics),
    ],
  };
}

/** A benchmark's tasks, checked, classified, scored and numbered. */
type Prepared = ReturnType<typeof prepare>;

function prepareBenchmark(benchmark: BenchmarkPlan, pool: Pool, plan: Plan): Prepared | { faults: readonly Fault[] } {
  const faults = checkPool(pool, benchmark);
  return faults.length > 0 ? { faults } : prepare(benchmark, pool, plan);
}

function prepare(benchmark: BenchmarkPlan, pool: Pool, plan: Plan) {
  const inOrder = pool.tasks.toSorted((a, b) => compareText(a.id, b.id));
  const classified = classifyTasks(inOrder, benchmark, plan.vocabulary);
  const scored = scoreTasks(classified.tasks, benchmark, plan.score);
  const exclusions = resolveExclusions(scored.tasks, benchmark);
  const pins = resolvePins(scored.tasks, benchmark);
  const features = countFeatures(scored.tasks, benchmark);
  return {
    plan: { ...benchmark, select: { ...benchmark.select, pin: pins.ids } },
    inOrder,
    priorSystems: pool.priorSystems ?? [],
    classified,
    scored,
    tasks: numberTasks(scored.tasks, benchmark, plan.seed),
    exclusions,
    excluded: new Set(exclusions.byId.keys()),
    features,
    warnings: [...poolWarnings(pool, benchmark), ...scoreWarnings(scored.tasks, benchmark, plan.score, features)],
    faults: [...classified.faults, ...scored.faults, ...exclusions.faults, ...pins.faults],
  };
}

/** Selects from a benchmark; `take` is its part of the plan's total, if it has one. */
function selectFrom(prepared: Prepared, take: number | undefined): BenchmarkSelection | { faults: readonly Fault[] } {
  const { inOrder, tasks, exclusions, excluded } = prepared;
  const plan = take === undefined ? prepared.plan : { ...prepared.plan, select: { ...prepared.plan.select, take } };
  const chosen = selectTasks(tasks, plan, excluded, exclusions.replacements);
  if (chosen.faults.length > 0) return { faults: chosen.faults };
  return {
    plan,
    tasks,
    tasksHash: once(() => fingerprintTasks(inOrder)),
    taskHashes: once(() => fingerprintEach(inOrder)),
    priorSystems: prepared.priorSystems,
    eligible: chosen.eligible,
    leftOut: chosen.leftOut,
    exclusions: appliedExclusions(tasks, plan, exclusions.byId, chosen),
    corrections: prepared.classified.corrections,
    conflicts: countConflicts(inOrder),
    features: prepared.features,
    warnings: [...prepared.warnings, ...chosen.warnings],
    groups: chosen.groups,
    ensured: chosen.ensured,
    shortfalls: chosen.shortfalls,
    choices: chosen.choices,
    kind: chosen.kind,
    weighting: chosen.weighting,
  };
}

const emptyPool: Pool = { tasks: [], problems: [] };

/** Works a value out when it is first asked for: a selection that is only compared needs no hash. */
function once<Result>(work: () => Result): () => Result {
  let result: Result | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

function refuseShortfalls(shortfalls: readonly Shortfall[]): void {
  const faults = shortfalls.map(({ message }) => ({
    code: 'selection/shortfall',
    message,
    hint: 'Ask for less, or pass --allow-shortfall (allowShortfall) to go on with what there is.',
  }));
  if (faults.length > 0) throw new ShortfallError(faults);
}
