import { cumsum, max, min, sum } from 'd3-array';
import { scaleLinear, scaleLog, scaleSymlog } from 'd3-scale';
import { fieldWords } from '../../../core/describe/field-words.js';
import { at } from '../../../core/lists/at.js';
import { randomField } from '../../../core/model/field.js';
import type { Plan } from '../../../core/model/plan.js';
import { compareText } from '../../../core/text/compare-text.js';
import { formatCount } from '../../../core/text/numbers.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { type TaskState, taskStates } from '../../packed/packed-selection.js';
import { short, stateWords } from '../parts/task-marks.js';
import { filterLabels, type TaskFilter, withLabel } from '../route/task-filter.js';
import type { PoolColumns } from '../state/pool-columns.js';
import { labelColumn, numberColumn, type Range, searchRange, withSearchRange } from '../tasks/task-rows.js';
import { scatterOf } from './map-points.js';

/** A field along one side of the map: the places of the tasks, and the filter that a stretch of it means. */
export interface Axis {
  readonly name: string;
  readonly words: string;
  readonly kind: 'label' | 'number';
  /** The place of every task from 0 to 1; NaN if unknown. */
  readonly places: Float32Array;
  readonly hasUnknown: boolean;
  /** The parts that a histogram counts, in order, and the part of every task; `noBin` if it has none. */
  readonly bins: readonly Bin[];
  readonly binOf: Uint16Array;
  /** The words along the axis; `room`: the share of the axis that belongs to each. */
  readonly ticks: readonly { readonly at: number; readonly words: string; readonly room?: number }[];
  /** The filter with a stretch of the axis in it. */
  readonly brush: (filter: TaskFilter, from: number, to: number) => TaskFilter;
  /** The filter without this field. */
  readonly clear: (filter: TaskFilter) => TaskFilter;
  /** The stretches that a filter leaves; undefined if it does not restrict the field. */
  readonly stretches: (filter: TaskFilter) => readonly (readonly [from: number, to: number])[] | undefined;
}

interface Bin {
  readonly from: number;
  readonly to: number;
  readonly words: string;
  /** The filter that shows only this part of the axis. */
  readonly choose: (filter: TaskFilter) => TaskFilter;
}

const noBin = 0xffff;

/** For each part of an axis, how many tasks it has, how many of them are shown, and how many of these selected. */
export function countBins({ bins, binOf }: Axis, mask: Uint8Array, states: Uint8Array) {
  const counts = bins.map(() => ({ all: 0, shown: 0, selected: 0 }));
  for (let row = 0; row < binOf.length; row++) {
    const bin = binOf[row] ?? noBin;
    if (bin === noBin) continue;
    const own = at(counts, bin);
    own.all++;
    if (mask[row] !== 1) continue;
    own.shown++;
    if (states[row] === 0) own.selected++;
  }
  return counts;
}

/** A field that the map can be laid out by. */
export type AxisChoice = Pick<Axis, 'name' | 'words' | 'kind'>;

/** The fields that the map can be laid out by: the score, and the numbers and labels of the tasks. */
export function axisChoices({ fields, score }: Plan, pool: PoolColumns): readonly AxisChoice[] {
  const known = pool.labels.fieldNames();
  const isUsual = (name: string) => filterLabels.some((each) => each === name);
  const choicesOf = (kind: Axis['kind']) =>
    [...fields.values()]
      .filter((field) => field.kind === kind && known.has(field.name))
      .filter(({ name }) => name !== randomField.name && !isUsual(name))
      .map(({ name }) => ({ name, words: fieldWords(name, fields), kind }));
  const usual = filterLabels
    .filter((label) => ['state', 'benchmark', 'phase'].includes(label) || known.has(label))
    .map((name) => ({
      name,
      words: { state: 'selected', repo: 'repository' }[String(name)] ?? name,
      kind: 'label' as const,
    }));
  const scores = { name: 'score', words: `score: ${score.name}`, kind: 'number' } as const;
  return [scores, ...choicesOf('number'), ...usual, ...choicesOf('label')];
}

