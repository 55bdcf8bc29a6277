import { type Fault, WinnowError } from '../model/errors.js';
import type {
  Forced,
  Frontier,
  FrontierPoint,
  Optimiser,
  Optimum,
  OptimumStudy,
  RuleCost,
  Solver,
  TierOfOptimum,
} from '../model/optimum.js';
import { countOf, formatCount, joinWords, roundTo } from '../text/words.js';
import { reducingSolver } from './alike-columns.js';
import { buildProblem } from './build-problem.js';
import { changeWords, findConflict, findFixes, limitWords } from './find-conflict.js';
import { columnSum, columnsOf, type Limit, optimiseFault, type Problem } from './problem.js';
import { type Solution, solveProblem } from './solve-problem.js';
import { certificateOf } from './verifying-optimiser.js';

export interface OptimiserOptions {
  /** Seconds after which to accept the best selection so far, which may not be reproducible. Default: never. */
  readonly timeLimit?: number | undefined;
}

/** Without a time limit, the search fails after this many seconds. */
const usualSeconds = 60;

export function optimiserOf(given: Solver, options: OptimiserOptions = {}): Optimiser {
  const solver = reducingSolver(given);
  const seconds = options.timeLimit ?? usualSeconds;
  return {
    choose: (benchmarks, plan, tier) => {
      const problem = buildProblem(benchmarks, plan, tier);
      if ('faults' in problem) return problem;
      const found = solveProblem(problem, solver, { seconds });
      if (found.kind === 'infeasible') return { faults: [conflictFault(problem, solver, seconds, tier)] };
      if (found.kind === 'not settled') return { faults: [notFound(problem, seconds)] };
      const isOptimal = found.isBest && found.isSettled;
      // A tier must be reproducible, or it might not be contained in the selection.
      const isProof = options.timeLimit === undefined || tier !== undefined;
      if (!isOptimal && isProof) return { faults: [notProven(problem, found, seconds)] };
      if (found.chosen.length === 0) return { faults: [nothingChosen(problem)] };
      return {
        scope: problem.scope,
        chosen: idsOf(problem, found.chosen),
        certificate: certificateOf(problem, found, solver.name, seconds),
        ...(tier === undefined ? {} : { tier }),
      } satisfies Optimum;
    },
    study: (optimum, benchmarks, plan) => {
      const problem = buildProblem(benchmarks, plan, optimum.tier);
      if ('faults' in problem) throw new WinnowError(problem.faults);
      // Rebuild the problem: a floor for every label depends on the label's eligible tasks.
      const rebuilt: Rebuilt = (name, change) =>
        buildProblem(
          benchmarks.map((each) => (each.plan.name === name ? change(each) : each)),
          plan,
          optimum.tier,
        );
      return studyOf(problem, solver, foundIn(problem, optimum), seconds, rebuilt);
    },
  };
}

function foundIn(problem: Problem, { chosen, certificate: { value, bound, status } }: Optimum) {
  const columns = columnsOf(problem.candidates, chosen);
  const units = problem.goal.unitsOf(columns);
  const isBest = value === bound;
  return { chosen: columns, value: units, isBest, isSettled: status === 'optimal' };
}

function conflictFault(problem: Problem, solver: Solver, seconds: number, tier: TierOfOptimum | undefined): Fault {
  const limits = findConflict(problem, solver, (seconds * 2) / 3);
  const rules = limits.slice(0, mostTold).map((limit, i) => `(${i + 1}) ${limitWords(limit)}`);
  const more = limits.length > mostTold ? ` and ${limits.length - mostTold} more` : '';
  const together = limits.length === 1 ? 'This rule cannot be satisfied' : 'These rules conflict';
  // A change to the plan would change the selection from which the tier is taken.
  const fixes = tier === undefined ? findFixes(problem, solver, Math.max(1, seconds / 3), limits) : [];
  const [first = []] = fixes;
  const others = first.length === 1 ? '' : ' Other rules may also conflict.';
  const message = `${problem.who}: no selection satisfies every rule. ${together}: ${rules.join('; ')}${more}.${others}`;
  const words = fixes.slice(0, mostWays).map((changes) => joinWords(changes.map(changeWords)));
  const isTellable = first.length > 0 && first.length <= mostChanges;
  const lead = words.length > 1 ? 'Any one of these changes is enough' : 'One way to fix this';
  const hint = isTellable ? `${lead}: ${words.join('; ')}.` : 'Relax some of the rules.';
  return optimiseFault('infeasible', message, hint);
}

const mostTold = 20;
const mostWays = 4;
const mostChanges = 8;

