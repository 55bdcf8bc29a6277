import { at } from '../lists/lists.js';
import { randomField } from '../model/task.js';
import { randomInteger } from '../statistics/random-numbers.js';
import { compareText } from '../text/words.js';
import type { DrawDesign, DrawFrom, Redrawer, RedrawFrom } from './draw-design.js';
import { evenDraw, evenRates, numberOfEachTask } from './draw-rows.js';

/** Simple random sampling: the lowest permanent random numbers of a group are a sample of it, and each task has a rank. */
export const random: DrawDesign = {
  name: 'random',
  by: { needs: 'nothing' },
  words: {
    label: () => 'at random',
    sentence: (_, seed) =>
      `the tasks with the lowest permanent random numbers are taken (simple random sampling, ${seed}).`,
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
  // A sample by the ids would be one by chance in name only.
  if (from.tasks.some(({ random: number }) => number === undefined)) throw new Error('a task has no random number');
  // The numbers beside one another: of a large pool, going to each task for its number is what takes the time.
  const numbers = Float64Array.from(from.tasks, (task) => task.random ?? 0);
  const order = Uint32Array.from(from.tasks, (_, index) => index).sort(
    (a, b) => at(numbers, a) - at(numbers, b) || compareText(at(from.tasks, a).id, at(from.tasks, b).id),
  );
  return evenDraw(
    from,
    Array.from(order, (index) => at(from.tasks, index)),
  );
}

/** The first steps of a shuffle; each draw goes on from the order that the last one left, which is as good as any. */
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
