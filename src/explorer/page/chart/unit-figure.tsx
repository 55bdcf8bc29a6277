import { type CSSProperties, Fragment, type TargetedKeyboardEvent, type TargetedPointerEvent } from 'preact';
import { useMemo, useRef, useState } from 'preact/hooks';
import { at } from '../../../core/lists/lists.js';
import { capital, countOf, formatCount, visibleText } from '../../../core/text/words.js';
import { countCodes, type PoolColumns, taskStates } from '../../packed/selection-columns.js';
import { Button } from '../parts/controls.js';
import { memo, useIsNarrow, useSize } from '../parts/hooks.js';
import { stateWords } from '../parts/task-marks.js';
import { filterText, type TaskFilter } from '../route/task-filter.js';
import type { Moves } from '../state/compare-selections.js';
import { noAxis, type UnitAxis, type UnitColours } from './unit-axis.js';
import { fitGrid, nameParts, placeDots, type UnitCell, type UnitLayout } from './unit-layout.js';
import { nearestDot, nextDot, paintNames, type UnitScene } from './unit-paint.js';
import { type Box, useDrawing } from './use-drawing.js';

/** A chart's data. */
export interface UnitContent {
  readonly pool: PoolColumns;
  readonly mask: Uint8Array;
  readonly x: UnitAxis;
  readonly y: UnitAxis;
  readonly colours: UnitColours;
  /** Whether only the tasks of the filter are drawn. */
  readonly isZoomed: boolean;
}

interface UnitFigureProps extends UnitContent {
  readonly moves: Moves;
  readonly filter: TaskFilter;
  /** Called while a region is drawn and when it is finished; undefined if it was cancelled. */
  readonly onBrush: (filter: TaskFilter | undefined, isDone: boolean) => void;
  readonly onOpen: (row: number) => void;
  readonly onZoom: (isZoomed: boolean) => void;
}

/** One dot per task, in cells by two fields. The band names are buttons that show only the tasks in the band. */
export function UnitFigure(props: UnitFigureProps) {
  const { pool, mask, x, y, colours, filter, isZoomed, onBrush } = props;
  const box = useRef<HTMLDivElement>(null);
  const { width, height } = useSize(box);
  const only = isZoomed ? mask : undefined;
  // In a narrow window, a row's counts are below its name.
  const leastRow = useIsNarrow() ? 36 : 28;
  const grid = useMemo(
    () => fitGrid({ x, y, only, leastRow, width: Math.max(40, width), height: Math.max(40, height) }),
    [x, y, only, leastRow, width, height],
  );
  const layout = useMemo(() => placeDots(grid, { pool, colours: colours.codes }), [grid, pool, colours]);
  const choose = (axis: UnitAxis, band: number) => {
    const chosen = axis.chosen(filter);
    const isOnly = chosen?.length === 1 && chosen[0] === band;
    onBrush(isOnly ? axis.clear(filter) : axis.choose(filter, band, band), true);
  };
  const heads = { layout, filter, mask, states: pool.states, leastRow, choose };
  // Row names get the width of the longest one, or two lines if it is too long.
  const longest = Math.max(...y.bands.map(({ words }) => words.length));
  const digits = 2 * formatCount(pool.count).length;
  return (
    <div
      class={`unit${x.name === noAxis ? ' has-no-columns' : ''}${y.name === noAxis ? ' has-no-rows' : ''}`}
      style={
        {
          '--rows': y.bands.length,
          '--names': `${Math.min(17, 3.4 + 0.46 * longest + 0.4 * digits)}rem`,
        } as CSSProperties
      }
    >
      {x.name !== noAxis && (
        <p class="unit-axes" aria-hidden="true">
          <span>{capital(x.words)} →</span>
          {y.name !== noAxis && <span>{capital(y.words)} ↓</span>}
        </p>
      )}
      <BandHeads axis={x} side="columns" {...heads} />
      <BandHeads axis={y} side="rows" {...heads} />
      <div ref={box} class="unit-box">
        {width > 0 && <UnitPlot {...props} layout={layout} />}
      </div>
    </div>
  );
}

interface BandHeadsProps {
  readonly axis: UnitAxis;
  readonly side: 'columns' | 'rows';
  readonly layout: UnitLayout;
  readonly filter: TaskFilter;
  readonly mask: Uint8Array;
  readonly states: Uint8Array;
  readonly leastRow: number;
  readonly choose: (axis: UnitAxis, band: number) => void;
}

