import { expectUplift } from './expect-uplift.js';
import { at, sumOf } from './lists/lists.js';
import { type Fault, PoolError, ShortfallError, type Warning } from './model/errors.js';
import type { Optimiser } from './model/optimum.js';
import type { BenchmarkPlan, FirstWave, Plan } from './model/plan.js';
import type { BenchmarkSelection, Selection } from './model/selection.js';
import type { Pool, Pools } from './model/task.js';
import { fieldFaults } from './pool/check-pool.js';

import { type Prepared, prepareBenchmark } from './prepare-benchmark.js';
import { sizeFor } from './purposes/find-size.js';
import { firstWaveShare, fitWave, waveFaults } from './purposes/fit-wave.js';
import { type LearnedBenchmark, learnBenchmark } from './purposes/learn-benchmark.js';
import { weightingOf } from './select/select-tasks.js';
import { countPool, type PoolCounts, selectionStatistics } from './select/selection-statistics.js';
import { sameTaskFaults, selectionWarnings } from './select/selection-warnings.js';
import { type ReadyBenchmark, type SharedTotal, shareTotal } from './select/share-places.js';
import { type TierTakes, tierOf, tierTakes } from './select/tier-takes.js';
import { type OptimisedPlan, optimisePlan, selectBenchmark, withTake } from './select-benchmark.js';
import { compareText, countOf } from './text/words.js';
import { unreadNumbers } from './unread-numbers.js';

export interface RunOptions {
  /** Whether to accept fewer tasks than requested; the result then lists the shortfalls. Default false. */
  readonly allowShortfall?: boolean;
  /** Undefined selects the whole. */
  readonly tier?: string | undefined;
  /** For a plan with waves, the results that the second is fitted to; undefined selects the first wave. */
  readonly wave?: FirstWave | undefined;
  /** Required for a plan with a goal. */
  readonly optimiser?: Optimiser | undefined;
  /** Large benchmarks to hash task by task, as earlier versions did. */
  readonly hashedOneByOne?: ReadonlySet<string> | undefined;
  /** Whether to forecast the uplift of tasks chosen by uplift, which runs the plan up to twenty times. Default true. */
  readonly expectUplift?: boolean;
  /** Benchmarks already prepared with this plan from these pools. */
  readonly prepared?: ReadonlyMap<string, Prepared>;
}

/**
 * Runs a plan on its pools: check → classify → score → share the total → select. The order of the tasks doesn't matter.
 * @throws PoolError with the errors of all benchmarks.
 * @throws ShortfallError if the pool has fewer tasks than requested, unless `allowShortfall`.
 */
export function runPlan(plan: Plan, pools: Pools, options: RunOptions = {}): Selection {
  return runsOn(pools)(plan, options);
}

/** Runs plans that differ in seed, weights, selection, exclusions or pins on the same pools, sharing work. */
export function runsOn(pools: Pools): (plan: Plan, options?: RunOptions) => Selection {
  const before = new Map<string, Prepared>();
  let counts: PoolCounts | undefined;
  return (plan, options = {}) => {
    const faults: Fault[] = [];
    const prepare = (benchmark: BenchmarkPlan, pool: Pool): ReturnType<typeof prepareBenchmark> =>
      options.prepared?.get(benchmark.name) ?? prepareBenchmark(benchmark, pool, plan, before.get(benchmark.name));
    const prepared = plan.benchmarks.flatMap((benchmark) => {
      const pool = pools.get(benchmark.name) ?? emptyPool;
      const outcome = prepare(benchmark, pool);
      for (const fault of outcome.faults) faults.push({ ...fault, benchmark: benchmark.name });
      if (!('scored' in outcome)) return [];
      before.set(benchmark.name, outcome);
      return [outcome];
    });
    if (counts === undefined) faults.push(...fieldFaults(plan, pools));
    faults.push(...unreadNumbers(prepared, plan));
    if (faults.length === 0) counts ??= countPool(prepared);
    const selection = selectFromAll(plan, prepared, counts ?? countPool([]), faults, options);
    return withExpectedUplift(selection, pools, options);
  };
}

