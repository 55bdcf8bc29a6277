import { type Mark, markSvg, type Plane } from './marks.js';
import { type Colour, palette } from './palette.js';
import { coordinate, svgText } from './svg-text.js';

/** A chart: what it shows, in words as well, its axes and what stands in it. */
export interface Chart {
  readonly title: string;
  /** What is to be seen, for whoever cannot see it. */
  readonly description: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly marks: readonly Mark[];
  readonly width?: number;
  readonly height?: number;
  /** Room for long names of ticks at the left. */
  readonly left?: number;
}

/** Text takes the colour of the page, in light and in dark. */
const style =
  'text{font:13px system-ui,sans-serif;fill:#555}.title{font-weight:600;font-size:15px}.small{font-size:11px}.rule{stroke:#888;stroke-dasharray:3 3}.axis{stroke:#888}.grid{stroke:#8884}@media(prefers-color-scheme:dark){text{fill:#bbb}}';

/** A chart as it was drawn: the text of an SVG file, and its words for whoever cannot see it. */
export interface Drawing {
  readonly svg: string;
  readonly title: string;
  readonly description: string;
  readonly width: number;
  readonly height: number;
}

/** Draws a chart. The same chart gives the same bytes. */
export function drawChart(chart: Chart): Drawing {
  const { title, description, height = 380, left = 64 } = chart;
  const legend = legendOf(chart.marks);
  // A chart is at least as wide as the words that name its colours.
  const width = Math.max(chart.width ?? 640, Math.ceil(left + legendWidth(legend)));
  const top = 44 + (legend.length > 0 ? 20 : 0);
  const [right, bottom] = [width - 20, height - 48];
  const plane: Plane = {
    left,
    right,
    top,
    bottom,
    x: (value) => left + alongAxis(chart.x, value) * (right - left),
    y: (value) => bottom - alongAxis(chart.y, value) * (bottom - top),
  };
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-labelledby="title description">`,
    `<title id="title">${svgText(title)}</title><desc id="description">${svgText(description)}</desc><style>${style}</style>`,
    `<text x="${left}" y="24" class="title">${svgText(title)}</text>`,
    legendSvg(legend, left),
    axesSvg(chart, plane),
    ...chart.marks.map((mark) => markSvg(mark, plane)),
    '</svg>',
  ];
  return { svg: `${parts.filter((part) => part !== '').join('\n')}\n`, title, description, width, height };
}

interface LegendEntry {
  readonly label: string;
  readonly colour: Colour;
}

function legendOf(marks: readonly Mark[]): readonly LegendEntry[] {
  return marks.flatMap((mark) =>
    'label' in mark && mark.label !== undefined ? [{ label: mark.label, colour: mark.colour }] : [],
  );
}

/** Where the next entry of a legend begins, from the beginning of this one. */
const legendStep = ({ label }: LegendEntry) => 36 + 6.5 * label.length;

function legendWidth(entries: readonly LegendEntry[]): number {
  return entries.reduce((sum, entry) => sum + legendStep(entry), 0);
}

function legendSvg(entries: readonly LegendEntry[], left: number): string {
  let at = left;
  return entries
    .map((each) => {
      const { label, colour } = each;
      const entry = `<rect x="${at}" y="37" width="12" height="12" fill="${palette[colour]}"/><text x="${at + 17}" y="47" class="small">${svgText(label)}</text>`;
      at += legendStep(each);
      return entry;
    })
    .join('');
}

function axesSvg({ x, y }: Chart, plane: Plane): string {
  const { left, right, top, bottom } = plane;
  const below = axisTicks(x).map(({ at, words }) => {
    const px = coordinate(plane.x(at));
    return `<line x1="${px}" x2="${px}" y1="${top}" y2="${bottom}" class="grid"/><text x="${px}" y="${bottom + 17}" text-anchor="middle" class="small">${svgText(words)}</text>`;
  });
  const beside = axisTicks(y).map(({ at, words }) => {
    const py = coordinate(plane.y(at));
    return `<line x1="${left}" x2="${right}" y1="${py}" y2="${py}" class="grid"/><text x="${left - 7}" y="${py}" dominant-baseline="middle" text-anchor="end" class="small">${svgText(words)}</text>`;
  });
  const names = [
    `<text x="${(left + right) / 2}" y="${bottom + 38}" text-anchor="middle">${svgText(x.label)}</text>`,
    y.label === ''
      ? ''
      : `<text transform="translate(14 ${(top + bottom) / 2}) rotate(-90)" text-anchor="middle">${svgText(y.label)}</text>`,
  ];
  return [
    ...below,
    ...beside,
    `<line x1="${left}" x2="${right}" y1="${bottom}" y2="${bottom}" class="axis"/>`,
    ...names,
  ].join('');
}

/** One axis of a chart. */
interface Axis {
  readonly label: string;
  readonly from: number;
  readonly to: number;
  /** Equal steps multiply; both ends must then be above 0. */
  readonly log?: boolean;
  /** Where a tick stands; undefined: at round numbers. */
  readonly ticks?: readonly number[];
  /** A tick's words; undefined: the number. */
  readonly format?: (value: number) => string;
}

/** Where a value lies along an axis, from 0 at its beginning to 1 at its end. */
function alongAxis({ from, to, log = false }: Axis, value: number): number {
  if (from === to) return 0.5;
  return log ? Math.log(value / from) / Math.log(to / from) : (value - from) / (to - from);
}

/** The ticks of an axis with their words. */
function axisTicks(axis: Axis): readonly { readonly at: number; readonly words: string }[] {
  const format = axis.format ?? ((value: number) => String(Number(value.toPrecision(6))));
  const values = axis.ticks ?? (axis.log === true ? powerTicks(axis.from, axis.to) : roundTicks(axis.from, axis.to));
  return values.map((at) => ({ at, words: format(at) }));
}

const aimedTicks = 5;

/** Multiples of 1, 2 or 5 times a power of ten, about five of them. */
function roundTicks(from: number, to: number): readonly number[] {
  const span = to - from;
  if (!(span > 0)) return [from];
  const power = 10 ** Math.floor(Math.log10(span / aimedTicks));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((each) => span / each <= aimedTicks * 1.4) ?? span;
  const first = Math.ceil(from / step - 1e-9);
  const last = Math.floor(to / step + 1e-9);
  return Array.from({ length: last - first + 1 }, (_, i) => Number(((first + i) * step).toPrecision(12)));
}

/** 1, 2 and 5 times powers of ten; the powers alone where that would be too many. */
function powerTicks(from: number, to: number): readonly number[] {
  const powers = Array.from(
    { length: Math.ceil(Math.log10(to)) - Math.floor(Math.log10(from)) + 1 },
    (_, i) => 10 ** (Math.floor(Math.log10(from)) + i),
  );
  const all = powers.flatMap((power) => [power, 2 * power, 5 * power]).filter((value) => value >= from && value <= to);
  return all.length <= 8 ? all : powers.filter((value) => value >= from && value <= to);
}
