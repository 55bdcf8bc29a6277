import { fingerprintPool, taskHashes } from './fingerprint/fingerprint-pool.js';
import { sumOfTasks } from './fingerprint/sum-of-tasks.js';
import { EngineError } from './model/errors.js';
import type { Fault } from './model/fault.js';
import { isLargePool } from './model/large-pool.js';
import type { OptimisedBenchmark, Optimiser, Optimum, TierOfOptimum } from './model/optimum.js';
import type { BenchmarkPlan, Plan } from './model/plan.js';
import type { BenchmarkSelection } from './model/selection.js';
import type { Prepared } from './prepare-benchmark.js';
import { designBenchmark } from './purposes/design-benchmark.js';
import type { LearnedBenchmark } from './purposes/learn-benchmark.js';
import { appliedExclusions } from './select/applied-exclusions.js';
import { nestingFaults } from './select/nesting-faults.js';
import { selectOptimum } from './select/select-optimum.js';
import { selectTasks } from './select/select-tasks.js';
import type { TierTakes } from './select/tier-takes.js';

/** The places of a tier in one benchmark. */
export interface TierPlaces {
  readonly take: number;
  /** What the benchmark gives to the whole. */
  readonly whole: number;
}

/** The plan of a benchmark with its part of the plan's total, if it has one. */
export function withTake(plan: BenchmarkPlan, take: number | undefined): BenchmarkPlan {
  return take === undefined ? plan : { ...plan, select: { ...plan.select, take } };
}

/** What was found for the goal of a benchmark, with exclusions and without, and how its tasks are hashed. */
interface FoundForGoal {
  readonly optimum: Optimum | undefined;
  readonly unexcluded: Optimum | undefined;
  /** Tasks of a large pool are hashed one by one, as earlier programs did. */
  readonly isHashedOneByOne: boolean;
}

/** Selects from a benchmark, or takes what was found for its goal. */
export function selectBenchmark(
  prepared: Prepared,
  taking: BenchmarkPlan,
  from: LearnedBenchmark | undefined,
  tier: TierPlaces | undefined,
  { optimum, unexcluded, isHashedOneByOne }: FoundForGoal,
): BenchmarkSelection | { faults: readonly Fault[] } {
  const { inOrder, exclusions, excluded, census } = prepared;
  const nothing = { plan: taking, tasks: prepared.tasks, learned: undefined, warnings: [], faults: [] };
  const designed =
    optimum !== undefined
      ? { ...nothing, tasks: from?.tasks ?? prepared.tasks }
      : from === undefined
        ? nothing
        : designBenchmark(taking, from, String(prepared.seed ?? ''), tier?.take);
  if (designed.faults.length > 0) return { faults: designed.faults };
  const unnested = tier === undefined || optimum !== undefined ? [] : nestingFaults(designed.plan);
  if (unnested.length > 0) return { faults: unnested };
  const { tasks, learned } = designed;
  const ids = optimum?.chosen.get(taking.name);
  const plan =
    ids !== undefined && (optimum?.scope === 'plan' || tier !== undefined)
      ? withOptimum(designed.plan, ids.size, optimum)
      : tier === undefined
        ? designed.plan
        : takingTier(designed.plan, tier);
  const chosen =
    ids === undefined
      ? selectTasks(tasks, plan, excluded, exclusions.replacements, census)
      : selectOptimum(tasks, plan, excluded, ids);
  if (chosen.faults.length > 0) return { faults: chosen.faults };
  const before = unexcluded?.chosen.get(taking.name);
  const without = before && selectOptimum(tasks, plan, new Set(), before);
  const available = census?.available ?? tasks.length;
  const isSummed = isLargePool(available) && !isHashedOneByOne;
  const hashes = once(() => fingerprintPool(inOrder, isHashedOneByOne));
  const sum = once(() => sumOfTasks(inOrder));
  const chosenHashes = once(() => {
    const chosenIds = new Set(chosen.choices.map(({ task }) => task.id));
    return taskHashes(inOrder.filter(({ id }) => chosenIds.has(id)));
  });
  return {
    plan,
    tasks,
    available,
    ...(census === undefined ? {} : { census }),
    isHashedOneByOne,
    tasksHash: () => census?.sha256 ?? (isSummed ? sum() : hashes().sha256),
    taskHashes: () => (isSummed ? chosenHashes() : hashes().tasks),
    fieldHashes: () => (isSummed ? new Map() : hashes().fields),
    everyFileCounts: () =>
      isSummed ? inOrder.some(({ contents }) => contents?.everyFile === true) : hashes().everyFile,
    priorSystems: prepared.priorSystems,
    priorRewards: prepared.priorRewards,
    learned,
    optimum,
    eligible: chosen.eligible,
    outside: prepared.outside,
    leftOut: chosen.leftOut,
    exclusions: appliedExclusions(tasks, plan, exclusions.byId, chosen, without, census),
    corrections: prepared.classified.corrections,
    conflicts: prepared.conflicts,
    features: prepared.features,
    warnings: [...prepared.warnings, ...designed.warnings, ...chosen.warnings],
    groups: chosen.groups,
    ensured: chosen.ensured,
    shortfalls: chosen.shortfalls,
    choices: chosen.choices,
    kind: chosen.kind,
    weighting: chosen.weighting,
  };
}

