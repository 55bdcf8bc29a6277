import { at } from '../lists/lists.js';
import { randomField } from '../model/task.js';
import { randomInteger } from '../statistics/random-numbers.js';
import { compareText } from '../text/words.js';
import {
  type DrawDesign,
  type DrawFrom,
  evenDraw,
  evenRates,
  numberOfEachTask,
  type Redrawer,
  type RedrawFrom,
} from './draw-design.js';

/** Simple random sampling: draws the lowest permanent random numbers of a group, which also give tasks a rank. */
export const random: DrawDesign = {
  name: 'random',
  by: { needs: 'nothing' },
  words: {
    label: () => 'at random',
    sentence: (_, seed) => `by lowest permanent random number (simple random sampling, ${seed}).`,
    choice: 'drawn at random',
  },
  order: { kind: 'field', field: randomField.name, direction: 'asc' },
  isEven: true,
  variance: 'even',
  numbers: numberOfEachTask,
  draw: drawRandom,
  redraw: shuffle,
};

function drawRandom(from: DrawFrom) {
  // Without random numbers, ties would be broken by id, and the sample wouldn't be random.
  if (from.tasks.some(({ random: number }) => number === undefined)) throw new Error('a task has no random number');
  // Copy the numbers to a typed array: reading them from task objects dominates the time in a large pool.
  const numbers = Float64Array.from(from.tasks, (task) => task.random ?? 0);
  const order = Uint32Array.from(from.tasks, (_, index) => index).sort(
    (a, b) => at(numbers, a) - at(numbers, b) || compareText(at(from.tasks, a).id, at(from.tasks, b).id),
  );
  return evenDraw(
    from,
    Array.from(order, (index) => at(from.tasks, index)),
  );
}

/** A partial Fisher–Yates shuffle. Each draw continues from the order that the last one left; any order will do. */
function shuffle({ tasks, places, chance }: RedrawFrom): Redrawer {
  const order = Int32Array.from(tasks, (_, index) => index);
  return {
    draw: (take) => {
      for (let i = 0; i < places; i++) {
        const other = i + randomInteger(order.length - i, chance.random);
        const drawn = at(order, other);
        order[other] = at(order, i);
        order[i] = drawn;
        take(drawn);
      }
    },
    ...evenRates({ tasks, places }),
    cost: places,
  };
}
