import { type Colour, palette } from './palette.js';
import { coordinate, svgText } from './svg-text.js';

type Point = readonly [x: number, y: number];

/** What stands in a chart, in the units of its axes. */
export type Mark =
  | {
      readonly kind: 'line';
      readonly points: readonly Point[];
      readonly colour: Colour;
      readonly label?: string;
      readonly dashed?: boolean;
    }
  | {
      readonly kind: 'dots';
      readonly points: readonly Point[];
      readonly colour: Colour;
      readonly label?: string;
      readonly radius?: number;
      readonly opacity?: number;
    }
  /** A range from low to high at each x, as an area. */
  | {
      readonly kind: 'band';
      readonly points: readonly (readonly [x: number, low: number, high: number])[];
      readonly colour: Colour;
      readonly label?: string;
      readonly opacity?: number;
    }
  /** A horizontal range with a point in it, as for an interval. */
  | {
      readonly kind: 'range';
      readonly y: number;
      readonly low: number;
      readonly high: number;
      readonly at?: number;
      readonly colour: Colour;
    }
  /** A box from corner to corner. */
  | {
      readonly kind: 'box';
      readonly x: readonly [number, number];
      readonly y: readonly [number, number];
      readonly colour: Colour;
      readonly opacity?: number;
      readonly label?: string;
    }
  /** A line across the chart. */
  | { readonly kind: 'rule'; readonly x?: number; readonly y?: number; readonly words?: string }
  | {
      readonly kind: 'words';
      readonly x: number;
      readonly y: number;
      readonly words: string;
      readonly anchor?: 'start' | 'middle' | 'end';
    };

/** Where the units of the axes lie in the picture. */
export interface Plane {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** A mark as SVG. */
export function markSvg(mark: Mark, plane: Plane): string {
  const { x, y } = plane;
  const at = (value: number) => coordinate(value);
  switch (mark.kind) {
    case 'line': {
      const path = mark.points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${at(x(px))} ${at(y(py))}`).join('');
      const dash = mark.dashed === true ? ' stroke-dasharray="6 4"' : '';
      return `<path d="${path}" fill="none" stroke="${palette[mark.colour]}" stroke-width="2"${dash}/>`;
    }
    case 'dots': {
      const shape = mark.points
        .map(([px, py]) => `<circle cx="${at(x(px))}" cy="${at(y(py))}" r="${mark.radius ?? 3}"/>`)
        .join('');
      return `<g fill="${palette[mark.colour]}" fill-opacity="${mark.opacity ?? 0.8}">${shape}</g>`;
    }
    case 'band': {
      const there = mark.points.map(([px, , high], i) => `${i === 0 ? 'M' : 'L'}${at(x(px))} ${at(y(high))}`).join('');
      const back = mark.points
        .toReversed()
        .map(([px, low]) => `L${at(x(px))} ${at(y(low))}`)
        .join('');
      return `<path d="${there}${back}Z" fill="${palette[mark.colour]}" fill-opacity="${mark.opacity ?? 0.18}"/>`;
    }
    case 'range': {
      const line = `<line x1="${at(x(mark.low))}" x2="${at(x(mark.high))}" y1="${at(y(mark.y))}" y2="${at(y(mark.y))}" stroke="${palette[mark.colour]}" stroke-width="2"/>`;
      const dot =
        mark.at === undefined
          ? ''
          : `<circle cx="${at(x(mark.at))}" cy="${at(y(mark.y))}" r="4" fill="${palette[mark.colour]}"/>`;
      return line + dot;
    }
    case 'box': {
      const [x1 = 0, x2 = 0] = mark.x.map(x).sort((a, b) => a - b);
      const [y1 = 0, y2 = 0] = mark.y.map(y).sort((a, b) => a - b);
      return `<rect x="${at(x1)}" y="${at(y1)}" width="${at(x2 - x1)}" height="${at(y2 - y1)}" fill="${palette[mark.colour]}" fill-opacity="${mark.opacity ?? 0.8}"/>`;
    }
    case 'rule': {
      const [x1, x2] = mark.x === undefined ? [plane.left, plane.right] : [x(mark.x), x(mark.x)];
      const [y1, y2] = mark.y === undefined ? [plane.top, plane.bottom] : [y(mark.y), y(mark.y)];
      const words =
        mark.words === undefined
          ? ''
          : `<text x="${at(mark.x === undefined ? plane.right : x1 + 4)}" y="${at(mark.x === undefined ? y1 - 4 : plane.top + 11)}" text-anchor="${mark.x === undefined ? 'end' : 'start'}" class="small">${svgText(mark.words)}</text>`;
      return `<line x1="${at(x1)}" x2="${at(x2)}" y1="${at(y1)}" y2="${at(y2)}" class="rule"/>${words}`;
    }
    case 'words':
      return `<text x="${at(x(mark.x))}" y="${at(y(mark.y))}" text-anchor="${mark.anchor ?? 'start'}" dominant-baseline="middle" class="small">${svgText(mark.words)}</text>`;
  }
}
