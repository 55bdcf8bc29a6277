import { meanReward, type PoolResults } from '../../../core/assess/question/pool-results.js';
import { at } from '../../../core/lists/lists.js';
import type { Plan } from '../../../core/model/plan.js';
import { compareText, formatCount, visibleText } from '../../../core/text/words.js';
import { countCodes, type PoolColumns, taskStates } from '../../packed/selection-columns.js';
import { resultKind, short } from '../parts/task-marks.js';
import { type TaskFilter, withLabel } from '../route/task-filter.js';
import { labelColumn, numberColumn, type Range, searchRange, withSearchRange } from '../state/task-rows.js';
import { type ShownField, valueWords } from '../tasks/plan-fields.js';

/** A field along one side of the chart: tasks with the same value, or with numbers of one range, share a band. */
export interface UnitAxis {
  readonly name: string;
  readonly words: string;
  readonly bands: readonly Band[];
  readonly bandOf: Uint16Array;
  readonly choose: (filter: TaskFilter, from: number, to: number) => TaskFilter;
  readonly clear: (filter: TaskFilter) => TaskFilter;
  /** The places of the bands that a filter leaves; undefined if it does not restrict the field. */
  readonly chosen: (filter: TaskFilter) => readonly number[] | undefined;
}

interface Band {
  readonly words: string;
  /** The labels in it, or the smallest and the largest number; neither for tasks whose number is unknown. */
  readonly values?: readonly string[];
  readonly range?: Range;
}

/** The name of the axis that does not divide the tasks. */
export const noAxis = 'none';

/** Divides the tasks by a field into at most `most` bands. Rarer labels share the last one. */
export function makeAxis(
  field: Pick<ShownField, 'name' | 'words' | 'kind'> | undefined,
  plan: Plan,
  pool: PoolColumns,
  most: number,
  isUpright: boolean,
): UnitAxis {
  if (field === undefined) return undivided(pool.count);
  return field.kind === 'number' ? numberAxis(field, pool, most, isUpright) : labelAxis(field, plan, pool, most);
}

function undivided(count: number): UnitAxis {
  const asIs = (filter: TaskFilter) => filter;
  return {
    name: noAxis,
    words: '',
    bands: [{ words: 'all tasks' }],
    bandOf: new Uint16Array(count),
    choose: asIs,
    clear: asIs,
    chosen: () => undefined,
  };
}

type NamedField = Pick<ShownField, 'name' | 'words'>;

function labelAxis({ name, words }: NamedField, plan: Plan, pool: PoolColumns, most: number): UnitAxis {
  const { values, codes } = labelColumn(pool, name);
  const counts = countCodes(codes, values.length);
  const ordered = orderOf(name, values, counts, plan);
  const isWhole = ordered.length <= most;
  const own = isWhole ? ordered : ordered.slice(0, most - 1);
  const rest = isWhole ? [] : ordered.slice(most - 1);
  const bands: readonly Band[] = [
    ...own.map((value) => ({ words: valueWords(plan, name, value), values: [value] })),
    ...(isWhole ? [] : [{ words: `${formatCount(rest.length)} others`, values: rest }]),
  ];
  const places = new Map(bands.flatMap((band, place) => band.values?.map((value) => [value, place] as const) ?? []));
  const bandOfCode = Uint16Array.from(values, (value) => places.get(value) ?? 0);
  return {
    name,
    words,
    bands,
    bandOf: Uint16Array.from(codes, (code) => at(bandOfCode, code)),
    choose: (filter, from, to) => {
      const chosen = bands.slice(from, to + 1).flatMap((band) => band.values ?? []);
      return withLabel(filter, name, chosen.length === values.length ? [] : chosen);
    },
    clear: (filter) => withLabel(filter, name, []),
    chosen: ({ labels }) => {
      const wanted = labels.get(name);
      return wanted && placesOf(bands, (band) => band.values?.some((value) => wanted.includes(value)) === true);
    },
  };
}

function placesOf(bands: readonly Band[], isMeant: (band: Band) => boolean): readonly number[] {
  return bands.flatMap((band, place) => (isMeant(band) ? [place] : []));
}

