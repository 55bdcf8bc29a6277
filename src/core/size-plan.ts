import type { Fault } from './model/fault.js';
import type { Plan } from './model/plan.js';
import type { Prepared } from './prepare-benchmark.js';
import { sizeFor } from './purposes/forecast.js';
import { type LearnedBenchmark, learnBenchmark } from './purposes/learn-benchmark.js';
import { type ReadyBenchmark, type SharedTotal, shareTotal } from './select/share-total.js';

/** How many tasks each benchmark is to give, and what was learned of it on the way. */
export interface SizedPlan extends SharedTotal {
  /** The plan with the number that its target comes to. */
  readonly sized: Plan;
  /** By name, where a selection has a purpose or looks at what is learned. */
  readonly learned: ReadonlyMap<string, LearnedBenchmark>;
}

/** A plan of which nothing was worked out, because it has faults. */
export function nothingShared(plan: Plan): SizedPlan {
  return { sized: plan, takes: new Map(), shortfalls: [], faults: [], learned: new Map() };
}

/** Learns from earlier results, works out the numbers that targets come to, and shares the plan's total. */
export function sizePlan(plan: Plan, prepared: readonly Prepared[]): SizedPlan {
  const seed = String(plan.seed ?? '');
  const learned = new Map<string, LearnedBenchmark>();
  const faults: Fault[] = [];
  const ready = prepared.map((each): ReadyBenchmark => {
    const found = learnBenchmark(each.tasks, each.plan, each.priorRewards);
    for (const fault of found.faults) faults.push({ ...fault, benchmark: each.plan.name });
    if (found.learned === undefined) return each;
    learned.set(each.plan.name, found);
    return { plan: each.plan, tasks: found.tasks, excluded: each.excluded };
  });
  if (faults.length > 0) return { ...nothingShared(plan), faults };
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
  if (faults.length > 0 || 'faults' in sized) return { ...nothingShared(plan), faults };
  const shared = shareTotal(sized, ready);
  return { ...shared, takes: new Map([...shared.takes, ...own]), sized, learned };
}

/** The plan with the number of tasks that the target of its total comes to. */
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
