export interface Chart {
  readonly title: string;
  /** The content in words, for readers who can't see it. */
  readonly description: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly marks: readonly Mark[];
  readonly width?: number;
  readonly height?: number;
  /** The space at the left for tick labels. */
  readonly left?: number;
}

interface Axis {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  /** Logarithmic; both ends must be above 0. */
  readonly log?: boolean;
  /** The values with a tick. Default: round numbers. */
  readonly ticks?: readonly number[];
  /** Formats a tick's label. Default: the number. */
  readonly format?: (value: number) => string;
}

/** A chart as plain data. `chartSvg` turns it into SVG, and the page draws it directly. */
export interface Drawing {
  readonly shown: ChartData;
  readonly title: string;
  readonly description: string;
  readonly width: number;
  readonly height: number;
  readonly left: number;
}

export interface ChartData {
  readonly x: AxisData;
  readonly y: AxisData;
  readonly marks: readonly Mark[];
}

export interface AxisData {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  readonly log: boolean;
  readonly ticks: readonly { readonly at: number; readonly words: string }[];
}

export function chartData({ x, y, marks }: Pick<Chart, 'x' | 'y' | 'marks'>): ChartData {
  return { x: axisData(x), y: axisData(y), marks };
}

function axisData({ label, from, to, log = false, ticks, format = plainNumber }: Axis): AxisData {
  const values = ticks ?? (log ? powerTicks(from, to) : roundTicks(from, to));
  return { label, from, to, log, ticks: values.map((at) => ({ at, words: format(at) })) };
}

function plainNumber(value: number): string {
  return String(Number(value.toPrecision(6)));
}

const aimedTicks = 5;

/** About five multiples of 1, 2 or 5 times a power of ten. */
function roundTicks(from: number, to: number): readonly number[] {
  const span = to - from;
  if (!(span > 0)) return [from];
  const power = 10 ** Math.floor(Math.log10(span / aimedTicks));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => span / each <= aimedTicks * 1.4) ?? span;
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

const mostPowerTicks = 8;

/** 1, 2 and 5 times powers of ten; only the powers if those are too many, round numbers if fewer than two fit. */
function powerTicks(from: number, to: number): readonly number[] {
  const lowest = Math.floor(Math.log10(from));
  const powers = Array.from({ length: Math.ceil(Math.log10(to)) - lowest + 1 }, (_, i) => 10 ** (lowest + i));
  const within = (values: readonly number[]) => values.filter((value) => value >= from && value <= to);
  const all = within(powers.flatMap((power) => [power, 2 * power, 5 * power]));
  if (all.length < 2) return roundTicks(from, to);
  return all.length <= mostPowerTicks ? all : within(powers);
}

/** The position of a value along an axis, from 0 at its start to 1 at its end. */
export function alongAxis({ from, to, log = false }: Pick<Axis, 'from' | 'to' | 'log'>, value: number): number {
  if (from === to) return 0.5;
  return log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
}

/** A vertical axis with a label per row, and the chart's size. `room` is the space beyond the outer rows, in rows. */
export function rowAxis(rows: readonly { readonly words: string }[], room: number, rowHeight = 20) {
  const at = (row: number) => rows.length - row;
  const y: Axis = {
    label: '',
    from: 1 - room,
    to: rows.length + room,
    ticks: rows.map((_, row) => at(row)),
    format: (value) => rows[rows.length - value]?.words ?? '',
  };
  const left = 40 + 6.2 * Math.max(...rows.map(({ words }) => words.length));
  return { at, y, left, height: 130 + rowHeight * rows.length };
}

/** Text adapts to light and dark mode. */
const style =
  'text{font:13px system-ui,sans-serif;fill:#555}.title{font-weight:600;font-size:15px}.small{font-size:11px}.rule{stroke:#888;stroke-dasharray:3 3}.axis{stroke:#888}.grid{stroke:#8884}@media(prefers-color-scheme:dark){text{fill:#bbb}}';

