import type { RefObject } from 'react';
import { meanReward, type PoolResults } from '../../../core/assess/question/pool-results.js';
import { at } from '../../../core/lists/at.js';
import { resultKind } from '../parts/task-marks.js';
import type { LabelColumns, PoolColumns } from '../state/pool-columns.js';
import type { Axis } from './map-axis.js';

/** The places of two axes in a box, in pixels. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly x: (place: number) => number;
  readonly y: (place: number) => number;
  /** The places of a point of the box. */
  readonly placeX: (x: number) => number;
  readonly placeY: (y: number) => number;
  /** The room at the left and at the bottom for tasks whose value is unknown. */
  readonly gutterX: number;
  readonly gutterY: number;
}

const gutter = 34;

/** Lays two axes out in a box; numbers grow upwards, labels start at the top. */
export function layoutOf(x: Axis, y: Axis, width: number, height: number): Layout {
  const [gutterX, gutterY] = [x.hasUnknown ? gutter : 0, y.hasUnknown ? gutter : 0];
  const [across, up] = [Math.max(1, width - gutterX), Math.max(1, height - gutterY)];
  const isUp = y.kind === 'number';
  const clamped = (place: number) => Math.max(0, Math.min(1, place));
  return {
    width,
    height,
    gutterX,
    gutterY,
    x: (place) => gutterX + place * across,
    y: (place) => (isUp ? 1 - place : place) * up,
    placeX: (px) => clamped((px - gutterX) / across),
    placeY: (py) => clamped(isUp ? 1 - py / up : py / up),
  };
}

/** The place of every task, in pixels of the box times `scale`. */
export function placePoints(pool: PoolColumns, x: Axis, y: Axis, layout: Layout, scale: number) {
  const { count, labels } = pool;
  const [across, up] = [scatterOf(labels, count, 'across'), scatterOf(labels, count, 'up')];
  const inGutter = (share: number) => 0.2 + 0.6 * share;
  return {
    x: x.places.map(
      (place, row) => scale * (Number.isNaN(place) ? inGutter(at(across, row)) * layout.gutterX : layout.x(place)),
    ),
    y: y.places.map(
      (place, row) =>
        scale * (Number.isNaN(place) ? layout.height - inGutter(at(up, row)) * layout.gutterY : layout.y(place)),
    ),
  };
}

/** A radius at which this many points fill a box without hiding each other too much, in pixels. */
export function radiusFor(count: number, { width, height }: Layout): number {
  return Math.max(1.1, Math.min(5, 0.17 * Math.sqrt((width * height) / Math.max(1, count))));
}

const scatters = new WeakMap<LabelColumns, readonly [across: Float32Array, up: Float32Array]>();

/** For every task a number from 0 to 1 that follows from its name: its place in a band, the same on every machine. */
export function scatterOf(labels: LabelColumns, count: number, way: 'across' | 'up'): Float32Array {
  let found = scatters.get(labels);
  if (found === undefined) {
    const hashes = Uint32Array.from({ length: count }, (_, row) => {
      const { benchmark, id } = labels.givenAt(row);
      return hashOf(id, hashOf(benchmark, 0x811c9dc5));
    });
    found = [
      Float32Array.from(hashes, (hash) => (hash >>> 16) / 0x10000),
      Float32Array.from(hashes, (hash) => (hash & 0xffff) / 0x10000),
    ];
    scatters.set(labels, found);
  }
  return found[way === 'across' ? 0 : 1];
}

