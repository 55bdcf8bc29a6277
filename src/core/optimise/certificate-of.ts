import type { Certificate, RuleStanding } from '../model/optimum.js';
import { type Problem, sumOf } from './problem.js';
import type { Solution } from './solve-problem.js';

/** What was found and proven, in the units of the plan. */
export function certificateOf(
  problem: Problem,
  found: Extract<Solution, { kind: 'found' }>,
  solver: string,
  seconds: number,
): Certificate {
  const { goal, notes } = problem;
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
    rules: standings(problem, new Set(found.chosen)),
    notes,
  };
}

const mostNamed = 12;

/** How chosen candidates stand to each rule. */
function standings({ rules, limits }: Problem, isIn: ReadonlySet<number>): readonly RuleStanding[] {
  return rules.map(({ words }, rule) => {
    const own = limits.filter((limit) => limit.rule === rule);
    const atBound = own.filter((limit) => sumOf(limit, isIn) === limit.bound).map(({ what }) => what);
    const distinct = [...new Set(atBound)];
    return {
      rule: words,
      limits: new Set(own.map(({ what }) => what)).size,
      atBound: distinct.slice(0, mostNamed),
      atBoundCount: distinct.length,
    };
  });
}
