import { groupBy } from './lists/lists.js';
import { EngineError, type Fault } from './model/errors.js';
import type { OptimisedBenchmark, Optimiser, Optimum, TierOfOptimum } from './model/optimum.js';
import type { BenchmarkPlan, Plan } from './model/plan.js';
import { poolSize } from './model/pool-census.js';
import type { AppliedExclusion, BenchmarkSelection, Choice, PoolCensus, ResolvedExclusion } from './model/selection.js';
import type { ScoredTask } from './model/task.js';
import type { Prepared } from './prepare-benchmark.js';
import { designBenchmark } from './purposes/design-benchmark.js';
import type { LearnedBenchmark } from './purposes/learn-benchmark.js';
import { noReplacements } from './select/fill-groups.js';
import { type Chosen, selectOptimum, selectTasks } from './select/select-tasks.js';
import { nestingFaults, type TierTakes } from './select/tier-takes.js';

type TierPlaces = Readonly<Record<'take' | 'whole', number>>;

export function withTake(plan: BenchmarkPlan, take: number | undefined): BenchmarkPlan {
  return take === undefined ? plan : { ...plan, select: { ...plan.select, take } };
}

interface FoundBefore {
  /** The best tasks for the benchmark's goal, and the best if none were excluded. */
  readonly optimum: Optimum | undefined;
  readonly unexcluded: Optimum | undefined;
  readonly isHashedOneByOne: boolean;
  /** The whole selection, whose design a look shares. */
  readonly whole: BenchmarkSelection | undefined;
  /** The places of the first look. */
  readonly fewest: number | undefined;
}

/** Selects from a benchmark by its rule, or takes the tasks found for its goal. */
export function selectBenchmark(
  prepared: Prepared,
  taking: BenchmarkPlan,
  from: LearnedBenchmark | undefined,
  tier: TierPlaces | undefined,
  { optimum, unexcluded, isHashedOneByOne, whole, fewest }: FoundBefore,
): BenchmarkSelection | { faults: readonly Fault[] } {
  const { inOrder, exclusions, excluded, census } = prepared;
  const nothing = { plan: taking, tasks: prepared.tasks, learned: undefined, warnings: [], faults: [] };
  const designed =
    optimum !== undefined
      ? { ...nothing, tasks: from?.tasks ?? prepared.tasks }
      : from === undefined
        ? nothing
        : whole !== undefined
          ? { ...nothing, plan: whole.plan, tasks: whole.tasks, learned: whole.learned }
          : designBenchmark(taking, from, String(prepared.seed ?? ''), { tierTake: tier?.take, fewest });
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
  const { warnings, faults: _, ...found } = chosen;
  const before = unexcluded?.chosen.get(taking.name);
  const without = before && selectOptimum(tasks, plan, new Set(), before);
  return {
    plan,
    tasks,
    available: poolSize({ tasks, census }),
    ...(census === undefined ? {} : { census }),
    sourceTasks: inOrder,
    ...(isHashedOneByOne ? { isHashedOneByOne: true as const } : {}),
    priorSystems: prepared.priorSystems,
    priorRewards: prepared.priorRewards,
    learned,
    optimum,
    outside: prepared.outside,
    exclusions: appliedExclusions(tasks, plan, exclusions.byId, chosen, without, census),
    corrections: prepared.classified.corrections,
    conflicts: prepared.conflicts,
    features: prepared.features,
    warnings: [...prepared.warnings, ...designed.warnings, ...warnings],
    ...found,
  };
}

/** The plan with the number of tasks of an optimum, and with that of all benchmarks if they share a goal. */
function withOptimum(plan: BenchmarkPlan, take: number, optimum: Optimum | undefined): BenchmarkPlan {
  const { optimise } = plan.select;
  if (optimise?.take === undefined) return withTake(plan, take);
  const all = [...(optimum?.chosen.values() ?? [])].reduce((sum, ids) => sum + ids.size, 0);
  return { ...plan, select: { ...plan.select, take, optimise: { ...optimise, take: all } } };
}

