import { sumOf } from '../../lists/lists.js';
import type { Plan } from '../../model/plan.js';
import { fieldValue, isOwnField, isTaskNumber, type ScoredTask } from '../../model/task.js';
import { balanceLimits, isOnLogScale, totalVariation } from '../../statistics/balance.js';
import { quantile } from '../../statistics/summary.js';
import { compareText } from '../../text/words.js';

export type ComparedNumber = ReturnType<typeof comparedNumbers>[number];

export function comparedNumbers({ score, fields }: Plan) {
  const weighing = [...score.weights].filter(([, weight]) => weight > 0).map(([component]) => component);
  const compared = (
    name: string,
    of: 'score' | 'component' | 'field',
    read: (task: ScoredTask) => unknown,
    { words = name, counts = false } = {},
  ) => ({
    name,
    words,
    of,
    counts,
    valueOf: (task: ScoredTask) => {
      const value = read(task);
      return typeof value === 'number' && Number.isFinite(value) ? value : undefined;
    },
  });
  return [
    ...(score.weights.size === 0 ? [] : [compared('score', 'score', (task) => task.score)]),
    // With one component, the score and the component are identical.
    ...(weighing.length === 1 ? [] : weighing).map((name) =>
      compared(name, 'component', ({ parts }) => (Object.hasOwn(parts, name) ? parts[name] : undefined)),
    ),
    ...[...fields.values()]
      .filter(isTaskNumber)
      .map((field) => compared(field.name, 'field', (task) => fieldValue(task, field.name), field)),
  ];
}

/** A number's column on its comparison scale, or the reason why it can't be compared. */
export function comparableColumn(number: ComparedNumber, tasks: Int32Array, all: readonly ScoredTask[]) {
  const values = Float64Array.from(all, (task) => number.valueOf(task) ?? Number.NaN);
  const known = tasks.filter((task) => !Number.isNaN(values[task]));
  if (known.length === 0) return 'unknown';
  if (known.length < balanceLimits.leastKnown * tasks.length) return 'too few known';
  const inScope = known.map((task) => at(values, task));
  const isLog = isOnLogScale(number.counts, inScope);
  const column = columnOf(isLog ? values.map(Math.log1p) : values, tasks);
  return column === undefined ? 'no spread' : { column, isLog };
}

/**
 * Prepares a number for measuring the standardised difference and the Kolmogorov–Smirnov distance of samples. The pool
 * is sorted only once, so a sample of n takes n log n steps whatever the pool size. Between two sample values the
 * sample's distribution is flat and the pool's only rises, so the largest distance is at a sample value or just below
 * it.
 *
 * @param values By task number; NaN if unknown.
 * @returns Undefined if all known values are equal.
 */
export function columnOf(values: Float64Array, tasks: Int32Array) {
  const sorted = tasks.filter((task) => !Number.isNaN(at(values, task)));
  sorted.sort((a, b) => at(values, a) - at(values, b) || a - b);
  const known = sorted.length;
  if (known < 2 || at(values, at(sorted, 0)) === at(values, at(sorted, known - 1))) return undefined;
  const mean = sumOf(sorted, (task) => at(values, task)) / known;
  const deviation = Math.sqrt(sumOf(sorted, (task) => (at(values, task) - mean) ** 2) / (known - 1));
  const { places, below, upTo } = placesOf(values, sorted);
  // Shared by all samples, because thousands are measured.
  const buffer = new Int32Array(known);
  /** The mean of a sample and its distances from the pool; undefined if no task in the sample has a value. */
  const measure = (sample: Int32Array, weights: Float64Array | undefined) => {
    let count = 0;
    for (const task of sample) {
      const place = at(places, task);
      if (place >= 0) buffer[count++] = place;
    }
    if (count === 0) return undefined;
    const found = buffer.subarray(0, count).sort();
    const weightAt = (place: number) => (weights === undefined ? 1 : at(weights, at(sorted, place)));
    const total = sumOf(found, weightAt);
    const centre = sumOf(found, (place) => weightAt(place) * at(values, at(sorted, place))) / total;
    let [passed, distance] = [0, 0];
    for (let i = 0; i < found.length; i++) {
      const place = at(found, i);
      const isFirst = i === 0 || at(upTo, at(found, i - 1)) !== at(upTo, place);
      if (isFirst) distance = Math.max(distance, Math.abs(passed / total - at(below, place) / known));
      passed += weightAt(place);
      const isLast = i + 1 === found.length || at(upTo, at(found, i + 1)) !== at(upTo, place);
      if (isLast) distance = Math.max(distance, Math.abs(passed / total - at(upTo, place) / known));
    }
    return { known: count, mean: centre, difference: (centre - mean) / deviation, distance };
  };
  return { known, mean, deviation, measure };
}

