import type { ScoredTask } from '../model/task.js';
import { roundTo } from '../text/round-to.js';
import { compareByKeys, isAhead } from './compare-tasks.js';
import type { FieldScale } from './field-scale.js';
import type { PlaceToBeat } from './places-to-beat.js';

/** The value nearest to `from` that puts the task ahead of the holder of a place; of two as near, the higher. */
export function nearestAhead(
  taskWith: (value: number) => ScoredTask | undefined,
  from: number,
  { step, lowest, highest }: FieldScale,
  places: readonly PlaceToBeat[],
  bends: readonly number[],
): number | undefined {
  if (places.length === 0) return undefined;
  const towards = (sign: 1 | -1, end: number) => {
    const valueAt = (count: number) => roundTo(from + sign * count * step, 10);
    const taskAt = remembered((count) => taskWith(valueAt(count)));
    const count = firstStep(
      Math.floor((Math.abs(end - from) + step / 2) / step),
      bends.map((value) => (sign * (value - from)) / step).flatMap(around),
      (at) => signature(taskAt(at), places),
      (at) => isAheadSomewhere(taskAt(at), places),
    );
    return count === undefined ? [] : [{ count, value: valueAt(count) }];
  };
  const up = highest > from ? towards(1, highest) : [];
  const down = lowest < from ? towards(-1, lowest) : [];
  return [...up, ...down].sort((a, b) => a.count - b.count)[0]?.value;
}

/** The steps next to a point where a rule bends. */
function around(point: number): number[] {
  return [Math.floor(point) - 1, Math.floor(point), Math.ceil(point), Math.ceil(point) + 1];
}

/** On which side of every key of every holder the task is. */
function signature(task: ScoredTask | undefined, places: readonly PlaceToBeat[]): string {
  if (task === undefined) return 'none';
  return places.flatMap(({ bar, prefer }) => prefer.map((preference) => compareByKeys(task, bar, [preference]))).join();
}

function isAheadSomewhere(task: ScoredTask | undefined, places: readonly PlaceToBeat[]): boolean {
  return task !== undefined && places.some(({ bar, prefer }) => isAhead(task, bar, prefer));
}

function remembered<Value>(work: (at: number) => Value): (at: number) => Value {
  const known = new Map<number, Value>();
  return (at) => {
    if (!known.has(at)) known.set(at, work(at));
    return known.get(at) as Value;
  };
}

/**
 * The smallest whole number in [1, last] for which `holds`. `signature` must be such that, between two neighbours in
 * `turns`, equal signatures at both ends mean that nothing changes in between; so only where it does change is looked at
 * more closely.
 */
function firstStep(
  last: number,
  turns: readonly number[],
  signature: (step: number) => string,
  holds: (step: number) => boolean,
): number | undefined {
  const ends = [...new Set([1, ...turns.filter((turn) => turn > 1 && turn < last), last])].sort((a, b) => a - b);
  const within = (from: number, to: number): number | undefined => {
    if (holds(from)) return from;
    if (to - from <= 1 || signature(from) === signature(to)) return holds(to) ? to : undefined;
    const middle = Math.floor((from + to) / 2);
    return within(from, middle) ?? within(middle, to);
  };
  if (last < 1) return undefined;
  for (const [i, end] of ends.entries()) {
    const found = within(end, ends[i + 1] ?? end);
    if (found !== undefined) return found;
  }
  return undefined;
}
