import { sumOf } from '../../lists/lists.js';
import type { Plan } from '../../model/plan.js';
import { fieldValue, isOwnField, isTaskNumber, type ScoredTask } from '../../model/task.js';
import { balanceLimits, isOnLogScale, totalVariation } from '../../statistics/balance.js';
import { quantile } from '../../statistics/summary.js';
import { compareText } from '../../text/words.js';

/** A number that every task may have. */
export type ComparedNumber = ReturnType<typeof comparedNumbers>[number];

/** The numbers that tasks of a plan are compared by: the score, its components, and every number field. */
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
    // A score of one component is that component.
    ...(weighing.length === 1 ? [] : weighing).map((name) =>
      compared(name, 'component', ({ parts }) => (Object.hasOwn(parts, name) ? parts[name] : undefined)),
    ),
    ...[...fields.values()]
      .filter(isTaskNumber)
      .map((field) => compared(field.name, 'field', (task) => fieldValue(task, field.name), field)),
  ];
}

/** A number of the tasks on the scale that it is compared on, or the reason why it is not compared. */
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
 * Prepares a number for measuring. It gives the figures of `standardisedDifference` and `kolmogorovSmirnov`, but measures
 * a sample of n in n log n steps however large the pool is, because the pool is sorted once. Between two values of the
 * sample its distribution is flat and the pool's only rises, so the largest distance is at a value of the sample or just
 * below.
 *
 * @param values By task number; NaN if unknown.
 * @returns Undefined when all known values are equal.
 */
export function columnOf(values: Float64Array, tasks: Int32Array) {
  const sorted = tasks.filter((task) => !Number.isNaN(at(values, task)));
  sorted.sort((a, b) => at(values, a) - at(values, b) || a - b);
  const known = sorted.length;
  if (known < 2 || at(values, at(sorted, 0)) === at(values, at(sorted, known - 1))) return undefined;
  const mean = sumOf(sorted, (task) => at(values, task)) / known;
  const deviation = Math.sqrt(sumOf(sorted, (task) => (at(values, task) - mean) ** 2) / (known - 1));
  const { places, below, upTo } = placesOf(values, sorted);
  // One buffer for all samples, because thousands are measured.
  const buffer = new Int32Array(known);
  /** The mean of a sample and its distances from the pool; undefined if no task of the sample has the number. */
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

/** The place of each task in sorted order, and for each place the numbers of values below it and up to it. */
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

/** Labels of the plan with more values than this are not counted: nobody could read the table. */
const mostOwnValues = 30;

/** The labels that are counted: those of all tasks and the plan's own. Within one benchmark, its name says nothing. */
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

/** Prepares a label for counting many samples; values come in the order of the plan, then by name. */
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
  // By task number, so that thousands of samples are counted without looking up a word.
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
    /** The share of the sample to reassign so that it has the shares of the pool. */
    variation: (sample: Int32Array, weights: Float64Array | undefined) => {
      const counts = tally(sample, weights);
      return totalVariation(new Map(counts.entries()), new Map(pool.entries())) ?? 0;
    },
    /** How often each value is in the sample, and how often a random choice would have it. */
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

/** The label of a task; "" if unknown. */
export function labelOf(task: ScoredTask, name: string): string {
  return name === 'benchmark' ? task.benchmark : String(fieldValue(task, name) ?? '');
}

/** The value that this share of the redraws stays below; 0 if nothing can vary. */
export function chancePoint(redrawn: readonly number[], share = 0.95): number {
  const sorted = redrawn.toSorted((a, b) => a - b);
  return sorted.length === 0 ? 0 : quantile(sorted, share);
}

/** Whether a figure is beyond its chance limit; figures that print the same count as equal. */
export function isBeyond(value: number, chance: number): boolean {
  return value > chance + 1e-9;
}

/** The number at an index that is in the list, without the checks of `lists/at`: it runs millions of times. */
function at(list: Int32Array | Float64Array, index: number): number {
  return list[index] ?? Number.NaN;
}