/** The position of each task in sorted order, and for each position the number of values below it and up to it. */
function placesOf(values: Float64Array, sorted: Int32Array) {
  const places = new Int32Array(values.length).fill(-1);
  const below = new Int32Array(sorted.length);
  const upTo = new Int32Array(sorted.length);
  for (let first = 0; first < sorted.length; ) {
    let end = first + 1;
    while (end < sorted.length && at(values, at(sorted, end)) === at(values, at(sorted, first))) end += 1;
    for (let place = first; place < end; place++) {
      places[at(sorted, place)] = place;
      below[place] = first;
      upTo[place] = end;
    }
    first = end;
  }
  return { places, below, upTo };
}

/** A plan's own labels with more values than this are not counted, because the table would be unreadable. */
const mostOwnValues = 30;

/** The standard labels in use plus the plan's own. The benchmark counts only if the scope is the whole selection. */
export function countedLabels(plan: Plan, tasks: readonly ScoredTask[], isWhole: boolean): readonly string[] {
  const valuesOf = (name: string) => new Set(tasks.map((task) => fieldValue(task, name)));
  const declared = [...plan.fields.values()].filter(({ name, kind }) => kind === 'label' && isOwnField(name));
  const own = declared.filter(({ name }) => valuesOf(name).size > 1 && valuesOf(name).size <= mostOwnValues);
  return [
    ...(plan.phases.length === 0 ? [] : ['phase']),
    ...(tasks.some((task) => fieldValue(task, 'language') !== undefined) ? ['language'] : []),
    ...(isWhole ? ['benchmark'] : []),
    ...own.map(({ name }) => name),
  ];
}

/** Prepares a label for counting many samples. Values are in plan order, then by name. */
export function labelColumnOf(name: string, all: readonly ScoredTask[], members: Int32Array, plan: Plan) {
  const orders: Readonly<Record<string, readonly string[]>> = {
    phase: plan.phases,
    benchmark: plan.benchmarks.map((benchmark) => benchmark.name),
  };
  const order = orders[name] ?? [];
  const labels = all.map((task) => labelOf(task, name));
  const place = (value: string) => (order.includes(value) ? order.indexOf(value) : order.length);
  const inScope = new Set(Array.from(members, (task) => labels[task] ?? ''));
  const values = [...inScope].sort((a, b) => place(a) - place(b) || compareText(a, b));
  const codes = new Map(values.map((value, code) => [value, code]));
  // Indexed by task number, so that counting thousands of samples needs no string lookups.
  const codeOf = Int32Array.from(labels, (label) => codes.get(label) ?? -1);
  const tally = (tasks: Int32Array, weights: Float64Array | undefined) => {
    const counts = new Float64Array(values.length);
    for (const task of tasks) {
      const code = codeOf[task] ?? -1;
      counts[code] = (counts[code] ?? 0) + (weights === undefined ? 1 : (weights[task] ?? 0));
    }
    return counts;
  };
  const pool = tally(members, undefined);
  return {
    variation: (sample: Int32Array, weights: Float64Array | undefined) => {
      const counts = tally(sample, weights);
      return totalVariation(new Map(counts.entries()), new Map(pool.entries())) ?? 0;
    },
    /** The count of each value in the sample, and the counts expected of proportional and of planned random samples. */
    counts: (sample: Int32Array, rates: Float64Array, weights: Float64Array | undefined) => {
      const [selected, planned] = [tally(sample, undefined), tally(members, rates)];
      const weighted = weights === undefined ? undefined : tally(sample, weights);
      const total = weighted?.reduce((sum, each) => sum + each, 0) ?? 0;
      return values.map((value, code) => ({
        value,
        selected: at(selected, code),
        weightedShare: weighted === undefined || total === 0 ? undefined : at(weighted, code) / total,
        eligible: at(pool, code),
        proportional: (sample.length * at(pool, code)) / members.length,
        planned: at(planned, code),
      }));
    },
  };
}

export function labelOf(task: ScoredTask, name: string): string {
  return name === 'benchmark' ? task.benchmark : String(fieldValue(task, name) ?? '');
}

/** The quantile of the redraws at this share; 0 without redraws. */
export function chancePoint(redrawn: readonly number[], share = 0.95): number {
  const sorted = redrawn.toSorted((a, b) => a - b);
  return sorted.length === 0 ? 0 : quantile(sorted, share);
}

/** Whether a value exceeds its chance limit by more than floating-point error. */
export function isBeyond(value: number, chance: number): boolean {
  return value > chance + 1e-9;
}

/** Like `lists/at` without the bounds check, because it runs millions of times. */
function at(list: Int32Array | Float64Array, index: number): number {
  return list[index] ?? Number.NaN;
}
