import { paints, type UnitColours } from './unit-axis.js';
import type { UnitLayout } from './unit-layout.js';

export interface UnitScene {
  readonly layout: UnitLayout;
  readonly colours: UnitColours;
  /** The state of each task: 0 is filled (selected), 1 hollow, others crossed. */
  readonly states: Uint8Array;
  /** 1 for every task that matches the filter; the others are faint. */
  readonly mask: Uint8Array;
}

type Rgb = readonly [red: number, green: number, blue: number];

/** The names of the colours used, as custom properties in the style sheet. */
export const paintNames = [
  ...(['page', 'text', 'focus', 'dot-out', 'dot-faint', 'grey'] as const),
  ...paints.hues,
  ...paints.steps,
];
export type PaintName = (typeof paintNames)[number];

/** The current colours of the page. `box` contains an element for each. */
export function paintsOf(box: Element | null): (name: PaintName) => Rgb {
  const found = new Map<string, Rgb>();
  for (const part of box?.querySelectorAll<HTMLElement>('[data-paint]') ?? []) {
    const [red = 128, green = 128, blue = 128] = getComputedStyle(part).color.match(/[\d.]+/g) ?? [];
    found.set(part.dataset['paint'] ?? '', [Number(red), Number(green), Number(blue)]);
  }
  return (name) => found.get(name) ?? [128, 128, 128];
}

export function cssOf([red, green, blue]: Rgb): string {
  return `rgb(${red} ${green} ${blue})`;
}

/** Dots closer than this are drawn as areas, in pixels. */
export const areaPitch = 3.4;

export const dotRadius = 0.4;

export interface Spots {
  readonly x: Float32Array;
  readonly y: Float32Array;
}

/**
 * Draws all dots into an image: faint dots first, then unselected ones, then selected ones on top. It draws pixel by pixel,
 * because a canvas is slower with thousands of paths.
 */
export function paintDots(
  image: ImageData,
  { layout, colours, states, mask }: UnitScene,
  spots: Spots,
  scale: number,
  paint: (name: PaintName) => Rgb,
): void {
  const page = paint('page');
  const pixels = new Uint32Array(image.data.buffer);
  pixels.fill(pixelOf(page));
  const isPlain = colours.kinds.length === 1;
  const selected = colours.kinds.map((kind) => paint(kind.paint));
  const others = selected.map((colour) => (isPlain ? paint('dot-out') : mixed(colour, page, 0.2)));
  const faint = paint('dot-faint');
  const { codes } = colours;
  if (layout.pitch < areaPitch) {
    const areas = others.map((colour) => pixelOf(mixed(colour, page, isPlain ? 0.5 : 0.55)));
    const [filled, none] = [selected.map(pixelOf), pixelOf(faint)];
    for (let row = 0; row < states.length; row++) {
      const pixel = mask[row] !== 1 ? none : (states[row] === 0 ? filled : areas)[codes[row] as number];
      block(pixels, image, spots, row, layout.pitch * scale, pixel ?? none);
    }
    return;
  }
  const radius = dotRadius * layout.pitch * scale;
  const line = Math.max(1, Math.min(1.7 * scale, radius * 0.4));
  const disc = stampOf(radius, (distance) => radius + 0.5 - distance);
  const ring = stampOf(radius, (distance) =>
    radius < tiny
      ? 0.5 * Math.min(1, radius + 0.5 - distance)
      : Math.min(radius + 0.5 - distance, distance - (radius - line) + 0.5),
  );
  const cross = stampOf(radius, (distance, x, y) =>
    Math.min(radius + 0.5 - distance, line / 2 + 0.5 - Math.min(Math.abs(x - y), Math.abs(x + y)) * Math.SQRT1_2),
  );
  const stampFor = (row: number) => (states[row] === 0 ? disc : states[row] === 1 ? ring : cross);
  for (let row = 0; row < states.length; row++) {
    const colour = mask[row] !== 1 ? faint : (states[row] === 0 ? selected : others)[codes[row] ?? 0];
    stamp(image, spots, row, stampFor(row), colour ?? faint);
  }
}