function withExpectedUplift(selection: Selection, pools: Pools, options: RunOptions): Selection {
  if (options.expectUplift === false || ![...pools.values()].some(({ hasUplift }) => hasUplift)) return selection;
  const again = (others: Pools) =>
    runPlan(selection.plan, others, { ...options, prepared: new Map(), expectUplift: false });
  return { ...selection, expectedUplift: expectUplift(selection, pools, again) };
}

/** Errors that repeat an error about a field that no task has. */
const followsFromField: ReadonlySet<string> = new Set(['selection/no-groups', 'selection/no-ranks']);

function selectFromAll(
  plan: Plan,
  prepared: readonly Prepared[],
  counts: PoolCounts,
  faults: Fault[],
  options: RunOptions,
): Selection {
  const lacksField = faults.some(({ code }) => code === 'pool/no-field');
  const { sized, ...total } = faults.length > 0 ? nothingShared(plan) : sizePlan(plan, prepared);
  faults.push(...total.faults);
  const sizedPlans = new Map(prepared.map((each) => [each, withTake(each.plan, total.takes.get(each.plan.name))]));
  const candidates = prepared.map((each) => ({
    plan: sizedPlans.get(each) ?? each.plan,
    tasks: total.learned.get(each.plan.name)?.tasks ?? each.tasks,
    excluded: each.excluded,
  }));
  let optimised = faults.length > 0 ? undefined : optimisePlan(plan, candidates, options.optimiser);
  faults.push(...(optimised?.faults ?? []));
  const whole = selectEach();
  if (plan.waves !== undefined && faults.length === 0) faults.push(...whole.flatMap(waveFaults));
  const tiered = plan.waves === undefined ? plan : withFirstWave(plan, whole);
  const isFirst = plan.waves !== undefined && options.wave === undefined;
  const asked = tierOf(tiered, options.tier ?? (isFirst ? firstWaveName : undefined), sizeOf(whole));
  const tier = asked === undefined || faults.length > 0 ? undefined : tierTakes(tiered, asked, sizesOf(whole));
  if (tier !== undefined && 'faults' in tier) throw new PoolError(tier.faults);
  for (const each of tier === undefined ? [] : tiersDownTo(tiered, tier)) {
    if (optimised === undefined || faults.length > 0) break;
    const larger: OptimisedPlan = optimised;
    optimised = optimisePlan(plan, candidates, options.optimiser, { tier: each, larger });
    faults.push(...optimised.faults.map((fault) => ({ ...fault, ...inTier(fault, each) })));
  }
  const isWhole = tier === undefined && faults.length === 0;
  const looks = isWhole && plan.looks !== undefined ? lookSizes(plan, sizeOf(whole)) : undefined;
  const wave = isWhole && plan.waves !== undefined ? options.wave : undefined;
  const benchmarks = tier ? selectEach(tier) : looks ? withLooks(looks) : wave ? secondWave(wave) : whole;
  if (tier !== undefined && faults.length === 0) faults.push(...unlikeTier(tier, benchmarks, whole));
  // Without the shares of a total, benchmarks take more than they would.
  if (faults.length === 0 || plan.total === undefined) faults.push(...sameTaskFaults(benchmarks));
  if (faults.length > 0) throw new PoolError(faults);
  if (benchmarks.every(({ choices }) => choices.length === 0)) throw new PoolError(benchmarks.map(nothingSelected));
  const choices = benchmarks
    .toSorted((a, b) => compareText(a.plan.name, b.plan.name))
    .flatMap((benchmark) => benchmark.choices);
  const statistics = selectionStatistics(plan, counts, choices);
  const warnings = selectionWarnings(benchmarks, statistics);
  const shortfalls = [
    ...total.shortfalls.map(({ message }) => ({ message })),
    ...benchmarks.flatMap(({ plan: { name: benchmark }, shortfalls }) => {
      const own = warnings.filter((each) => each.benchmark === benchmark);
      return shortfalls.map(({ message }) => ({ message: [message, ...unreadValues(own)].join(' '), benchmark }));
    }),
  ];
  if (shortfalls.length > 0 && options.allowShortfall !== true) {
    const hint = 'Select fewer tasks, or add --allow-shortfall to continue with fewer.';
    throw new ShortfallError(shortfalls.map((each) => ({ code: 'selection/shortfall', ...each, hint })));
  }
  const kind = benchmarks.every((benchmark) => benchmark.kind === 'representative') ? 'representative' : 'focus';
  const population = sumOf(benchmarks, ({ eligible }) => eligible);
  return {
    plan: tier && sized.total ? { ...sized, total: { ...sized.total, take: tier.tier.size } } : sized,
    ...(tier === undefined ? {} : { tier: tier.tier }),
    ...(looks === undefined ? {} : { looks: { sizes: looks, errorRate: lookErrorRate } }),
    ...(wave === undefined ? {} : { wave }),
    benchmarks,
    choices,
    kind,
    weighting: kind === 'focus' ? undefined : weightingOf(population, choices),
    statistics,
    warnings: [...total.shortfalls.map(({ message }) => ({ code: 'shortfall', message })), ...warnings],
  };

  function selectEach(tier?: TierTakes, designs?: readonly BenchmarkSelection[]): readonly BenchmarkSelection[] {
    return prepared.flatMap((each) => {
      const { name } = each.plan;
      // Only the tasks with errors were read; their errors are in `faults` already.
      if (each.census?.isFaulty === true) return [];
      const places = tier && { take: tier.takes.get(name) ?? 0, whole: sizesOf(whole).get(name) ?? 0 };
      const optimum = optimised?.optima.get(name);
      // If a goal has no optimum, the reason is in `faults`.
      if (each.plan.select.optimise !== undefined && optimum === undefined) return [];
      const found = {
        optimum,
        unexcluded: optimised?.unexcluded.get(name),
        isHashedOneByOne: options.hashedOneByOne?.has(name) === true,
        whole: designs?.find((benchmark) => benchmark.plan.name === name),
        fewest: firstPlaces(name),
      };
      const outcome = selectBenchmark(each, sizedPlans.get(each) ?? each.plan, total.learned.get(name), places, found);
      if (!('faults' in outcome)) return [outcome];
      for (const fault of outcome.faults)
        if (!(lacksField && followsFromField.has(fault.code)))
          faults.push({ ...fault, ...inTier(fault, tier), benchmark: name });
      return [];
    });
  }

  /** The places of a benchmark in the first look or wave, before the whole is selected; undefined without any. */
  function firstPlaces(name: string): number | undefined {
    const takeOf = ({ plan: { select }, tasks }: (typeof candidates)[number]) =>
      select.take === 'all' ? tasks.length : select.take;
    const all = sumOf(candidates, takeOf);
    const [first] =
      plan.waves !== undefined ? [firstWaveShare * all] : plan.looks === undefined ? [] : lookSizes(plan, all);
    const own = candidates.filter((each) => each.plan.name === name);
    return first === undefined ? undefined : Math.max(1, Math.floor((sumOf(own, takeOf) * first) / all));
  }

  /** The whole selection, which contains the first wave, with the other places shared by a system's results on it. */
  function secondWave(given: FirstWave): readonly BenchmarkSelection[] {
    const takes = tierTakes(tiered, firstWaveName, sizesOf(whole));
    if ('faults' in takes) {
      faults.push(...takes.faults);
      return whole;
    }
    const first = selectEach(takes, whole);
    const fitted = whole.map((benchmark, i) => fitWave(benchmark, first[i] ?? benchmark, given));
    const second = selectEach(undefined, fitted);
    if (faults.length === 0) faults.push(...unlikeTier(takes, first, second));
    return second;
  }

  /** The whole selection, each task with the first look that includes it. The tasks of a look are a tier. */
  function withLooks(sizes: readonly number[]): readonly BenchmarkSelection[] {
    if (!sizes.every((size, look) => size > (sizes[look - 1] ?? 0))) {
      const message = `the plan has ${countOf(sizes.length, 'look')} for ${countOf(sizes.at(-1) ?? 0, 'task')}, but each look must add a task.`;
      faults.push(forLooks({ code: 'selection/looks', message }));
      return whole;
    }
    const names = sizes.map((_, look) => `look ${look + 1}`);
    const full = sizesOf(whole);
    const ofLooks = { ...plan, tiers: new Map(names.slice(0, -1).map((name, look) => [name, at(sizes, look)])) };
    const lookOf = new Map<string, number>();
    const solved = optimised;
    // From the largest down, because an optimum is chosen from the next larger one.
    for (const [look, name] of [...names.slice(0, -1).entries()].reverse()) {
      const takes = tierTakes(ofLooks, name, full);
      if ('faults' in takes) {
        faults.push(...takes.faults.map(forLooks));
        break;
      }
      const before = faults.length;
      if (optimised !== undefined)
        optimised = optimisePlan(plan, candidates, options.optimiser, { tier: takes, larger: optimised });
      faults.push(...(optimised?.faults ?? []));
      const own = selectEach(takes, whole);
      if (faults.length === before) faults.push(...unlikeTier(takes, own, whole));
      if (faults.length > before) {
        faults.splice(before, faults.length, ...faults.slice(before).map(forLooks));
        break;
      }
      for (const key of keysOf(own)) lookOf.set(key, look + 1);
    }
    optimised = solved;
    return whole.map((benchmark) => ({
      ...benchmark,
      choices: benchmark.choices.map((choice) => ({
        ...choice,
        look: lookOf.get(`${choice.task.benchmark}/${choice.task.id}`) ?? sizes.length,
      })),
    }));
  }
}

