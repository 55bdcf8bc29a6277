import type { SVGAttributes, VNode } from 'preact';
import { at } from '../../../core/lists/lists.js';
import { palette, svgText } from '../../../core/pictures/chart.js';
import { capital, formatCount, visibleText } from '../../../core/text/words.js';
import { noAxis, type Paint, type UnitAxis, type UnitColours } from './unit-axis.js';
import { bandCounts, labelledCells, legendOf, type UnitContent } from './unit-figure.js';
import { layOut, nameParts } from './unit-layout.js';
import { areaPitch, dotRadius } from './unit-paint.js';

export interface ExportedChart extends UnitContent {
  readonly caption: string;
  readonly citation: string;
  /** For a saved picture; undefined on the page, which has a title above the chart. */
  readonly title?: string;
}

/** A saved picture for a talk or a paper, and a narrower one for the printed page, so that its text stays readable. */
const sizes = {
  figure: { width: 1120, height: 470, rowLetters: 22 },
  page: { width: 960, height: 420, rowLetters: 16 },
} as const;
const edge = 24;
/** The line height and letter width of names, in pixels. */
const [line, letter] = [13.5, 7.5];
const ink = { text: '#1b1f24', quiet: '#57606a', out: '#7b8794', faint: '#e3e7eb' } as const;
const stepColours = ['#b9d8ee', '#7fb8de', '#4896c8', '#1f6fa5', '#0b4a75'] as const;
const bold = { fontSize: 11.5, fontWeight: 600 } as const;
const small = { fontSize: 11, fill: ink.quiet } as const;

function colourOf(paint: Paint): string {
  const step = /^step-(\d)$/.exec(paint)?.[1];
  return step === undefined ? palette[paint as keyof typeof palette] : (stepColours[Number(step) - 1] ?? '#0b4a75');
}

export function unitSvg(chart: ExportedChart): string {
  return `${svgOf(unitPicture(chart))}\n`;
}

function svgOf(node: unknown): string {
  if (Array.isArray(node)) return node.map(svgOf).join('');
  if (typeof node === 'string') return svgText(node);
  if (typeof node !== 'object' || node === null) return '';
  const { type, props } = node as VNode<Readonly<Record<string, unknown>>>;
  const { children, ...attributes } = props;
  const written = Object.entries(attributes).flatMap(([name, value]) =>
    value === undefined
      ? []
      : ` ${name.replace(/(?<!^view)[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)}="${svgText(String(value))}"`,
  );
  return `<${String(type)}${written.join('')}>${svgOf(children)}</${String(type)}>`;
}

function words(x: number, y: number, text: string, look?: SVGAttributes<SVGTextElement>): VNode {
  return (
    <text x={round(x)} y={round(y)} {...look}>
      {text}
    </text>
  );
}

