import type { Preference } from '../../model/select-rule.js';
import { permanentRandomNumber } from '../../random/permanent-random-number.js';
import { systematicPositions } from '../../statistics/systematic-positions.js';
import { orderTasks } from '../order-tasks.js';
import { type Draw, type DrawFrom, drawnFirst, evenDraw } from './draw.js';

/**
 * Sorts the group and takes every so-manieth task from a random start, so that small and large, easy and hard are all met
 * in proportion.
 */
export function drawSystematic(from: DrawFrom): Draw {
  const { tasks, places, by, seed, stratum } = from;
  const keys = by.map((field): Preference => ({ kind: 'field', field, direction: 'asc' }));
  const sorted = orderTasks(tasks, keys).map(({ task }) => task);
  const start = permanentRandomNumber(seed, stratum, '');
  const taken = new Set(systematicPositions(tasks.length, places, start).map((at) => sorted[at]));
  return evenDraw(
    from,
    drawnFirst(
      tasks,
      tasks.flatMap((task, i) => (taken.has(task) ? [i] : [])),
    ),
  );
}