/** The error for a selection without any task, also where fewer tasks than requested would do. */
function nothingSelected({ plan: { name }, available, eligible, warnings }: BenchmarkSelection): Fault {
  const why =
    eligible === 0
      ? `none of its ${countOf(available, 'task')} is eligible, because of the exclusions and "where"`
      : `none of its ${countOf(eligible, 'eligible task')} is selected`;
  const hint = eligible === 0 ? 'Check the values in "where", and the exclusions.' : 'Raise "take" or at_most.';
  const message = [`benchmark "${name}": ${why}.`, ...unreadValues(warnings)].join(' ');
  return { code: 'selection/nothing', message, hint, benchmark: name };
}

const firstWaveName = 'wave-1';

function withFirstWave(plan: Plan, whole: readonly BenchmarkSelection[]): Plan {
  return { ...plan, tiers: new Map([[firstWaveName, Math.round(firstWaveShare * sizeOf(whole))]]) };
}

function forLooks(fault: Fault): Fault {
  const hint = 'Plan fewer looks, select more tasks, or remove "looks" from the plan.';
  return { ...fault, code: 'selection/looks', hint };
}

/** The sizes of looks in equal steps or by the plan's tiers, the last one with all tasks. */
function lookSizes({ looks = 1, tiers = new Map() }: Plan, all: number): readonly number[] {
  return looks === 'tiers'
    ? [...new Set([...tiers.values(), all])].sort((a, b) => a - b)
    : Array.from({ length: looks }, (_, look) => Math.round((all * (look + 1)) / looks));
}

