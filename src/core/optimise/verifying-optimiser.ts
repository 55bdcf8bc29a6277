import type { Certificate, Optimiser } from '../model/optimum.js';
import { buildProblem } from './build-problem.js';
import { certificateOf } from './certificate-of.js';
import { limitWords } from './find-conflict.js';
import { keeps, optimiseFault } from './problem.js';

/** What a selection says of itself: its tasks, by benchmark, and the certificate of a benchmark. */
export interface Claimed {
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
  /** The same if nothing were excluded; undefined where nothing is. */
  readonly unexcluded: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  readonly certificateOf: (
    benchmark: string,
  ) => Pick<Certificate, 'bound' | 'status' | 'timeLimit' | 'solver'> | undefined;
}

/** Takes the tasks of a selection as they are, and says which rules they break and what the goal comes to: no solving. */
export function verifyingOptimiser(claimed: Claimed): Optimiser {
  return {
    choose: (benchmarks, { fields }, tier) => {
      const [first] = benchmarks;
      const rule = first?.plan.select.optimise;
      if (rule === undefined) throw new TypeError('There is nothing to verify.');
      const problem = buildProblem({ benchmarks, rule, fields, tier });
      if ('faults' in problem) return problem;
      const { candidates, goal, limits } = problem;
      const isUnexcluded = claimed.unexcluded !== undefined && benchmarks.every(({ excluded }) => excluded.size === 0);
      const ids = isUnexcluded ? (claimed.unexcluded ?? claimed.ids) : claimed.ids;
      const chosen = [...candidates.keys()].filter((column) => {
        const candidate = candidates[column];
        return candidate !== undefined && ids.get(candidate.plan.name)?.has(candidate.task.id) === true;
      });
      const isIn = new Set(chosen);
      const faults = limits
        .filter((limit) => !keeps(limit, isIn))
        .map((limit) =>
          optimiseFault('broken-rule', `the selection breaks a rule: ${limitWords(limit)}.`, 'Select again.'),
        );
      if (faults.length > 0 && !isUnexcluded) return { faults };
      const claim = claimed.certificateOf(first?.plan.name ?? '');
      const isOptimal = claim?.status === 'optimal';
      const value = goal.unitsOf(chosen);
      const bound = claim === undefined ? value : Math.round(claim.bound * goal.scale);
      const found = { kind: 'found', chosen, value, bound, isBest: isOptimal, isSettled: isOptimal } as const;
      return {
        scope: rule.scope,
        chosen: new Map(benchmarks.map(({ plan: { name } }) => [name, ids.get(name) ?? new Set<string>()])),
        certificate: certificateOf(problem, found, claim?.solver ?? '', claim?.timeLimit ?? 0),
      };
    },
  };
}
