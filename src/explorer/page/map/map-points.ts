import { at } from '../../../core/lists/at.js';
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