/** No selection may be empty, although that is the best answer to a goal for which no rule asks for tasks. */
function nothingChosen({ who, goal, candidates }: Problem): Fault {
  if (candidates.length === 0)
    return optimiseFault('empty', `${who}: no task is eligible, because of the exclusions and "where".`, checkWhere);
  if (goal.sense === 'maximise') {
    const message = `${who}: ${goal.words} is reached with no tasks at all, because no task that the rules allow adds to it.`;
    return optimiseFault('empty', message, 'Relax a rule, or set "take".');
  }
  const message = `${who}: ${goal.words} is reached with no tasks at all, because nothing in the plan requires tasks.`;
  const hint =
    'Set the number of tasks with "take", or add a rule with at_least. To fit as many tasks as possible into a budget, use optimise: { maximise: tasks } instead of "rank".';
  return optimiseFault('take', message, hint);
}

const checkWhere = 'Check the values in "where", and the exclusions.';

function notFound({ who }: Problem, seconds: number): Fault {
  const message = `${who}: no selection that satisfies every rule was found within ${countOf(seconds, 'second')}. There may be one.`;
  return optimiseFault('time', message, 'Search longer with --time-limit SECONDS, or use fewer rules.');
}

function notProven(
  { who, goal }: Problem,
  { value, bound, isBest }: Extract<Solution, { kind: 'found' }>,
  seconds: number,
): Fault {
  const figure = (units: number) => roundTo(units / goal.scale, 6);
  const state = isBest
    ? `the best value is ${figure(value)}, but ties between the selections that reach it were not settled`
    : `the best value found is ${figure(value)}, and ${Number.isFinite(bound) ? `nothing beyond ${figure(bound)} is possible` : 'no bound is known'}`;
  const message = `${who}: the search for ${goal.words} did not finish within ${countOf(seconds, 'second')}: ${state}.`;
  const hint =
    'Set --time-limit SECONDS (timeLimit) to search longer, or to use the best selection found by then, which may differ between runs.';
  return optimiseFault('time', message, hint);
}

type Rebuilt = (...of: Parameters<OptimumStudy['changed']>) => ReturnType<typeof buildProblem>;
type Found = Pick<Extract<Solution, { kind: 'found' }>, 'chosen' | 'value' | 'isBest'>;