const BandHeads = memo(function BandHeads(props: BandHeadsProps) {
  const { axis, side, layout, filter, mask, states, leastRow, choose } = props;
  const counts = useMemo(() => bandCounts(axis, mask, states), [axis, mask, states]);
  if (axis.name === noAxis) return null;
  const chosen = axis.chosen(filter);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out so
    <div class={`unit-heads unit-${side}`} role="group" aria-label={axis.words}>
      {axis.bands.map(({ words, values, range }, band) => {
        const { from, size } = at(layout[side], band);
        const { shown, selected } = at(counts, band);
        // A name may use most of the gap after it, except in the last column.
        const gap = side === 'columns' && band === axis.bands.length - 1 ? 0 : 10;
        const place =
          side === 'columns' ? { left: px(from), width: px(size + gap) } : { top: px(from), height: px(size + gap) };
        return (
          <Button
            key={words}
            class={`unit-head${side === 'rows' && size + gap < leastRow + 6 ? ' is-low' : ''}`}
            style={place}
            title={words}
            disabled={values === undefined && range === undefined}
            aria-pressed={chosen?.includes(band) === true}
            onClick={() => choose(axis, band)}
          >
            <span class="unit-head-name" dir="auto">
              {nameParts(words).map((part, i) => (
                <Fragment key={String(i)}>
                  {i > 0 && <wbr />}
                  {part}
                </Fragment>
              ))}
            </span>{' '}
            <span class="unit-head-count">
              {formatCount(selected)}
              <span class="only-heard"> selected</span> / {formatCount(shown)}
            </span>
          </Button>
        );
      })}
    </div>
  );
});

export function bandCounts({ bands, bandOf }: UnitAxis, mask: Uint8Array, states: Uint8Array) {
  const counts = bands.map(() => ({ shown: 0, selected: 0 }));
  for (let row = 0; row < bandOf.length; row++) {
    if (mask[row] !== 1) continue;
    const own = at(counts, bandOf[row] ?? 0);
    own.shown++;
    if (states[row] === 0) own.selected++;
  }
  return counts;
}

/** The marks of the dots, then their colours, with the number of tasks shown with each. Areas have no crosses. */
export function legendOf({ pool, mask, colours }: Pick<UnitContent, 'pool' | 'mask' | 'colours'>, isArea: boolean) {
  const [selected = 0, out = 0, excluded = 0, ineligible = 0] = countCodes(pool.states, taskStates.length, mask);
  const crossed = excluded + ineligible;
  const counts = countCodes(colours.codes, colours.kinds.length, mask);
  const kinds = colours.kinds.map(({ words: name, paint }, kind) => ({ name, paint, count: counts[kind] ?? 0 }));
  return {
    marks: [
      { mark: 'filled', name: 'selected', count: selected },
      { mark: 'hollow', name: 'not selected', count: isArea ? out + crossed : out },
      { mark: 'crossed', name: 'excluded or not eligible', count: isArea ? 0 : crossed },
    ] as const,
    kinds: kinds.length > 1 ? kinds.filter(({ count }) => count > 0) : [],
  };
}

/** The distance a pointer must move to draw a region, and its greatest distance from a dot it selects, in pixels. */
const slack = 5;
const reach = 14;

interface Spot {
  readonly x: number;
  readonly y: number;
}

/** A region being drawn: the plot's position at the start, the first corner, and both corners once it has a size. */
interface Drag {
  readonly place?: { readonly left: number; readonly top: number };
  readonly from?: Spot;
  readonly region?: readonly [Spot, Spot];
}

type UnitPlotProps = Omit<UnitFigureProps, 'isZoomed'> & { readonly layout: UnitLayout };

