import {
  type CSSProperties,
  type KeyboardEvent,
  memo,
  type PointerEvent,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { formatCount } from '../../../core/text/numbers.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { taskStates } from '../../packed/packed-selection.js';
import { Button } from '../parts/controls.js';
import { useSize } from '../parts/hooks.js';
import { stateWords } from '../parts/task-marks.js';
import type { TaskFilter } from '../route/task-filter.js';
import type { PoolColumns } from '../state/pool-columns.js';
import { type Axis, countBins } from './map-axis.js';
import {
  type Layout,
  layoutOf,
  nearestPoint,
  nextPoint,
  type Points,
  paintNames,
  placePoints,
  radiusFor,
} from './map-points.js';
import { type MapMoves, type Spot, useDrawing } from './use-drawing.js';

interface MapFigureProps {
  readonly pool: PoolColumns;
  readonly mask: Uint8Array;
  readonly x: Axis;
  readonly y: Axis;
  readonly colours: Uint8Array;
  readonly moves: MapMoves;
  readonly filter: TaskFilter;
  /** The content in words, for readers who cannot see it. */
  readonly description: string;
  /** While a region is drawn, and when it is done; undefined: it was given up. */
  readonly onBrush: (filter: TaskFilter | undefined, isDone: boolean) => void;
  readonly onOpen: (row: number) => void;
  readonly onChoose: (filter: TaskFilter) => void;
}

/** The map with a histogram and the values of an axis along each side. */
export function MapFigure({ onChoose, ...plot }: MapFigureProps) {
  const { pool, mask, x, y, filter } = plot;
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const layout = useMemo(() => layoutOf(x, y, width, height), [x, y, width, height]);
  const { gutterX, gutterY } = layout;
  const bars = { mask, states: pool.states, filter, onChoose };
  return (
    <figure className={`map map-y-${y.kind}`}>
      <AxisBars axis={x} side="across" gutter={gutterX} {...bars} />
      <AxisTicks axis={y} side="up" length={height} gutter={gutterY} />
      <div ref={box} className="map-box">
        <MapPlot {...plot} layout={layout} />
      </div>
      <span className="map-name map-name-y" dir="auto" aria-hidden="true">
        {y.words}
      </span>
      <span className="map-name map-name-x" dir="auto" aria-hidden="true">
        {x.words}
      </span>
      <AxisBars axis={y} side="up" gutter={gutterY} {...bars} />
      <AxisTicks axis={x} side="across" length={width} gutter={gutterX} />
    </figure>
  );
}

interface AxisBarsProps extends Pick<MapFigureProps, 'mask' | 'filter' | 'onChoose'> {
  readonly axis: Axis;
  readonly side: 'across' | 'up';
  readonly states: Uint8Array;
  /** The room before the axis for tasks whose value is unknown, in pixels. */
  readonly gutter: number;
}

/**
 * A histogram along a side of the map: all tasks behind, the shown ones before them, the selected ones in front. Each bar
 * is a button that shows only its tasks; the arrow keys go from one to the next.
 */
const AxisBars = memo(function AxisBars({ axis, side, mask, states, filter, gutter, onChoose }: AxisBarsProps) {
  const counts = useMemo(() => countBins(axis, mask, states), [axis, mask, states]);
  const most = Math.max(1, ...counts.map(({ all }) => all));
  const share = (count: number) => (count === 0 ? 0 : Math.max(0.03, count / most));
  const [current, setCurrent] = useState(0);
  const chosen = axis.stretches(filter);
  const move = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const buttons = event.currentTarget.querySelectorAll('button');
    const from = Array.from<unknown>(buttons).indexOf(event.target);
    buttons[Math.max(0, Math.min(buttons.length - 1, from + by))]?.focus();
  };
  // Numbers grow upwards.
  const isUp = side === 'up' && axis.kind === 'number';
  const reachable = Math.min(current, axis.bins.length - 1);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out so
    <div
      className={`map-bars map-bars-${side}`}
      role="group"
      aria-label={`Histogram of ${axis.words}`}
      style={{ '--gutter': `${gutter}px` } as CSSProperties}
      onKeyDown={move}
    >
      {axis.bins.map((bin, at) => {
        const { all, shown, selected } = counts[at] ?? { all: 0, shown: 0, selected: 0 };
        const [from, to] = isUp ? [1 - bin.to, 1 - bin.from] : [bin.from, bin.to];
        const isWithin = chosen?.some(([start, end]) => start < bin.to - 1e-6 && end > bin.from + 1e-6) === true;
        const isChosen = isWithin && shown > 0;
        const shares = { '--all': share(all), '--shown': share(shown), '--selected': share(selected) };
        return (
          <Button
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is known by its place
            key={at}
            className="map-bar"
            tabIndex={at === reachable ? 0 : -1}
            aria-pressed={isChosen}
            aria-label={`${bin.words}: ${formatCount(selected)} selected / ${formatCount(shown)} shown, of ${formatCount(all)}`}
            title={`${bin.words}: ${formatCount(selected)} / ${formatCount(shown)}`}
            style={{ '--from': from, '--to': to, ...shares } as CSSProperties}
            onFocus={() => setCurrent(at)}
            onClick={() => onChoose(isChosen && chosen?.length === 1 ? axis.clear(filter) : bin.choose(filter))}
          >
            <span className="bar-all" />
            <span className="bar-shown" />
            <span className="bar-selected" />
          </Button>
        );
      })}
    </div>
  );
});

