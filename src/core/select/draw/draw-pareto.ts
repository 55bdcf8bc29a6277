import { fieldValue, type ScoredTask } from '../../model/task.js';
import { inclusionProbabilities } from '../../statistics/inclusion-probabilities.js';
import { paretoRank } from '../../statistics/pareto-order.js';
import { quantile } from '../../statistics/quantile.js';
import { compareText } from '../../text/compare-text.js';
import { countOf } from '../../text/count-of.js';
import { type Draw, type DrawFrom, evenDraw } from './draw.js';

/** Below this share of the group's median a number counts as this much, so that no task is left without a chance. */
const leastShareOfMedian = 0.2;

/**
 * Draws with chances in proportion to a number, by permanent random numbers (Rosén 1997): "prefer the high ones" as a
 * sample that still speaks for the pool.
 */
export function drawPareto(from: DrawFrom): Draw {
  const { tasks, places, benchmark } = from;
  if (places === 0) return evenDraw(from, tasks);
  const [field = ''] = from.by;
  const values = tasks.map((task) => numberOf(task, field));
  const known = values.filter((value) => value !== undefined && value > 0) as number[];
  if (known.length === 0) {
    const message = `benchmark "${benchmark}": chances are to be in proportion to ${field}, but no task of ${from.stratum} has it above 0.`;
    const hint = 'Draw by another field, or with "prefer: [random]".';
    const faults = [{ code: 'selection/chances', message, hint }];
    return { order: tasks, probability: () => 1, balance: undefined, warnings: [], faults };
  }
  const least =
    leastShareOfMedian *
    quantile(
      known.toSorted((a, b) => a - b),
      0.5,
    );
  const sizes = values.map((value) => Math.max(least, value ?? 0));
  const chances = inclusionProbabilities(sizes, places);
  const ranked = tasks
    .map((task, i) => ({ task, chance: chances[i] ?? 0, rank: paretoRank(task.random ?? 0, chances[i] ?? 0) }))
    .sort((a, b) => a.rank - b.rank || compareText(a.task.id, b.task.id));
  const chanceOf = new Map(ranked.map(({ task, chance }) => [task, chance]));
  const raised = values.filter((value) => (value ?? 0) < least).length;
  return {
    order: ranked.map(({ task }) => task),
    probability: (task) => chanceOf.get(task) ?? 0,
    balance: undefined,
    warnings: raised === 0 ? [] : [raisedWarning(from, field, raised, least)],
    faults: [],
  };
}

function raisedWarning({ benchmark, stratum }: DrawFrom, field: string, raised: number, least: number) {
  const message = `${benchmark}: ${countOf(raised, 'task')} of ${stratum} with a ${field} that is unknown or below ${Number(least.toPrecision(4))} (a fifth of the median) ${raised === 1 ? 'was' : 'were'} drawn as if it were that.`;
  return { code: 'raised-chance', message, benchmark };
}

function numberOf(task: ScoredTask, field: string): number | undefined {
  const value = fieldValue(task, field);
  return typeof value === 'number' ? value : undefined;
}
