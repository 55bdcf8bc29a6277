import { at } from '../../../core/lists/lists.js';
import type { PoolColumns } from '../state/pool-columns.js';
import type { UnitAxis } from './unit-axis.js';

/** A stretch of one side of the chart, in pixels. */
interface Stretch {
  readonly from: number;
  readonly size: number;
}

/** Where every dot of a chart is: a grid of cells, each with its tasks in order, selected ones first. */
export interface UnitLayout {
  readonly width: number;
  readonly height: number;
  readonly columns: readonly Stretch[];
  readonly rows: readonly Stretch[];
  /** From the centre of a dot to the next, in pixels; the same everywhere, so that areas compare. */
  readonly pitch: number;
  /** The centre of each task's dot, in pixels; NaN if it is not drawn. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Row after row. */
  readonly cells: readonly UnitCell[];
}

/** The tasks of one band across and one downwards. */
export interface UnitCell {
  readonly column: number;
  readonly row: number;
  readonly drawn: number;
  readonly selected: number;
  /** Where the dots end and the counts can be written, in pixels. */
  readonly end: { readonly x: number; readonly y: number };
}

/** What a layout is made from. */
export interface LaidOut {
  readonly pool: PoolColumns;
  readonly x: UnitAxis;
  readonly y: UnitAxis;
  /** The colour of each task: within a cell, tasks of one colour are together. */
  readonly colours: Uint8Array;
  /** 1 for every task that is drawn; undefined: all are. */
  readonly only: Uint8Array | undefined;
  readonly width: number;
  readonly height: number;
}

/** Between columns, between rows, and the least that the words of a column or a row need; in pixels. */
const gaps = { column: 16, row: 10 } as const;
const least = { column: 66, row: 28 } as const;
const largestPitch = 18;
/** Room for the counts beside a cell's dots. */
const countsRoom = 6;

/** Lays out all tasks with the largest dots that fit. */
export function layOut({ pool, x, y, colours, only, width, height }: LaidOut): UnitLayout {
  const [across, down] = [x.bands.length, y.bands.length];
  const cellOf = Uint32Array.from(x.bandOf, (band, row) => at(y.bandOf, row) * across + band);
  const counts = new Uint32Array(across * down);
  const selected = new Uint32Array(across * down);
  for (const [row, cell] of cellOf.entries()) {
    if (only !== undefined && only[row] !== 1) continue;
    counts[cell] = at(counts, cell) + 1;
    if (pool.states[row] === 0) selected[cell] = at(selected, cell) + 1;
  }
  const { pitch, wide, high } = fitted(counts, across, down, width, height);
  const columns = stretches(wide, pitch, width, gaps.column, leastOf('column', across, width));
  const rows = stretches(high, pitch, height, gaps.row, leastOf('row', down, height));
  // A single row of several columns is a histogram that grows upwards; otherwise dots grow to the right, as bars do.
  const growsUp = down === 1 && across > 1;
  const lengthOf = (cell: number) =>
    Math.max(
      1,
      Math.floor((growsUp ? at(columns, cell % across).size : at(rows, Math.floor(cell / across)).size) / pitch + 1e-6),
    );
  const spot = (cell: number, place: number) => {
    const [column, row] = [at(columns, cell % across), at(rows, Math.floor(cell / across))];
    const length = lengthOf(cell);
    const [along, step] = [place % length, Math.floor(place / length)];
    return growsUp
      ? { x: column.from + (along + 0.5) * pitch, y: row.from + row.size - (step + 0.5) * pitch }
      : { x: column.from + (step + 0.5) * pitch, y: row.from + (along + 0.5) * pitch };
  };
  const places = placesIn(pool, cellOf, counts, colours, only);
  const [px, py] = [new Float32Array(pool.count).fill(Number.NaN), new Float32Array(pool.count).fill(Number.NaN)];
  for (let task = 0; task < pool.count; task++) {
    if (only !== undefined && only[task] !== 1) continue;
    const { x: left, y: top } = spot(at(cellOf, task), at(places, task));
    px[task] = left;
    py[task] = top;
  }
  const cells = Array.from(counts, (drawn, cell): UnitCell => {
    const [column, row] = [cell % across, Math.floor(cell / across)];
    const last = spot(cell, Math.max(0, drawn - 1));
    const end = growsUp
      ? { x: at(columns, column).from, y: last.y - pitch / 2 - countsRoom }
      : {
          x: last.x + pitch / 2 + countsRoom,
          y: at(rows, row).from + (Math.min(drawn, lengthOf(cell)) * pitch) / 2,
        };
    return { column, row, drawn, selected: at(selected, cell), end };
  });
  return { width, height, columns, rows, pitch, x: px, y: py, cells };
}