function takingTier(plan: BenchmarkPlan, { take, whole }: TierPlaces): BenchmarkPlan {
  const { keep, ...select } = plan.select;
  const kept = keep === undefined ? {} : { keep: { ...keep, places: whole - select.pin.length } };
  return { ...plan, select: { ...select, take, ...kept } };
}

/** The optima of the benchmarks that have a goal, by name. */
export interface OptimisedPlan {
  readonly optima: ReadonlyMap<string, Optimum>;
  /** The optima if no task were excluded, for problems with exclusions. */
  readonly unexcluded: ReadonlyMap<string, Optimum>;
  readonly faults: readonly Fault[];
}

const nothing: OptimisedPlan = { optima: new Map(), unexcluded: new Map(), faults: [] };

/** Solves for benchmarks with a goal, alone or together; `within` is a tier and the selection it is chosen from. */
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
  // Benchmarks with a shared goal make one problem.
  const problems = groupBy(optimised, ({ plan: { name, select } }) =>
    select.optimise?.scope === 'plan' ? undefined : name,
  );
  const [optima, unexcluded] = [new Map<string, Optimum>(), new Map<string, Optimum>()];
  const faults: Fault[] = [];
  for (const problem of problems.values()) {
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
  message: 'the plan has a goal, but no solver was provided.',
  hint: 'Load one first: runPlan(plan, pools, { optimiser: await loadOptimiser() }).',
};

/** The effect of each exclusion: whether the task would have been selected, and the task selected instead. */
function appliedExclusions(
  tasks: readonly ScoredTask[],
  plan: BenchmarkPlan,
  exclusions: ReadonlyMap<string, ResolvedExclusion>,
  chosen: Chosen,
  unexcluded?: Chosen,
  census?: PoolCensus,
): readonly AppliedExclusion[] {
  if (exclusions.size === 0) return [];
  const without =
    unexcluded ??
    (plan.select.optimise === undefined ? selectTasks(tasks, plan, new Set(), noReplacements, census) : chosen);
  const isIn = idsOf(chosen.choices);
  const wasIn = idsOf(without.choices);
  const isNewcomer = ({ task }: Choice) => !wasIn.has(task.id);
  const newcomers = groupBy(inRankOrder(chosen.choices).filter(isNewcomer), ({ group }) => group.key);
  const replacedBy = new Map<string, string>();
  const taken = new Set<string>();
  const named = new Set([...exclusions.values()].map(({ replacementId }) => replacementId));
  for (const { task, group } of inRankOrder(without.choices)) {
    const exclusion = exclusions.get(task.id);
    if (exclusion === undefined) continue;
    const { replacementId } = exclusion;
    // A named replacement takes that place and no other; other newcomers take places in order.
    const isFree = ({ task: { id } }: Choice) => !named.has(id) && !taken.has(id);
    // With shares that follow the sizes, the place may have gone to another group.
    const free = newcomers.get(group.key)?.find(isFree) ?? [...newcomers.values()].flat().find(isFree);
    const isNew = replacementId !== undefined && isIn.has(replacementId) && !wasIn.has(replacementId);
    const next = isNew ? replacementId : free?.task.id;
    if (next === undefined) continue;
    taken.add(next);
    replacedBy.set(task.id, next);
  }
  return [...exclusions.values()].map((exclusion) => ({
    ...exclusion,
    wouldBeIn: wasIn.has(exclusion.taskId),
    replacedBy: replacedBy.get(exclusion.taskId),
  }));
}

function idsOf(choices: readonly Choice[]): ReadonlySet<string> {
  return new Set(choices.map(({ task }) => task.id));
}

function inRankOrder(choices: readonly Choice[]): readonly Choice[] {
  return choices.toSorted((a, b) => a.rank - b.rank);
}
