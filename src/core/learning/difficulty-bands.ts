import { at } from '../lists/lists.js';
import { permanentRandomNumber } from '../random/seeded-numbers.js';

/** Indexes of the tasks with a known difficulty, hardest first; ties by `tieNumbers`, then by index. */
export function difficultyOrder(difficulties: readonly number[], tieNumbers: readonly number[]): number[] {
  const counts = new Map<number, number>();
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < difficulties.length; i++) {
    const difficulty = difficulties[i] as number;
    if (Number.isNaN(difficulty)) continue;
    counts.set(difficulty, (counts.get(difficulty) ?? 0) + 1);
    least = Math.min(least, tieNumbers[i] as number);
    most = Math.max(most, tieNumbers[i] as number);
  }
  // Bucket by tie number, then insertion-sort: a comparison sort is slow for a million tasks.
  const groups = new Map<number, { readonly start: number; readonly count: number }>();
  let length = 0;
  for (const difficulty of Float64Array.from(counts.keys()).sort()) {
    const count = counts.get(difficulty) ?? 0;
    groups.set(difficulty, { start: length, count });
    length += count;
  }
  const near = new Uint32Array(difficulties.length);
  const next = new Uint32Array(length + 1);
  for (let i = 0; i < difficulties.length; i++) {
    const group = groups.get(difficulties[i] as number);
    if (group === undefined) continue;
    const share = ((tieNumbers[i] as number) - least) / (most - least || 1);
    const place = group.start + Math.floor(share * (group.count - 1));
    near[i] = place;
    next[place + 1] = (next[place + 1] as number) + 1;
  }
  for (let place = 1; place <= length; place++) next[place] = (next[place] as number) + (next[place - 1] as number);
  const order = Array<number>(length).fill(0);
  for (let i = 0; i < difficulties.length; i++) {
    if (Number.isNaN(difficulties[i])) continue;
    const place = near[i] as number;
    order[next[place] as number] = i;
    next[place] = (next[place] as number) + 1;
  }
  for (const { start, count } of groups.values())
    for (let place = start + 1; place < start + count; place++) {
      const task = order[place] as number;
      let to = place;
      for (; to > start && (tieNumbers[order[to - 1] as number] as number) > (tieNumbers[task] as number); to--)
        order[to] = order[to - 1] as number;
      order[to] = task;
    }
  return order;
}

/** At most ten bands, with at least two tasks in each. */
export function bandCount(places: number, tasks: number): number {
  return Math.max(1, Math.min(10, places, Math.floor(tasks / 2)));
}

/**
 * The band of each task: bands of nearly equal size along the difficulty (Dalenius and Hodges 1959), 0 for the hardest,
 * −1 if the difficulty is NaN. `tieNumbers` must not be the numbers that draw the tasks, or ties at a band's edge would
 * bias the draw.
 */
export function bandsOf(difficulties: readonly number[], tieNumbers: readonly number[], bands: number): number[] {
  const order = difficultyOrder(difficulties, tieNumbers);
  const size = Math.floor(order.length / bands);
  const longer = order.length % bands;
  const band = difficulties.map(() => -1);
  order.forEach((task, place) => {
    const inLonger = longer * (size + 1);
    band[task] = place < inLonger ? Math.floor(place / (size + 1)) : longer + Math.floor((place - inLonger) / size);
  });
  return band;
}

/** The sum of a measure over each band; ignores tasks outside all bands (−1). */
export function bandTotals(bands: readonly number[], count: number, measure: (task: number) => number): number[] {
  const totals = Array<number>(count).fill(0);
  bands.forEach((band, task) => {
    if (band >= 0) totals[band] = at(totals, band) + measure(task);
  });
  return totals;
}

/**
 * Allocates places to bands. Each starts with `already` (default 1); the rest follow Webster's divisors A/(n + ½) on
 * the measures, Σ√v or sizes (Neyman 1934; Balinski and Young 1982). Adding places never removes one from a band.
 */
export function placesOfBands(
  measures: readonly number[],
  sizes: readonly number[],
  places: number,
  already: readonly number[] = sizes.map(() => 1),
): number[] {
  const room = sizes.reduce((sum, size) => sum + size, 0);
  const taken = already.reduce((sum, count) => sum + count, 0);
  if (!(places >= taken && places <= room)) {
    throw new RangeError(`${places} places do not fit ${sizes.length} bands of ${room} tasks`);
  }
  const given = [...already];
  for (let left = places - taken; left > 0; left--) {
    let [next, claim] = [-1, Number.NEGATIVE_INFINITY];
    given.forEach((count, band) => {
      const own = at(measures, band) / (count + 0.5);
      if (count < at(sizes, band) && own > claim) [next, claim] = [band, own];
    });
    given[next] = at(given, next) + 1;
  }
  return given;
}

/** Tasks in order of id, or their tie numbers if the pool is not in memory. */
export type TiedTasks<Task = { readonly id: string }> =
  | readonly Task[]
  | { readonly length: number; readonly ties: readonly number[] };

/** Numbers that order tasks of equal difficulty, for all tasks or for `places`. They differ from the draw's numbers. */
export function tieNumbers(
  { tasks, benchmark, seed }: { readonly tasks: TiedTasks; readonly benchmark: string; readonly seed: string },
  places?: readonly number[],
): readonly number[] {
  if ('ties' in tasks) return places === undefined ? tasks.ties : places.map((place) => at(tasks.ties, place));
  const own = places === undefined ? tasks : places.map((place) => at(tasks, place));
  const key = tieKey(benchmark);
  return own.map(({ id }) => permanentRandomNumber(seed, key, id));
}

export function tieKey(benchmark: string): string {
  return `${benchmark}/bands`;
}
