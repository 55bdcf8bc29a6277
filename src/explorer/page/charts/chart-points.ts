import type { AxisData, ChartData } from '../../../core/pictures/chart.js';
import type { Mark, Plane } from '../../../core/pictures/marks.js';
import { visibleText } from '../../../core/text/visible-text.js';

/** A value of a chart, and its words. */
export interface ChartPoint {
  readonly x: number;
  readonly y: number;
  readonly words: string;
}

/** The values of a chart from left to right, mark by mark. Bands and rules have none of their own. */
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

type Value = readonly [x: number, y: number, words?: string];

function valuesOf(mark: Mark): readonly Value[] {
  switch (mark.kind) {
    case 'line':
    case 'dots':
      return mark.points;
    case 'range': {
      const ends = `${figure(mark.low)} to ${figure(mark.high)}`;
      return [
        [mark.at ?? (mark.low + mark.high) / 2, mark.y, mark.at === undefined ? ends : `${figure(mark.at)} (${ends})`],
      ];
    }
    case 'box': {
      const [from, to] = mark.x;
      return [[to, (mark.y[0] + mark.y[1]) / 2, from === 0 ? figure(to) : `${figure(from)} to ${figure(to)}`]];
    }
    default:
      return [];
  }
}

/** What a value is called: the tick that stands there, or the number. */
function valueWords({ ticks }: AxisData, value: number): string {
  const named = ticks.find(({ at, words }) => at === value && Number.isNaN(Number(words.replace(/[%,]/g, ''))));
  return named === undefined ? figure(value) : visibleText(named.words, 40);
}

function figure(value: number): string {
  return String(Number(value.toPrecision(3)));
}

/** Values further from the pointer are not meant, in pixels. */
const reach = 48;

/** The place of the value nearest to a point of the drawing; undefined where none is near. */
export function nearestPoint(
  points: readonly ChartPoint[],
  plane: Plane,
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
