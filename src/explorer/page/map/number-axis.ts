import { at } from '../../../core/lists/at.js';
import { largest, smallest } from '../../../core/lists/extremes.js';
import { formatCount } from '../../../core/text/count-of.js';
import { short } from '../parts/figures.js';
import type { TaskFilter } from '../route/task-filter.js';
import type { PoolColumns } from '../state/pool-columns.js';
import { numberColumn, type Range, searchRange, withSearchRange } from '../tasks/task-query.js';
import { type Axis, type Bin, noBin } from './map-axis.js';

/** Parts of the histogram of a number; fewer where it has fewer whole values. */
const mostBins = 24;
/** Where the largest is so many times the middle one, the axis is logarithmic. */
const skewed = 20;

/** A number laid out from its smallest to its largest value; counts that are far apart by their logarithms. */
export function numberAxis({ name, words }: Pick<Axis, 'name' | 'words'>, pool: PoolColumns): Axis {
  const values = numberColumn(pool, name);
  const scale = scaleOf(values, name === 'score');
  const places = Float32Array.from(values, (value) => (Number.isNaN(value) ? Number.NaN : scale.to(value)));
  const { bins, binOf } = binsOf(name, values, places, scale);
  const inRange = (filter: TaskFilter, range: Range | undefined) => ({
    ...filter,
    search: withSearchRange(filter.search, name, range),
  });
  return {
    name,
    words: scale.isLog ? `${words} (log scale)` : words,
    kind: 'number',
    places,
    hasUnknown: values.some(Number.isNaN),
    bins,
    binOf,
    ticks: scale.ticks.map((value) => ({ at: scale.to(value), words: numberWords(value) })),
    brush: (filter, from, to) => inRange(filter, scale.range(from, to)),
    clear: (filter) => inRange(filter, undefined),
    stretches: ({ search }) => {
      const range = searchRange(search, name);
      if (range === undefined) return undefined;
      return [[Math.max(0, scale.to(range.low)), Math.min(1, scale.to(range.high))]];
    },
  };
}

interface Scale {
  readonly isLog: boolean;
  readonly areWhole: boolean;
  /** The place of a value, from 0 to 1. */
  readonly to: (value: number) => number;
  /** The values between two places. */
  readonly range: (from: number, to: number) => Range;
  readonly ticks: readonly number[];
}

function scaleOf(values: Float64Array, isScore: boolean): Scale {
  const known = values.filter((value) => !Number.isNaN(value)).sort();
  const [least, most] = [known[0] ?? 0, known.at(-1) ?? 1];
  const middle = known[known.length >> 1] ?? 0;
  const isLog = least >= 0 && most > skewed * Math.max(1, middle);
  const areWhole = !isScore && known.every(Number.isInteger);
  const bend = (value: number) => (isLog ? Math.log1p(Math.max(0, value)) : value);
  const unbend = (value: number) => (isLog ? Math.expm1(value) : value);
  // A score keeps its axis while weights move, nearly always.
  const [from, to] = isScore ? [Math.floor(least * 10) / 10, Math.ceil(most * 10) / 10] : [least, most];
  const [low, high] = [bend(from), bend(to)];
  const span = high > low ? high - low : 1;
  // So that no point lies on the edge.
  const [start, length] = [low - 0.03 * span, 1.06 * span];
  const place = (value: number) => (bend(value) - start) / length;
  const valueAt = (at: number) => unbend(start + Math.min(1, Math.max(0, at)) * length);
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(to > from ? to - from : 1)));
  const rounded = (value: number, round: (value: number) => number) =>
    areWhole ? round(value) : Number((round(value * 10 ** decimals) / 10 ** decimals).toFixed(decimals));
  return {
    isLog,
    areWhole,
    to: (value) => (value === -Infinity ? 0 : value === Infinity ? 1 : place(value)),
    range: (first, last) => {
      // Whole numbers that lie between; of others a little more than that.
      const lowest = rounded(valueAt(first), areWhole ? Math.ceil : Math.floor);
      const highest = rounded(valueAt(last), areWhole ? Math.floor : Math.ceil);
      return { low: Math.min(lowest, highest), high: Math.max(lowest, highest) };
    },
    ticks: isLog ? logTicks(to) : ticksOf(from, to),
  };
}

function binsOf(name: string, values: Float64Array, places: Float32Array, { areWhole, isLog, to }: Scale) {
  const whole = areWhole && !isLog ? new Set(values.filter((value) => !Number.isNaN(value))) : undefined;
  const [least, most] = whole === undefined ? [0, 0] : [smallest(whole), largest(whole)];
  const count = whole === undefined || most - least >= mostBins ? mostBins : most - least + 1;
  const half = whole === undefined || most - least >= mostBins ? undefined : (to(1) - to(0)) / 2;
  const [start, end] = half === undefined ? [0, 1] : [to(least) - half, to(most) + half];
  const width = (end - start) / count;
  const binOf = Uint16Array.from(places, (place) =>
    Number.isNaN(place) ? noBin : Math.max(0, Math.min(count - 1, Math.floor((place - start) / width))),
  );
  const [lows, highs] = [new Float64Array(count).fill(Infinity), new Float64Array(count).fill(-Infinity)];
  for (let row = 0; row < values.length; row++) {
    const bin = at(binOf, row);
    if (bin === noBin) continue;
    lows[bin] = Math.min(at(lows, bin), at(values, row));
    highs[bin] = Math.max(at(highs, bin), at(values, row));
  }
  const bins = Array.from({ length: count }, (_, bin): Bin => {
    // From the smallest to the largest that it holds: the filter then shows just these.
    const [low, high] = [at(lows, bin), at(highs, bin)];
    return {
      from: start + bin * width,
      to: start + (bin + 1) * width,
      words: low > high ? 'none' : low === high ? numberWords(low) : `${numberWords(low)} to ${numberWords(high)}`,
      choose: (filter) =>
        low > high ? filter : { ...filter, search: withSearchRange(filter.search, name, { low, high }) },
    };
  });
  return { bins, binOf };
}

function numberWords(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : short(value, 4);
}

/** Some five round numbers between two. */
function ticksOf(from: number, to: number): readonly number[] {
  if (!(to > from)) return [from];
  const raw = (to - from) / 5;
  const power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 5, 10].map((each) => each * power).find((each) => each >= raw) ?? raw;
  const first = Math.ceil(from / step);
  return Array.from({ length: Math.floor(to / step + 1e-9) - first + 1 }, (_, i) =>
    Number(((first + i) * step).toPrecision(12)),
  );
}

function logTicks(to: number): readonly number[] {
  const ticks = [0];
  for (let value = 1; value <= to; value *= 10) ticks.push(value);
  return ticks;
}
