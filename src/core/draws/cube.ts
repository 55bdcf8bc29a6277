import { randomStreamFor } from '../random/seeded-numbers.js';
import { cubeSample } from '../statistics/cube-sample.js';
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

const name = 'cube';

/** Balances the sample's weighted totals of several fields with the pool's (Deville & Tillé 2004). */
export const cube = rowDesign({
  name,
  by: { needs: 'fields', what: 'the fields to spread over or balance', example: 'lines_changed' },
  words: {
    label: (by) => `at random, balanced over ${by}`,
    sentence: (by, seed) =>
      `the chances are equal, and the drawn tasks such that the weighted totals of ${by} come out as in the pool (cube method, ${seed}).`,
    choice: 'drawn at random, balanced over a field',
  },
  variance: 'balanced',
  numbers: streamOfEachStratum(name),
  drawRows: drawCube,
  redraw: (from) => redrawAnew(drawCube, from, 600 * from.tasks.length),
});

/** Each step solves a linear system of up to this size. */
const mostColumns = 60;

function drawCube(from: DrawRows): DrawnRows {
  // A label's last column follows from its other columns and the fixed number of places.
  const columns = from.by.flatMap((field) => {
    const all = columnsOfField(from, field);
    return all.length > 1 ? all.slice(0, -1) : all;
  });
  if (columns.length > mostColumns) {
    const message = `benchmark "${from.benchmark}": method "${name}" would balance ${columns.length} columns (one for each number and for each value of a label); it takes at most ${mostColumns}.`;
    const hint = 'Name fewer fields, or labels with fewer values.';
    return refusedRows(from, { code: 'selection/draw', message, hint });
  }
  const drawn = cubeSample(
    new Array<number>(from.size).fill(from.places / from.size),
    columns.map(({ values }) => values),
    randomStreamFor(from.seed, `${name}/${from.stratum}`),
  );
  return balancedRows(from, columns, drawn);
}