/** Computes ticks and size; the chart is at least as wide as its legend. */
export function drawChart(chart: Chart): Drawing {
  const { title, description, width = 640, height = 380, left = 64 } = chart;
  const legendEnd = left + labelsOf(chart.marks).reduce((sum, { label }) => sum + labelWidth(label), 0);
  return { shown: chartData(chart), title, description, width: Math.max(width, Math.ceil(legendEnd)), height, left };
}

/** A chart as SVG. The same chart always gives the same bytes. */
export function chartSvg({ shown, title, description, width, height, left }: Drawing): string {
  const legend = legendSvg(shown.marks, left);
  const top = 44 + (legend === '' ? 0 : 20);
  const [right, bottom] = [width - 20, height - 48];
  const plane: Plane = {
    left,
    right,
    top,
    bottom,
    x: (value) => left + alongAxis(shown.x, value) * (right - left),
    y: (value) => bottom - alongAxis(shown.y, value) * (bottom - top),
  };
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${svgText(title)}</title><desc id="description">${svgText(description)}</desc><style>${style}</style>`,
    `<text x="${left}" y="24" class="title">${svgText(title)}</text>`,
    legend,
    ...chartShapes(shown, plane, (colour) => palette[colour]).map(shapeSvg),
    '</svg>',
  ];
  return `${parts.filter((part) => part !== '').join('\n')}\n`;
}

function labelsOf(marks: readonly Mark[]) {
  return marks.flatMap((mark) =>
    'label' in mark && mark.label !== undefined ? [{ label: mark.label, colour: mark.colour }] : [],
  );
}

function labelWidth({ length }: string): number {
  return 36 + 6.5 * length;
}

function legendSvg(marks: readonly Mark[], left: number): string {
  let [svg, end] = ['', left];
  for (const { label, colour } of labelsOf(marks)) {
    svg += `<rect x="${end}" y="37" width="12" height="12" fill="${palette[colour]}"/><text x="${end + 17}" y="47" class="small">${svgText(label)}</text>`;
    end += labelWidth(label);
  }
  return svg;
}

/** An SVG element: its name, its attributes, and its text or its parts. */
export type Shape = readonly [
  name: string,
  attributes: Readonly<Record<string, string | number | undefined>>,
  content?: string | readonly Shape[],
];

function shapeSvg([name, attributes, content]: Shape): string {
  const given = Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : ` ${key}="${value}"`));
  const inside = typeof content === 'string' ? svgText(content) : content?.map(shapeSvg).join('');
  return `<${name}${given.join('')}${inside === undefined ? '/>' : `>${inside}</${name}>`}`;
}

/** The axes and the marks of a chart. */
export function chartShapes(
  { x, y, marks }: ChartData,
  plane: Plane,
  colourOf: (colour: Colour) => string,
): readonly Shape[] {
  const { left, right, top, bottom } = plane;
  const below = x.ticks.flatMap(({ at, words }): Shape[] => {
    const px = rounded(plane.x(at));
    const look = { x: px, y: bottom + 17, 'text-anchor': 'middle', class: 'small' };
    return [across(plane, 'grid', px), ['text', look, words]];
  });
  const beside = y.ticks.flatMap(({ at, words }): Shape[] => {
    const py = rounded(plane.y(at));
    const look = { x: left - 7, y: py, 'dominant-baseline': 'middle', 'text-anchor': 'end', class: 'small' };
    return [across(plane, 'grid', undefined, py), ['text', look, words]];
  });
  // The name is centred if it fits.
  const half = (nameLetter * x.label.length) / 2;
  const centre = Math.max(half, Math.min(right + margin - half, (left + right) / 2));
  const turned = `translate(14 ${(top + bottom) / 2}) rotate(-90)`;
  return [
    ...below,
    ...beside,
    across(plane, 'axis', undefined, bottom),
    ['text', { x: centre, y: bottom + 38, 'text-anchor': 'middle' }, x.label],
    ...(y.label === '' ? [] : [['text', { transform: turned, 'text-anchor': 'middle' }, y.label] as const]),
    ...marks.flatMap((mark) => markShapes(mark, plane, 'colour' in mark ? colourOf(mark.colour) : '')),
  ];
}

/** The width of a letter in the name of an axis, and the space beside a chart, in pixels. */
const [nameLetter, margin] = [7.6, 18];

/** A vertical line at x or a horizontal one at y. */
export function across({ left, right, top, bottom }: Plane, name: string, x?: number, y?: number): Shape {
  return ['line', { x1: x ?? left, x2: x ?? right, y1: y ?? top, y2: y ?? bottom, class: name }];
}

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

function markShapes(mark: Mark, plane: Plane, colour: string): readonly Shape[] {
  const x = (value: number) => rounded(plane.x(value));
  const y = (value: number) => rounded(plane.y(value));
  const pathOf = (points: readonly Point[]) =>
    points.map(([px, py], i) => `${i === 0 ? 'M' : 'L'}${x(px)} ${y(py)}`).join('');
  switch (mark.kind) {
    case 'line': {
      const look = { fill: 'none', stroke: colour, 'stroke-width': 2 };
      return [
        ['path', { d: pathOf(mark.points), ...look, 'stroke-dasharray': mark.dashed === true ? '6 4' : undefined }],
      ];
    }
    case 'dots': {
      const dots = mark.points.map(([px, py]) => ['circle', { cx: x(px), cy: y(py), r: mark.radius ?? 3 }] as const);
      return [['g', { fill: colour, 'fill-opacity': mark.opacity ?? 0.8 }, dots]];
    }
    case 'band': {
      const there = mark.points.map(([px, , high]) => [px, high] as const);
      const back = mark.points.map(([px, low]) => [px, low] as const).reverse();
      return [['path', { d: `${pathOf([...there, ...back])}Z`, fill: colour, 'fill-opacity': mark.opacity ?? 0.18 }]];
    }
    case 'range': {
      const { low, high, at } = mark;
      const ends = { x1: x(low), x2: x(high), y1: y(mark.y), y2: y(mark.y) };
      const dot = at === undefined ? [] : [['circle', { cx: x(at), cy: y(mark.y), r: 4, fill: colour }] as const];
      return [['line', { ...ends, stroke: colour, 'stroke-width': 2 }], ...dot];
    }
    case 'box': {
      const [x1 = 0, x2 = 0] = mark.x.map(plane.x).sort((a, b) => a - b);
      const [y1 = 0, y2 = 0] = mark.y.map(plane.y).sort((a, b) => a - b);
      const size = { x: rounded(x1), y: rounded(y1), width: rounded(x2 - x1), height: rounded(y2 - y1) };
      return [['rect', { ...size, fill: colour, 'fill-opacity': mark.opacity ?? 0.8 }]];
    }
    case 'rule':
      return ruleShapes(mark, plane);
    case 'words': {
      const look = { 'text-anchor': mark.anchor ?? 'start', 'dominant-baseline': 'middle', class: 'small' };
      return [['text', { x: x(mark.x), y: y(mark.y), ...look }, mark.words]];
    }
  }
}

function ruleShapes({ x, y, words }: Mark & { readonly kind: 'rule' }, plane: Plane): readonly Shape[] {
  const [px, py] = [
    x === undefined ? undefined : rounded(plane.x(x)),
    y === undefined ? undefined : rounded(plane.y(y)),
  ];
  const rule = across(plane, 'rule', px, py);
  if (words === undefined) return [rule];
  // Text that could overflow the chart goes on the other side.
  const isLate = px === undefined || px > (plane.left + plane.right) / 2;
  const left = px === undefined ? plane.right : px + (isLate ? -4 : 4);
  const top = px === undefined ? (py ?? plane.top) - 4 : plane.top + 11;
  return [
    rule,
    ['text', { x: rounded(left), y: rounded(top), 'text-anchor': isLate ? 'end' : 'start', class: 'small' }, words],
  ];
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
function rounded(value: number): number {
  return Math.round(value * 100) / 100;
}
