import type { CSSProperties, TargetedKeyboardEvent, TargetedPointerEvent } from 'preact';
import { useId, useMemo, useRef, useState } from 'preact/hooks';
import { type AxisData, alongAxis, type ChartData, type Mark, type Plane } from '../../../core/pictures/chart.js';
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
            {axes(shown, plane, width, height)}
            {/* Text is drawn over lines. */}
            {shown.marks
              .toSorted((a, b) => Number(isWords(a)) - Number(isWords(b)))
              .map((mark, i) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: marks have no other name, and never change places
                <ChartMark key={i} mark={mark} plane={plane} />
              ))}
            {cursor !== undefined &&
              cursor >= shown.x.from &&
              cursor <= shown.x.to &&
              across('chart-cursor', plane, plane.x(cursor))}
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

function axes({ x, y }: ChartData, plane: Plane, width: number, height: number) {
  const { left, right, top, bottom } = plane;
  const room = Math.max(4, Math.floor((left - (y.label === '' ? 12 : 32)) / letter));
  // The axis name is centred if it fits.
  const half = (letter * x.label.length) / 2;
  const centre = Math.max(half, Math.min(width - half, (left + right) / 2));
  return (
    <>
      {x.ticks.map(({ at, words: text }) => (
        <g key={at}>
          {across('chart-grid', plane, plane.x(at))}
          {words(plane.x(at), bottom + 16, 'middle', text)}
        </g>
      ))}
      {y.ticks.map(({ at, words: text }) => (
        <g key={at}>
          {across('chart-grid', plane, undefined, plane.y(at))}
          {words(left - 7, plane.y(at) + 4, 'end', visibleText(text, room))}
        </g>
      ))}
      {across('chart-axis', plane, undefined, bottom)}
      {words(centre, height - 8, 'middle', x.label)}
      <text class="chart-words" transform={`translate(13 ${(top + bottom) / 2}) rotate(-90)`} text-anchor="middle">
        {visibleText(y.label, 80)}
      </text>
    </>
  );
}

/** A vertical line at x or horizontal at y. */
function across(name: string, { left, right, top, bottom }: Plane, x?: number, y?: number) {
  return <line class={name} x1={x ?? left} x2={x ?? right} y1={y ?? top} y2={y ?? bottom} />;
}

function words(x: number, y: number, anchor: 'start' | 'middle' | 'end', text: string) {
  return (
    <text class="chart-words" x={x} y={y} text-anchor={anchor}>
      {visibleText(text, 120)}
    </text>
  );
}

type Point = readonly [x: number, y: number];

function isWords({ kind }: Mark): boolean {
  return kind === 'rule' || kind === 'words';
}

function ChartMark({ mark, plane }: { readonly mark: Mark; readonly plane: Plane }) {
  const { x, y } = plane;
  const colour = 'colour' in mark ? `var(--${mark.colour})` : '';
  switch (mark.kind) {
    case 'line': {
      const dashes = mark.dashed === true ? '6 4' : undefined;
      return (
        <path d={pathOf(mark.points, plane)} fill="none" stroke={colour} stroke-width={2.5} stroke-dasharray={dashes} />
      );
    }
    case 'dots':
      return (
        <g fill={colour} fill-opacity={mark.opacity ?? 0.8}>
          {mark.points.map(([px, py], i) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two dots may share a place
            <circle key={i} cx={x(px)} cy={y(py)} r={mark.radius ?? 3} />
          ))}
        </g>
      );
    case 'band': {
      const above = mark.points.map(([px, , high]): Point => [px, high]);
      const below = mark.points.map(([px, low]): Point => [px, low]).reverse();
      return <path d={`${pathOf([...above, ...below], plane)}Z`} fill={colour} fill-opacity={mark.opacity ?? 0.18} />;
    }
    case 'range':
      return (
        <g stroke={colour} fill={colour}>
          <line x1={x(mark.low)} x2={x(mark.high)} y1={y(mark.y)} y2={y(mark.y)} stroke-width={2.5} />
          {mark.at !== undefined && <circle cx={x(mark.at)} cy={y(mark.y)} r={4.5} />}
        </g>
      );
    case 'box': {
      const [x1 = 0, x2 = 0] = mark.x.map(x).sort((a, b) => a - b);
      const [y1 = 0, y2 = 0] = mark.y.map(y).sort((a, b) => a - b);
      return <rect x={x1} y={y1} width={x2 - x1} height={y2 - y1} fill={colour} fill-opacity={mark.opacity ?? 0.8} />;
    }
    case 'rule':
      return rule(mark, plane);
    case 'words':
      return words(x(mark.x), y(mark.y) + 4, mark.anchor ?? 'start', mark.words);
  }
}

function pathOf(points: readonly Point[], { x, y }: Plane): string {
  return points.map(([px, py], at) => `${at === 0 ? 'M' : 'L'}${x(px).toFixed(1)} ${y(py).toFixed(1)}`).join('');
}

function rule({ x, y, words: text }: Mark & { readonly kind: 'rule' }, plane: Plane) {
  const right = x === undefined ? undefined : plane.x(x);
  const down = y === undefined ? undefined : plane.y(y);
  // Text that would overflow the chart goes on the other side.
  const isLate = right === undefined || right > (plane.left + plane.right) / 2;
  const at = right === undefined ? plane.right : right + (isLate ? -4 : 4);
  const level = right === undefined ? (down ?? plane.top) - 5 : plane.top + 11;
  return (
    <>
      {across('chart-rule', plane, right, down)}
      {text !== undefined && words(at, level, isLate ? 'end' : 'start', text)}
    </>
  );
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