interface AxisTicksProps extends Pick<AxisBarsProps, 'axis' | 'side' | 'gutter'> {
  readonly length: number;
}

/** The pixels that the words of a tick need: across, turned, and beside the map. */
const rooms = { across: 44, turned: 16, up: 16 } as const;

/** The values along a side of the map, without those that there is no room for. */
const AxisTicks = memo(function AxisTicks({ axis, side, length, gutter }: AxisTicksProps) {
  const isNumber = axis.kind === 'number';
  const size = Math.max(0, length - gutter);
  const ticks = axis.ticks.map((tick) => ({ ...tick, room: (tick.room ?? 1 / axis.ticks.length) * size }));
  const isTurned = side === 'across' && !isNumber && Math.min(...ticks.map(({ room }) => room)) < rooms.across;
  const needed = rooms[isTurned ? 'turned' : side];
  let end = -Infinity;
  const shown = ticks.filter(({ at }) => {
    if (at * size - end < needed) return false;
    end = at * size;
    return true;
  });
  const placeOf = (at: number) => {
    const own = side === 'up' && isNumber ? 1 - at : at;
    return `calc(${own} * (100% - ${gutter}px) + ${side === 'across' ? gutter : 0}px)`;
  };
  const unknown = side === 'across' ? { left: gutter / 2 } : { top: `calc(100% - ${gutter / 2}px)` };
  return (
    <div
      className={`map-ticks map-ticks-${side}${isTurned ? ' is-turned' : ''}${isNumber ? ' of-numbers' : ''}`}
      aria-hidden="true"
    >
      {gutter > 0 && (
        <span className="map-tick is-unknown" style={unknown}>
          ?
        </span>
      )}
      {shown.map(({ at, words, room }) => {
        const across = { left: placeOf(at), '--room': `${Math.max(room - 2, 30)}px` } as CSSProperties;
        const style = side === 'across' ? across : { top: placeOf(at) };
        return (
          <span key={at} className="map-tick" title={words} dir="auto" style={style}>
            {words}
          </span>
        );
      })}
    </div>
  );
});

/** How far a pointer moves before it draws a region, and how far from a point it finds it, in pixels. */
const slack = 4;
const reach = 14;

interface MapPlotProps extends Omit<MapFigureProps, 'onChoose'> {
  readonly layout: Layout;
}

function MapPlot({ layout, ...props }: MapPlotProps) {
  const { pool, mask, x, y, colours, moves, filter, description, onBrush, onOpen } = props;
  const box = useRef<HTMLDivElement>(null);
  const scale = useScale();
  const placed = useMemo(() => placePoints(pool, x, y, layout, scale), [pool, x, y, layout, scale]);
  const points: Points = useMemo(() => {
    const radius = scale * radiusFor(pool.count, layout);
    return { ...placed, count: pool.count, states: pool.states, mask, colours, radius };
  }, [placed, pool, mask, colours, layout, scale]);
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
  const press = (event: KeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      onBrush(region === undefined ? y.clear(x.clear(filter)) : undefined, true);
      stop();
    } else if (event.key === 'Enter' && current !== undefined) onOpen(current);
    else {
      const next = nextPoint(points, current, event.key);
      if (next === undefined) return;
      event.preventDefault();
      setCurrent(next);
    }
  };
  const begin = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    setFrom(spotOf(event));
  };
  const move = (event: PointerEvent<HTMLElement>) => {
    const spot = spotOf(event);
    if (from === undefined) setCurrent(pointAt(spot));
    else if (region !== undefined || Math.hypot(spot.x - from.x, spot.y - from.y) > slack) {
      setCurrent(undefined);
      setRegion([from, spot]);
      onBrush(brushed(from, spot), false);
    }
  };
  const finish = (event: PointerEvent<HTMLElement>) => {
    const spot = spotOf(event);
    const row = from === undefined || region !== undefined ? undefined : pointAt(spot);
    if (from !== undefined && region !== undefined) onBrush(brushed(from, spot), true);
    else if (row !== undefined) onOpen(row);
    stop();
  };
  const words = current === undefined ? [] : pointWords(pool, current);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      ref={box}
      className="map-plot"
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go from point to point
      tabIndex={0}
      aria-label={description}
      onKeyDown={press}
      onBlur={() => setCurrent(undefined)}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={finish}
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
      {current !== undefined && (
        <Tip
          layout={layout}
          left={(points.x[current] ?? 0) / scale}
          top={(points.y[current] ?? 0) / scale}
          words={words}
        />
      )}
      <span className="only-heard" role="status">
        {words.join(', ')}
      </span>
    </div>
  );
}

interface TipProps {
  readonly layout: Layout;
  readonly left: number;
  readonly top: number;
  readonly words: readonly string[];
}

function Tip({ layout, left, top, words: [id, ...others] }: TipProps) {
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

/** The parts of the map that a filter leaves, as boxes; undefined if it restricts neither axis. */
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

/** The pixels of the screen in a pixel of the page. */
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