/** Rings smaller than this look like dots, in screen pixels. */
const tiny = 1.9;

function mixed(colour: Rgb, with_: Rgb, share: number): Rgb {
  const mix = (at: 0 | 1 | 2) => Math.round(colour[at] * (1 - share) + with_[at] * share);
  return [mix(0), mix(1), mix(2)];
}

/** The pixels that a shape covers around its centre, and the coverage of each from 0 to 256. */
function stampOf(radius: number, coverAt: (distance: number, x: number, y: number) => number) {
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
  { x, y }: Spots,
  row: number,
  { reach, cover, ...at }: ReturnType<typeof stampOf>,
  colour: Rgb,
): void {
  const [middleX, middleY] = [Math.round((x[row] as number) - 0.5), Math.round((y[row] as number) - 0.5)];
  // Nothing is drawn for NaN, or where the edge would cut it off.
  const isInside = middleX >= reach && middleX < width - reach && middleY >= reach && middleY < height - reach;
  if (!isInside) return;
  const [red, green, blue] = colour;
  for (let i = 0; i < cover.length; i++) {
    const own = cover[i] as number;
    const rest = 256 - own;
    const pixel = 4 * ((middleY + (at.y[i] as number)) * width + middleX + (at.x[i] as number));
    data[pixel] = ((data[pixel] as number) * rest + red * own) >> 8;
    data[pixel + 1] = ((data[pixel + 1] as number) * rest + green * own) >> 8;
    data[pixel + 2] = ((data[pixel + 2] as number) * rest + blue * own) >> 8;
  }
}

function pixelOf([red, green, blue]: Rgb): number {
  return ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;
}

/** Fills the square of a task; neighbouring squares touch. */
function block(
  pixels: Uint32Array,
  { width, height }: ImageData,
  { x, y }: Spots,
  row: number,
  size: number,
  pixel: number,
): void {
  const [middleX, middleY] = [x[row] as number, y[row] as number];
  if (Number.isNaN(middleX)) return;
  // Positions are single precision, so an edge shared by two squares must be rounded to the same pixel.
  const edge = (at: number) => Math.round(at - 0.001);
  const [left, top] = [edge(middleX - size / 2), edge(middleY - size / 2)];
  const right = Math.min(width, Math.max(left + 1, edge(middleX + size / 2)));
  const bottom = Math.min(height, Math.max(top + 1, edge(middleY + size / 2)));
  for (let py = Math.max(0, top); py < bottom; py++) {
    for (let px = Math.max(0, left); px < right; px++) pixels[py * width + px] = pixel;
  }
}

export function nearestDot({ layout: { x, y }, mask }: UnitScene, left: number, top: number, within: number) {
  let found: number | undefined;
  let least = within * within;
  for (let row = 0; row < x.length; row++) {
    if (mask[row] !== 1) continue;
    const [dx, dy] = [(x[row] as number) - left, (y[row] as number) - top];
    const distance = dx * dx + dy * dy;
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

/** The task that an arrow key moves to from the current one; undefined if there is none. */
export function nextDot({ layout: { x, y }, mask }: UnitScene, current: number | undefined, key: string) {
  const way = ways[key];
  if (way === undefined) return undefined;
  const [fromX, fromY] = current === undefined ? [0, 0] : [x[current] ?? 0, y[current] ?? 0];
  let found: number | undefined;
  let least = Infinity;
  for (let row = 0; row < x.length; row++) {
    if (mask[row] !== 1 || row === current) continue;
    const [dx, dy] = [(x[row] as number) - fromX, (y[row] as number) - fromY];
    const along = current === undefined ? Math.hypot(dx, dy) : dx * way[0] + dy * way[1];
    const aside = current === undefined ? 0 : Math.abs(dx * way[1]) + Math.abs(dy * way[0]);
    const distance = along + 2.5 * aside;
    if (along > 0.01 && distance < least) [least, found] = [distance, row];
  }
  return found;
}
