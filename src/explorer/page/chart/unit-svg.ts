import { at } from '../../../core/lists/lists.js';
import { palette, svgText } from '../../../core/pictures/marks.js';
import { formatCount } from '../../../core/text/words.js';
import type { PoolColumns } from '../state/pool-columns.js';
import { noAxis, type UnitAxis } from './unit-axis.js';
import { kindCounts, type Paint, type UnitColours } from './unit-colours.js';
import { labelledCells } from './unit-figure.js';
import { layOut } from './unit-layout.js';
import { areaPitch, dotRadius } from './unit-paint.js';

/** A chart to export: what it shows, and the words around it. */
export interface ExportedChart {
  readonly pool: PoolColumns;
  readonly mask: Uint8Array;
  readonly x: UnitAxis;
  readonly y: UnitAxis;
  readonly colours: UnitColours;
  readonly isZoomed: boolean;
  readonly title: string;
  readonly caption: string;
  readonly citation: string;
}

const size = { width: 1120, height: 470 } as const;
const margin = { left: 24, right: 24, top: 54, header: 46 } as const;
const ink = { text: '#1b1f24', quiet: '#57606a', out: '#7b8794', faint: '#e3e7eb' } as const;
const stepColours = ['#b9d8ee', '#7fb8de', '#4896c8', '#1f6fa5', '#0b4a75'] as const;

function colourOf(paint: Paint): string {
  const step = /^step-(\d)$/.exec(paint)?.[1];
  return step === undefined ? palette[paint as keyof typeof palette] : (stepColours[Number(step) - 1] ?? '#0b4a75');
}

/** The chart as an SVG file for a paper or a talk: dots, names, counts, legend, caption and citation. The same bytes for the same chart. */
export function unitSvg({ pool, mask, x, y, colours, isZoomed, title, caption, citation }: ExportedChart): string {
  const rowNames =
    y.name === noAxis
      ? 0
      : Math.min(230, 16 + 6.6 * Math.max(...y.bands.map(({ words }) => Math.min(34, words.length))));
  const left = margin.left + rowNames;
  const top = margin.top + (x.name === noAxis ? 0 : margin.header);
  const layout = layOut({
    ...{ pool, x, y, colours: colours.codes, only: isZoomed ? mask : undefined },
    width: size.width - left - margin.right,
    height: size.height,
  });
  const legend = legendOf(pool, mask, colours);
  const lines = [...wrapped(caption, 150), ...wrapped(citation, 150)];
  const captionTop = top + layout.height + 34 + (legend.length > 0 ? 24 : 0);
  const height = captionTop + 18 * lines.length + 10;
  const text = (px: number, py: number, words: string, more = '') =>
    `<text x="${round(px)}" y="${round(py)}"${more}>${svgText(words)}</text>`;
  const parts = [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size.width} ${round(height)}" width="${size.width}" height="${round(height)}" role="img" aria-labelledby="title description" font-family="system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif" font-size="12" fill="${ink.text}">`,
    `<title id="title">${svgText(title)}</title><desc id="description">${svgText(caption)}</desc>`,
    `<rect width="100%" height="100%" fill="#fff"/>`,
    text(margin.left, 30, title, ' font-size="18" font-weight="600"'),
    ...(x.name === noAxis
      ? []
      : x.bands.flatMap(({ words }, band) => {
          const column = at(layout.columns, band);
          const named = wrapped(words, Math.max(7, Math.floor(column.size / 6.4))).slice(0, 2);
          return [
            ...named.map((line, i) =>
              text(left + column.from, margin.top + 12 + 14 * (i + 2 - named.length), line, ' font-weight="600"'),
            ),
          ];
        })),
    ...(y.name === noAxis
      ? []
      : y.bands.map(({ words }, band) => {
          const row = at(layout.rows, band);
          return text(
            left - 12,
            top + row.from + Math.min(row.size, 22) / 2 + 4,
            words.slice(0, 34),
            ' text-anchor="end" font-weight="600"',
          );
        })),
    `<g transform="translate(${round(left)} ${round(top)})">`,
    ...dotsOf(layout, pool.states, mask, colours),
    ...labelledCells(layout).map(({ cell, words }) =>
      text(cell.end.x, cell.end.y + 4, words, ` font-size="11" fill="${ink.quiet}"`),
    ),
    '</g>',
    ...legend.map(({ at: from, mark, words }) => {
      const py = top + layout.height + 26;
      return `<g transform="translate(${round(margin.left + from)} ${round(py)})">${mark}${text(14, 4, words)}</g>`;
    }),
    ...lines.map((line, i) => text(margin.left, captionTop + 18 * i + 12, line, ` fill="${ink.quiet}"`)),
    '</svg>',
  ];
  return `${parts.join('\n')}\n`;
}

