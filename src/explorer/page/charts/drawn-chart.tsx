import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { alongAxis, type ChartData } from '../../../core/pictures/chart.js';
import type { Plane } from '../../../core/pictures/marks.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { DataTable, type TableContent } from '../parts/data-table.js';
import { ChartMark, Words } from './chart-mark.js';
import { type ChartPoint, chartPoints, nearestPoint } from './chart-points.js';

interface DrawnChartProps {
  readonly title: string;
  /** What is to be seen, for whoever cannot see it. */
  readonly description: string;
  readonly shown: ChartData;
  readonly height?: number;
  /** Where a line stands that somebody moves, on the x axis. */
  readonly cursor?: number | undefined;
  /** Its values with their words, where the marks do not say them well. */
  readonly points?: readonly ChartPoint[] | undefined;
  /** The figures, as a table that opens below. */
  readonly numbers?: TableContent | undefined;
}

const margin = { top: 14, right: 18 } as const;

/** Room for the ticks, and for the name of the axis if it has one. */
const below = (label: string) => (label === '' ? 26 : 46);
const letter = 7;

/** A chart that the core describes, drawn in the page's own colours; its values show under the pointer and by arrow keys. */
export function DrawnChart(props: DrawnChartProps) {
  const { title, description, shown, height = 330, cursor, numbers } = props;
  const [place, width] = useWidth();
  const { x, y, marks } = shown;
  const plane = useMemo(() => planeOf(shown, width, height), [shown, width, height]);
  const points = useMemo(() => props.points ?? chartPoints(shown), [shown, props.points]);
  const [at, setAt] = useState<number>();
  const hint = useId();
  const current = at === undefined ? undefined : points[at];
  const follow = (event: PointerEvent<SVGSVGElement>) => {
    const box = event.currentTarget.getBoundingClientRect();
    setAt(nearestPoint(points, plane, event.clientX - box.left, event.clientY - box.top));
  };
  const step = (event: KeyboardEvent) => {
    const next = steppedTo(event.key, at, points.length);
    if (next === undefined) return;
    event.preventDefault();
    setAt(next === 'none' ? undefined : next);
  };
  return (
    <figure className="chart drawn-chart">
      <figcaption>
        <h3>{visibleText(title, 200)}</h3>
      </figcaption>
      <Legend marks={marks} />
      {/* biome-ignore lint/a11y/useSemanticElements: a group of values, which no element stands for */}
      <div
        ref={place}
        className="drawing"
        style={{ height }}
        role="group"
        aria-label={`Values of ${visibleText(title, 200)}`}
        aria-describedby={hint}
        tabIndex={points.length > 0 ? 0 : undefined}
        onKeyDown={step}
        onBlur={() => setAt(undefined)}
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
            <Axes shown={shown} plane={plane} />
            {marks.map((mark, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: marks have no other name, and never change places
              <ChartMark key={i} mark={mark} plane={plane} />
            ))}
            {cursor !== undefined && cursor >= x.from && cursor <= x.to && (
              <line
                className="chart-cursor"
                x1={plane.x(cursor)}
                x2={plane.x(cursor)}
                y1={plane.top}
                y2={plane.bottom}
              />
            )}
            <Words x={centreOf(x.label, plane, width)} y={height - 8} anchor="middle" words={x.label} />
            {y.label !== '' && (
              <text
                className="chart-words"
                transform={`translate(13 ${(plane.top + plane.bottom) / 2}) rotate(-90)`}
                textAnchor="middle"
              >
                {visibleText(y.label, 80)}
              </text>
            )}
            {current !== undefined && <Callout point={current} plane={plane} />}
          </svg>
        )}
      </div>
      <p id={hint} className="only-heard">
        Arrow keys go from value to value.
      </p>
      <p className="only-heard" aria-live="polite">
        {current?.words}
      </p>
      {numbers !== undefined && (
        <details className="numbers">
          <summary>
            Numbers<span className="only-heard"> of {visibleText(title, 200)}</span>
          </summary>
          <DataTable caption={visibleText(title, 200)} {...numbers} />
        </details>
      )}
    </figure>
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

