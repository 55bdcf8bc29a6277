import { classifyTasks } from './classify/classify-tasks.js';
import { fingerprintEach, fingerprintTasks } from './fingerprint/fingerprint-tasks.js';
import { PoolError, ShortfallError } from './model/errors.js';
import type { Fault } from './model/fault.js';
import type { BenchmarkPlan, Plan } from './model/plan.js';
import type { BenchmarkSelection, Selection } from './model/selection.js';
import type { Pool, Pools } from './model/task.js';
import { checkPool } from './pool/check-pool.js';
import { countConflicts, poolWarnings } from './pool/pool-warnings.js';
import { resolveExclusions } from './pool/resolve-exclusions.js';
import { countFeatures } from './score/feature-use.js';
import { scoreTasks } from './score/score-tasks.js';
import { scoreWarnings } from './score/score-warnings.js';
import { appliedExclusions } from './select/applied-exclusions.js';
import { selectTasks } from './select/select-tasks.js';
import { selectionStatistics } from './select/selection-statistics.js';
import { selectionWarnings } from './select/selection-warnings.js';
import { compareText } from './text/compare-text.js';

/** How a plan is run. */
export interface RunOptions {
  /** Go on when the pool cannot give all that is asked for; what is short is then part of the result. Default false. */
  readonly allowShortfall?: boolean;
}

/**
 * Runs a plan on its pools: check → classify → score → select. Pure: the same plan and tasks give the same selection,
 * whatever the order of the tasks.
 *
 * @throws PoolError with the faults of all benchmarks together.
 * @throws ShortfallError when more is asked for than there is, unless `allowShortfall`.
 */
export function runPlan(plan: Plan, pools: Pools, options: RunOptions = {}): Selection {
  const faults: Fault[] = [];
  const benchmarks = plan.benchmarks.flatMap((benchmark) => {
    const outcome = runBenchmark(benchmark, pools.get(benchmark.name) ?? emptyPool, plan);
    if ('faults' in outcome) faults.push(...outcome.faults);
    return 'faults' in outcome ? [] : [outcome];
  });
  if (faults.length > 0) throw new PoolError(faults);
  if (options.allowShortfall !== true) refuseShortfalls(benchmarks);
  const choices = benchmarks
    .toSorted((a, b) => compareText(a.plan.name, b.plan.name))
    .flatMap((benchmark) => benchmark.choices);
  const statistics = selectionStatistics(plan, benchmarks, choices);
  return { plan, benchmarks, choices, statistics, warnings: selectionWarnings(benchmarks, statistics) };
}

function runBenchmark(
  benchmark: BenchmarkPlan,
  pool: Pool,
  plan: Plan,
): BenchmarkSelection | { faults: readonly Fault[] } {
  const poolFaults = checkPool(pool, benchmark);
  if (poolFaults.length > 0) return { faults: poolFaults };
  const inOrder = pool.tasks.toSorted((a, b) => compareText(a.id, b.id));
  const classified = classifyTasks(inOrder, benchmark, plan.vocabulary);
  const scored = scoreTasks(classified.tasks, benchmark, plan.score);
  const exclusions = resolveExclusions(scored.tasks, benchmark);
  const chosen = selectTasks(scored.tasks, benchmark, new Set(exclusions.byId.keys()), exclusions.replacements);
  const features = countFeatures(scored.tasks, benchmark);
  const faults = [...classified.faults, ...scored.faults, ...exclusions.faults, ...chosen.faults];
  if (faults.length > 0) return { faults };
  return {
    plan: benchmark,
    tasks: scored.tasks,
    tasksHash: once(() => fingerprintTasks(inOrder)),
    taskHashes: once(() => fingerprintEach(inOrder)),
    eligible: chosen.eligible,
    leftOut: chosen.leftOut,
    exclusions: appliedExclusions(scored.tasks, benchmark, exclusions.byId, chosen),
    corrections: classified.corrections,
    conflicts: countConflicts(inOrder),
    features,
    warnings: [...poolWarnings(pool, benchmark), ...scoreWarnings(scored.tasks, benchmark, plan.score, features)],
    groups: chosen.groups,
    ensured: chosen.ensured,
    shortfalls: chosen.shortfalls,
    choices: chosen.choices,
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

function refuseShortfalls(benchmarks: readonly BenchmarkSelection[]): void {
  const faults = benchmarks.flatMap(({ shortfalls }) =>
    shortfalls.map(({ message }) => ({
      code: 'selection/shortfall',
      message,
      hint: 'Ask for less, or pass --allow-shortfall (allowShortfall) to go on with what there is.',
    })),
  );
  if (faults.length > 0) throw new ShortfallError(faults);
}
