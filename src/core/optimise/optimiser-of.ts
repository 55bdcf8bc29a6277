import { WinnowError } from '../model/errors.js';
import type { Fault } from '../model/fault.js';
import type { Optimiser, Optimum } from '../model/optimum.js';
import type { Solver } from '../model/solver.js';
import { countOf } from '../text/count-of.js';
import { joinWords } from '../text/join-words.js';
import { roundTo } from '../text/round-to.js';
import { buildProblem } from './build-problem.js';
import { certificateOf } from './certificate-of.js';
import { findConflict, limitWords } from './find-conflict.js';
import { optimiseFault, type Problem } from './problem.js';
import { type Solution, solveProblem } from './solve-problem.js';
import { idsOf, studyOf } from './study-of.js';

/** How long to search. */
export interface OptimiserOptions {
  /** Seconds after which the best found is taken, as one that nobody can be sure to find again; default: none is taken. */
  readonly timeLimit?: number | undefined;
}

/** Without a limit of the caller's a search ends here, and nothing is selected. */
const usualSeconds = 60;

/** An optimiser that works with a solver. */
export function optimiserOf(solver: Solver, options: OptimiserOptions = {}): Optimiser {
  const seconds = options.timeLimit ?? usualSeconds;
  return {
    choose: (benchmarks, { fields }, tier) => {
      const [first] = benchmarks;
      const rule = first?.plan.select.optimise;
      if (rule === undefined) throw new TypeError('There is nothing to optimise.');
      const problem = buildProblem({ benchmarks, rule, fields, tier });
      if ('faults' in problem) return problem;
      const who = rule.scope === 'plan' ? 'the plan' : `benchmark "${first?.plan.name ?? ''}"`;
      const found = solveProblem(problem, solver, { seconds });
      if (found.kind === 'infeasible') return { faults: [conflictFault(who, problem, solver, seconds)] };
      if (found.kind === 'not settled') return { faults: [notFound(who, seconds)] };
      const isOptimal = found.isBest && found.isSettled;
      // A tier of tasks that nobody can be sure to find again would not be contained in them.
      const isProof = options.timeLimit === undefined || tier !== undefined;
      if (!isOptimal && isProof) return { faults: [notProven(who, problem, found, seconds)] };
      return {
        scope: rule.scope,
        chosen: idsOf(problem, found.chosen),
        certificate: certificateOf(problem, found, solver.name, seconds),
        ...(tier === undefined ? {} : { tier }),
      } satisfies Optimum;
    },
    study: (optimum, benchmarks, { fields }) => {
      const rule = benchmarks[0]?.plan.select.optimise;
      if (rule === undefined) throw new TypeError('There is nothing to study.');
      const problem = buildProblem({ benchmarks, rule, fields, tier: optimum.tier });
      if ('faults' in problem) throw new WinnowError(problem.faults);
      return studyOf(problem, solver, foundIn(problem, optimum), seconds);
    },
  };
}

/** What solving the problem gave, from the optimum that was made of it. */
function foundIn(problem: Problem, { chosen, certificate: { value, bound, status } }: Optimum) {
  const columns = [...problem.candidates.entries()].flatMap(([column, { plan, task }]) =>
    chosen.get(plan.name)?.has(task.id) === true ? [column] : [],
  );
  const units = problem.goal.unitsOf(columns);
  const isBest = value === bound;
  return { chosen: columns, value: units, isBest, isSettled: status === 'optimal' };
}

function conflictFault(who: string, problem: Problem, solver: Solver, seconds: number): Fault {
  const { limits, isSmallest, relaxation } = findConflict(problem, solver, seconds);
  const rules = limits.slice(0, mostTold).map((limit, i) => `(${i + 1}) ${limitWords(limit)}`);
  const more = limits.length > mostTold ? ` and ${limits.length - mostTold} more` : '';
  const together = limits.length === 1 ? 'This rule cannot be kept' : 'These cannot hold together';
  const spared = limits.length === 1 ? '' : isSmallest ? ' Without any one of them the others can.' : '';
  const message = `${who}: no selection keeps every rule. ${together}: ${rules.join('; ')}${more}.${spared}`;
  const changes = relaxation?.changes ?? [];
  const way = relaxation?.isCheapest === true ? 'The cheapest way out' : 'One way out';
  const isTellable = changes.length > 0 && changes.length <= mostChanges;
  const hint = isTellable ? `${way}: ${joinWords(changes)}.` : 'Weaken one of them.';
  return optimiseFault('infeasible', message, hint);
}

const mostTold = 20;
const mostChanges = 8;

function notFound(who: string, seconds: number): Fault {
  const message = `${who}: no selection that keeps every rule was found within ${countOf(seconds, 'second')}, and none was shown not to exist.`;
  return optimiseFault('time', message, 'Search longer with --time-limit SECONDS, or give fewer rules.');
}

function notProven(
  who: string,
  { goal }: Problem,
  { value, bound, isBest }: Extract<Solution, { kind: 'found' }>,
  seconds: number,
): Fault {
  const figure = (units: number) => roundTo(units / goal.scale, 6);
  const state = isBest
    ? `the best goal is ${figure(value)}, but which of the selections that reach it is taken was not settled`
    : `the best found is ${figure(value)}, and ${Number.isFinite(bound) ? `nothing beyond ${figure(bound)} is possible` : 'no bound is known'}`;
  const message = `${who}: the search for ${goal.words} was not over after ${countOf(seconds, 'second')}: ${state}.`;
  const hint =
    'Pass --time-limit SECONDS (timeLimit): to search longer, or to take the best found by then, which another run may not find again.';
  return optimiseFault('time', message, hint);
}