/** Lays the tasks out by a field. */
export function makeAxis(choice: AxisChoice, plan: Plan, pool: PoolColumns, isUpright: boolean): Axis {
  return choice.kind === 'number' ? numberAxis(choice, pool) : labelAxis(choice, plan, pool, isUpright);
}

/** The share of its band that a label's tasks are scattered over. */
const scattered = 0.78;

/** A label as bands, one for each value; the id of a task decides its place in the band. */
function labelAxis({ name, words }: AxisChoice, plan: Plan, pool: PoolColumns, isUpright: boolean): Axis {
  const { values, codes } = labelColumn(pool, name);
  const counts = new Map<string, number>();
  for (const code of codes) counts.set(at(values, code), (counts.get(at(values, code)) ?? 0) + 1);
  const ordered = orderedValues(name, counts, plan);
  const edges = bandEdges(ordered.map((value) => counts.get(value) ?? 0));
  const bands = ordered.map((value, band) => ({ value, from: edges[band] ?? 0, to: edges[band + 1] ?? 1 }));
  const bandOf = Uint16Array.from(values, (value) => ordered.indexOf(value));
  const binOf = Uint16Array.from(codes, (code) => bandOf[code] ?? 0);
  const scatter = scatterOf(pool.labels, pool.count, isUpright ? 'up' : 'across');
  const places = Float32Array.from(binOf, (band, row) => {
    const { from, to } = at(bands, band);
    return (from + to) / 2 + (at(scatter, row) - 0.5) * scattered * (to - from);
  });
  const bins = bands.map(({ value, from, to }) => ({
    from,
    to,
    words: value === '' ? 'unknown' : name === 'state' ? stateWords[value as TaskState] : visibleText(value, 120),
    choose: (filter: TaskFilter) => withLabel(filter, name, [value]),
  }));
  return {
    name,
    words,
    kind: 'label',
    places,
    hasUnknown: false,
    bins,
    binOf,
    ticks: bins.map(({ from, to, words: own }) => ({ at: (from + to) / 2, words: own, room: to - from })),
    brush: (filter, start, end) => {
      const chosen = bands.filter(({ from, to }) => to > start && from < end).map(({ value }) => value);
      return withLabel(filter, name, chosen.length === ordered.length ? [] : chosen);
    },
    clear: (filter) => withLabel(filter, name, []),
    stretches: ({ labels }) => {
      const chosen = labels.get(name);
      return chosen && bands.filter(({ value }) => chosen.includes(value)).map(({ from, to }) => [from, to] as const);
    },
  };
}

/** The edges of the bands: wider for more tasks, by the square root of their number, and none too narrow to see. */
function bandEdges(counts: readonly number[]): readonly number[] {
  const roots = counts.map(Math.sqrt);
  const mean = sum(roots) / Math.max(1, roots.length);
  const edges = cumsum(roots, (root) => root + 1.1 * mean);
  return [0, ...Array.from(edges, (edge) => edge / (edges.at(-1) ?? 1))];
}

/** The values of a label: in the order of the plan, otherwise the most frequent first; unknown last. */
function orderedValues(label: string, counts: ReadonlyMap<string, number>, plan: Plan): readonly string[] {
  const planned: Readonly<Record<string, readonly string[]>> = {
    state: taskStates,
    phase: plan.phases,
    benchmark: plan.benchmarks.map(({ name }) => name),
  };
  const places = new Map((planned[label] ?? []).map((value, place) => [value, place]));
  const placeOf = (value: string) => (value === '' ? Infinity : (places.get(value) ?? places.size));
  return [...counts.keys()].sort(
    (a, b) => Math.sign(placeOf(a) - placeOf(b)) || (counts.get(b) ?? 0) - (counts.get(a) ?? 0) || compareText(a, b),
  );
}

/** The most parts in the histogram of a number; it has fewer if there are fewer whole values. */
const mostBins = 24;
/** If the largest value is this many times the median, the axis is logarithmic. */
const skewed = 20;
/** The margin at either end, so that no point is on the edge. */
const inset = 0.03 / 1.06;