/** The values of a label: in the plan's order, otherwise by frequency; unknown last. */
function orderOf(label: string, values: readonly string[], counts: Uint32Array, plan: Plan): readonly string[] {
  const planned: Readonly<Record<string, readonly string[]>> = {
    state: taskStates,
    phase: plan.phases,
    benchmark: plan.benchmarks.map(({ name }) => name),
  };
  const places = new Map((planned[label] ?? []).map((value, place) => [value, place]));
  const placeOf = (value: string) => (value === '' ? Infinity : (places.get(value) ?? places.size));
  return values
    .map((value, code) => ({ value, count: at(counts, code) }))
    .filter(({ count }) => count > 0)
    .sort(
      (a, b) => Math.sign(placeOf(a.value) - placeOf(b.value)) || b.count - a.count || compareText(a.value, b.value),
    )
    .map(({ value }) => value);
}

/** A number in ranges between round limits, on a logarithmic scale if the values are skewed. */
function numberAxis({ name, words }: NamedField, pool: PoolColumns, most: number, isUpright: boolean): UnitAxis {
  const numbers = numberColumn(pool, name);
  const known = numbers.filter((value) => !Number.isNaN(value)).sort();
  const limits = limitsOf(known, Math.min(most, mostRanges));
  const raw = Uint16Array.from(numbers, (value) => (Number.isNaN(value) ? limits.length + 1 : rangeAt(limits, value)));
  const ends = Array.from({ length: limits.length + 1 }, () => ({ low: Infinity, high: -Infinity }));
  for (const [row, value] of numbers.entries()) {
    const range = ends[at(raw, row)];
    if (range === undefined) continue;
    range.low = Math.min(range.low, value);
    range.high = Math.max(range.high, value);
  }
  const areWhole = known.every(Number.isInteger);
  const ranges: Band[] = ends.map((range, place) => ({ words: rangeWords(limits, place, range, areWhole), range }));
  // Numbers grow upwards.
  if (isUpright) ranges.reverse();
  const bands = known.length < numbers.length ? [...ranges, { words: 'unknown' }] : ranges;
  const count = ranges.length;
  const inRange = (filter: TaskFilter, range: Band['range']) => ({
    ...filter,
    search: withSearchRange(filter.search, name, range),
  });
  return {
    name,
    words,
    bands,
    bandOf: isUpright ? raw.map((place) => (place < count ? count - 1 - place : place)) : raw,
    choose: (filter, from, to) => {
      const own = bands
        .slice(from, to + 1)
        .flatMap(({ range }) => (range === undefined || range.low > range.high ? [] : [range]));
      if (own.length === 0) return filter;
      return inRange(filter, {
        low: Math.min(...own.map(({ low }) => low)),
        high: Math.max(...own.map(({ high }) => high)),
      });
    },
    clear: (filter) => inRange(filter, undefined),
    chosen: ({ search }) => {
      const wanted = searchRange(search, name);
      return (
        wanted &&
        placesOf(bands, ({ range }) => range !== undefined && range.low <= wanted.high && range.high >= wanted.low)
      );
    },
  };
}

const mostRanges = 10;
/** If the largest value is this many times the median, the scale is logarithmic. */
const skewed = 20;

