import type { OptimisedBenchmark, Optimiser, RecalledOptimum, TierOfOptimum } from '../model/optimum.js';
import type { Plan } from '../model/plan.js';

/** The number of budgets on a page. */
const shownPoints = 7;

/** Records each optimum with its study, for use without a solver. */
export function recordingOptimiser(optimiser: Optimiser, records: RecalledOptimum[]): Optimiser {
  return {
    choose: (benchmarks, plan, tier) => {
      const found = optimiser.choose(benchmarks, plan, tier);
      if ('faults' in found) return found;
      // A second solve, without exclusions, only shows which tasks would have been selected, so it needs no study.
      const isFirst = !records.some((record) => record.chosen.some(([name]) => found.chosen.has(name)));
      const study = isFirst ? optimiser.study?.(found, benchmarks, plan) : undefined;
      const studied = study && { ruleCosts: study.ruleCosts(), frontiers: study.frontiers(shownPoints) };
      records.push({
        key: keyOf(benchmarks, plan, tier),
        scope: found.scope,
        chosen: [...found.chosen].map(([name, ids]) => [name, [...ids]] as const),
        certificate: found.certificate,
        studied,
      });
      return { ...found, studied };
    },
  };
}

/** Only replays recorded optima; anything else is an error. */
export function recalledOptimiser(records: readonly RecalledOptimum[]): Optimiser {
  return {
    choose: (benchmarks, plan, tier) => {
      const key = keyOf(benchmarks, plan, tier);
      const known = records.find((record) => record.key === key);
      if (known === undefined) {
        const message =
          'this page cannot solve a plan with a goal, so it cannot show which tasks the plan would select now.';
        const hint = 'Save the plan and run "winnow select" with it.';
        return { faults: [{ code: 'optimise/page', message, hint }] };
      }
      const chosen = new Map(known.chosen.map(([name, ids]) => [name, new Set(ids)]));
      return { scope: known.scope, chosen, certificate: known.certificate, studied: known.studied };
    },
  };
}

function keyOf(
  benchmarks: readonly OptimisedBenchmark[],
  { hash, seed, score }: Plan,
  tier: TierOfOptimum | undefined,
): string {
  const parts = benchmarks.map(({ plan: { name }, excluded }) => [name, excluded.size]);
  return JSON.stringify([hash, seed ?? null, [...score.weights], parts, tier?.name]);
}
