import { EngineError } from './model/errors.js';
import type { Fault } from './model/fault.js';
import type { OptimisedBenchmark, Optimiser, Optimum } from './model/optimum.js';
import type { Plan } from './model/plan.js';

/** What was found for the benchmarks that have a goal, by name. */
export interface OptimisedPlan {
  readonly optima: ReadonlyMap<string, Optimum>;
  /** The same without exclusions, where there are any: who would have been in. */
  readonly unexcluded: ReadonlyMap<string, Optimum>;
  readonly faults: readonly Fault[];
}

const nothing: OptimisedPlan = { optima: new Map(), unexcluded: new Map(), faults: [] };

/** Solves for every benchmark that has a goal of its own, and for those together that share one. */
export function optimisePlan(
  plan: Plan,
  benchmarks: readonly OptimisedBenchmark[],
  optimiser: Optimiser | undefined,
): OptimisedPlan {
  const optimised = benchmarks.filter((benchmark) => benchmark.plan.select.optimise !== undefined);
  if (optimised.length === 0) return nothing;
  if (optimiser === undefined) throw new EngineError([noOptimiser]);
  const isShared = ({ plan: { select } }: OptimisedBenchmark) => select.optimise?.scope === 'plan';
  const shared = optimised.filter(isShared);
  const problems = [
    ...(shared.length === 0 ? [] : [shared]),
    ...optimised.filter((benchmark) => !isShared(benchmark)).map((benchmark) => [benchmark]),
  ];
  const [optima, unexcluded] = [new Map<string, Optimum>(), new Map<string, Optimum>()];
  const faults: Fault[] = [];
  for (const problem of problems) {
    const found = optimiser.choose(problem, plan);
    if ('faults' in found) {
      faults.push(...found.faults);
      continue;
    }
    for (const { plan: own } of problem) optima.set(own.name, found);
    if (problem.every(({ excluded }) => excluded.size === 0)) continue;
    const before = optimiser.choose(
      problem.map((benchmark) => ({ ...benchmark, excluded: new Set<string>() })),
      plan,
    );
    if ('faults' in before) continue;
    for (const { plan: own } of problem) unexcluded.set(own.name, before);
  }
  return { optima, unexcluded, faults };
}

const noOptimiser: Fault = {
  code: 'optimise/no-solver',
  message: 'the plan has a goal to optimise, and no solver is at hand.',
  hint: 'Load one first: runPlan(plan, pools, { optimiser: await loadOptimiser() }).',
};
