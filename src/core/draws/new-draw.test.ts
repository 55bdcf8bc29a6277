import { afterAll } from 'vitest';
import { checkDraw } from '../../../test/support/draw-checks.js';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { shuffle } from '../statistics/random-numbers.js';
import type { DrawDesign, DrawFrom } from './draw-design.js';
import { drawnFirst, evenDraw, redrawAnew, streamOfEachStratum } from './draw-rows.js';
import { draws } from './draws.js';

// A draw is a description and a place in the list: nothing else in the program needs to know of it.
const shuffled: DrawDesign = {
  name: 'shuffled',
  by: { needs: 'fields', what: 'fields that are not looked at', example: 'files_changed' },
  words: {
    label: (by) => `from a pile, whatever ${by}`,
    sentence: (by, seed) => `the tasks are shuffled whatever their ${by}, and the first are taken (${seed}).`,
    choice: 'drawn from a pile',
  },
  order: undefined,
  isEven: true,
  variance: 'even',
  numbers: streamOfEachStratum('shuffled'),
  draw: drawShuffled,
  redraw: (from) => redrawAnew(drawShuffled, from, from.tasks.length),
};

function drawShuffled(from: DrawFrom) {
  const indexes = from.tasks.map((_, i) => i);
  const order = shuffle(indexes, randomStreamFor(from.seed, `shuffled/${from.stratum}`));
  return evenDraw(from, drawnFirst(from.tasks, order.slice(0, from.places)));
}

const list = draws as DrawDesign[];
list.push(shuffled);
afterAll(() => {
  list.pop();
});

checkDraw(shuffled);
