import type { RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { PoolColumns } from '../../packed/selection-columns.js';
import type { Moves } from '../state/compare-selections.js';
import { keepLast } from '../state/keep-last.js';
import { cssOf, paintDots, paintsOf, type Spots, type UnitScene } from './unit-paint.js';

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Drawing {
  /** Contains the canvases, and an element for each colour. */
  readonly box: RefObject<HTMLElement | null>;
  readonly scene: UnitScene;
  readonly pool: PoolColumns;
  /** The cells that match the filter, or the region being drawn. */
  readonly boxes: readonly Box[];
  readonly isDrawing: boolean;
  readonly current: number | undefined;
  readonly moves: Moves;
}

const motionMs = 450;
/** With more dots, each frame would take too long, so they jump. */
const mostGliding = 5000;

/** Draws the dots on one canvas and the parts that follow the pointer on another above it. Dots glide to new places. */
export function useDrawing({ box, scene, pool, boxes, isDrawing, current, moves }: Drawing) {
  const base = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const scale = useScale();
  const version = useColourVersion();
  const kept = useRef<ImageData>(undefined);
  const last = useRef<{ readonly pool: PoolColumns; readonly spots: Spots; readonly since: number }>(undefined);
  const { layout } = scene;
  const [lastPaints] = useState(keepLast<ReturnType<typeof paintsOf>>);
  /** Reading colours makes the browser recalculate styles, so they are read once per version. */
  const paintsNow = () => lastPaints([version], () => paintsOf(box.current));
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read again for each version
  useLayoutEffect(() => {
    const paints = paintsNow();
    const paint = (spots: Spots) => {
      const context = contextOf(base.current, layout.width, layout.height, scale);
      if (context == null || layout.width * layout.height === 0) return;
      const { width, height } = context.canvas;
      if (kept.current?.width !== width || kept.current.height !== height)
        kept.current = context.createImageData(width, height);
      paintDots(kept.current, scene, spots, scale, paints);
      context.putImageData(kept.current, 0, 0);
    };
    const scaled = (all: Float32Array) => (scale === 1 ? all : all.map((each) => each * scale));
    const spots = { x: scaled(layout.x), y: scaled(layout.y) };
    const before = last.current;
    const since = performance.now();
    last.current = { pool, spots, since };
    const isOther = before !== undefined && before.pool !== pool && before.pool.labels === pool.labels;
    const wantsMotion = !window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    // While a slider moves, the dots follow it at once.
    if (!isOther || !wantsMotion || pool.count > mostGliding || since - before.since < motionMs) {
      paint(spots);
      return undefined;
    }
    return glide(before.spots, spots, paint);
  }, [scene, pool, layout, scale, version, box]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read again for each version
  useEffect(() => {
    const context = contextOf(overlay.current, layout.width, layout.height, scale);
    if (context == null) return;
    const paints = paintsNow();
    const [ink, focus] = [cssOf(paints('text')), cssOf(paints('focus'))];
    context.setTransform(scale, 0, 0, scale, 0, 0);
    context.clearRect(0, 0, layout.width, layout.height);
    for (const each of boxes) drawBox(context, each, focus, isDrawing);
    const radius = Math.max(3, 0.5 * layout.pitch);
    // Added tasks have a solid ring and removed ones a dashed ring, so the difference doesn't depend on colour.
    const rowsOf = (moved: Moves['cameIn']) => moved.flatMap(({ row }) => row ?? []);
    ring(context, layout, rowsOf(moves.cameIn), radius, ink, []);
    ring(context, layout, rowsOf(moves.wentOut), radius, ink, [2, 2]);
    if (current !== undefined) ring(context, layout, [current], radius + 2, focus, [], 2.5);
  }, [layout, scale, boxes, isDrawing, current, moves, version, box]);
  return { dots: base, overlay };
}

function useScale(): number {
  const [scale, setScale] = useState(window.devicePixelRatio || 1);
  useEffect(() => {
    const query = window.matchMedia(`(resolution: ${scale}dppx)`);
    const changed = () => setScale(window.devicePixelRatio || 1);
    query.addEventListener('change', changed);
    return () => query.removeEventListener('change', changed);
  }, [scale]);
  return scale;
}

function useColourVersion(): number {
  const [version, setVersion] = useState(0);
  useEffect(() => {
    const end = new AbortController();
    const changed = () => setVersion((each) => each + 1);
    for (const query of ['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print'])
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

function contextOf(canvas: HTMLCanvasElement | null, width: number, height: number, scale: number) {
  if (canvas === null) return null;
  const [across, down] = [Math.round(width * scale), Math.round(height * scale)];
  if (canvas.width !== across) canvas.width = across;
  if (canvas.height !== down) canvas.height = down;
  return canvas.getContext('2d');
}

/** Moves dots to new places. Returns a stop function. */
function glide(from: Spots, to: Spots, paint: (spots: Spots) => void): () => void {
  let frame = 0;
  const start = performance.now();
  const between = (before: Float32Array, after: Float32Array, share: number) =>
    after.map((value, at) => {
      const old = before[at] ?? value;
      return Number.isNaN(old) ? value : old + (value - old) * share;
    });
  const step = (now: number) => {
    const done = Math.min(1, Math.max(0, (now - start) / motionMs));
    const eased = 1 - (1 - done) ** 3;
    paint(done === 1 ? to : { x: between(from.x, to.x, eased), y: between(from.y, to.y, eased) });
    if (done < 1) frame = requestAnimationFrame(step);
  };
  frame = requestAnimationFrame(step);
  return () => {
    cancelAnimationFrame(frame);
    paint(to);
  };
}

function ring(
  context: CanvasRenderingContext2D,
  { x, y }: UnitScene['layout'],
  rows: readonly number[],
  radius: number,
  colour: string,
  dashes: readonly number[],
  width = 1.6,
): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.setLineDash([...dashes]);
  for (const row of rows) {
    context.beginPath();
    context.arc(x[row] ?? Number.NaN, y[row] ?? Number.NaN, radius, 0, 2 * Math.PI);
    context.stroke();
  }
  context.setLineDash([]);
}

function drawBox(context: CanvasRenderingContext2D, { x, y, width, height }: Box, colour: string, isDrawn: boolean) {
  context.fillStyle = colour;
  context.globalAlpha = isDrawn ? 0.14 : 0.06;
  context.fillRect(x, y, width, height);
  context.globalAlpha = 1;
  context.strokeStyle = colour;
  context.lineWidth = 1.5;
  context.strokeRect(x + 0.75, y + 0.75, Math.max(0, width - 1.5), Math.max(0, height - 1.5));
}