const lookErrorRate = 0.05;

function unlikeTier(
  { tier: { name, size } }: TierTakes,
  benchmarks: readonly BenchmarkSelection[],
  whole: readonly BenchmarkSelection[],
): readonly Fault[] {
  const [own, all] = [keysOf(benchmarks), new Set(keysOf(whole))];
  const others = own.filter((key) => !all.has(key)).length;
  if (own.length === size && others === 0) return [];
  const message = `tier "${name}" should have ${countOf(size, 'task')} from the whole selection, but has ${own.length}, including ${others} from outside it.`;
  return [{ code: 'selection/tier', message, hint: 'Change the size of the tier, or remove "tiers" from the plan.' }];
}

function keysOf(benchmarks: readonly BenchmarkSelection[]): readonly string[] {
  return benchmarks.flatMap(({ choices }) => choices.map(({ task }) => `${task.benchmark}/${task.id}`));
}

/** The tiers from the largest down to this one, because each is chosen from the next larger one. */
function tiersDownTo(plan: Plan, { tier, full }: TierTakes): readonly TierTakes[] {
  return [...new Map([...(plan.tiers ?? []), [tier.name, tier.size] as const])]
    .filter(([, size]) => size >= tier.size && size < tier.full)
    .sort(([a, size], [b, other]) => other - size || compareText(a, b))
    .flatMap(([name, size]) => {
      if (size === tier.size && name !== tier.name) return [];
      const takes = tierTakes(plan, name, full);
      return 'faults' in takes ? [] : [takes];
    });
}

