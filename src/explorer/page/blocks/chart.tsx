import {
  type CSSProperties,
  createElement,
  type TargetedKeyboardEvent,
  type TargetedPointerEvent,
  type VNode,
} from 'preact';
import { useId, useMemo, useRef, useState } from 'preact/hooks';
import {
  type AxisData,
  across,
  alongAxis,
  type ChartData,
  chartShapes,
  type Mark,
  type Plane,
  type Shape,
} from '../../../core/pictures/chart.js';
import { visibleText } from '../../../core/text/words.js';
import { useSize } from '../parts/hooks.js';
import { Swatch } from '../parts/task-marks.js';
import { type TableContent, TableView } from './table.js';

export interface ShownChart {
  readonly title: string;
  /** The content in words, for screen readers. */
  readonly description: string;
  readonly shown: ChartData;
  readonly height: number;
}

interface ChartViewProps extends ShownChart {
  readonly cursor?: number | undefined;
}

/** A chart in the colours of the page. Pointing at a value, or moving to it with the arrow keys, shows it. */
export function ChartView({ title, description, shown, height, cursor }: ChartViewProps) {
  const place = useRef<HTMLDivElement>(null);
  const { width } = useSize(place);
  const plane = useMemo(() => planeOf(shown, width, height), [shown, width, height]);
  const drawn = useMemo(() => fitted(shown, plane), [shown, plane]);
  const points = useMemo(() => chartPoints(shown), [shown]);
  const [at, setAt] = useState<number>();
  const hint = useId();
  const current = at === undefined ? undefined : points[at];
  const name = visibleText(title, 200);
  const follow = (event: TargetedPointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt(nearestPoint(points, plane, event.clientX - box.left, event.clientY - box.top));
  };
  const step = (event: TargetedKeyboardEvent<HTMLElement>) => {
    const next = steppedTo(event.key, at, points.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next === 'none' ? undefined : next);
  };
  return (
    <figure class="chart drawn-chart">
      <figcaption>
        <h3>{name}</h3>
      </figcaption>
      <Legend marks={shown.marks} />
      {/* biome-ignore lint/a11y/useSemanticElements: no element means a group of values */}
      <div
        ref={place}
        class="drawing"
        style={{ '--height': `${height}px` } as CSSProperties}
        role="group"
        aria-label={`Values of ${name}`}
        aria-describedby={hint}
        tabIndex={points.length > 0 ? 0 : undefined}
        onKeyDown={step}
        onFocusOut={() => setAt(undefined)}
      >
        {width > 0 && (
          <svg
            width={width}
            height={height}
            viewBox={`0 0 ${width} ${height}`}
            role="img"
            aria-label={visibleText(`${title}. ${description}`, 10_000)}
            onPointerMove={follow}
            onPointerLeave={() => setAt(undefined)}
          >
            {chartShapes(drawn, plane, (colour) => `var(--${colour})`).map(elementOf)}
            {cursor !== undefined &&
              cursor >= shown.x.from &&
              cursor <= shown.x.to &&
              elementOf(across(plane, 'cursor', plane.x(cursor)), -1)}
            {current !== undefined && <Callout point={current} plane={plane} />}
          </svg>
        )}
      </div>
      <p id={hint} class="only-heard">
        Use the arrow keys to move between values.
      </p>
      <p class="only-heard" aria-live="polite">
        {current?.words}
      </p>
    </figure>
  );
}

interface NumbersProps extends TableContent {
  readonly title: string;
  readonly of: string;
  /** Called when the table opens or closes, if its rows are made only then. */
  readonly onToggle?: (isOpen: boolean) => void;
}

export function Numbers({ of, onToggle, ...table }: NumbersProps) {
  return (
    <details class="numbers" onToggle={({ currentTarget }) => onToggle?.(currentTarget.open)}>
      <summary>
        Table<span class="only-heard"> of {of}</span>
      </summary>
      <TableView {...table} />
    </details>
  );
}

function steppedTo(key: string, at: number | undefined, count: number): number | 'none' | undefined {
  if (key === 'Escape') return at === undefined ? undefined : 'none';
  if (key === 'Home') return 0;
  if (key === 'End') return count - 1;
  if (key === 'ArrowRight' || key === 'ArrowDown') return at === undefined ? 0 : Math.min(count - 1, at + 1);
  if (key === 'ArrowLeft' || key === 'ArrowUp') return at === undefined ? count - 1 : Math.max(0, at - 1);
  return undefined;
}

const margin = { top: 14, right: 18 } as const;
const letter = 7.6;