/** FNV-1a with a final mix, so that names that differ at their end are far apart. */
function hashOf(text: string, from: number): number {
  let hash = from;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** The points of a map in pixels of the screen, and the look of each. */
export interface Points {
  readonly count: number;
  /** From the left and the top edge; NaN if a task is not on the map. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** The state of each task: 0 is selected and drawn filled, 1 hollow, others crossed. */
  readonly states: Uint8Array;
  /** 1 for every task that the filter shows. */
  readonly mask: Uint8Array;
  /** The colour of each task, as its place in the paints. */
  readonly colours: Uint8Array;
  readonly radius: number;
}

/** The nearest shown point within some pixels; selected ones count as a little nearer. */
export function nearestPoint({ count, x, y, mask, states }: Points, atX: number, atY: number, within: number) {
  let found: number | undefined;
  let least = within * within;
  for (let row = 0; row < count; row++) {
    if (mask[row] !== 1) continue;
    const [dx, dy] = [(x[row] as number) - atX, (y[row] as number) - atY];
    const distance = (dx * dx + dy * dy) * (states[row] === 0 ? 0.6 : 1);
    if (distance < least) [least, found] = [distance, row];
  }
  return found;
}

const ways: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowRight: [1, 0],
  ArrowLeft: [-1, 0],
  ArrowDown: [0, 1],
  ArrowUp: [0, -1],
};

/** The shown point that an arrow key goes to from the current one; undefined if there is none. */
export function nextPoint(points: Points, current: number | undefined, key: string): number | undefined {
  const way = ways[key];
  if (way === undefined) return undefined;
  const { count, x, y, mask } = points;
  const [fromX, fromY] = current === undefined ? [0, 0] : [x[current] ?? 0, y[current] ?? 0];
  let found: number | undefined;
  let least = Infinity;
  for (let row = 0; row < count; row++) {
    if (mask[row] !== 1 || row === current) continue;
    const [dx, dy] = [(x[row] ?? 0) - fromX, (y[row] ?? 0) - fromY];
    const along = current === undefined ? Math.hypot(dx, dy) : dx * way[0] + dy * way[1];
    // Points at the same place are visited in the order of their rows.
    const isBeyond = along > 0 || (along === 0 && current !== undefined && row > current && dx === 0 && dy === 0);
    const aside = current === undefined ? 0 : Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    const distance = along + 2.5 * aside;
    if (isBeyond && distance < least) [least, found] = [distance, row];
  }
  return found;
}

/** The kinds of results, each with a colour; the first is for points that are not coloured by results. */
export const resultKinds = ['selection', 'pass', 'part', 'fail', 'none'] as const;

/** The names of the colours that the style sheet defines for the map. */
export const paintNames: readonly string[] = ['background', 'hidden', 'out', 'came', 'went', 'brush', ...resultKinds];

/** For every task the place of its kind of result in `resultKinds`, by the column of results "result.1" and so on. */
export function pointColours(pool: PoolColumns, results: PoolResults | undefined, column = ''): Uint8Array {
  const system = results?.configurations[Number(column.replace(/^result\./, '')) - 1];
  if (system === undefined) return new Uint8Array(pool.count);
  return Uint8Array.from({ length: pool.count }, (_, row) => {
    const reward = meanReward(system, pool.taskAt(row));
    return resultKinds.indexOf(reward === undefined ? 'none' : resultKind(reward));
  });
}

type Rgb = readonly [red: number, green: number, blue: number];

/** A colour of the map as the style sheet defines it; `box` holds an element for each. */
export function cssColour(box: RefObject<HTMLElement | null>, name: string): string {
  const part = box.current?.querySelector(`.map-colour-${name}`);
  return part ? getComputedStyle(part).color : '';
}

function paintsOf(box: RefObject<HTMLElement | null>) {
  const colourOf = (name: string): Rgb => {
    const [red = 128, green = 128, blue = 128] = cssColour(box, name).match(/[\d.]+/g) ?? [];
    return [Number(red), Number(green), Number(blue)];
  };
  const background = colourOf('background');
  const mixed = (colour: Rgb, share: number): Rgb => {
    const mix = (at: 0 | 1 | 2) => Math.round(colour[at] * (1 - share) + background[at] * share);
    return [mix(0), mix(1), mix(2)];
  };
  const selected = resultKinds.map(colourOf);
  return {
    background,
    // None of a system's forced colours is faint enough.
    hidden: mixed(colourOf('hidden'), window.matchMedia('(forced-colors: active)').matches ? 0.65 : 0),
    selected,
    // Tasks that are not selected are a little fainter; results keep their colour.
    others: selected.map((colour, at) => (at === 0 ? colourOf('out') : mixed(colour, 0.25))),
  };
}