export function unitPicture({ pool, mask, x, y, colours, isZoomed, caption, citation, title }: ExportedChart): VNode {
  const size = title === undefined ? sizes.page : sizes.figure;
  const [hasColumns, hasRows] = [x.name !== noAxis, y.name !== noAxis];
  const countWords = (axis: UnitAxis) =>
    bandCounts(axis, mask, pool.states).map(
      ({ selected, shown }) => `${formatCount(selected)} / ${formatCount(shown)}`,
    );
  const [acrossCounts, downCounts] = [countWords(x), countWords(y)];
  // With many rows there is no room for a second line.
  const rowLetters = size.rowLetters * (y.bands.length > 13 ? 1.6 : 1);
  const longest = Math.max(...y.bands.map((band) => Math.min(rowLetters, band.words.length)));
  const countRoom = 10 + 6.4 * Math.max(...downCounts.map(({ length }) => length));
  const left = hasRows ? edge + letter * longest + countRoom + 12 : edge;
  const layout = layOut({
    ...{ pool, x, y, colours: colours.codes, only: isZoomed ? mask : undefined },
    ...{ width: size.width - left - edge, height: size.height },
  });
  const columnNames = x.bands.map((band, place) =>
    linesOf(band.words, Math.floor((at(layout.columns, place).size + 12) / letter), 3),
  );
  const titleRoom = title === undefined ? 4 : 48;
  const head = hasColumns ? line * (1 + Math.max(...columnNames.map(({ length }) => length))) : 0;
  const top = titleRoom + head + (hasColumns || hasRows ? line + 6 : 0);
  const isArea = layout.pitch < areaPitch;
  const legend = placedLegend({ pool, mask, colours }, isArea, size.width - 2 * edge);
  const legendTop = top + layout.height + 26;
  const letters = Math.floor((size.width - 2 * edge) / 7.1);
  const lines = [caption, citation].flatMap((text) => linesOf(text, letters, 9, /(?<=\s)/u));
  const captionTop = legendTop + legend.height + 22;
  const height = round(captionTop + 18 * lines.length);
  return (
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${size.width} ${height}`}
      width={size.width}
      height={height}
      role="img"
      aria-label={title ?? 'Task chart'}
      fontFamily="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif"
      font-size={12}
      fill={ink.text}
    >
      {title !== undefined && <title>{title}</title>}
      {title !== undefined && <desc>{caption}</desc>}
      <rect width="100%" height="100%" fill="#fff" />
      {title !== undefined && words(edge, 30, title, { fontSize: 18, fontWeight: 600 })}
      {hasColumns && words(left, titleRoom + 10, `${capital(x.words)} →`, small)}
      {hasRows && words(left - 12, titleRoom + 10, `${capital(y.words)} ↓`, { ...small, 'text-anchor': 'end' })}
      {hasColumns &&
        columnNames.map((named, band) => {
          const from = left + at(layout.columns, band).from;
          return [
            named.map((own, i) => words(from, top - 6 - line * (named.length - i), own, bold)),
            words(from, top - 6, at(acrossCounts, band), small),
          ];
        })}
      {hasRows &&
        y.bands.map((name, band) => {
          const row = at(layout.rows, band);
          const named = linesOf(name.words, rowLetters, row.size + 8 < 2 * line ? 1 : 2);
          const first = top + row.from + Math.min(row.size, 22) / 2 + 4;
          return [
            named.map((own, i) =>
              words(left - 12 - countRoom, first + line * i, own, { ...bold, 'text-anchor': 'end' }),
            ),
            words(left - 12, first, at(downCounts, band), { ...small, 'text-anchor': 'end' }),
          ];
        })}
      <g transform={`translate(${round(left)} ${round(top)})`}>
        {dotsOf(layout, pool.states, mask, colours)}
        {labelledCells(layout, x, y).map(({ cell, words: own }) => words(cell.end.x, cell.end.y + 4, own, small))}
      </g>
      {legend.entries.map(({ px, py, mark, text }) => (
        <g key={text} transform={`translate(${round(edge + px)} ${round(legendTop + py)})`}>
          {mark}
          {words(14, 4, text)}
        </g>
      ))}
      {lines.map((own, i) => words(edge, captionTop + 18 * i, own, { fill: ink.quiet }))}
    </svg>
  );
}

function dotsOf(
  layout: ReturnType<typeof layOut>,
  states: Uint8Array,
  mask: Uint8Array,
  colours: UnitColours,
): readonly VNode[] {
  const radius = round(dotRadius * layout.pitch);
  const isArea = layout.pitch < areaPitch;
  const isPlain = colours.kinds.length === 1;
  const side = round(layout.pitch);
  const byLook = new Map<string, { readonly paths: string[]; readonly circles: (readonly [number, number])[] }>();
  for (const [row, px] of layout.x.entries()) {
    if (Number.isNaN(px)) continue;
    const paint = at(colours.kinds, colours.codes[row] ?? 0).paint;
    const state = Math.min(2, states[row] ?? 1);
    const colour = mask[row] !== 1 ? ink.faint : isPlain && state > 0 ? ink.out : colourOf(paint);
    const look = `${mask[row] !== 1 ? 'faint' : isArea && state > 0 ? 'others' : ''} ${state} ${colour}`;
    const own = byLook.get(look) ?? { paths: [], circles: [] };
    byLook.set(look, own);
    const py = layout.y[row] ?? 0;
    if (isArea) own.paths.push(`M${round(px - side / 2)} ${round(py - side / 2)}h${side}v${side}h-${side}z`);
    else if (state === 2) own.paths.push(crossAt(px, py, 0.8 * radius));
    else own.circles.push([px, py]);
  }
  return [...byLook].map(([look, { paths, circles }]) => {
    const [part, state, colour] = look.split(' ');
    const isFilled = isArea || state === '0';
    return (
      <g
        key={look}
        fill={isFilled ? colour : 'none'}
        fill-opacity={part === 'others' ? 0.45 : undefined}
        stroke={isFilled ? undefined : colour}
        stroke-width={isFilled ? undefined : 1.2}
      >
        {paths.length > 0 && <path d={paths.join('')} />}
        {circles.map(([px, py]) => (
          <circle key={`${px} ${py}`} cx={round(px)} cy={round(py)} r={isFilled ? radius : round(radius - 0.6)} />
        ))}
      </g>
    );
  });
}

function crossAt(x: number, y: number, reach: number): string {
  const [side, back] = [round(2 * reach), round(-2 * reach)];
  return `M${round(x - reach)} ${round(y - reach)}l${side} ${side}m0 ${back}l${back} ${side}`;
}

function placedLegend(content: Pick<UnitContent, 'pool' | 'mask' | 'colours'>, isArea: boolean, width: number) {
  const { marks: states, kinds } = legendOf(content, isArea);
  const isPlain = content.colours.kinds.length === 1;
  const [fill, out] = isPlain ? [palette.blue, ink.out] : [ink.quiet, ink.quiet];
  const square = (colour: string, opacity?: number) => (
    <rect x={-5} y={-5} width={10} height={10} rx={2} fill={colour} fill-opacity={opacity} />
  );
  const hollow = { fill: 'none', stroke: out, 'stroke-width': 1.2 } as const;
  const marks = {
    filled: isArea ? square(fill) : <circle r={5} fill={fill} />,
    hollow: isArea ? square(out, 0.45) : <circle r={4.4} {...hollow} />,
    crossed: <path {...hollow} d={crossAt(0, 0, 4)} />,
  } as const;
  const entries = [
    ...states.map(({ mark, ...rest }) => ({ mark: marks[mark], ...rest })),
    ...kinds.map(({ paint, ...rest }) => ({ mark: square(colourOf(paint)), ...rest })),
  ].filter(({ count }) => count > 0);
  let [px, py] = [6, 0];
  const placed = entries.map(({ mark, name, count }) => {
    const text = `${name} ${formatCount(count)}`;
    const room = 34 + 6.9 * text.length;
    if (px > 6 && px + room > width) [px, py] = [6, py + 18];
    const own = { px, py, mark, text };
    px += room;
    return own;
  });
  return { entries: placed, height: py + 14 };
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A text in at most `most` lines of at most `letters` letters, broken where names may break; "…" for the rest. */
function linesOf(text: string, letters: number, most: number, breaks?: RegExp): readonly string[] {
  const room = Math.max(4, Math.floor(letters));
  if (most === 1) return [visibleText(text, room)];
  const parts = breaks === undefined ? nameParts(text) : text.split(breaks);
  const filled = (width: number) => {
    const lines: string[] = [];
    for (const part of parts) {
      const joined = `${lines.at(-1) ?? ''}${part}`;
      if (lines.length > 0 && joined.trimEnd().length <= width) lines[lines.length - 1] = joined;
      else lines.push(part);
    }
    return lines;
  };
  const widest = filled(room);
  // The lines of a name are about equally long.
  const even = breaks === undefined ? Array.from({ length: room }, (_, width) => width + 1) : [];
  const lines = even.map(filled).find(({ length }) => length === widest.length) ?? widest;
  const isCut = lines.length > most;
  return lines.slice(0, most).map((own, i) => {
    const words = own.trimEnd();
    const goesOn = isCut && i === most - 1;
    return words.length + Number(goesOn) <= room ? `${words}${goesOn ? '…' : ''}` : `${words.slice(0, room - 1)}…`;
  });
}
