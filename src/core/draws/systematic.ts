import { at } from '../lists/at.js';
import type { Preference } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';
import { orderTasks } from '../order/order-tasks.js';
import { permanentRandomNumber } from '../random/permanent-random-number.js';
import { systematicPositions } from '../statistics/sampling/systematic-positions.js';
import type { Draw, DrawDesign, DrawFrom, Redrawer, RedrawFrom } from './draw-design.js';
import { drawnFirst, evenDraw, evenRates } from './even-draw.js';
import { numberOfEachStratum } from './random-numbers.js';

/**
 * Sorts the group and takes every so-manieth task from a random start, so that small and large, easy and hard are all met
 * in proportion.
 */
export const systematic: DrawDesign = {
  name: 'systematic',
  by: { needs: 'fields', what: 'the fields to sort by', example: 'lines_changed' },
  words: {
    label: (by) => `systematically along ${by}`,
    sentence: (by, seed) =>
      `the tasks are sorted by ${by} and taken at even steps from a random start (systematic sampling, ${seed}).`,
    choice: 'drawn systematically along a field',
  },
  order: undefined,
  isEven: true,
  variance: 'even',
  fewSamples: (size, places) =>
    size % places === 0 && places < size && size / places <= few ? size / places : undefined,
  numbers: numberOfEachStratum,
  draw: drawSystematic,
  redraw: redrawSystematic,
};

/** A whole number of tasks from one to the next leaves that many samples; with more the means spread enough. */
const few = 20;

function drawSystematic(from: DrawFrom): Draw {
  const { tasks, places, seed, stratum } = from;
  const positions = systematicPositions(tasks.length, places, permanentRandomNumber(seed, stratum, ''));
  const sorted = sortedIndexes(from);
  return evenDraw(
    from,
    drawnFirst(
      tasks,
      positions.map((position) => at(sorted, position)),
    ),
  );
}

function redrawSystematic(from: RedrawFrom): Redrawer {
  const sorted = sortedIndexes(from);
  return {
    draw: (take) => {
      for (const position of systematicPositions(sorted.length, from.places, from.chance.start())) {
        take(at(sorted, position));
      }
    },
    ...evenRates(from),
    cost: from.places,
  };
}

function sortedIndexes({ tasks, by }: { tasks: readonly ScoredTask[]; by: readonly string[] }): number[] {
  const indexOf = new Map(tasks.map((task, index) => [task, index]));
  const keys = by.map((field): Preference => ({ kind: 'field', field, direction: 'asc' }));
  return orderTasks(tasks, keys).map(({ task }) => indexOf.get(task) ?? -1);
}
