/** Colours that are distinct for every kind of colour vision (Okabe & Ito 2008), in light and dark mode. */
export const palette = {
  blue: '#0072b2',
  orange: '#d55e00',
  green: '#009e73',
  purple: '#cc79a7',
  sky: '#56b4e9',
  amber: '#e69f00',
  grey: '#8c8c8c',
} as const;
export type Colour = keyof typeof palette;

type Point = readonly [x: number, y: number];

/** The legend lists marks with a label. */
interface Coloured {
  readonly colour: Colour;
  readonly label?: string;
  readonly opacity?: number;
}

export type Mark =
  | (Coloured & { readonly kind: 'line'; readonly points: readonly Point[]; readonly dashed?: boolean })
  | (Coloured & { readonly kind: 'dots'; readonly points: readonly Point[]; readonly radius?: number })
  /** An area between low and high at each x. */
  | (Coloured & {
      readonly kind: 'band';
      readonly points: readonly (readonly [x: number, low: number, high: number])[];
    })
  /** A horizontal range, such as an interval, optionally with a point. */
  | (Coloured & {
      readonly kind: 'range';
      readonly y: number;
      readonly low: number;
      readonly high: number;
      readonly at?: number;
    })
  | (Coloured & {
      readonly kind: 'box';
      readonly x: readonly [number, number];
      readonly y: readonly [number, number];
    })
  | { readonly kind: 'rule'; readonly x?: number; readonly y?: number; readonly words?: string }
  | {
      readonly kind: 'words';
      readonly x: number;
      readonly y: number;
      readonly words: string;
      readonly anchor?: 'start' | 'middle' | 'end';
    };

/** Labels the first mark, so that the legend lists the group once. */
export function named(label: string, marks: readonly Mark[]): Mark[] {
  return marks.map((mark, i) => (i === 0 ? { ...mark, label } : mark));
}

export interface Plane {
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

export function markSvg(mark: Mark, plane: Plane): string {
  const x = (value: number) => coordinate(plane.x(value));
  const y = (value: number) => coordinate(plane.y(value));
  const pathOf = (points: readonly Point[]) =>
    points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${x(px)} ${y(py)}`).join('');
  const colour = 'colour' in mark ? palette[mark.colour] : '';
  switch (mark.kind) {
    case 'line': {
      const dash = mark.dashed === true ? ' stroke-dasharray="6 4"' : '';
      return `<path d="${pathOf(mark.points)}" fill="none" stroke="${colour}" stroke-width="2"${dash}/>`;
    }
    case 'dots': {
      const dots = mark.points.map(([px, py]) => `<circle cx="${x(px)}" cy="${y(py)}" r="${mark.radius ?? 3}"/>`);
      return `<g fill="${colour}" fill-opacity="${mark.opacity ?? 0.8}">${dots.join('')}</g>`;
    }
    case 'band': {
      const there = mark.points.map(([px, , high]) => [px, high] as const);
      const back = mark.points.map(([px, low]) => [px, low] as const).reverse();
      return `<path d="${pathOf([...there, ...back])}Z" fill="${colour}" fill-opacity="${mark.opacity ?? 0.18}"/>`;
    }
    case 'range': {
      const { low, high, at } = mark;
      const line = `<line x1="${x(low)}" x2="${x(high)}" y1="${y(mark.y)}" y2="${y(mark.y)}" stroke="${colour}" stroke-width="2"/>`;
      return at === undefined ? line : `${line}<circle cx="${x(at)}" cy="${y(mark.y)}" r="4" fill="${colour}"/>`;
    }
    case 'box': {
      const [x1 = 0, x2 = 0] = mark.x.map(plane.x).sort((a, b) => a - b);
      const [y1 = 0, y2 = 0] = mark.y.map(plane.y).sort((a, b) => a - b);
      return `<rect x="${coordinate(x1)}" y="${coordinate(y1)}" width="${coordinate(x2 - x1)}" height="${coordinate(y2 - y1)}" fill="${colour}" fill-opacity="${mark.opacity ?? 0.8}"/>`;
    }
    case 'rule':
      return ruleSvg(mark, plane);
    case 'words':
      return `<text x="${x(mark.x)}" y="${y(mark.y)}" text-anchor="${mark.anchor ?? 'start'}" dominant-baseline="middle" class="small">${svgText(mark.words)}</text>`;
  }
}

function ruleSvg({ x, y, words }: Mark & { readonly kind: 'rule' }, plane: Plane): string {
  const [x1, x2] = x === undefined ? [plane.left, plane.right] : [plane.x(x), plane.x(x)];
  const [y1, y2] = y === undefined ? [plane.top, plane.bottom] : [plane.y(y), plane.y(y)];
  const line = `<line x1="${coordinate(x1)}" x2="${coordinate(x2)}" y1="${coordinate(y1)}" y2="${coordinate(y2)}" class="rule"/>`;
  if (words === undefined) return line;
  const [left, top, anchor] = x === undefined ? [plane.right, y1 - 4, 'end'] : [x1 + 4, plane.top + 11, 'start'];
  return `${line}<text x="${coordinate(left)}" y="${coordinate(top)}" text-anchor="${anchor}" class="small">${svgText(words)}</text>`;
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes text for SVG, and replaces characters that XML forbids (controls, lone surrogates, non-characters). */
export function svgText(text: string): string {
  return text
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
    .replace(/(?![\t\n\r])[\p{Cc}\p{Cs}\ufffe\uffff]/gu, '\ufffd');
}

/** Rounds to the precision that an eye can see. */
export function coordinate(value: number): string {
  return String(Math.round(value * 100) / 100);
}
