import type { RefObject } from 'react';
import { meanReward, type PoolResults } from '../../../core/assess/question/pool-results.js';
import { resultKind } from '../parts/task-marks.js';
import type { PoolColumns } from '../state/pool-columns.js';
import type { Points } from './map-points.js';

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
