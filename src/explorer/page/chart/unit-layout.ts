import { at } from '../../../core/lists/lists.js';
import type { PoolColumns } from '../../packed/selection-columns.js';
import type { UnitAxis } from './unit-axis.js';

interface Stretch {
  readonly from: number;
  readonly size: number;
}

/** The position of every dot: a grid of cells, each with its tasks in order, selected tasks first. */
export type UnitLayout = ReturnType<typeof placeDots>;
export type UnitCell = UnitLayout['cells'][number];

export interface LaidOut {
  readonly pool: PoolColumns;
  readonly x: UnitAxis;
  readonly y: UnitAxis;
  /** The colour of each task. Within a cell, tasks of the same colour are together. */
  readonly colours: Uint8Array;
  /** 1 for every task to draw; undefined: all. */
  readonly only: Uint8Array | undefined;
  readonly width: number;
  readonly height: number;
  /** The minimum height of a row for its name, in pixels; default 28. */
  readonly leastRow?: number;
}

/** The gaps between columns and rows, and their minimum sizes for names, in pixels. */
const gaps = { column: 16, row: 10 } as const;
const least = { column: 66, row: 28 } as const;
/** The letter width of column names, and the greatest width that a name gives a column, in pixels. */
const [letter, widest] = [7.8, 120];
const largestPitch = 18;
/** Room for the counts beside a cell's dots. */
const countsRoom = 6;

export function layOut(of: LaidOut) {
  return placeDots(fitGrid(of), of);
}

type UnitGrid = ReturnType<typeof fitGrid>;

/**
 * The cells of a chart and the size of its dots, which do not depend on the selection. The pitch is the distance between
 * the centres of neighbouring dots in pixels. It is the same everywhere, so that areas can be compared.
 */
export function fitGrid({ x, y, only, width, height, leastRow = least.row }: Omit<LaidOut, 'pool' | 'colours'>) {
  const [across, down] = [x.bands.length, y.bands.length];
  // The cell of each task; -1 if it is not drawn.
  const cellOf = new Int32Array(x.bandOf.length).fill(-1);
  const counts = new Uint32Array(across * down);
  for (let task = 0; task < cellOf.length; task++) {
    if (only !== undefined && only[task] !== 1) continue;
    const cell = at(y.bandOf, task) * across + at(x.bandOf, task);
    cellOf[task] = cell;
    counts[cell] = at(counts, cell) + 1;
  }
  const wanted = x.bands.map(({ words }) => Math.max(least.column, Math.min(widest, letter * longestPart(words))));
  const leasts = {
    column: leastOf('column', wanted, width),
    row: leastOf('row', new Array<number>(down).fill(leastRow), height),
  };
  const { pitch, wide, high } = fitted(counts, width, height, leasts);
  const columns = stretches(wide, pitch, width, gaps.column, leasts.column);
  const rows = stretches(high, pitch, height, gaps.row, leasts.row);
  return { width, height, columns, rows, pitch, cellOf, counts };
}

/** The centre of each task's dot, in pixels, and the cells; NaN if a task is not drawn. */
export function placeDots(grid: UnitGrid, { pool, colours }: Pick<LaidOut, 'pool' | 'colours'>) {
  const { width, height, columns, rows, pitch, cellOf, counts } = grid;
  const across = columns.length;
  // A single row with several columns is a histogram that grows upwards. Otherwise dots grow to the right, like bars.
  const growsUp = rows.length === 1 && across > 1;
  const { places, selected } = placesIn(pool, grid, colours);
  const cells = Array.from(counts, (drawn, cell) => {
    const [column, row] = [cell % across, Math.floor(cell / across)];
    const [{ from: left, size: wide }, { from: top, size: high }] = [at(columns, column), at(rows, row)];
    const length = Math.max(1, Math.floor((growsUp ? wide : high) / pitch + 1e-6));
    const last = Math.floor(Math.max(0, drawn - 1) / length);
    const end = growsUp
      ? { x: left, y: top + high - (last + 1) * pitch - countsRoom }
      : { x: left + (last + 1) * pitch + countsRoom, y: top + (Math.min(drawn, length) * pitch) / 2 };
    return { column, row, drawn, selected: at(selected, cell), end, left, top, bottom: top + high, length };
  });
  const [px, py] = [new Float32Array(pool.count).fill(Number.NaN), new Float32Array(pool.count).fill(Number.NaN)];
  for (let task = 0; task < pool.count; task++) {
    const cell = cells[cellOf[task] as number];
    if (cell === undefined) continue;
    const place = places[task] as number;
    const step = Math.floor(place / cell.length);
    const along = place - step * cell.length;
    px[task] = cell.left + ((growsUp ? along : step) + 0.5) * pitch;
    py[task] = growsUp ? cell.bottom - (step + 0.5) * pitch : cell.top + (along + 0.5) * pitch;
  }
  return { width, height, columns, rows, pitch, x: px, y: py, cells };
}

