import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import type { PoolColumns } from '../state/pool-columns.js';
import type { Layout } from './layout.js';
import { type Points, paintPoints } from './paint-points.js';
import { readPaints, useColourVersion } from './use-paints.js';

/** The rows that came in and went out against the plan as loaded. */
export interface MapMoves {
  readonly cameIn: readonly number[];
  readonly wentOut: readonly number[];
}

interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Drawing {
  /** What holds the canvases, and a part for each colour. */
  readonly box: RefObject<HTMLElement | null>;
  readonly points: Points;
  readonly pool: PoolColumns;
  readonly layout: Layout;
  readonly scale: number;
  /** What the filter leaves of the map; undefined: all. */
  readonly stretches: readonly Box[] | undefined;
  /** The region that is being drawn. */
  readonly region:
    | readonly [{ readonly x: number; readonly y: number }, { readonly x: number; readonly y: number }]
    | undefined;
  readonly current: number | undefined;
  readonly moves: MapMoves;
}

const motionMs = 600;
/** More points than this stay where they are until they are drawn anew: each frame would take too long. */
const mostGliding = 5000;

/** Draws the map: points on one canvas, and on another over it what changes with the pointer. New selections come by motion. */
export function useDrawing(drawing: Drawing) {
  const { box, points, pool, layout, scale, stretches, region, current, moves } = drawing;
  const base = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const version = useColourVersion();
  const kept = useRef<ImageData>(undefined);
  /** Draws what lies over the points; a pulse is drawn on top of it. */
  const redraw = useRef<() => void>(() => undefined);
  const last = useRef<{ readonly pool: PoolColumns; readonly points: Points }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is of the colours, which are read anew
  useLayoutEffect(() => {
    const paint = (shown: Points) => {
      const context = sized(base.current, layout, scale)?.getContext('2d');
      if (context == null || layout.width * layout.height === 0) return;
      const { width, height } = context.canvas;
      const isSame = kept.current?.width === width && kept.current.height === height;
      const image = isSame && kept.current !== undefined ? kept.current : context.createImageData(width, height);
      kept.current = image;
      paintPoints(image, shown, readPaints(box));
      context.putImageData(image, 0, 0);
    };
    const before = last.current;
    last.current = { pool, points };
    const isOther = before !== undefined && before.pool !== pool && before.pool.labels === pool.labels;
    if (!isOther || !wantsMotion() || before.points.x.length !== points.x.length) {
      paint(points);
      return undefined;
    }
    return glide(before.points, points, paint, (pulse) => {
      redraw.current();
      if (pulse.done < 1) drawPulses(overlay.current, points, pulse, scale, box);
    });
  }, [points, pool, layout, scale, version, box]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version is of the colours, which are read anew
  useEffect(() => {
    redraw.current = () => {
      const context = sized(overlay.current, layout, scale)?.getContext('2d');
      if (context == null) return;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, context.canvas.width, context.canvas.height);
      const [came, went, brush] = ['came', 'went', 'brush'].map((name) => cssColour(box, name));
      const halo = points.radius + 2.2 * scale;
      for (const row of moves.cameIn) ringAt(context, points, row, halo, came, 1.8 * scale);
      for (const row of moves.wentOut) ringAt(context, points, row, halo, went, 1.8 * scale);
      context.setTransform(scale, 0, 0, scale, 0, 0);
      const boxes = region === undefined ? (stretches ?? []) : [boxOf(region)];
      for (const each of boxes) drawBox(context, each, brush ?? '', region !== undefined);
      context.setTransform(1, 0, 0, 1, 0, 0);
      if (current !== undefined) ringAt(context, points, current, points.radius + 4 * scale, brush, 2.4 * scale);
    };
    redraw.current();
  }, [points, layout, scale, stretches, region, current, moves, version, box]);
  return { points: base, overlay };
}

/** A canvas with as many pixels as its box has on the screen. */
function sized(canvas: HTMLCanvasElement | null, { width, height }: Layout, scale: number): HTMLCanvasElement | null {
  if (canvas === null) return null;
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  return canvas;
}

function wantsMotion(): boolean {
  return !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
}

/** A moment of motion: which points changed, and how far it is, from 0 to 1. */
interface Pulse {
  readonly cameIn: readonly number[];
  readonly wentOut: readonly number[];
  readonly done: number;
}

/** Moves points from where they were, and lets those that changed pulse. Gives what stops it. */
function glide(from: Points, to: Points, paint: (points: Points) => void, pulse: (pulse: Pulse) => void): () => void {
  const rows = Array.from({ length: to.count }, (_, row) => row);
  const changed = rows.filter((row) => (from.states[row] === 0) !== (to.states[row] === 0));
  const cameIn = changed.filter((row) => to.states[row] === 0);
  const wentOut = changed.filter((row) => to.states[row] !== 0);
  const glides = to.count <= mostGliding;
  if (!glides) paint(to);
  let frame = 0;
  const start = performance.now();
  const step = (now: number) => {
    const done = Math.min(1, Math.max(0, (now - start) / motionMs));
    const eased = 1 - (1 - done) ** 3;
    if (glides) paint(done === 1 ? to : { ...to, x: between(from.x, to.x, eased), y: between(from.y, to.y, eased) });
    if (changed.length > 0) pulse({ cameIn, wentOut, done });
    if (done < 1) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => {
    cancelAnimationFrame(frame);
    paint(to);
  };
}

function between(from: Float32Array, to: Float32Array, share: number): Float32Array {
  return to.map((value, at) => (from[at] ?? value) + (value - (from[at] ?? value)) * share);
}

function drawPulses(
  canvas: HTMLCanvasElement | null,
  points: Points,
  { cameIn, wentOut, done }: Pulse,
  scale: number,
  box: RefObject<HTMLElement | null>,
): void {
  const context = canvas?.getContext('2d');
  if (context == null) return;
  const far = 22 * scale;
  const halo = points.radius + 2.2 * scale;
  // What comes in closes on its point, what goes out leaves it.
  for (const row of cameIn) ringAt(context, points, row, halo + far * (1 - done), cssColour(box, 'came'), 2 * scale);
  context.globalAlpha = 1 - 0.6 * done;
  for (const row of wentOut) ringAt(context, points, row, halo + far * 0.5 * done, cssColour(box, 'went'), 2 * scale);
  context.globalAlpha = 1;
}

function ringAt(
  context: CanvasRenderingContext2D,
  { x, y }: Points,
  row: number,
  radius: number,
  colour: string | undefined,
  width: number,
): void {
  context.beginPath();
  context.arc(x[row] ?? 0, y[row] ?? 0, radius, 0, 2 * Math.PI);
  context.strokeStyle = colour ?? '';
  context.lineWidth = width;
  context.stroke();
}

function drawBox(
  context: CanvasRenderingContext2D,
  { x, y, width, height }: Box,
  colour: string,
  isDrawn: boolean,
): void {
  context.fillStyle = colour;
  context.globalAlpha = isDrawn ? 0.14 : 0.07;
  context.fillRect(x, y, width, height);
  context.globalAlpha = 1;
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.setLineDash(isDrawn ? [] : [5, 4]);
  context.strokeRect(x + 0.75, y + 0.75, Math.max(0, width - 1.5), Math.max(0, height - 1.5));
  context.setLineDash([]);
}

function boxOf([a, b]: NonNullable<Drawing['region']>): Box {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

function cssColour(box: RefObject<HTMLElement | null>, name: string): string {
  const part = box.current?.querySelector(`.map-colour-${name}`);
  return part ? getComputedStyle(part).color : '';
}