function UnitPlot({ pool, mask, x, y, colours, moves, filter, onBrush, onOpen, onZoom, layout }: UnitPlotProps) {
  const box = useRef<HTMLDivElement>(null);
  const scene: UnitScene = useMemo(
    () => ({ layout, colours, states: pool.states, mask }),
    [layout, colours, pool.states, mask],
  );
  // The pointer may move and lift before the page is rendered, so its state is in a ref.
  const drag = useRef<Drag>({});
  const [region, setRegion] = useState<readonly [Spot, Spot]>();
  const [current, setCurrent] = useState<number>();
  const chosen = useMemo(() => chosenBoxes(x, y, filter, layout), [x, y, filter, layout]);
  const boxes = useMemo(() => (region === undefined ? chosen : [boxOf(region)]), [region, chosen]);
  const canvases = useDrawing({ box, scene, pool, boxes, isDrawing: region !== undefined, current, moves });
  const spotOf = (event: TargetedPointerEvent<HTMLElement>): Spot => {
    // Content above the chart may grow while a region is drawn, which must not move the region.
    const { left, top } = drag.current.place ?? event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const dotAt = (spot: Spot) => nearestDot(scene, spot.x, spot.y, Math.max(reach, layout.pitch));
  const brushed = (corners: readonly [Spot, Spot]) => {
    const { x: left, y: top, width, height } = boxOf(corners);
    const across = bandsBetween(layout.columns, left, left + width);
    const down = bandsBetween(layout.rows, top, top + height);
    return narrowed(y, narrowed(x, filter, across), down);
  };
  const stop = () => {
    drag.current = {};
    setRegion(undefined);
  };
  const press = (event: TargetedKeyboardEvent<HTMLElement>) => {
    if (event.key === 'Escape') {
      if (drag.current.region !== undefined) onBrush(undefined, true);
      else onBrush(y.clear(x.clear(filter)), true);
      stop();
    } else if (event.key === 'Enter' && current !== undefined) onOpen(current);
    else if (event.key === '+' || event.key === '=') onZoom(true);
    else if (event.key === '-') onZoom(false);
    else {
      const next = nextDot(scene, current, event.key);
      if (next === undefined) return;
      event.preventDefault();
      setCurrent(next);
    }
  };
  const begin = (event: TargetedPointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { place: event.currentTarget.getBoundingClientRect() };
    drag.current = { ...drag.current, from: spotOf(event) };
  };
  const move = (event: TargetedPointerEvent<HTMLElement>) => {
    const spot = spotOf(event);
    const { from, region: before } = drag.current;
    if (from === undefined) setCurrent(dotAt(spot));
    else if (before !== undefined || Math.hypot(spot.x - from.x, spot.y - from.y) > slack) {
      setCurrent(undefined);
      drag.current = { ...drag.current, region: [from, spot] };
      setRegion([from, spot]);
      const next = brushed([from, spot]);
      // Most moves stay within the same cells.
      if (before === undefined || filterText(next) !== filterText(brushed(before))) onBrush(next, false);
    }
  };
  const finish = (event: TargetedPointerEvent<HTMLElement>) => {
    const spot = spotOf(event);
    const { from, region: drawn } = drag.current;
    const row = from === undefined || drawn !== undefined ? undefined : dotAt(spot);
    if (from !== undefined && drawn !== undefined) onBrush(brushed([from, spot]), true);
    else if (row !== undefined) onOpen(row);
    stop();
  };
  const words = current === undefined ? [] : dotWords(pool, [x, y], current);
  const heard = `${countOf(pool.count, 'task')}, one dot each${x.name === noAxis ? '' : `, ${x.words} across`}${y.name === noAxis ? '' : `, ${y.words} down`}. Filled dots are selected tasks. Use the arrow keys to move between tasks, Enter to open one, Escape to clear the region, and plus to zoom to the tasks shown.`;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div
      ref={box}
      class="unit-plot"
      role="group"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys go from dot to dot
      tabIndex={0}
      aria-label={heard}
      onKeyDown={press}
      onFocusOut={() => setCurrent(undefined)}
      onPointerDown={begin}
      onPointerMove={move}
      onPointerUp={finish}
      onPointerCancel={() => {
        if (drag.current.region !== undefined) onBrush(undefined, true);
        stop();
      }}
      onPointerLeave={() => {
        if (drag.current.from === undefined) setCurrent(undefined);
      }}
    >
      <canvas ref={canvases.dots} />
      <canvas ref={canvases.overlay} />
      <span hidden>
        {paintNames.map((name) => (
          <span key={name} data-paint={name} style={{ color: `var(--${name})` }} />
        ))}
      </span>
      <CellCounts layout={layout} x={x} y={y} />
      {current !== undefined && <Tip layout={layout} row={current} words={words} />}
      <span class="only-heard" role="status">
        {words.join(', ')}
      </span>
    </div>
  );
}

/** Narrows a filter to some bands, or clears it if they are all the bands. */
function narrowed(axis: UnitAxis, filter: TaskFilter, [from, to]: readonly [number, number]): TaskFilter {
  return from === 0 && to === axis.bands.length - 1 ? axis.clear(filter) : axis.choose(filter, from, to);
}

