import { at } from '../lists/at.js';
import type { Preference } from '../model/select-rule.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { orderTasks, sortKeys } from '../order/order-tasks.js';
import { randomStreamFor } from '../random/random-stream-for.js';
import type { RandomStream } from '../statistics/chance/sfc32.js';
import { shuffle } from '../statistics/chance/shuffle.js';
import { orderedPivotal as drawAlong } from '../statistics/sampling/ordered-pivotal-sample.js';
import type { Draw, DrawDesign, DrawFrom, Redrawer, RedrawFrom } from './draw-design.js';
import { drawnFirst, evenChances, evenDraw, evenRates } from './even-draw.js';
import { streamOfEachStratum } from './random-numbers.js';

const name = 'ordered-pivotal';

/**
 * Sorts the group and draws along it, so that of neighbours seldom both are in: as systematic sampling spreads a sample,
 * but with so many possible samples that its error can be told (Deville & Tillé 1998).
 */
export const orderedPivotal: DrawDesign = {
  name,
  by: { needs: 'fields', what: 'the fields to sort by', example: 'lines_changed' },
  words: {
    label: (by) => `at random along ${by}`,
    sentence: (by, seed) =>
      `the chances are equal, and the tasks drawn along the order of ${by}, seldom two neighbours (ordered pivotal method, ${seed}).`,
    choice: 'drawn at random along a field',
  },
  order: undefined,
  isEven: true,
  variance: 'ordered',
  numbers: streamOfEachStratum(name),
  draw: drawOrdered,
  redraw: redrawOrdered,
};

function drawOrdered(from: DrawFrom): Draw {
  const { tasks } = from;
  const random = randomStreamFor(from.seed, `${name}/${from.stratum}`);
  const sorted = sortedBy(from, random);
  const drawn = drawnOf(from, random).map((place) => at(sorted, place));
  const placeOf = new Map(sorted.map((index, place) => [at(tasks, index), place]));
  return {
    ...evenDraw(from, drawnFirst(tasks, drawn)),
    // Along a number the order tells of the tasks' likeness; along a label two neighbours may be of different kinds.
    balance: (task) => (isAlongNumber(from) ? { place: placeOf.get(task) ?? 0 } : {}),
  };
}

function redrawOrdered(from: RedrawFrom): Redrawer {
  const { random } = from.chance;
  return {
    draw: (take) => {
      const sorted = sortedBy(from, random);
      for (const place of drawnOf(from, random)) take(at(sorted, place));
    },
    ...evenRates(from),
    cost: 20 * from.tasks.length,
  };
}

/** The places in the order that are drawn. */
function drawnOf(from: Pick<DrawFrom, 'tasks' | 'places'>, random: RandomStream): number[] {
  return drawAlong(
    evenChances(from),
    from.tasks.map(() => random.double()),
  );
}

/** The indexes of the tasks by the fields, at random within ties. */
function sortedBy({ tasks, by }: Pick<DrawFrom, 'tasks' | 'by'>, random: RandomStream): readonly number[] {
  const keys = by.map((field): Preference => ({ kind: 'field', field, direction: 'asc' }));
  const indexOf = new Map(tasks.map((task, index) => [task, index]));
  const ordered = orderTasks(tasks, keys).map(({ task }) => ({ task, text: JSON.stringify(sortKeys(task, keys)) }));
  const ties: ScoredTask[][] = [];
  let last: string | undefined;
  for (const { task, text } of ordered) {
    if (text === last) ties.at(-1)?.push(task);
    else ties.push([task]);
    last = text;
  }
  return ties.flatMap((tied) => shuffle(tied, random)).map((task) => indexOf.get(task) ?? -1);
}

function isAlongNumber({ tasks, by: [field = ''] }: Pick<DrawFrom, 'tasks' | 'by'>): boolean {
  return tasks.some((task) => typeof fieldValue(task, field) === 'number');
}