/** The unbreakable parts of a name. It may break after a space or a sign, and a long word also before a capital. */
export function nameParts(words: string): readonly string[] {
  return words
    .split(/(?<=[\s_/.:,-])/u)
    .flatMap((part) => (part.length > longWord ? part.split(/(?<=\p{Ll})(?=\p{Lu})/u) : [part]));
}

const longWord = 11;

function longestPart(words: string): number {
  return Math.max(...nameParts(words).map((part) => part.trim().length));
}

type Leasts = Readonly<Record<keyof typeof least, readonly number[]>>;

/** The minimum sizes of bands: enough for their names, if there is room. */
function leastOf(side: keyof typeof least, wanted: readonly number[], length: number): readonly number[] {
  const room = 0.97 * (length - gaps[side] * wanted.length);
  const share = Math.min(1, room / wanted.reduce((sum, own) => sum + own, 0));
  return wanted.map((own) => Math.max(1, share * own));
}

/** The position of every task in its cell (by state, colour and name), and the selected tasks of each cell. */
function placesIn({ count, states, labels }: PoolColumns, { cellOf, counts }: UnitGrid, colours: Uint8Array) {
  let kinds = 1;
  for (const colour of colours) kinds = Math.max(kinds, colour + 1);
  const parts = 4 * kinds;
  const partOf = new Int32Array(count);
  const starts = new Uint32Array(counts.length * parts);
  for (let task = 0; task < count; task++) {
    const cell = cellOf[task] as number;
    const part = cell < 0 ? -1 : cell * parts + (states[task] as number) * kinds + (colours[task] as number);
    partOf[task] = part;
    if (part >= 0) starts[part] = (starts[part] as number) + 1;
  }
  const selected = new Uint32Array(counts.length);
  for (let cell = 0; cell < counts.length; cell++) {
    let sum = 0;
    for (let part = 0; part < parts; part++) {
      const own = at(starts, cell * parts + part);
      starts[cell * parts + part] = sum;
      sum += own;
      if (part === kinds - 1) selected[cell] = sum;
    }
  }
  const places = new Uint32Array(count);
  for (const task of labels.byName()) {
    const part = partOf[task] as number;
    if (part < 0) continue;
    const place = starts[part] as number;
    places[task] = place;
    starts[part] = place + 1;
  }
  return { places, selected };
}

interface Fitted {
  readonly pitch: number;
  /** In dots. */
  readonly wide: readonly number[];
  readonly high: readonly number[];
}

/** The grid proportions that give the largest dots, from a few dozen tried. */
function fitted(counts: Uint32Array, width: number, height: number, leasts: Leasts): Fitted {
  const [across, down] = [leasts.column.length, leasts.row.length];
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
      pitchFor(wide, width - gaps.column * (across - 1), leasts.column),
      pitchFor(high, height - gaps.row * (down - 1), leasts.row),
    );
    if (best === undefined || pitch > best.pitch) best = { pitch, wide, high };
  }
  return best ?? { pitch: 1, wide: [1], high: [1] };
}

/** The largest pitch at which bands with these numbers of dots fit a length, at their minimum sizes or more. */
function pitchFor(dots: readonly number[], length: number, leasts: readonly number[]): number {
  let [low, high] = [0.05, largestPitch];
  const needed = (pitch: number) => dots.reduce((sum, own, band) => sum + Math.max(at(leasts, band), own * pitch), 0);
  if (needed(high) <= length) return high;
  for (let i = 0; i < 24; i++) {
    const middle = (low + high) / 2;
    if (needed(middle) <= length) low = middle;
    else high = middle;
  }
  return low;
}

/** The bands in order; the remaining space is shared among them. */
function stretches(
  dots: readonly number[],
  pitch: number,
  length: number,
  gap: number,
  leasts: readonly number[],
): readonly Stretch[] {
  const sizes = dots.map((own, band) => Math.max(at(leasts, band), own * pitch));
  const used = sizes.reduce((sum, size) => sum + size, 0) + gap * (sizes.length - 1);
  const spare = Math.max(0, length - used) / sizes.length;
  let from = 0;
  return sizes.map((size) => {
    const own = { from, size: size + spare };
    from += own.size + gap;
    return own;
  });
}

/** The larger the pitch, the better two axes fit a box; used to choose which axis goes across. */
export function pitchOf(x: UnitAxis, y: UnitAxis, width: number, height: number): number {
  return fitGrid({ x, y, only: undefined, width, height }).pitch;
}