function bandsBetween(bands: UnitLayout['columns'], from: number, to: number): readonly [number, number] {
  const touched = bands.flatMap((band, place) => (band.from < to && band.from + band.size > from ? [place] : []));
  const nearest = bands.reduce(
    (best, band, place) =>
      Math.abs(band.from + band.size / 2 - from) < best.distance
        ? { place, distance: Math.abs(band.from + band.size / 2 - from) }
        : best,
    { place: 0, distance: Infinity },
  ).place;
  return [touched[0] ?? nearest, touched.at(-1) ?? nearest];
}

function boxOf([a, b]: readonly [Spot, Spot]): Box {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), width: Math.abs(a.x - b.x), height: Math.abs(a.y - b.y) };
}

/** The cells that match a filter, as boxes; none if it restricts neither axis. */
function chosenBoxes(x: UnitAxis, y: UnitAxis, filter: TaskFilter, layout: UnitLayout): readonly Box[] {
  const [across, down] = [x.chosen(filter), y.chosen(filter)];
  if (across === undefined && down === undefined) return [];
  const joined = (bands: UnitLayout['columns'], places: readonly number[] | undefined) => {
    const all = places ?? bands.map((_, place) => place);
    // Adjacent bands form one box.
    const runs: [number, number][] = [];
    for (const place of all) {
      const last = runs.at(-1);
      if (last !== undefined && last[1] === place - 1) last[1] = place;
      else runs.push([place, place]);
    }
    return runs.map(([first, end]) => ({
      from: at(bands, first).from - 3,
      to: at(bands, end).from + at(bands, end).size + 3,
    }));
  };
  return joined(layout.columns, across).flatMap((column) =>
    joined(layout.rows, down).map((row) => ({
      x: column.from,
      y: row.from,
      width: column.to - column.from,
      height: row.to - row.from,
    })),
  );
}

/** The width of a character of the counts, in pixels. */
const letter = 6.4;

const CellCounts = memo(function CellCounts({ layout, x, y }: Pick<UnitPlotProps, 'layout' | 'x' | 'y'>) {
  return (
    <span aria-hidden="true">
      {labelledCells(layout, x, y).map(({ cell, words }) => (
        <span
          key={`${cell.column} ${cell.row}`}
          class="unit-count"
          style={{ left: px(cell.end.x), top: px(cell.end.y) }}
        >
          {words}
        </span>
      ))}
    </span>
  );
});

/** The cells whose counts fit beside their dots, with the counts. With one axis, the band names show the counts. */
export function labelledCells(
  layout: UnitLayout,
  x: UnitAxis,
  y: UnitAxis,
): readonly { readonly cell: UnitCell; readonly words: string }[] {
  if (x.name === noAxis || y.name === noAxis) return [];
  return layout.cells.flatMap((cell) => {
    const words = `${formatCount(cell.selected)} / ${formatCount(cell.drawn)}`;
    const column = at(layout.columns, cell.column);
    const fits = cell.end.x + letter * words.length <= column.from + column.size + 14 && cell.end.y > 8;
    return cell.drawn > 0 && fits ? [{ cell, words }] : [];
  });
}

interface TipProps {
  readonly layout: UnitLayout;
  readonly row: number;
  readonly words: readonly string[];
}

function Tip({ layout, row, words: [id, ...others] }: TipProps) {
  const [left, top] = [layout.x[row] ?? 0, layout.y[row] ?? 0];
  const side = left > layout.width / 2 ? 'left' : 'right';
  const level = top > layout.height / 2 ? 'above' : 'below';
  return (
    <div
      class={`unit-tip unit-tip-${side} unit-tip-${level}`}
      style={{ left: px(left), top: px(top) }}
      aria-hidden="true"
    >
      <strong dir="auto">{id}</strong>
      <span dir="auto">{others.join(' · ')}</span>
    </div>
  );
}

function px(pixels: number): string {
  return `${pixels}px`;
}

function dotWords(pool: PoolColumns, axes: readonly UnitAxis[], row: number): readonly string[] {
  const bands = axes.flatMap(({ name, words, bands: all, bandOf }) => {
    const band = all[bandOf[row] ?? 0];
    return name === noAxis || band === undefined
      ? []
      : [band.range === undefined ? band.words : `${words} ${band.words}`];
  });
  const state = stateWords[taskStates[pool.states[row] ?? 1] ?? 'out'];
  return [visibleText(pool.labels.givenAt(row).id, 90), state, ...bands];
}
