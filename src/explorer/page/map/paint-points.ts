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

/** How much of each pixel a shape covers, from 0 to 256, around its middle. */
interface Stamp {
  readonly reach: number;
  readonly cover: Uint16Array;
}

function stampOf(radius: number, coverAt: (distance: number, x: number, y: number) => number): Stamp {
  const reach = Math.ceil(radius + 0.5);
  const size = 2 * reach + 1;
  const cover = Uint16Array.from({ length: size * size }, (_, i) => {
    const [x, y] = [(i % size) - reach, Math.floor(i / size) - reach];
    return Math.round(256 * Math.max(0, Math.min(1, coverAt(Math.hypot(x, y), x, y))));
  });
  return { reach, cover };
}

function stamp(
  { width, height, data }: ImageData,
  { x, y }: Points,
  row: number,
  { reach, cover }: Stamp,
  colour: Rgb | undefined,
): void {
  const [left, top] = [Math.round(x[row] ?? Number.NaN) - reach, Math.round(y[row] ?? Number.NaN) - reach];
  if (Number.isNaN(left + top) || colour === undefined) return;
  const size = 2 * reach + 1;
  const [red, green, blue] = colour;
  for (let dy = 0; dy < size; dy++) {
    const py = top + dy;
    if (py < 0 || py >= height) continue;
    for (let dx = 0; dx < size; dx++) {
      const own = cover[dy * size + dx] ?? 0;
      const px = left + dx;
      if (own === 0 || px < 0 || px >= width) continue;
      const at = 4 * (py * width + px);
      const rest = 256 - own;
      data[at] = ((data[at] ?? 0) * rest + red * own) >> 8;
      data[at + 1] = ((data[at + 1] ?? 0) * rest + green * own) >> 8;
      data[at + 2] = ((data[at + 2] ?? 0) * rest + blue * own) >> 8;
    }
  }
}

/** The nearest point that is shown, within so many pixels; selected ones count as a little nearer. */
export function nearestPoint({ count, x, y, mask, states }: Points, atX: number, atY: number, within: number) {
  let found = -1;
  let least = within * within;
  for (let row = 0; row < count; row++) {
    if (mask[row] !== 1) continue;
    const [dx, dy] = [(x[row] ?? Number.NaN) - atX, (y[row] ?? Number.NaN) - atY];
    const distance = (dx * dx + dy * dy) * (states[row] === 0 ? 0.6 : 1);
    if (distance < least) {
      least = distance;
      found = row;
    }
  }
  return found === -1 ? undefined : found;
}
