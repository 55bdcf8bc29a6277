/** A number of the tasks in a scope, made ready to measure many samples. */
export interface Column {
  readonly known: number;
  readonly mean: number;
  readonly deviation: number;
  /** Undefined when no task of the sample has the number. */
  readonly measure: (sample: Int32Array, weights: Float64Array | undefined) => Measured | undefined;
}

/** A sample's mean, and its two distances from the pool. */
interface Measured {
  readonly known: number;
  readonly mean: number;
  readonly difference: number;
  readonly distance: number;
}

/**
 * Prepares a number for measuring. The same figures as `standardisedDifference` and `kolmogorovSmirnov`, but a sample of n
 * is measured in n log n steps however large the pool is: the pool is sorted once. Between two values of the sample its
 * distribution is flat and the pool's only rises, so that the largest distance is at a value of the sample or just below.
 *
 * @param values By task number; NaN where not known.
 * @returns Undefined when all known values are equal.
 */
export function columnOf(values: Float64Array, tasks: Int32Array): Column | undefined {
  const sorted = tasks.filter((task) => !Number.isNaN(at(values, task)));
  sorted.sort((a, b) => at(values, a) - at(values, b) || a - b);
  const known = sorted.length;
  if (known < 2 || at(values, at(sorted, 0)) === at(values, at(sorted, known - 1))) return undefined;
  const mean = sorted.reduce((sum, task) => sum + at(values, task), 0) / known;
  const squares = sorted.reduce((sum, task) => sum + (at(values, task) - mean) ** 2, 0);
  const deviation = Math.sqrt(squares / (known - 1));
  const { places, below, upTo } = placesOf(values, sorted);
  // Kept from sample to sample: thousands are measured.
  const buffer = new Int32Array(known);
  const measure: Column['measure'] = (sample, weights) => {
    let count = 0;
    for (const task of sample) {
      const place = at(places, task);
      if (place >= 0) buffer[count++] = place;
    }
    if (count === 0) return undefined;
    const found = buffer.subarray(0, count).sort();
    let total = 0;
    let sum = 0;
    for (const place of found) {
      const task = at(sorted, place);
      const weight = weights === undefined ? 1 : at(weights, task);
      total += weight;
      sum += weight * at(values, task);
    }
    let passed = 0;
    let distance = 0;
    for (let i = 0; i < found.length; i++) {
      const place = at(found, i);
      const isFirst = i === 0 || at(upTo, at(found, i - 1)) !== at(upTo, place);
      if (isFirst) distance = Math.max(distance, Math.abs(passed / total - at(below, place) / known));
      passed += weights === undefined ? 1 : at(weights, at(sorted, place));
      const isLast = i + 1 === found.length || at(upTo, at(found, i + 1)) !== at(upTo, place);
      if (isLast) distance = Math.max(distance, Math.abs(passed / total - at(upTo, place) / known));
    }
    return { known: count, mean: sum / total, difference: (sum / total - mean) / deviation, distance };
  };
  return { known, mean, deviation, measure };
}

/** For each task its place among the sorted; for each place how many values are lower, and how many lower or equal. */
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

/** The number at an index that is there. */
function at(list: Int32Array | Float64Array, index: number): number {
  return list[index] ?? Number.NaN;
}