/** The least size of a band: what its words need, if there is as much room. */
function leastOf(side: keyof typeof least, count: number, length: number): number {
  return Math.max(1, Math.min(least[side], 0.9 * (length / count - gaps[side])));
}

/** The place of every task within its cell: by state, then colour, then name. */
function placesIn(
  { count, states, labels }: PoolColumns,
  cellOf: Uint32Array,
  counts: Uint32Array,
  colours: Uint8Array,
  only: Uint8Array | undefined,
): Uint32Array {
  let kinds = 1;
  for (const colour of colours) kinds = Math.max(kinds, colour + 1);
  const parts = 4 * kinds;
  const partOf = (task: number) => at(cellOf, task) * parts + (states[task] ?? 1) * kinds + (colours[task] ?? 0);
  const starts = new Uint32Array(counts.length * parts);
  for (let task = 0; task < count; task++) {
    if (only === undefined || only[task] === 1) starts[partOf(task)] = at(starts, partOf(task)) + 1;
  }
  for (let cell = 0; cell < counts.length; cell++) {
    let sum = 0;
    for (let part = cell * parts; part < (cell + 1) * parts; part++) {
      const own = at(starts, part);
      starts[part] = sum;
      sum += own;
    }
  }
  const places = new Uint32Array(count);
  for (const task of labels.byName()) {
    if (only !== undefined && only[task] !== 1) continue;
    const part = partOf(task);
    places[task] = at(starts, part);
    starts[part] = at(starts, part) + 1;
  }
  return places;
}

interface Fitted {
  readonly pitch: number;
  /** In dots. */
  readonly wide: readonly number[];
  readonly high: readonly number[];
}

/** The shares of rows and columns that leave the largest dots, found among some dozens of proportions. */
function fitted(counts: Uint32Array, across: number, down: number, width: number, height: number): Fitted {
  const countAt = (row: number, column: number) => at(counts, row * across + column);
  const columns = Array.from({ length: across }, (_, column) => column);
  const rows = Array.from({ length: down }, (_, row) => row);
  const fullest = rows.map((row) => Math.max(1, ...columns.map((column) => countAt(row, column))));
  let best: Fitted | undefined;
  for (let i = -24; i <= 24; i++) {
    const factor = 1.15 ** i;
    const rough = fullest.map((count) => Math.max(1, Math.ceil(factor * Math.sqrt(count))));
    const wide = columns.map((column) =>
      Math.max(1, ...rows.map((row) => Math.ceil(countAt(row, column) / at(rough, row)))),
    );
    const high = rows.map((row) =>
      Math.max(1, ...columns.map((column) => Math.ceil(countAt(row, column) / at(wide, column)))),
    );
    const pitch = Math.min(
      pitchFor(wide, width - gaps.column * (across - 1), leastOf('column', across, width)),
      pitchFor(high, height - gaps.row * (down - 1), leastOf('row', down, height)),
    );
    if (best === undefined || pitch > best.pitch) best = { pitch, wide, high };
  }
  return best ?? { pitch: 1, wide: [1], high: [1] };
}

/** The largest pitch at which bands of these numbers of dots fit a length, none of them narrower than `least`. */
function pitchFor(dots: readonly number[], length: number, least: number): number {
  let [low, high] = [0.05, largestPitch];
  const needed = (pitch: number) => dots.reduce((sum, own) => sum + Math.max(least, own * pitch), 0);
  if (needed(high) <= length) return high;
  for (let i = 0; i < 24; i++) {
    const middle = (low + high) / 2;
    if (needed(middle) <= length) low = middle;
    else high = middle;
  }
  return low;
}

/** The bands one after the other; what is left over is shared among them. */
function stretches(
  dots: readonly number[],
  pitch: number,
  length: number,
  gap: number,
  smallest: number,
): readonly Stretch[] {
  const sizes = dots.map((own) => Math.max(smallest, own * pitch));
  const used = sizes.reduce((sum, size) => sum + size, 0) + gap * (sizes.length - 1);
  const spare = Math.max(0, length - used) / sizes.length;
  let from = 0;
  return sizes.map((size) => {
    const own = { from, size: size + spare };
    from += own.size + gap;
    return own;
  });
}

/** The larger the pitch, the better two axes fit a box: for choosing which one goes across. */
export function pitchOf(x: UnitAxis, y: UnitAxis, width: number, height: number): number {
  const [across, down] = [x.bands.length, y.bands.length];
  const counts = new Uint32Array(across * down);
  for (const [row, band] of x.bandOf.entries()) {
    const cell = at(y.bandOf, row) * across + band;
    counts[cell] = at(counts, cell) + 1;
  }
  return fitted(counts, across, down, width, height).pitch;
}
