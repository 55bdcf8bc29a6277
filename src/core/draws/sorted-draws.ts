import { at } from '../lists/lists.js';
import { permanentRandomNumber, randomStreamFor } from '../random/seeded-numbers.js';
import { type RandomStream, shuffle } from '../statistics/random-numbers.js';
import { orderedPivotal as drawAlong, systematicPositions } from '../statistics/sampling.js';
import {
  type DrawnRows,
  type DrawRows,
  evenRates,
  evenRows,
  numberOfEachStratum,
  type Redrawer,
  type RedrawFrom,
  rowDesign,
  rowsOf,
  type SortedRows,
  sortedRows,
  streamOfEachStratum,
} from './draw-design.js';

const name = 'ordered-pivotal';

/** Sorts the group and draws along the order, so that neighbours are rarely drawn together (Deville & Tillé 1998). */
export const orderedPivotal = rowDesign({
  name,
  by: { needs: 'fields', what: 'the fields to sort by', example: 'lines_changed' },
  words: {
    label: (by) => `at random in the order of ${by}`,
    sentence: (by, seed) =>
      `with equal probabilities, in order of ${by}, so that neighbours are rarely drawn together (ordered pivotal method, ${seed}).`,
    choice: 'drawn at random along a field',
  },
  variance: 'ordered',
  numbers: streamOfEachStratum(name),
  drawRows: drawOrdered,
  redraw: redrawOrdered,
});

function drawOrdered(from: DrawRows): DrawnRows {
  const random = randomStreamFor(from.seed, `${name}/${from.stratum}`);
  const sorted = shuffledTies(sortedRows(from), random);
  const drawn = drawnOf(from, random).map((place) => at(sorted, place));
  const places = new Uint32Array(sorted.length);
  sorted.forEach((row, place) => {
    places[row] = place;
  });
  const along = isAlongNumber(from);
  return {
    ...evenRows(
      from,
      drawn.sort((a, b) => a - b),
    ),
    // Neighbours along a number are alike; neighbours along a label may be of different kinds.
    balance: (row) => (along ? { place: at(places, row) } : {}),
  };
}

function redrawOrdered(from: RedrawFrom): Redrawer {
  const { random } = from.chance;
  const rows = rowsOf(from);
  const sorted = sortedRows(rows);
  return {
    draw: (take) => {
      const shuffled = shuffledTies(sorted, random);
      for (const place of drawnOf(rows, random)) take(at(shuffled, place));
    },
    ...evenRates(from),
    cost: 20 * from.tasks.length,
  };
}

function drawnOf({ size, places }: Pick<DrawRows, 'size' | 'places'>, random: RandomStream): number[] {
  const chances = new Array<number>(size).fill(places / size);
  return drawAlong(
    chances,
    chances.map(() => random.double()),
  );
}

function shuffledTies({ rows, isTied }: SortedRows, random: RandomStream): Uint32Array {
  const shuffled = rows.slice();
  for (let start = 0, end = 0; start < rows.length; start = end) {
    for (end = start + 1; end < rows.length && isTied(end); ) end += 1;
    if (end - start > 1) shuffled.set(shuffle([...rows.subarray(start, end)], random), start);
  }
  return shuffled;
}

function isAlongNumber({ size, by: [field = ''], value }: DrawRows): boolean {
  for (let row = 0; row < size; row++) if (typeof value(field, row) === 'number') return true;
  return false;
}

/** Sorts the group and takes every nth task from a random start, which covers the order evenly. */
export const systematic = rowDesign({
  name: 'systematic',
  by: { needs: 'fields', what: 'the fields to sort by', example: 'lines_changed' },
  words: {
    label: (by) => `systematically in the order of ${by}`,
    sentence: (by, seed) => `at even steps from a random start, in the order of ${by} (systematic sampling, ${seed}).`,
    choice: 'drawn systematically in the order of a field',
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
