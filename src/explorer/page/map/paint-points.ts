/** A colour: red, green and blue, 0 to 255. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** The points of a map in pixels of the screen, and how each is drawn. */
export interface Points {
  readonly count: number;
  /** From the left and the top edge; NaN where a task is not on the map. */
  readonly x: Float32Array;
  readonly y: Float32Array;
  /** Of each task the place of its state: 0 is selected and drawn filled, 1 hollow, others crossed. */
  readonly states: Uint8Array;
  /** For every task 1 if the filter shows it. */
  readonly mask: Uint8Array;
  /** Of each task the place of its colour. */
  readonly colours: Uint8Array;
  readonly radius: number;
}

/** What points are drawn in. */
export interface Paints {
  readonly background: Rgb;
  /** Of points that the filter hides. */
  readonly hidden: Rgb;
  /** Of those that are shown: selected ones, and the others, which stand back. */
  readonly selected: readonly Rgb[];
  readonly others: readonly Rgb[];
}

/**
 * Draws all points into an image: the hidden ones first, then those that are not selected, the selected ones on top. Pixel
 * by pixel, because a hundred thousand paths take a canvas longer than a hundred thousand stamps take this.
 */
export function paintPoints(image: ImageData, points: Points, paints: Paints): void {
  const pixels = new Uint32Array(image.data.buffer);
  const [red, green, blue] = paints.background;
  pixels.fill((255 << 24) | (blue << 16) | (green << 8) | red);
  const { radius } = points;
  const line = Math.max(1, Math.min(1.6, radius * 0.42));
  const disc = stampOf(radius, (distance) => radius + 0.5 - distance);
  // A ring too small to be seen as one is a fainter disc: where many lie, it darkens.
  const ring = stampOf(radius, (distance) =>
    radius < tiny
      ? 0.5 * Math.min(1, radius + 0.5 - distance)
      : Math.min(radius + 0.5 - distance, distance - (radius - line) + 0.5),
  );
  const cross = stampOf(radius, (distance, x, y) =>
    Math.min(radius + 0.5 - distance, line / 2 + 0.5 - Math.min(Math.abs(x - y), Math.abs(x + y)) * Math.SQRT1_2),
  );
  const dot = stampOf(Math.max(0.8, radius * 0.6), (distance) => Math.max(0.8, radius * 0.6) + 0.5 - distance);
  const { count, states, mask, colours } = points;
  for (let row = 0; row < count; row++) if (mask[row] !== 1) stamp(image, points, row, dot, paints.hidden);
  for (let row = 0; row < count; row++) {
    if (mask[row] !== 1 || states[row] === 0) continue;
    stamp(image, points, row, states[row] === 1 ? ring : cross, paints.others[colours[row] ?? 0]);
  }
  for (let row = 0; row < count; row++) {
    if (mask[row] === 1 && states[row] === 0) stamp(image, points, row, disc, paints.selected[colours[row] ?? 0]);
  }
}

/** In pixels of the screen. */
const tiny = 1.9;

/** The pixels that a shape covers around its middle, and how much of each, from 0 to 256. */
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
  // Not a number, or so near the edge that not all of it can be seen: then it is not drawn.
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

/** The nearest point that is shown, within so many pixels; selected ones count as a little nearer. */
export function nearestPoint({ count, x, y, mask, states }: Points, atX: number, atY: number, within: number) {
  let found = -1;
  let least = within * within;
  for (let row = 0; row < count; row++) {
    if (mask[row] !== 1) continue;
    const [dx, dy] = [(x[row] as number) - atX, (y[row] as number) - atY];
    const distance = (dx * dx + dy * dy) * (states[row] === 0 ? 0.6 : 1);
    if (distance < least) {
      least = distance;
      found = row;
    }
  }
  return found === -1 ? undefined : found;
}
