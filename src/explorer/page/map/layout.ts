import { at } from '../../../core/lists/at.js';
import type { PoolColumns } from '../state/pool-columns.js';
import type { Axis } from './map-axis.js';
import { scatterOf } from './scatter.js';

/** Where places on two axes lie in a box, in its own pixels. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly x: (place: number) => number;
  readonly y: (place: number) => number;
  /** The places of a point of the box. */
  readonly placeX: (x: number) => number;
  readonly placeY: (y: number) => number;
  /** The room at the left and at the bottom for tasks that an axis knows nothing of. */
  readonly gutterX: number;
  readonly gutterY: number;
}

const gutter = 34;

/** Lays two axes out in a box; numbers grow upwards, labels stand from the top. */
export function layoutOf(x: Axis, y: Axis, width: number, height: number): Layout {
  const [gutterX, gutterY] = [x.hasUnknown ? gutter : 0, y.hasUnknown ? gutter : 0];
  const [across, up] = [Math.max(1, width - gutterX), Math.max(1, height - gutterY)];
  const isUp = y.kind === 'number';
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

function clamped(place: number): number {
  return Math.max(0, Math.min(1, place));
}

/** Where every task lies, in pixels of the box times `scale`. */
export function placePoints(pool: PoolColumns, x: Axis, y: Axis, layout: Layout, scale: number) {
  const { count, labels } = pool;
  const [across, up] = [scatterOf(labels, count), scatterOf(labels, count, 'up')];
  const [px, py] = [new Float32Array(count), new Float32Array(count)];
  for (let row = 0; row < count; row++) {
    const [placeX, placeY] = [at(x.places, row), at(y.places, row)];
    px[row] = scale * (Number.isNaN(placeX) ? (0.2 + 0.6 * at(across, row)) * layout.gutterX : layout.x(placeX));
    py[row] =
      scale * (Number.isNaN(placeY) ? layout.height - (0.2 + 0.6 * at(up, row)) * layout.gutterY : layout.y(placeY));
  }
  return { x: px, y: py };
}

/** A radius at which so many points fill a box without hiding each other too much, in its pixels. */
export function radiusFor(count: number, { width, height }: Layout): number {
  return Math.max(1.1, Math.min(5, 0.17 * Math.sqrt((width * height) / Math.max(1, count))));
}
