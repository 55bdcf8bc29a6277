import { at } from '../lists/lists.js';
import type { Fault } from '../model/errors.js';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { cubeSample } from '../statistics/cube-sample.js';
import type { RandomStream } from '../statistics/random-numbers.js';
import { localPivotal as drawPoints } from '../statistics/sampling.js';
import {
  type BalancingColumn,
  balancedRows,
  columnsOfField,
  type DrawDesign,
  type DrawRows,
  redrawAnew,
  refusedRows,
  rowDesign,
  streamOfEachStratum,
} from './draw-design.js';

interface Balancing extends Pick<DrawDesign, 'name' | 'words'> {
  /** The columns of a field that the draw uses. */
  readonly columns: (from: DrawRows, field: string) => readonly BalancingColumn[];
  readonly refusal: (from: DrawRows, columns: readonly BalancingColumn[]) => Omit<Fault, 'code'> | undefined;
  readonly sample: (chances: number[], columns: readonly BalancingColumn[], random: RandomStream) => readonly number[];
  /** The cost of one draw, in comparisons. */
  readonly cost: (size: number) => number;
}

function balancing({ name, words, columns: columnsOf, refusal, sample, cost }: Balancing): DrawDesign {
  const drawRows = (from: DrawRows) => {
    const columns = from.by.flatMap((field) => columnsOf(from, field));
    const refused = refusal(from, columns);
    if (refused !== undefined) return refusedRows(from, { code: 'selection/draw', ...refused });
    const chances = new Array<number>(from.size).fill(from.places / from.size);
    return balancedRows(from, columns, sample(chances, columns, randomStreamFor(from.seed, `${name}/${from.stratum}`)));
  };
  return rowDesign({
    name,
    by: { needs: 'fields', what: 'the fields to spread over or balance', example: 'lines_changed' },
    words,
    // A sample spread over fields is also nearly balanced on them (Grafström and Tillé 2013).
    variance: 'balanced',
    numbers: streamOfEachStratum(name),
    drawRows,
    redraw: (from) => redrawAnew(drawRows, from, cost(from.tasks.length)),
  });
}

/** Each step solves a linear system of up to this size. */
const mostColumns = 60;

/** Balances the sample's weighted totals of several fields with the pool's (Deville & Tillé 2004). */
export const cube = balancing({
  name: 'cube',
  words: {
    label: (by) => `at random, balanced over ${by}`,
    sentence: (by, seed) =>
      `with equal probabilities, so that the weighted totals of ${by} match the pool (cube method, ${seed}).`,
    choice: 'drawn at random, balanced over a field',
  },
  columns: (from, field) => {
    // A label's last column follows from its other columns and the fixed number of places.
    const all = columnsOfField(from, field);
    return all.length > 1 ? all.slice(0, -1) : all;
  },
  refusal: ({ benchmark }, { length }) => {
    if (length <= mostColumns) return undefined;
    const message = `benchmark "${benchmark}": method "cube" would have to balance ${length} columns (one for each number and each label value), but its limit is ${mostColumns}.`;
    return { message, hint: 'Use fewer fields, or labels with fewer values.' };
  },
  sample: (chances, columns, random) =>
    cubeSample(
      chances,
      columns.map(({ values }) => values),
      random,
    ),
  cost: (size) => 600 * size,
});

/** The draw compares all pairs of tasks; beyond this size it would take minutes. */
const mostToCompare = 20_000;

/** Spreads the sample over several fields: close neighbours are rarely drawn together (Grafström et al. 2012). */
export const localPivotal = balancing({
  name: 'local-pivotal',
  words: {
    label: (by) => `at random, spread over ${by}`,
    sentence: (by, seed) => `with equal probabilities, spread over ${by} (local pivotal method, ${seed}).`,
    choice: 'drawn at random, spread over a field',
  },
  columns: columnsOfField,
  refusal: ({ benchmark, size, stratum }) => {
    if (size <= mostToCompare) return undefined;
    const message = `benchmark "${benchmark}": method "local-pivotal" compares every pair of the ${size} tasks in ${stratum}, but its limit is ${mostToCompare} tasks.`;
    return { message, hint: 'Group the tasks, or use method "systematic" or "cube".' };
  },
  sample: (chances, columns, random) => {
    const points = chances.map((_, i) => columns.map(({ values }) => at(values, i)));
    return drawPoints(chances, (i, j) => squaredDistance(at(points, i), at(points, j)), random);
  },
  cost: (size) => size ** 2,
});

function squaredDistance(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (at(a, i) - at(b, i)) ** 2;
  return sum;
}
