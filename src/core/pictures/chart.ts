import { type Axis, alongAxis, axisTicks, type Tick } from './axis.js';
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
  /** What it shows as plain data, for a page that draws it itself. */
  readonly shown: ChartData;
  readonly title: string;
  readonly description: string;
  readonly width: number;
  readonly height: number;
}

/** The axes and marks of a chart as plain data. */
export interface ChartData {
  readonly x: AxisData;
  readonly y: AxisData;
  readonly marks: readonly Mark[];
}

/** An axis whose ticks are worked out. */
export interface AxisData extends Omit<Axis, 'ticks' | 'format' | 'log'> {
  readonly log: boolean;
  readonly ticks: readonly Tick[];
}

/** The axes and marks of a chart as plain data. */
export function chartData({ x, y, marks }: Pick<Chart, 'x' | 'y' | 'marks'>): ChartData {
  return { x: axisData(x), y: axisData(y), marks };
}

function axisData(axis: Axis): AxisData {
  const { label, from, to, log = false } = axis;
  return { label, from, to, log, ticks: axisTicks(axis) };
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
  const svg = `${parts.filter((part) => part !== '').join('\n')}\n`;
  return { svg, shown: chartData(chart), title, description, width, height };
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