/**
 * Draws all points into an image: hidden ones first, then those that are not selected, selected ones on top. Pixel by
 * pixel, because a canvas takes longer for a hundred thousand paths.
 */
export function paintPoints(image: ImageData, points: Points, box: RefObject<HTMLElement | null>): void {
  const { background, hidden, selected, others } = paintsOf(box);
  const [red, green, blue] = background;
  new Uint32Array(image.data.buffer).fill((255 << 24) | (blue << 16) | (green << 8) | red);
  const { radius, count, states, mask, colours } = points;
  const line = Math.max(1, Math.min(1.6, radius * 0.42));
  const small = Math.max(0.8, radius * 0.6);
  const dot = stampOf(small, (distance) => small + 0.5 - distance);
  const disc = stampOf(radius, (distance) => radius + 0.5 - distance);
  // A ring too small to be seen as one is a fainter disc, which darkens where many overlap.
  const ring = stampOf(radius, (distance) =>
    radius < tiny
      ? 0.5 * Math.min(1, radius + 0.5 - distance)
      : Math.min(radius + 0.5 - distance, distance - (radius - line) + 0.5),
  );
  const cross = stampOf(radius, (distance, x, y) =>
    Math.min(radius + 0.5 - distance, line / 2 + 0.5 - Math.min(Math.abs(x - y), Math.abs(x + y)) * Math.SQRT1_2),
  );
  for (let row = 0; row < count; row++) if (mask[row] !== 1) stamp(image, points, row, dot, hidden);
  for (let row = 0; row < count; row++) {
    if (mask[row] !== 1 || states[row] === 0) continue;
    stamp(image, points, row, states[row] === 1 ? ring : cross, others[colours[row] ?? 0]);
  }
  for (let row = 0; row < count; row++) {
    if (mask[row] === 1 && states[row] === 0) stamp(image, points, row, disc, selected[colours[row] ?? 0]);
  }
}

/** In pixels of the screen. */
const tiny = 1.9;

/** The pixels that a shape covers around its centre, and how much of each, from 0 to 256. */
interface Stamp {
  readonly reach: number;
  readonly x: Int8Array;
  readonly y: Int8Array;
  readonly cover: Uint16Array;
}

function stampOf(radius: number, coverAt: (distance: number, x: number, y: number) => number): Stamp {
  const reach = Math.floor(radius + 0.5);
  const size = 2 * reach + 1;
  const covered = Array.from({ length: size * size }, (_, i) => {
    const [x, y] = [(i % size) - reach, Math.floor(i / size) - reach];
    return { x, y, cover: Math.round(256 * Math.max(0, Math.min(1, coverAt(Math.hypot(x, y), x, y)))) };
  }).filter(({ cover }) => cover > 0);
  return {
    reach,
    x: Int8Array.from(covered, ({ x }) => x),
    y: Int8Array.from(covered, ({ y }) => y),
    cover: Uint16Array.from(covered, ({ cover }) => cover),
  };
}

function stamp(
  { width, height, data }: ImageData,
  points: Points,
  row: number,
  { reach, x, y, cover }: Stamp,
  colour: Rgb | undefined,
): void {
  const [middleX, middleY] = [Math.round(points.x[row] as number), Math.round(points.y[row] as number)];
  // Nothing is drawn for NaN, or so near the edge that it would be cut.
  const isInside = middleX >= reach && middleX < width - reach && middleY >= reach && middleY < height - reach;
  if (!isInside || colour === undefined) return;
  const [red, green, blue] = colour;
  for (let i = 0; i < cover.length; i++) {
    const own = cover[i] as number;
    const rest = 256 - own;
    const at = 4 * ((middleY + (y[i] as number)) * width + middleX + (x[i] as number));
    data[at] = ((data[at] as number) * rest + red * own) >> 8;
    data[at + 1] = ((data[at + 1] as number) * rest + green * own) >> 8;
    data[at + 2] = ((data[at + 2] as number) * rest + blue * own) >> 8;
  }
}
