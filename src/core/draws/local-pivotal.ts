import { at } from '../lists/at.js';
import { randomStreamFor } from '../random/random-stream-for.js';
import { localPivotal as drawPoints } from '../statistics/sampling/local-pivotal-sample.js';
import { columnsOfField, unknownWarnings } from './columns-of-field.js';
import type { Draw, DrawDesign, DrawFrom } from './draw-design.js';
import { drawnFirst, evenChances, evenDraw, refused } from './even-draw.js';
import { streamOfEachStratum } from './random-numbers.js';
import { redrawAnew } from './redraw-anew.js';

const name = 'local-pivotal';

/** Spreads the sample over several fields: of two near neighbours seldom both are drawn (Grafström et al. 2012). */
export const localPivotal: DrawDesign = {
  name,
  by: { needs: 'fields', what: 'the fields to spread over or balance', example: 'lines_changed' },
  words: {
    label: (by) => `at random, spread over ${by}`,
    sentence: (by, seed) =>
      `the chances are equal, and the drawn tasks spread over ${by} (local pivotal method, ${seed}).`,
    choice: 'drawn at random, spread over a field',
  },
  order: undefined,
  isEven: true,
  // A sample that is spread over fields is nearly balanced on them as well (Grafström and Tillé 2013).
  variance: 'balanced',
  numbers: streamOfEachStratum(name),
  draw: drawLocalPivotal,
  redraw: (from) => redrawAnew(drawLocalPivotal, from, from.tasks.length ** 2),
};

/** Each pair of tasks is compared; beyond this many the wait would be minutes. */
const mostToCompare = 20_000;

function drawLocalPivotal(from: DrawFrom): Draw {
  const { tasks } = from;
  if (tasks.length > mostToCompare) {
    const message = `benchmark "${from.benchmark}": method "${name}" compares every two of ${tasks.length} tasks of ${from.stratum}; it is meant for at most ${mostToCompare}.`;
    return refused(from, { code: 'selection/draw', message, hint: 'Group the tasks, or use systematic or cube.' });
  }
  const columns = from.by.flatMap((field) => columnsOfField(tasks, field));
  const points = tasks.map((_, i) => columns.map(({ values }) => at(values, i)));
  const distance = (i: number, j: number) => squaredDistance(at(points, i), at(points, j));
  const drawn = drawPoints(evenChances(from), distance, randomStreamFor(from.seed, `${name}/${from.stratum}`));
  const indexOf = new Map(tasks.map((task, i) => [task, i]));
  return {
    ...evenDraw(from, drawnFirst(tasks, drawn)),
    balance: (task) =>
      Object.fromEntries(columns.map((column) => [column.name, at(column.values, indexOf.get(task) ?? -1)])),
    warnings: unknownWarnings(from, columns),
  };
}

function squaredDistance(a: readonly number[], b: readonly number[]): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (at(a, i) - at(b, i)) ** 2;
  return sum;
}
