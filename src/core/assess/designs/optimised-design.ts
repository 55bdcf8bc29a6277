import type { GroupRule, Preference } from '../../model/select-rule.js';
import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import { largestRemainder } from '../../roundings/remainder-methods.js';
import { proportional } from '../../shares/by-size.js';
import type { Design } from './design.js';
import { plainRule, type Redesigned, reselectAll } from './reselect-all.js';

/**
 * The most that the plan's places can hold: the plan itself where it was solved for a goal, otherwise the best tasks of
 * each phase. Places of disjoint parts are filled best by the best of each, so that nothing has to be searched for.
 */
export const optimisedDesign: Design = {
  name: 'optimised',
  title: 'Optimised',
  words: (plan) => {
    if (plan.benchmarks.every(isSolved)) return "The tasks that reach the plan's goal best and keep its rules.";
    const goal = hasScores(plan) ? 'The highest mean score' : "The first in the plan's order";
    const solved = plan.benchmarks.some(isSolved) ? ' Benchmarks with a goal are as the plan solves them.' : '';
    return `${goal} with as many tasks of each phase in each benchmark as the plan has. Pins and exclusions are kept, no other rule of the plan.${solved}`;
  },
  select: (plan, seed) => {
    if (plan.benchmarks.every(isSolved)) return plan;
    const order = hasScores(plan) ? [best] : undefined;
    return reselectAll(plan, (benchmark, take) => bestOfPhases(benchmark, take, order, seed));
  },
};

const best: Preference = { kind: 'field', field: 'score', direction: 'desc' };

function isSolved({ optimum }: BenchmarkSelection): boolean {
  return optimum !== undefined;
}

/** Whether the score tells any two tasks apart. */
function hasScores({ benchmarks }: Selection): boolean {
  const scores = benchmarks.flatMap(({ tasks }) => tasks.slice(0, 1).map(({ score }) => score));
  return benchmarks.some(({ tasks }) => tasks.some(({ score }) => score !== scores[0]));
}

function bestOfPhases(
  benchmark: BenchmarkSelection,
  take: number,
  order: readonly Preference[] | undefined,
  seed: string,
): Redesigned | { readonly why: string } {
  const { plan, choices } = benchmark;
  if (isSolved(benchmark)) return plainRule(benchmark, { take, pin: choices.map(({ task }) => task.id) }, seed);
  const prefer = order ?? (plan.select.draw === undefined ? plan.select.prefer : []);
  if (prefer.length === 0)
    return { why: 'There is nothing to optimise: every task has the same score, and the plan draws at random.' };
  const counts = new Map<string, number>();
  for (const { task, group } of choices) {
    counts.set(task.phase, (counts.get(task.phase) ?? 0) + (group.pinned ? 0 : 1));
  }
  const exactly = { values: counts, otherwise: 0 };
  const group: GroupRule = {
    by: 'phase',
    bands: [],
    share: proportional.name,
    settings: new Map(),
    atLeast: exactly,
    atMost: exactly,
    rounding: largestRemainder.name,
  };
  return plainRule(benchmark, { take, prefer, group, pin: plan.select.pin }, seed);
}
