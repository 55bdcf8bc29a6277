import { at } from '../lists/lists.js';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { localPivotal as drawPoints } from '../statistics/sampling.js';
import {
  balancedRows,
  columnsOfField,
  type DrawnRows,
  type DrawRows,
  redrawAnew,
  refusedRows,
  rowDesign,
  streamOfEachStratum,
} from './draw-rows.js';

const name = 'local-pivotal';

/** Spreads the sample over several fields: close neighbours are rarely drawn together (Grafström et al. 2012). */
export const localPivotal = rowDesign({
  name,
  by: { needs: 'fields', what: 'the fields to spread over or balance', example: 'lines_changed' },
  words: {
    label: (by) => `at random, spread over ${by}`,
    sentence: (by, seed) =>
      `the chances are equal, and the drawn tasks spread over ${by} (local pivotal method, ${seed}).`,
    choice: 'drawn at random, spread over a field',
  },
  // A sample spread over fields is also nearly balanced on them (Grafström and Tillé 2013).
  variance: 'balanced',
  numbers: streamOfEachStratum(name),
  drawRows: drawLocalPivotal,
  redraw: (from) => redrawAnew(drawLocalPivotal, from, from.tasks.length ** 2),
});

/** The draw compares all pairs of tasks; beyond this size it would take minutes. */
const mostToCompare = 20_000;

function drawLocalPivotal(from: DrawRows): DrawnRows {
  if (from.size > mostToCompare) {
    const message = `benchmark "${from.benchmark}": method "${name}" compares every pair of the ${from.size} tasks of ${from.stratum}; it is meant for at most ${mostToCompare}.`;
    return refusedRows(from, { code: 'selection/draw', message, hint: 'Group the tasks, or use systematic or cube.' });
  }
  const columns = from.by.flatMap((field) => columnsOfField(from, field));
  const points = Array.from({ length: from.size }, (_, i) => columns.map(({ values }) => at(values, i)));
  const distance = (i: number, j: number) => squaredDistance(at(points, i), at(points, j));
  const drawn = drawPoints(
    new Array<number>(from.size).fill(from.places / from.size),
    distance,
    randomStreamFor(from.seed, `${name}/${from.stratum}`),
  );
  return balancedRows(from, columns, drawn);
}

function squaredDistance(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (at(a, i) - at(b, i)) ** 2;
  return sum;
}