/** Round limits between ranges, ascending. A value equal to a limit belongs to the range above it. */
function limitsOf(known: Float64Array, most: number): readonly number[] {
  const [least, largest] = [known[0] ?? 0, known.at(-1) ?? 0];
  if (least === largest) return [];
  const distinct = [...new Set(known.subarray(0, 5000))];
  if (known.length <= 5000 && distinct.length <= most) return distinct.slice(1);
  const median = known[known.length >> 1] ?? 0;
  if (least >= 0 && largest > skewed * Math.max(1, median)) {
    const all = [1, 2, 5].flatMap((factor) => powers(largest).map((power) => factor * power)).sort((a, b) => a - b);
    const inside = (limits: readonly number[]) => limits.filter((limit) => limit > least && limit <= largest);
    const [fine, coarse] = [inside(all), inside(powers(largest))];
    if (fine.length < most) return fine;
    return coarse.length < most ? coarse : coarse.slice(1 - most);
  }
  const step = roundStep((largest - least) / most);
  const first = Math.floor(least / step) + 1;
  const last = Math.ceil(largest / step) - 1;
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

function powers(largest: number): readonly number[] {
  return Array.from({ length: Math.ceil(Math.log10(largest + 1)) }, (_, power) => 10 ** power);
}

/** The smallest of 1, 2, 2.5, 5 and 10 times a power of ten that is not below a step. */
function roundStep(step: number): number {
  const power = 10 ** Math.floor(Math.log10(step));
  return power * ([1, 2, 2.5, 5, 10].find((factor) => factor * power >= step * (1 - 1e-9)) ?? 10);
}

function rangeAt(limits: readonly number[], value: number): number {
  let place = 0;
  while (place < limits.length && value >= at(limits, place)) place++;
  return place;
}

/** "10–19" for whole numbers, between the smallest and largest value; "below 0.6" and "0.6–0.7" for others. */
function rangeWords(limits: readonly number[], place: number, { low, high }: Range, areWhole: boolean): string {
  const words = (value: number) => (Number.isInteger(value) ? formatCount(value) : short(value, 4));
  const [from = low, to] = [limits[place - 1], limits[place]];
  if (low > high) return to === undefined ? words(from) : `${words(Number.isFinite(from) ? from : 0)}–${words(to)}`;
  if (low === high && areWhole) return words(low);
  if (areWhole) return `${words(place === 0 ? low : from)}–${words(to === undefined ? high : to - 1)}`;
  return place === 0 && to !== undefined ? `below ${words(to)}` : `${words(from)}–${words(to ?? high)}`;
}

export interface UnitColours {
  readonly words: string;
  readonly kinds: readonly { readonly words: string; readonly paint: Paint }[];
  readonly codes: Uint8Array;
}

/** Colour names that the style sheet defines: hues for labels, and steps for ranges of a number. */
export const paints = {
  hues: ['blue', 'amber', 'green', 'purple', 'sky', 'orange'],
  steps: ['step-1', 'step-2', 'step-3', 'step-4', 'step-5'],
} as const;
export type Paint = (typeof paints)['hues' | 'steps'][number] | 'grey';

export function plainColours(count: number): UnitColours {
  return { words: '', kinds: [{ words: '', paint: 'blue' }], codes: new Uint8Array(count) };
}

/** Colours by a field: hues for labels, steps of one hue for numbers, and grey for rare labels and unknown numbers. */
export function fieldColours(field: ShownField, plan: Plan, pool: PoolColumns): UnitColours {
  const isNumber = field.kind === 'number';
  const axis = makeAxis(field, plan, pool, isNumber ? paints.steps.length : paints.hues.length + 1, false);
  const last = axis.bands.length - 1;
  const paintOf = (band: (typeof axis.bands)[number], place: number): Paint => {
    if (isNumber) return band.range === undefined ? 'grey' : (paints.steps[place] ?? 'step-5');
    return place === last && last >= paints.hues.length ? 'grey' : (paints.hues[place] ?? 'grey');
  };
  return {
    words: field.words,
    kinds: axis.bands.map((band, place) => ({ words: band.words, paint: paintOf(band, place) })),
    codes: Uint8Array.from(axis.bandOf),
  };
}

const results = [
  { words: 'passed', paint: 'green' },
  { words: 'partial', paint: 'amber' },
  { words: 'failed', paint: 'orange' },
  { words: 'no result', paint: 'grey' },
] as const;

export function resultColours(system: PoolResults['configurations'][number], pool: PoolColumns): UnitColours {
  const kinds = ['pass', 'part', 'fail'];
  return {
    words: `result of ${visibleText(system.name, 60)}`,
    kinds: results,
    codes: Uint8Array.from({ length: pool.count }, (_, row) => {
      const reward = meanReward(system, pool.taskAt(row));
      return reward === undefined ? 3 : kinds.indexOf(resultKind(reward));
    }),
  };
}
