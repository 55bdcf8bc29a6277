import { type KeyboardEvent, type PointerEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { visibleText } from '../../../core/text/visible-text.js';
import { taskStates } from '../../packed/task-states.js';
import { stateWords } from '../parts/state-badge.js';
import type { TaskFilter } from '../route/task-filter.js';
import type { PoolColumns } from '../state/pool-columns.js';
import { type Layout, layoutOf, placePoints, radiusFor } from './layout.js';
import type { Axis } from './map-axis.js';
import { nextPoint } from './next-point.js';
import { nearestPoint, type Points } from './paint-points.js';
import { type MapMoves, useDrawing } from './use-drawing.js';
import { paintNames } from './use-paints.js';

/** What the plot shows, and whom it tells. */
export interface MapPlotProps {
  readonly pool: PoolColumns;
  readonly mask: Uint8Array;
  readonly x: Axis;
  readonly y: Axis;
  readonly colours: Uint8Array;
  readonly moves: MapMoves;
  readonly filter: TaskFilter;
  /** What is to be seen, for whoever cannot see it. */
  readonly description: string;
  /** While a region is drawn, and when it is done; undefined: it was given up. */
  readonly onBrush: (filter: TaskFilter | undefined, isDone: boolean) => void;
  readonly onOpen: (row: number) => void;
}

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** How far a pointer goes before it draws a region, and how far a point is found from. */
const slack = 4;
const reach = 14;

/** Every task as a point: a region can be drawn over them, and each can be looked at and opened. */
export function MapPlot({ pool, mask, x, y, colours, moves, filter, description, onBrush, onOpen }: MapPlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const size = useSize(box);
  const scale = useScale();
  const layout = useMemo(() => layoutOf(x, y, size.width, size.height), [x, y, size]);
  const placed = useMemo(() => placePoints(pool, x, y, layout, scale), [pool, x, y, layout, scale]);
  const points: Points = useMemo(
    () => ({
      ...placed,
      count: pool.count,
      states: pool.states,
      mask,
      colours,
      radius: scale * radiusFor(pool.count, layout),
    }),
    [placed, pool, mask, colours, layout, scale],
  );
  const [from, setFrom] = useState<Spot>();
  const [region, setRegion] = useState<readonly [Spot, Spot]>();
  const [current, setCurrent] = useState<number>();
  const stretches = useMemo(() => stretchesOf(x, y, filter, layout), [x, y, filter, layout]);
  const canvases = useDrawing({ box, points, pool, layout, scale, stretches, region, current, moves });
  const spotOf = (event: PointerEvent<HTMLElement>): Spot => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const pointAt = (spot: Spot) => nearestPoint(points, spot.x * scale, spot.y * scale, reach * scale);
  const brushed = (a: Spot, b: Spot) => {
    const [left, right] = [layout.placeX(Math.min(a.x, b.x)), layout.placeX(Math.max(a.x, b.x))];
    const [one, two] = [layout.placeY(a.y), layout.placeY(b.y)];
    return y.brush(x.brush(filter, left, right), Math.min(one, two), Math.max(one, two));
  };
  const stop = () => {
    setFrom(undefined);
    setRegion(undefined);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      if (region === undefined) onBrush(y.clear(x.clear(filter)), true);
      else onBrush(undefined, true);
      stop();
    } else if (event.key === 'Enter' && current !== undefined) onOpen(current);
    else {
      const next = nextPoint(points, current, event.key);
      if (next === undefined) return;
      event.preventDefault();
      setCurrent(next);
    }
  };
  const words = useCallback((row: number) => pointWords(pool, row), [pool]);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      ref={box}
      className="map-plot"
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go from point to point
      tabIndex={0}
      aria-label={description}
      onKeyDown={onKeyDown}
      onBlur={() => setCurrent(undefined)}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        setFrom(spotOf(event));
      }}
      onPointerMove={(event) => {
        const spot = spotOf(event);
        if (from === undefined) setCurrent(pointAt(spot));
        else if (region !== undefined || Math.hypot(spot.x - from.x, spot.y - from.y) > slack) {
          setCurrent(undefined);
          setRegion([from, spot]);
          onBrush(brushed(from, spot), false);
        }
      }}
      onPointerUp={(event) => {
        const spot = spotOf(event);
        if (from !== undefined && region !== undefined) onBrush(brushed(from, spot), true);
        else if (from !== undefined) {
          const row = pointAt(spot);
          if (row !== undefined) onOpen(row);
        }
        stop();
      }}
      onPointerCancel={() => {
        if (region !== undefined) onBrush(undefined, true);
        stop();
      }}
      onPointerLeave={() => {
        if (from === undefined) setCurrent(undefined);
      }}
    >
      <canvas ref={canvases.points} />
      <canvas ref={canvases.overlay} />
      <span className="map-colours" aria-hidden="true">
        {paintNames.map((name) => (
          <span key={name} className={`map-colour-${name}`} />
        ))}
      </span>
      {current !== undefined && <Tip layout={layout} points={points} row={current} scale={scale} words={words} />}
      <span className="only-heard" role="status">
        {current === undefined ? '' : words(current).join(', ')}
      </span>
    </div>
  );
}

interface TipProps {
  readonly layout: Layout;
  readonly points: Points;
  readonly row: number;
  readonly scale: number;
  readonly words: (row: number) => readonly string[];
}

/** What a point is, beside it. */
function Tip({ layout, points, row, scale, words }: TipProps) {
  const [id = '', ...others] = words(row);
  const [left, top] = [(points.x[row] ?? 0) / scale, (points.y[row] ?? 0) / scale];
  const side = left > layout.width / 2 ? 'left' : 'right';
  const level = top > layout.height / 2 ? 'above' : 'below';
  return (
    <div className={`map-tip map-tip-${side} map-tip-${level}`} style={{ left, top }} aria-hidden="true">
      <strong dir="auto">{id}</strong>
      <span dir="auto">{others.join(' · ')}</span>
    </div>
  );
}

function pointWords(pool: PoolColumns, row: number): readonly string[] {
  const { id, benchmark, phase, score } = pool.taskAt(row);
  const state = stateWords[taskStates[pool.states[row] ?? 1] ?? 'out'];
  return [visibleText(id, 90), `score ${score}`, state, visibleText(phase, 40), visibleText(benchmark, 40)];
}

/** The parts of the map that a filter leaves, as boxes; undefined where it says nothing about either axis. */
function stretchesOf(x: Axis, y: Axis, filter: TaskFilter, layout: Layout) {
  const [across, up] = [x.stretches(filter), y.stretches(filter)];
  if (across === undefined && up === undefined) return undefined;
  return (across ?? [[0, 1] as const]).flatMap(([left, right]) =>
    (up ?? [[0, 1] as const]).map(([one, two]) => {
      const [a, b] = [layout.y(one), layout.y(two)];
      return { x: layout.x(left), y: Math.min(a, b), width: layout.x(right) - layout.x(left), height: Math.abs(a - b) };
    }),
  );
}

function useSize(box: React.RefObject<HTMLElement | null>) {
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (box.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const { width = 0, height = 0 } = entry?.contentRect ?? {};
      setSize({ width: Math.floor(width), height: Math.floor(height) });
    });
    observer.observe(box.current);
    return () => observer.disconnect();
  }, [box]);
  return size;
}

/** How many pixels of the screen a pixel of the page is. */
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
