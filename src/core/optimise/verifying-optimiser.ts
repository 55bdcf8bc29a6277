import type { Certificate, Optimiser, RuleStanding } from '../model/optimum.js';
import { countOf, formatCount, roundTo } from '../text/words.js';
import { buildProblem } from './build-problem.js';
import { limitWords } from './find-conflict.js';
import { columnSum, columnsOf, keeps, type Limit, optimiseFault, type Problem } from './problem.js';
import type { Solution } from './solve-problem.js';

/** The tasks that a selection lists, by benchmark, and its certificates. */
export interface Claimed {
  readonly ids: ReadonlyMap<string, ReadonlySet<string>>;
  /** The tasks if nothing were excluded; undefined if nothing is. */
  readonly unexcluded: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  readonly certificateOf: (
    benchmark: string,
  ) => Pick<Certificate, 'bound' | 'status' | 'timeLimit' | 'solver'> | undefined;
}

/** Checks a selection's tasks against the rules and computes the goal, without solving. */
export function verifyingOptimiser(claimed: Claimed): Optimiser {
  return {
    choose: (benchmarks, plan, tier) => {
      const problem = buildProblem(benchmarks, plan, tier);
      if ('faults' in problem) return problem;
      const { candidates, goal, limits } = problem;
      const isUnexcluded = claimed.unexcluded !== undefined && benchmarks.every(({ excluded }) => excluded.size === 0);
      const ids = isUnexcluded ? (claimed.unexcluded ?? claimed.ids) : claimed.ids;
      const chosen = columnsOf(candidates, ids);
      const isIn = new Set(chosen);
      const faults = limits
        .filter((limit) => !keeps(limit, isIn))
        .map((limit) =>
          optimiseFault('broken-rule', `the selection breaks a rule: ${limitWords(limit)}.`, 'Select again.'),
        );
      if (faults.length > 0 && !isUnexcluded) return { faults };
      const claim = claimed.certificateOf(benchmarks[0]?.plan.name ?? '');
      const isOptimal = claim?.status === 'optimal';
      const value = goal.unitsOf(chosen);
      const bound = claim === undefined ? value : Math.round(claim.bound * goal.scale);
      const found = { kind: 'found', chosen, value, bound, isBest: isOptimal, isSettled: isOptimal } as const;
      return {
        scope: problem.scope,
        chosen: new Map(benchmarks.map(({ plan: { name } }) => [name, ids.get(name) ?? new Set<string>()])),
        certificate: certificateOf(problem, found, claim?.solver ?? '', claim?.timeLimit ?? 0),
      };
    },
  };
}

/** The solution and its proof, in the units of the plan. */
export function certificateOf(
  problem: Problem,
  found: Extract<Solution, { kind: 'found' }>,
  solver: string,
  seconds: number,
): Certificate {
  const { goal } = problem;
  const isIn = new Set(found.chosen);
  const isOptimal = found.isBest && found.isSettled;
  const difference = Math.abs(found.bound - found.value);
  return {
    goal: goal.words,
    sense: goal.sense,
    value: found.value / goal.scale,
    bound: found.bound / goal.scale,
    status: isOptimal ? 'optimal' : 'best found',
    gap: difference === 0 ? 0 : difference / Math.max(Math.abs(found.value), 1),
    timeLimit: isOptimal ? undefined : seconds,
    solver,
    rules: standings(problem, isIn),
    notes: [...problem.notes, ...exemptions(problem, isIn)],
  };
}

/** Notes on rules that don't apply to tasks without a label. */
function exemptions({ rules, candidates }: Problem, isIn: ReadonlySet<number>): readonly string[] {
  return rules.flatMap(({ words, exempt }) => {
    if (exempt === undefined) return [];
    const { columns, cap } = exempt;
    const [all, chosen] = [formatCount(candidates.length), columns.filter((column) => isIn.has(column)).length];
    const lack = columns.length === 1 ? 'lacks' : 'lack';
    return [
      `Rule "${words}": ${countOf(columns.length, 'eligible task')} of ${all} ${lack} the label, so bounds that name no label do not apply to them. ${formatCount(chosen)} of them ${chosen === 1 ? 'is' : 'are'} selected. To limit such tasks, ${cap}.`,
    ];
  });
}

function reachedWords(limits: readonly Limit[], isIn: ReadonlySet<number>): string {
  const [first] = limits;
  if (first === undefined || first.isPin === true) return '';
  const sums = limits.map((limit) => columnSum(limit, isIn) / limit.scale).sort((a, b) => a - b);
  const [least, most] = [sums[0] ?? 0, sums.at(-1) ?? 0].map((sum) => formatCount(roundTo(sum, 6)));
  return least === most ? `${least}` : `${least} to ${most}`;
}

const mostNamed = 12;

function standings({ rules, limits }: Problem, isIn: ReadonlySet<number>): readonly RuleStanding[] {
  return rules.map(({ words }, rule) => {
    const own = limits.filter((limit) => limit.rule === rule);
    const atBound = own.filter((limit) => columnSum(limit, isIn) === limit.bound).map(({ what }) => what);
    const distinct = [...new Set(atBound)];
    return {
      rule: words,
      limits: new Set(own.map(({ what }) => what)).size,
      reached: reachedWords(own, isIn),
      atBound: distinct.slice(0, mostNamed),
      atBoundCount: distinct.length,
    };
  });
}