function planeOf({ x, y }: ChartData, width: number, height: number): Plane {
  const longest = Math.max(0, ...y.ticks.map(({ words }) => Math.min(words.length, 40)));
  const left = Math.min(0.45 * width, 14 + letter * longest + (y.label === '' ? 0 : 20));
  const [top, right, bottom] = [margin.top, width - margin.right, height - below(x.label)];
  return {
    left,
    right,
    top,
    bottom,
    x: (value) => left + alongAxis(x, value) * (right - left),
    y: (value) => bottom - alongAxis(y, value) * (bottom - top),
  };
}

/** The middle of the axis, or as near to it as the whole name can stand. */
function centreOf(label: string, { left, right }: Plane, width: number): number {
  const half = (letter * label.length) / 2;
  return Math.max(half, Math.min(width - half, (left + right) / 2));
}

function Legend({ marks }: Pick<ChartData, 'marks'>) {
  const entries = marks.flatMap((mark) =>
    'label' in mark && mark.label !== undefined ? [{ label: mark.label, colour: mark.colour }] : [],
  );
  if (entries.length === 0) return null;
  return (
    <ul className="legend">
      {entries.map(({ label, colour }) => (
        <li key={label}>
          <span className="swatch" style={{ borderColor: `var(--${colour})`, background: `var(--${colour})` }} />
          {visibleText(label, 80)}
        </li>
      ))}
    </ul>
  );
}

function Axes({ shown: { x, y }, plane }: { readonly shown: ChartData; readonly plane: Plane }) {
  const { left, right, top, bottom } = plane;
  const room = Math.max(4, Math.floor((left - (y.label === '' ? 12 : 32)) / letter));
  return (
    <>
      {x.ticks.map(({ at, words }) => (
        <g key={at}>
          <line className="chart-grid" x1={plane.x(at)} x2={plane.x(at)} y1={top} y2={bottom} />
          <Words x={plane.x(at)} y={bottom + 16} anchor="middle" words={words} />
        </g>
      ))}
      {y.ticks.map(({ at, words }) => (
        <g key={at}>
          <line className="chart-grid" x1={left} x2={right} y1={plane.y(at)} y2={plane.y(at)} />
          <Words x={left - 7} y={plane.y(at) + 4} anchor="end" words={visibleText(words, room)} />
        </g>
      ))}
      <line className="chart-axis" x1={left} x2={right} y1={bottom} y2={bottom} />
    </>
  );
}

/** The value that is looked at: a ring around it, and its words beside it. */
function Callout({ point: { x, y, words }, plane }: { readonly point: ChartPoint; readonly plane: Plane }) {
  const [px, py] = [plane.x(x), plane.y(y)];
  const wide = letter * words.length + 16;
  const left = Math.max(0, Math.min(plane.right + margin.right - wide, px - wide / 2));
  const above = py - plane.top > 34;
  const top = above ? py - 36 : py + 12;
  return (
    <g className="chart-callout">
      <circle cx={px} cy={py} r={6} />
      <rect x={left} y={top} width={wide} height={24} rx={5} />
      <text x={left + wide / 2} y={top + 16} textAnchor="middle">
        {words}
      </text>
    </g>
  );
}

/** The width of an element, in whole pixels, and again whenever it changes; 0 until it is there. */
function useWidth(): readonly [RefObject<HTMLDivElement | null>, number] {
  const place = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => setWidth(Math.floor(place.current?.clientWidth ?? 0)), []);
  useEffect(() => {
    if (place.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.floor(entry?.contentRect.width ?? 0)));
    observer.observe(place.current);
    return () => observer.disconnect();
  }, []);
  return [place, width];
}
