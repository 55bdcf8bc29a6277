import { at } from '../lists/lists.js';
import { permanentRandomNumber } from '../random/seeded-numbers.js';
import { systematicPositions } from '../statistics/sampling.js';
import type { Redrawer, RedrawFrom } from './draw-design.js';
import {
  type DrawnRows,
  type DrawRows,
  evenRates,
  evenRows,
  numberOfEachStratum,
  rowDesign,
  rowsOf,
  sortedRows,
} from './draw-rows.js';

/** Sorts the group and takes every nth task from a random start, which covers the order evenly. */
export const systematic = rowDesign({
  name: 'systematic',
  by: { needs: 'fields', what: 'the fields to sort by', example: 'lines_changed' },
  words: {
    label: (by) => `systematically along ${by}`,
    sentence: (by, seed) =>
      `the tasks are sorted by ${by} and taken at even steps from a random start (systematic sampling, ${seed}).`,
    choice: 'drawn systematically along a field',
  },
  variance: 'even',
  fewSamples: (size, places) =>
    size % places === 0 && places < size && size / places <= few ? size / places : undefined,
  numbers: numberOfEachStratum,
  drawRows: drawSystematic,
  redraw: redrawSystematic,
});

/** With a whole-number step, there are only as many samples as the step; above this number, means vary enough. */
const few = 20;

function drawSystematic(from: DrawRows): DrawnRows {
  const { size, places, seed, stratum } = from;
  const { rows } = sortedRows(from);
  const positions = systematicPositions(size, places, permanentRandomNumber(seed, stratum, ''));
  return evenRows(
    from,
    positions.map((position) => at(rows, position)).sort((a, b) => a - b),
  );
}

function redrawSystematic(from: RedrawFrom): Redrawer {
  const { rows } = sortedRows(rowsOf(from));
  return {
    draw: (take) => {
      for (const position of systematicPositions(rows.length, from.places, from.chance.start())) {
        take(at(rows, position));
      }
    },
    ...evenRates(from),
    cost: from.places,
  };
}