function studyOf(problem: Problem, solver: Solver, found: Found, seconds: number, rebuilt: Rebuilt): OptimumStudy {
  const { goal, rules, limits, candidates } = problem;
  const isIn = new Set(found.chosen);
  const sign = goal.sense === 'maximise' ? 1 : -1;
  const budgetIsTake = (rule: number) => problem.take !== undefined && rule === 0;
  const tasksAt = (columns: readonly number[]) => columns.flatMap((column) => candidates[column]?.task ?? []);
  const solve = (asked: Parameters<typeof solveProblem>[2]['asked'], goalOnly = true) =>
    solveProblem(problem, solver, { seconds, goalOnly, ...(asked === undefined ? {} : { asked }) });

  const ruleCosts = (): readonly RuleCost[] => {
    const costs = rules.flatMap(({ words }, rule): RuleCost[] => {
      const own = limits.filter((limit) => limit.rule === rule);
      if (own.length === 0 || (budgetIsTake(rule) && goal.needsTake === true)) return [];
      const weaker = own.map(oneWeaker);
      const solution = solve({ limits: limits.map((limit) => (limit.rule === rule ? oneWeaker(limit) : limit)) });
      const isBest = solution.kind === 'found' && solution.isBest;
      const gain = isBest ? Math.max(0, (sign * (solution.value - found.value)) / goal.scale) : undefined;
      return [{ rule: words, weaker: weakerWords(weaker), gain }];
    });
    return costs.sort((a, b) => (b.gain ?? -1) - (a.gain ?? -1));
  };

  const forceIn = (benchmark: string, id: string): Forced => {
    const column = candidates.findIndex(({ task }) => task.benchmark === benchmark && task.id === id);
    const forced = [column];
    const solution = solve({ forced }, false);
    if (solution.kind === 'infeasible') {
      const conflict = findConflict(problem, solver, seconds, { forced });
      return { kind: 'impossible', rules: conflict.map(limitWords) };
    }
    if (solution.kind === 'not settled') return solution;
    return {
      kind: 'possible',
      loss: Math.max(0, (sign * (found.value - solution.value)) / goal.scale),
      comesIn: tasksAt(solution.chosen.filter((each) => each !== column && !isIn.has(each))),
      goesOut: tasksAt(found.chosen.filter((each) => !solution.chosen.includes(each))),
      ownValue: ownValue(column, solution.value),
      keptOutBy: keptOutBy(column),
    };
  };

  /** The value that the task would need: its own plus the goal's loss when it is forced in. */
  function ownValue(column: number, value: number): string | undefined {
    if (goal.summed === undefined) return undefined;
    const needed = ((goal.values[column] ?? 0) + (found.value - value)) / goal.scale;
    // A score is at most 1.
    if (goal.summed === 'score' && sign === 1 && roundTo(needed, 6) >= 1) return 'none';
    return `${/^[aeiou]/i.test(goal.summed) ? 'an' : 'a'} ${goal.summed} ${sign === 1 ? 'above' : 'below'} ${formatCount(roundTo(needed, 6))}`;
  }

  /** The rules at their bound that cover a candidate and would let it in if they were one step weaker. */
  function keptOutBy(column: number): string[] {
    const speaking = limits.filter((limit) => columnSum(limit, isIn) === limit.bound && limit.columns.includes(column));
    // Weaken one bound at a time: with a fixed count, only the upper bound may let it in.
    return speaking.flatMap((own) => {
      const weaker = oneWeaker(own);
      const solution = solve({ limits: limits.map((limit) => (limit === own ? weaker : limit)) }, false);
      return solution.kind === 'found' && solution.chosen.includes(column) ? [weakerWords([weaker], true)] : [];
    });
  }

  const changed: OptimumStudy['changed'] = (...of) => {
    const own = rebuilt(...of);
    if ('faults' in own) return 'impossible';
    const solution = solveProblem(own, solver, { seconds });
    if (solution.kind === 'infeasible') return 'impossible';
    return solution.kind === 'found' ? idsOf(own, solution.chosen) : 'not settled';
  };

  const frontiers = (points: number): readonly Frontier[] =>
    rules.flatMap(({ budget }, rule): Frontier[] => {
      const own = limits.filter((limit) => limit.rule === rule);
      const ceiling = own.find(({ side }) => side === 'most');
      if (budget === undefined || ceiling === undefined || (budgetIsTake(rule) && goal.needsTake === true)) return [];
      const budgets = budgetsAround(ceiling, points);
      return [{ budget, points: budgets.map((bound) => pointAt(rule, ceiling, bound)) }];
    });

  function pointAt(rule: number, { scale, bound: own }: Limit, bound: number): FrontierPoint {
    const changed = limits.map((limit) =>
      limit.rule === rule && (limit.side === 'most' || budgetIsTake(rule)) ? { ...limit, bound } : limit,
    );
    const isPlan = bound === own;
    const solution = isPlan ? ({ kind: 'found', ...found } as const) : solve({ limits: changed });
    const isFound = solution.kind === 'found';
    return {
      budget: bound / scale,
      isPlan,
      goal: isFound ? solution.value / goal.scale : undefined,
      tasks: isFound ? solution.chosen.length : undefined,
      isSettled: solution.kind === 'infeasible' || (isFound && solution.isBest),
    };
  }

  return { ruleCosts, forceIn, changed, frontiers };
}

function idsOf({ candidates }: Problem, chosen: readonly number[]): ReadonlyMap<string, ReadonlySet<string>> {
  const ids = new Map<string, Set<string>>(candidates.map(({ plan }) => [plan.name, new Set()]));
  for (const column of chosen) {
    const candidate = candidates[column];
    if (candidate !== undefined) ids.get(candidate.plan.name)?.add(candidate.task.id);
  }
  return ids;
}

function oneWeaker(limit: Limit): Limit {
  return { ...limit, bound: limit.side === 'least' ? limit.bound - limit.step : limit.bound + limit.step };
}

/** For example "at most 5"; for several limits, the step by which each is weakened. */
function weakerWords(limits: readonly Limit[], named = false): string {
  const [first] = limits;
  if (first === undefined) return '';
  if (limits.length === 1) {
    if (first.isPin === true) return named ? `${first.what} not required` : 'no pin';
    const words = `at ${first.side} ${formatCount(first.bound / first.scale)}`;
    return named ? `${first.what}: ${words}` : words;
  }
  if (named) return limits.map((limit) => weakerWords([limit], true)).join(', ');
  return `each bound relaxed by ${formatCount(first.step / first.scale)}`;
}

/** Budgets from half to one and a half times the bound, including the bound, in round numbers. */
function budgetsAround({ bound, scale, columns, values }: Limit, points: number): readonly number[] {
  const all = columns.reduce((sum, _, i) => sum + (values[i] ?? 0), 0);
  const half = Math.max(1, Math.floor(points / 2));
  const budgets = new Set([bound]);
  for (let step = -half; step <= half; step++) {
    const near = bound * (1 + (0.5 * step) / half);
    const unit = scale === 1 ? 1 : Math.max(1, scale / 100);
    const budget = step === 0 ? bound : Math.round(near / unit) * unit;
    if (budget > 0) budgets.add(Math.min(budget, all));
  }
  return [...budgets].sort((a, b) => a - b);
}
