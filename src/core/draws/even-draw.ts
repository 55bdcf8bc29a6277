import type { Fault } from '../model/fault.js';
import type { ScoredTask } from '../model/task.js';
import type { Draw, DrawFrom } from './draw-design.js';

/** A draw in which every task has the same chance. */
export function evenDraw(
  { tasks, size = tasks.length, places }: Pick<DrawFrom, 'tasks' | 'size' | 'places'>,
  order: readonly ScoredTask[],
): Draw {
  const probability = places / size;
  return { order, probability: () => probability, balance: undefined, warnings: [], faults: [] };
}

/** The same chance for each task. */
function evenChances({ tasks, places }: Pick<DrawFrom, 'tasks' | 'places'>): number[] {
  return tasks.map(() => places / tasks.length);
}

/** The same chance for each task, and its weight: the quotient of two whole numbers, so that weights sum to the size. */
export function evenRates(from: Pick<DrawFrom, 'tasks' | 'places'>) {
  return { rates: evenChances(from), weights: from.tasks.map(() => from.tasks.length / from.places) };
}

/** The drawn tasks first, then the others; both by id. */
export function drawnFirst(tasks: readonly ScoredTask[], drawn: readonly number[]): readonly ScoredTask[] {
  const isDrawn = new Set(drawn);
  return [...tasks.filter((_, i) => isDrawn.has(i)), ...tasks.filter((_, i) => !isDrawn.has(i))];
}

/** What stands for a draw that cannot be made. */
export function refused(from: DrawFrom, fault: Fault): Draw {
  return { ...evenDraw(from, from.tasks), faults: [fault] };
}