/** The plan with the places that an optimum gives it, and with those of all benchmarks together where they share a goal. */
function withOptimum(plan: BenchmarkPlan, take: number, optimum: Optimum | undefined): BenchmarkPlan {
  const { optimise } = plan.select;
  if (optimise?.take === undefined) return withTake(plan, take);
  const all = [...(optimum?.chosen.values() ?? [])].reduce((sum, ids) => sum + ids.size, 0);
  return { ...plan, select: { ...plan.select, take, optimise: { ...optimise, take: all } } };
}

/** The rule of the whole, with the places of a tier. */
function takingTier(plan: BenchmarkPlan, { take, whole }: TierPlaces): BenchmarkPlan {
  const { keep, ...select } = plan.select;
  const kept = keep === undefined ? {} : { keep: { ...keep, places: whole - select.pin.length } };
  return { ...plan, select: { ...select, take, ...kept } };
}

/** Works a value out when it is first asked for: a selection that is only compared needs no hash. */
function once<Result>(work: () => Result): () => Result {
  let result: Result | undefined;
  return () => {
    result ??= work();
    return result;
  };
}

/** What was found for the benchmarks that have a goal, by name. */
export interface OptimisedPlan {
  readonly optima: ReadonlyMap<string, Optimum>;
  /** The same without exclusions, where there are any: who would have been in. */
  readonly unexcluded: ReadonlyMap<string, Optimum>;
  readonly faults: readonly Fault[];
}

const nothing: OptimisedPlan = { optima: new Map(), unexcluded: new Map(), faults: [] };

/**
 * Solves for every benchmark that has a goal of its own, and for those together that share one.
 *
 * @param within A tier to solve for, and the next larger selection that it is chosen from.
 */
export function optimisePlan(
  plan: Plan,
  benchmarks: readonly OptimisedBenchmark[],
  optimiser: Optimiser | undefined,
  within?: { readonly tier: TierTakes; readonly larger: OptimisedPlan },
): OptimisedPlan {
  const optimised = benchmarks.filter((benchmark) => benchmark.plan.select.optimise !== undefined);
  if (optimised.length === 0) return nothing;
  if (optimiser === undefined) throw new EngineError([noOptimiser]);
  const tierOf = (problem: readonly OptimisedBenchmark[], chosenIn: OptimisedPlan['optima'] | undefined) => {
    const larger = chosenIn?.get(problem[0]?.plan.name ?? '');
    return within === undefined || larger === undefined ? undefined : tierOfOptimum(within.tier, problem, larger);
  };
  const isShared = ({ plan: { select } }: OptimisedBenchmark) => select.optimise?.scope === 'plan';
  const shared = optimised.filter(isShared);
  const problems = [
    ...(shared.length === 0 ? [] : [shared]),
    ...optimised.filter((benchmark) => !isShared(benchmark)).map((benchmark) => [benchmark]),
  ];
  const [optima, unexcluded] = [new Map<string, Optimum>(), new Map<string, Optimum>()];
  const faults: Fault[] = [];
  for (const problem of problems) {
    const found = optimiser.choose(problem, plan, tierOf(problem, within?.larger.optima));
    if ('faults' in found) {
      faults.push(...found.faults);
      continue;
    }
    for (const { plan: own } of problem) optima.set(own.name, found);
    if (problem.every(({ excluded }) => excluded.size === 0)) continue;
    const ofTier = tierOf(problem, within?.larger.unexcluded);
    if (within !== undefined && ofTier === undefined) continue;
    const before = optimiser.choose(
      problem.map((benchmark) => ({ ...benchmark, excluded: new Set<string>() })),
      plan,
      ofTier,
    );
    if ('faults' in before) continue;
    for (const { plan: own } of problem) unexcluded.set(own.name, before);
  }
  return { optima, unexcluded, faults };
}

/** The tier of one problem: its part of the places, chosen from what a larger selection has. */
function tierOfOptimum(
  { tier, takes, full }: TierTakes,
  problem: readonly OptimisedBenchmark[],
  { chosen }: Optimum,
): TierOfOptimum {
  const sum = (of: ReadonlyMap<string, number>) => problem.reduce((all, { plan }) => all + (of.get(plan.name) ?? 0), 0);
  return { name: tier.name, take: sum(takes), of: sum(full), chosen };
}

const noOptimiser: Fault = {
  code: 'optimise/no-solver',
  message: 'the plan has a goal to optimise, and no solver is at hand.',
  hint: 'Load one first: runPlan(plan, pools, { optimiser: await loadOptimiser() }).',
};