/** A number from its smallest to its largest value, on a logarithmic scale if the values are far apart. */
function numberAxis({ name, words }: AxisChoice, pool: PoolColumns): Axis {
  const values = numberColumn(pool, name);
  const scale = scaleOf(values, name === 'score');
  const places = Float32Array.from(values, (value) => (Number.isNaN(value) ? Number.NaN : scale.to(value)));
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
    ...binsOf(values, places, scale, inRange),
    ticks: scale.ticks.map((value) => ({ at: scale.to(value), words: numberWords(value) })),
    brush: (filter, from, to) => inRange(filter, scale.range(from, to)),
    clear: (filter) => inRange(filter, undefined),
    stretches: ({ search }) => {
      const range = searchRange(search, name);
      return range && [[Math.max(0, scale.to(range.low)), Math.min(1, scale.to(range.high))]];
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
  const isLog = least >= 0 && most > skewed * Math.max(1, known[known.length >> 1] ?? 0);
  const areWhole = !isScore && known.every(Number.isInteger);
  // A score nearly always keeps its axis while weights move.
  const [from, to] = isScore ? [Math.floor(least * 10) / 10, Math.ceil(most * 10) / 10] : [least, most];
  const span = to > from ? to - from : 1;
  const place = (isLog ? scaleSymlog() : scaleLinear()).domain([from, from + span]).range([inset, 1 - inset]);
  const valueAt = (share: number) => place.invert(Math.min(1, Math.max(0, share)));
  const decimals = Math.max(0, 2 - Math.floor(Math.log10(span)));
  const rounded = (value: number, round: (value: number) => number) =>
    areWhole ? round(value) : Number((round(value * 10 ** decimals) / 10 ** decimals).toFixed(decimals));
  const powers = () => [
    0,
    ...scaleLog([1, to], [0, 1])
      .ticks()
      .filter((value) => Number.isInteger(Math.log10(value))),
  ];
  return {
    isLog,
    areWhole,
    to: (value) => (value === -Infinity ? 0 : value === Infinity ? 1 : place(value)),
    range: (first, last) => {
      // Whole numbers between the places; of other numbers a little more.
      const lowest = rounded(valueAt(first), areWhole ? Math.ceil : Math.floor);
      const highest = rounded(valueAt(last), areWhole ? Math.floor : Math.ceil);
      return { low: Math.min(lowest, highest), high: Math.max(lowest, highest) };
    },
    ticks: isLog ? powers() : to > from ? scaleLinear([from, to], [0, 1]).ticks(5) : [from],
  };
}

/** The parts of a histogram: equal stretches of the axis, or one for each whole number if those are few. */
function binsOf(
  values: Float64Array,
  places: Float32Array,
  { areWhole, isLog, to }: Scale,
  inRange: (filter: TaskFilter, range: Range) => TaskFilter,
): Pick<Axis, 'bins' | 'binOf'> {
  const [least, most] = [min(values) ?? 0, max(values) ?? 0];
  const areFew = areWhole && !isLog && most - least < mostBins;
  const count = areFew ? most - least + 1 : mostBins;
  const half = (to(1) - to(0)) / 2;
  const [start, end] = areFew ? [to(least) - half, to(most) + half] : [0, 1];
  const width = (end - start) / count;
  const binOf = Uint16Array.from(places, (place) =>
    Number.isNaN(place) ? noBin : Math.max(0, Math.min(count - 1, Math.floor((place - start) / width))),
  );
  const ranges = Array.from({ length: count }, () => ({ low: Infinity, high: -Infinity }));
  for (let row = 0; row < values.length; row++) {
    const range = ranges[at(binOf, row)];
    if (range === undefined) continue;
    range.low = Math.min(range.low, at(values, row));
    range.high = Math.max(range.high, at(values, row));
  }
  const bins = ranges.map(({ low, high }, bin) => ({
    from: start + bin * width,
    to: start + (bin + 1) * width,
    words: low > high ? 'none' : low === high ? numberWords(low) : `${numberWords(low)} to ${numberWords(high)}`,
    // From the smallest to the largest value in it, so that the filter shows just these.
    choose: (filter: TaskFilter) => (low > high ? filter : inRange(filter, { low, high })),
  }));
  return { bins, binOf };
}

function numberWords(value: number): string {
  return Number.isInteger(value) ? formatCount(value) : short(value, 4);
}