/** The dots, or runs of squares where they are too many for dots. */
function dotsOf(
  layout: ReturnType<typeof layOut>,
  states: Uint8Array,
  mask: Uint8Array,
  colours: UnitColours,
): readonly string[] {
  const radius = round(dotRadius * layout.pitch);
  const isArea = layout.pitch < areaPitch;
  const isPlain = colours.kinds.length === 1;
  const byLook = new Map<string, string[]>();
  for (const [row, px] of layout.x.entries()) {
    if (Number.isNaN(px)) continue;
    const paint = at(colours.kinds, colours.codes[row] ?? 0).paint;
    const isSelected = states[row] === 0;
    const colour = mask[row] !== 1 ? ink.faint : isPlain && !isSelected ? ink.out : colourOf(paint);
    const look = isArea
      ? `fill="${colour}"${isSelected || mask[row] !== 1 ? '' : ' fill-opacity="0.45"'}`
      : isSelected
        ? `fill="${colour}"`
        : `fill="none" stroke="${colour}" stroke-width="1.2"`;
    const py = layout.y[row] ?? 0;
    const shape = isArea
      ? `M${round(px - layout.pitch / 2)} ${round(py - layout.pitch / 2)}h${round(layout.pitch)}v${round(layout.pitch)}h-${round(layout.pitch)}z`
      : `<circle cx="${round(px)}" cy="${round(py)}" r="${isSelected ? radius : round(radius - 0.6)}"/>`;
    const own = byLook.get(look);
    if (own === undefined) byLook.set(look, [shape]);
    else own.push(shape);
  }
  return [...byLook].map(([look, shapes]) =>
    isArea ? `<path ${look} d="${shapes.join('')}"/>` : `<g ${look}>${shapes.join('')}</g>`,
  );
}

/** The meaning of the marks, with the number of tasks of each. */
function legendOf(pool: PoolColumns, mask: Uint8Array, colours: UnitColours) {
  let [selected, others] = [0, 0];
  for (const [row, state] of pool.states.entries()) {
    if (mask[row] !== 1) continue;
    if (state === 0) selected++;
    else others++;
  }
  const counts = kindCounts(colours, mask);
  const isPlain = colours.kinds.length === 1;
  const fill = isPlain ? palette.blue : ink.quiet;
  const entries = [
    { mark: `<circle r="5" fill="${fill}"/>`, words: `selected ${formatCount(selected)}` },
    {
      mark: `<circle r="4.4" fill="none" stroke="${isPlain ? ink.out : ink.quiet}" stroke-width="1.2"/>`,
      words: `not selected ${formatCount(others)}`,
    },
    ...(isPlain
      ? []
      : colours.kinds.flatMap(({ words, paint }, kind) =>
          counts[kind] === 0
            ? []
            : [
                {
                  mark: `<rect x="-5" y="-5" width="10" height="10" rx="2" fill="${colourOf(paint)}"/>`,
                  words: `${words} ${formatCount(counts[kind] ?? 0)}`,
                },
              ],
        )),
  ];
  let from = 6;
  return entries.map(({ mark, words }) => {
    const own = { at: from, mark, words };
    from += 34 + 6.4 * words.length;
    return own;
  });
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A text in lines of at most so many characters. */
function wrapped(text: string, most: number): readonly string[] {
  const lines: string[] = [];
  for (const word of text.split(/\s+/).filter((each) => each !== '')) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`;
    else lines.push(word);
  }
  return lines;
}
