import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { PoolColumns } from '../state/pool-columns.js';
import { cssColour, type Layout, type Points, paintPoints } from './map-points.js';

/** The rows that came in and went out against the plan as loaded. */
export interface MapMoves {
  readonly cameIn: readonly number[];
  readonly wentOut: readonly number[];
}

/** A point of the box, in pixels. */
export interface Spot {
  readonly x: number;
  readonly y: number;
}

interface Box extends Spot {
  readonly width: number;
  readonly height: number;
}

interface Drawing {
  /** Holds the canvases, and an element for each colour. */
  readonly box: RefObject<HTMLElement | null>;
  readonly points: Points;
  readonly pool: PoolColumns;
  readonly layout: Layout;
  readonly scale: number;
  /** The parts of the map that the filter leaves; undefined: all. */
  readonly stretches: readonly Box[] | undefined;
  /** The corners of the region that is being drawn. */
  readonly region: readonly [Spot, Spot] | undefined;
  readonly current: number | undefined;
  readonly moves: MapMoves;
}

/** Draws the map: points on one canvas, and above it what changes with the pointer. New selections come in motion. */
export function useDrawing(drawing: Drawing) {
  const { box, points, pool, layout, scale, stretches, region, current, moves } = drawing;
  const base = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const version = useColourVersion();
  const kept = useRef<ImageData>(undefined);
  /** Draws the upper canvas; a pulse is drawn on top of it. */
  const redraw = useRef<() => void>(() => undefined);
  const last = useRef<{ readonly pool: PoolColumns; readonly points: Points }>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read again for each version
  useLayoutEffect(() => {
    const paint = (shown: Points) => {
      const context = contextOf(base.current, layout, scale);
      if (context == null || layout.width * layout.height === 0) return;
      const { width, height } = context.canvas;
      if (kept.current?.width !== width || kept.current.height !== height)
        kept.current = context.createImageData(width, height);
      paintPoints(kept.current, shown, box);
      context.putImageData(kept.current, 0, 0);
    };
    const before = last.current;
    last.current = { pool, points };
    const isOther = before !== undefined && before.pool !== pool && before.pool.labels === pool.labels;
    const wantsMotion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    if (!isOther || !wantsMotion || before.points.x.length !== points.x.length) {
      paint(points);
      return undefined;
    }
    return glide(before.points, points, paint, (changed, done) => {
      redraw.current();
      const context = overlay.current?.getContext('2d');
      if (done < 1 && context != null) drawPulses(context, points, changed, done, scale, box);
    });
  }, [points, pool, layout, scale, version, box]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read again for each version
  useEffect(() => {
    redraw.current = () => {
      const context = contextOf(overlay.current, layout, scale);
      if (context == null) return;
      context.setTransform(1, 0, 0, 1, 0, 0);
      context.clearRect(0, 0, context.canvas.width, context.canvas.height);
      const [came = '', went = '', brush = ''] = ['came', 'went', 'brush'].map((name) => cssColour(box, name));
      const ring = ringOn(context, points);
      for (const row of moves.cameIn) ring(row, haloOf(points, scale), came, 1.8 * scale);
      for (const row of moves.wentOut) ring(row, haloOf(points, scale), went, 1.8 * scale);
      context.setTransform(scale, 0, 0, scale, 0, 0);
      const boxes = region === undefined ? (stretches ?? []) : [boxOf(region)];
      for (const each of boxes) drawBox(context, each, brush, region !== undefined);
      context.setTransform(1, 0, 0, 1, 0, 0);
      if (current !== undefined) ring(current, points.radius + 4 * scale, brush, 2.4 * scale);
    };
    redraw.current();
  }, [points, layout, scale, stretches, region, current, moves, version, box]);
  return { points: base, overlay };
}

function useColourVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const end = new AbortController();
    const changed = () => setVersion((each) => each + 1);
    for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)'])
      window.matchMedia(query).addEventListener('change', changed, end);
    const observer = new MutationObserver(changed);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme'] });
    return () => {
      end.abort();
      observer.disconnect();
    };
  }, []);
  return version;
}

/** The context of a canvas with as many pixels as its box has on the screen. */
function contextOf(canvas: HTMLCanvasElement | null, { width, height }: Layout, scale: number) {
  if (canvas === null) return null;
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  return canvas.getContext('2d');
}

const motionMs = 600;
/** More points do not move, because each frame would take too long. */
const mostGliding = 5000;

/** Moves points to their new places, and lets those that changed pulse. Returns what stops it. */
function glide(
  from: Points,
  to: Points,
  paint: (points: Points) => void,
  pulse: (changed: MapMoves, done: number) => void,
): () => void {
  const rows = Array.from({ length: to.count }, (_, row) => row);
  const cameIn = rows.filter((row) => from.states[row] !== 0 && to.states[row] === 0);
  const wentOut = rows.filter((row) => from.states[row] === 0 && to.states[row] !== 0);
  const glides = to.count <= mostGliding;
  if (!glides) paint(to);
  let frame = 0;
  const start = performance.now();
  const step = (now: number) => {
    const done = Math.min(1, Math.max(0, (now - start) / motionMs));
    const eased = 1 - (1 - done) ** 3;
    if (glides) paint(done === 1 ? to : { ...to, x: between(from.x, to.x, eased), y: between(from.y, to.y, eased) });
    if (cameIn.length + wentOut.length > 0) pulse({ cameIn, wentOut }, done);
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
  context: CanvasRenderingContext2D,
  points: Points,
  { cameIn, wentOut }: MapMoves,
  done: number,
  scale: number,
  box: RefObject<HTMLElement | null>,
): void {
  const far = 22 * scale;
  const ring = ringOn(context, points);
  const halo = haloOf(points, scale);
  const [came, went] = [cssColour(box, 'came'), cssColour(box, 'went')];
  // A ring closes on what comes in, and leaves what goes out.
  for (const row of cameIn) ring(row, halo + far * (1 - done), came, 2 * scale);
  context.globalAlpha = 1 - 0.6 * done;
  for (const row of wentOut) ring(row, halo + far * 0.5 * done, went, 2 * scale);
  context.globalAlpha = 1;
}

function haloOf({ radius }: Points, scale: number): number {
  return radius + 2.2 * scale;
}

function ringOn(context: CanvasRenderingContext2D, { x, y }: Points) {
  return (row: number, radius: number, colour: string, width: number) => {
    context.beginPath();
    context.arc(x[row] ?? 0, y[row] ?? 0, radius, 0, 2 * Math.PI);
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.stroke();
  };
}

function drawBox(context: CanvasRenderingContext2D, { x, y, width, height }: Box, colour: string, isDrawn: boolean) {
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

function boxOf([a, b]: readonly [Spot, Spot]): Box {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}
