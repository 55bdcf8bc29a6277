import { conditionHolds } from '../model/condition-holds.js';
import { fieldValue, type ScoredTask } from '../model/task.js';
import { roundTo } from '../text/round-to.js';
import { type FieldScale, linesAbove, taskBends } from './changed-task.js';
import { compareByKeys, isAhead, type PlaceToBeat } from './find-standing.js';
import { type Rerun, runBudget } from './rerun.js';

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

const mostRuns = 200;

/** What trying values one by one came to. */
interface Tried {
  /** The nearest of the values tried that works. */
  readonly value: number | undefined;
  /** How many values were tried. */
  readonly count: number;
  /** Whether that was every step of the range. */
  readonly all: boolean;
}

/**
 * The value nearest to `from` that works, of those the benchmark has, those at which a rule bends, and one step to either
 * side of each: for a field that also decides eligibility or groups, where every value must be tried by a run. A range of
 * few steps is tried as a whole. The values at which a rule bends and those of the last places are tried however far they
 * are; a value that leaves the task ineligible costs no run.
 */
export function nearestTried(
  task: ScoredTask,
  field: string,
  from: number,
  { step, lowest, highest }: FieldScale,
  { benchmark, plan }: Rerun,
  taskWith: (value: number) => ScoredTask | undefined,
  selects: (changed: ScoredTask) => boolean,
): Tried {
  const budget = runBudget(mostRuns, benchmark.tasks.length);
  const { where } = plan.select;
  const nearestFirst = (values: readonly number[]) =>
    [...new Set(values.flatMap((value) => [value - step, value, value + step]).map((value) => roundTo(value, 10)))]
      .filter((value) => value >= lowest && value <= highest && value !== from)
      .sort((a, b) => Math.abs(a - from) - Math.abs(b - from) || b - a);
  const few = (highest - lowest) / step <= budget;
  const steps = few ? Array.from({ length: budget }, (_, i) => [from - i * step, from + i * step]).flat() : [];
  const met = valuesOf(benchmark.tasks, task, field);
  const lastPlaces = benchmark.groups.flatMap(({ ranking, allocated }) => ranking[allocated - 1] ?? []);
  const special = [...nearestFirst(taskBends(task, field, plan)), ...nearestFirst(valuesOf(lastPlaces, task, field))];

  const seen = new Map<number, ScoredTask | undefined>();
  const take = (values: readonly number[], most: number) => {
    let runs = 0;
    for (const value of values) {
      if (seen.has(value)) continue;
      if (runs === most) return;
      const changed = taskWith(value);
      const eligible = changed !== undefined && (where === undefined || conditionHolds(where, changed));
      seen.set(value, eligible ? changed : undefined);
      if (eligible) runs += 1;
    }
  };
  take(special, budget);
  take(nearestFirst([...met, ...steps]), few ? Number.POSITIVE_INFINITY : budget);

  const nearest = [...seen].sort(([a], [b]) => Math.abs(a - from) - Math.abs(b - from) || b - a);
  const value = nearest.find(([, changed]) => changed !== undefined && selects(changed))?.[0];
  return { value, count: seen.size, all: few };
}

/** The values of the field that the tasks have, and those that give the task the `lines_changed` that they have. */
function valuesOf(tasks: readonly ScoredTask[], task: ScoredTask, field: string): readonly number[] {
  const above = linesAbove(task, field);
  return tasks.flatMap((each) => {
    const own = fieldValue(each, field);
    const lines = above === undefined ? undefined : fieldValue(each, 'lines_changed');
    return [
      ...(typeof own === 'number' ? [own] : []),
      ...(above !== undefined && typeof lines === 'number' ? [lines - above] : []),
    ];
  });
}
