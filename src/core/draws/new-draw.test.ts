import { afterAll } from 'vitest';
import { checkDraw } from '../../../test/support/draw-checks.js';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { shuffle } from '../statistics/random-numbers.js';
import { type DrawDesign, type DrawRows, evenRows, redrawAnew, rowDesign, streamOfEachStratum } from './draw-design.js';
import { draws } from './draws.js';

// A draw is a description and an entry in the list. No other code needs to change for it.
const shuffled = rowDesign({
  name: 'shuffled',
  by: { needs: 'fields', what: 'fields that are not looked at', example: 'files_changed' },
  words: {
    label: (by) => `from a pile, whatever ${by}`,
    sentence: (by, seed) => `the tasks are shuffled whatever their ${by}, and the first are taken (${seed}).`,
    choice: 'drawn from a pile',
  },
  variance: 'even',
  numbers: streamOfEachStratum('shuffled'),
  drawRows: drawShuffled,
  redraw: (from) => redrawAnew(drawShuffled, from, from.tasks.length),
});

function drawShuffled(from: DrawRows) {
  const rows = Array.from({ length: from.size }, (_, row) => row);
  const order = shuffle(rows, randomStreamFor(from.seed, `shuffled/${from.stratum}`));
  return evenRows(
    from,
    order.slice(0, from.places).sort((a, b) => a - b),
  );
}

const list = draws as DrawDesign[];
list.push(shuffled);
afterAll(() => {
  list.pop();
});

checkDraw(shuffled);
