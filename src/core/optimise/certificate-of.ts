import type { Certificate, RuleStanding } from '../model/optimum.js';
import { countOf, formatCount } from '../text/count-of.js';
import { type Problem, sumOf } from './problem.js';
import type { Solution } from './solve-problem.js';

/** What was found and proven, in the units of the plan. */
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

/** Which rules do not speak of tasks without a label, and how many of those are in. */
function exemptions({ rules, candidates }: Problem, isIn: ReadonlySet<number>): readonly string[] {
  return rules.flatMap(({ words, exempt = [] }) => {
    if (exempt.length === 0) return [];
    const [all, chosen] = [formatCount(candidates.length), exempt.filter((column) => isIn.has(column)).length];
    const lack = exempt.length === 1 ? 'lacks' : 'lack';
    return [
      `Rule "${words}": ${countOf(exempt.length, 'eligible task')} of ${all} ${lack} the label, and the rule does not hold for them; ${formatCount(chosen)} of them ${chosen === 1 ? 'is' : 'are'} selected. Bound them with "values: { unknown: COUNT }".`,
    ];
  });
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
