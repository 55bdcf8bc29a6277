import { at } from '../lists/lists.js';
import type { Fault } from '../model/errors.js';
import type { FieldValue } from '../model/task.js';
import { inclusionProbabilities, paretoRank } from '../statistics/sampling.js';
import { quantile } from '../statistics/summary.js';
import { countOf } from '../text/words.js';
import {
  type DrawnRows,
  type DrawRows,
  evenRows,
  numberOfEachTask,
  type Redrawer,
  type RedrawFrom,
  refusedRows,
  rowDesign,
  rowsOf,
} from './draw-design.js';

/** Draws with probabilities proportional to a number, using permanent random numbers (Rosén 1997). */
export const pareto = rowDesign({
  name: 'pareto',
  by: {
    needs: 'number',
    what: 'the number that probabilities are proportional to',
    example: 'score',
    faults: {
      text: 'must be a number field, because probabilities are proportional to it',
      several: 'draws in proportion to only one number',
    },
  },
  words: {
    label: (by) => `at random, with probabilities proportional to ${by}`,
    sentence: (by, seed) =>
      `with probabilities proportional to ${by} (Pareto sampling by permanent random numbers, ${seed}).`,
    choice: 'drawn with probabilities proportional to a number',
  },
  isEven: false,
  variance: 'unequal',
  numbers: numberOfEachTask,
  drawRows: drawPareto,
  redraw: redrawPareto,
});

/** Numbers below this share of the group's median are raised to it, so that no task has probability 0. */
const leastShareOfMedian = 0.2;

function drawPareto(from: DrawRows): DrawnRows {
  if (from.places === 0) return evenRows(from, []);
  const found = chancesOf(from);
  if ('fault' in found) return { ...refusedRows(from, found.fault), probability: () => 1 };
  const { chances, raised, least } = found;
  const ranks = Float64Array.from(chances, (chance, row) => paretoRank(from.random(row), chance));
  const last = at(ranks.toSorted(), from.places - 1);
  const [ahead, tied]: [number[], number[]] = [[], []];
  ranks.forEach((rank, row) => {
    if (rank < last) ahead.push(row);
    else if (rank === last) tied.push(row);
  });
  const byRank = (a: number, b: number) => at(ranks, a) - at(ranks, b) || a - b;
  ahead.sort(byRank);
  return {
    rows: [...ahead, ...tied.slice(0, from.places - ahead.length)],
    ranking: () => [...ranks.keys()].sort(byRank),
    probability: (row) => at(chances, row),
    balance: undefined,
    warnings: raised === 0 ? [] : [raisedWarning(from, raised, least)],
    faults: [],
  };
}

function redrawPareto(from: RedrawFrom): Redrawer {
  const found = chancesOf(rowsOf(from));
  const rates = 'fault' in found ? from.tasks.map(() => 1) : found.chances;
  return {
    draw: (take) => {
      const ranks = Float64Array.from(rates, (rate) => paretoRank(from.chance.random.double(), rate));
      const last = at(ranks.toSorted(), from.places - 1);
      const taken: number[] = [];
      for (let index = 0; taken.length < from.places; index++) if (at(ranks, index) <= last) taken.push(index);
      for (const index of taken.sort((a, b) => at(ranks, a) - at(ranks, b))) take(index);
    },
    rates,
    weights: rates.map((rate) => 1 / rate),
    cost: 5 * from.tasks.length,
  };
}

function chancesOf({ size, value, places, by, benchmark, stratum }: Omit<DrawRows, 'seed'>) {
  const [field = ''] = by;
  const values = new Float64Array(size);
  for (let row = 0; row < size; row++) values[row] = numberOf(value(field, row));
  const sorted = values.filter((each) => each > 0).sort();
  if (sorted.length === 0) {
    const message = `benchmark "${benchmark}": probabilities should be proportional to ${field}, but no task in ${stratum} has a value above 0.`;
    const hint = 'Draw by another field, or use "prefer: [random]".';
    const fault: Fault = { code: 'selection/chances', message, hint };
    return { fault };
  }
  const least = leastShareOfMedian * quantile(sorted, 0.5);
  const raised = values.reduce((count, each) => count + (each < least ? 1 : 0), 0);
  // Update in place: a large group can't afford another column.
  for (let row = 0; row < size; row++) values[row] = Math.max(least, at(values, row));
  return { chances: inclusionProbabilities(values, places), raised, least };
}

/** 0 if unknown. */
function numberOf(value: FieldValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

function raisedWarning(
  { benchmark, stratum, by: [field = ''] }: Pick<DrawRows, 'benchmark' | 'stratum' | 'by'>,
  raised: number,
  least: number,
) {
  const message = `${benchmark}: ${field} is unknown or below ${Number(least.toPrecision(4))} (a fifth of the median) for ${countOf(raised, 'task')} in ${stratum}. The draw used that value for ${raised === 1 ? 'it' : 'them'}.`;
  return { code: 'raised-chance', message, benchmark };
}