function planeOf({ x, y }: ChartData, width: number, height: number): Plane {
  const longest = Math.max(0, ...y.ticks.map(({ words }) => Math.min(words.length, 40)));
  const left = Math.min(0.45 * width, 14 + letter * longest + (y.label === '' ? 0 : 20));
  const [top, right, bottom] = [margin.top, width - margin.right, height - (x.label === '' ? 26 : 46)];
  return { left, right, top, bottom, x: scaleOf(x, [left, right]), y: scaleOf(y, [bottom, top]) };
}

function scaleOf(axis: AxisData, [from, to]: readonly [number, number]): (value: number) => number {
  return (value) => from + alongAxis(axis, value) * (to - from);
}

function Legend({ marks }: Pick<ChartData, 'marks'>) {
  const entries = marks.flatMap((mark) =>
    'label' in mark && mark.label !== undefined ? [{ label: mark.label, colour: mark.colour }] : [],
  );
  if (entries.length === 0) return null;
  return (
    <ul class="legend">
      {entries.map(({ label, colour }) => (
        <li key={label}>
          <Swatch colour={`var(--${colour})`} />
          {visibleText(label, 80)}
        </li>
      ))}
    </ul>
  );
}

/** The chart with names that fit beside its rows, and text drawn over lines. */
function fitted({ x, y, marks }: ChartData, { left }: Plane): ChartData {
  const room = Math.max(4, Math.floor((left - (y.label === '' ? 12 : 32)) / letter));
  const isText = ({ kind }: Mark) => Number(kind === 'rule' || kind === 'words');
  return {
    x,
    y: { ...y, ticks: y.ticks.map(({ at, words }) => ({ at, words: visibleText(words, room) })) },
    marks: marks.toSorted((a, b) => isText(a) - isText(b)),
  };
}

function elementOf([name, attributes, content]: Shape, key: number): VNode {
  const inside = typeof content === 'string' ? visibleText(content, 120) : content?.map(elementOf);
  return createElement(name, { ...attributes, key }, inside);
}

function Callout({ point: { x, y, words }, plane }: { readonly point: ChartPoint; readonly plane: Plane }) {
  const [px, py] = [plane.x(x), plane.y(y)];
  const wide = letter * words.length + 16;
  const left = Math.max(0, Math.min(plane.right + margin.right - wide, px - wide / 2));
  const top = py - plane.top > 34 ? py - 36 : py + 12;
  return (
    <g class="chart-callout">
      <circle cx={px} cy={py} r={6} />
      <rect x={left} y={top} width={wide} height={24} rx={5} />
      <text x={left + wide / 2} y={top + 16} text-anchor="middle">
        {words}
      </text>
    </g>
  );
}

export interface ChartPoint {
  readonly x: number;
  readonly y: number;
  readonly words: string;
}

export function chartPoints({ x, y, marks }: ChartData): readonly ChartPoint[] {
  return marks.flatMap((mark) => {
    const named = 'label' in mark && mark.label !== undefined ? `${visibleText(mark.label, 40)}: ` : '';
    return valuesOf(mark).map(([px, py, words]) => ({
      x: px,
      y: py,
      words: `${named}${valueWords(y, py)}, ${words ?? valueWords(x, px)}`,
    }));
  });
}

function valuesOf(mark: Mark): readonly (readonly [x: number, y: number, words?: string])[] {
  switch (mark.kind) {
    case 'line':
    case 'dots':
      return mark.points;
    case 'range': {
      const ends = `${figure(mark.low)} to ${figure(mark.high)}`;
      if (mark.at === undefined) return [[(mark.low + mark.high) / 2, mark.y, ends]];
      return [[mark.at, mark.y, `${figure(mark.at)} (${ends})`]];
    }
    case 'box': {
      const [from, to] = mark.x;
      return [[to, (mark.y[0] + mark.y[1]) / 2, from === 0 ? figure(to) : `${figure(from)} to ${figure(to)}`]];
    }
    default:
      return [];
  }
}

/** A value as text: the name of its tick if it has one, or the number. */
function valueWords({ ticks }: AxisData, value: number): string {
  const named = ticks.find(({ at, words }) => at === value && Number.isNaN(Number(words.replace(/[%,]/g, ''))));
  return named === undefined ? figure(value) : visibleText(named.words, 40);
}

function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** The greatest distance from the pointer to a value, in pixels. */
const reach = 48;

/** The index of the value nearest to a point of the drawing; undefined if none is near. */
export function nearestPoint(
  points: readonly ChartPoint[],
  plane: Pick<Plane, 'x' | 'y'>,
  left: number,
  top: number,
): number | undefined {
  let [best, distance]: [number | undefined, number] = [undefined, reach];
  for (const [i, { x, y }] of points.entries()) {
    const from = Math.hypot(plane.x(x) - left, plane.y(y) - top);
    if (from < distance) [best, distance] = [i, from];
  }
  return best;
}