/** The message and hint of an error that concerns a tier but not the whole selection. */
function inTier({ code, message }: Fault, tier: TierTakes | undefined): Partial<Fault> {
  if (tier === undefined || code === 'selection/tier') return {};
  const hint = `Give the tier more tasks${code.startsWith('optimise/') ? ', or relax the rules' : ''}.`;
  return { message: `tier "${tier.tier.name}": ${message}`, hint };
}

function sizesOf(benchmarks: readonly BenchmarkSelection[]): ReadonlyMap<string, number> {
  return new Map(benchmarks.map(({ plan, choices }) => [plan.name, choices.length]));
}

function sizeOf(benchmarks: readonly BenchmarkSelection[]): number {
  return sumOf(benchmarks, ({ choices }) => choices.length);
}

const emptyPool: Pool = { tasks: [], problems: [] };

function unreadValues(warnings: readonly Warning[]): readonly string[] {
  return warnings.flatMap(({ code, brief, count = 1 }) =>
    ['remark', 'alike-labels'].includes(code) && brief !== undefined ? [`Note ${count} ${brief}.`] : [],
  );
}

interface SizedPlan extends SharedTotal {
  /** The plan with the number of tasks that its target requires. */
  readonly sized: Plan;
  /** For benchmarks with a purpose, or that use learned fields. */
  readonly learned: ReadonlyMap<string, LearnedBenchmark>;
}

function nothingShared(plan: Plan, faults: readonly Fault[] = []): SizedPlan {
  return { sized: plan, takes: new Map(), shortfalls: [], faults, learned: new Map() };
}

/** Learns from earlier results, computes the numbers of tasks that targets require, and shares the plan's total. */
export function sizePlan(plan: Plan, prepared: readonly Prepared[]): SizedPlan {
  const seed = String(plan.seed ?? '');
  const learned = new Map<string, LearnedBenchmark>();
  const faults: Fault[] = [];
  const ready = prepared.map((each): ReadyBenchmark => {
    const found = learnBenchmark(each.tasks, each.plan, each.priorRewards, each.census?.prior);
    for (const fault of found.faults) faults.push({ ...fault, benchmark: each.plan.name });
    if (found.learned === undefined) return each;
    learned.set(each.plan.name, found);
    return { plan: each.plan, tasks: found.tasks, excluded: each.excluded, census: each.census };
  });
  if (faults.length > 0) return nothingShared(plan, faults);
  const own = new Map(
    ready.flatMap(({ plan: benchmark }) => {
      const target = benchmark.select.takesShare ? undefined : benchmark.select.purpose?.target;
      const from = learned.get(benchmark.name);
      if (target === undefined || from === undefined) return [];
      const found = sizeFor(target, [{ plan: benchmark, from }], (take) => [take], seed);
      if ('take' in found) return [[benchmark.name, found.take] as const];
      for (const fault of found.faults) faults.push({ ...fault, benchmark: benchmark.name });
      return [];
    }),
  );
  const sized = withTotal(plan, ready, learned, seed);
  if ('faults' in sized) faults.push(...sized.faults);
  if (faults.length > 0 || 'faults' in sized) return nothingShared(plan, faults);
  const shared = shareTotal(sized, ready);
  return { ...shared, takes: new Map([...shared.takes, ...own]), sized, learned };
}

function withTotal(
  plan: Plan,
  ready: readonly ReadyBenchmark[],
  learned: ReadonlyMap<string, LearnedBenchmark>,
  seed: string,
): Plan | { readonly faults: readonly Fault[] } {
  const { total } = plan;
  const target = total?.purpose?.target;
  if (total === undefined || target === undefined) return plan;
  const sharing = ready.flatMap(({ plan: benchmark }) => {
    const from = learned.get(benchmark.name);
    return benchmark.select.takesShare && from !== undefined ? [{ plan: benchmark, from }] : [];
  });
  const found = sizeFor(
    target,
    sharing,
    (take) => {
      const { takes, faults } = shareTotal({ ...plan, total: { ...total, take } }, ready);
      return faults.length > 0 ? undefined : sharing.map(({ plan: { name } }) => takes.get(name) ?? 0);
    },
    seed,
  );
  return 'take' in found ? { ...plan, total: { ...total, take: found.take } } : found;
}
