import {
  type Block,
  type Column,
  type Coverage,
  markText,
  type Paragraph,
  plainWords,
  type Row,
  type Section,
  shapeSigns,
  type Table,
  type Words,
} from '../../core/blocks/blocks.js';
import { largest } from '../../core/lists/lists.js';
import { formatCount, visibleText } from '../../core/text/words.js';
import { type Terminal, wrapText } from './terminal.js';

/** Sections as text, with a blank line between them; details for the page are left out. */
export function blocksText(sections: readonly Section[], terminal: Terminal): string {
  return sections
    .filter(({ detail }) => detail !== true)
    .map((section) => sectionText(section, terminal))
    .join('\n\n');
}

function sectionText({ title, blocks }: Section, terminal: Terminal): string {
  // A section without a title is not indented.
  const indent = title === undefined ? '' : '  ';
  const lines = blocks.flatMap((block, i) => [
    ...(block.apart === true && (i > 0 || title !== undefined) ? [''] : []),
    ...blockLines(block, indent, terminal),
  ]);
  return [...(title === undefined ? [] : [titleText(title, terminal)]), ...lines].join('\n');
}

function titleText(title: Words, terminal: Terminal): string {
  return typeof title === 'string' ? terminal.bold(title) : styled(title, terminal);
}

function blockLines(block: Block, indent: string, terminal: Terminal): string[] {
  if (block.kind === 'table') return tableLines(block, indent, terminal);
  return block.kind === 'coverage' ? coverageLines(block, terminal) : [paragraphText(block, indent, terminal)];
}

function paragraphText({ words, quiet, level = 0, isProse }: Paragraph, indent: string, terminal: Terminal): string {
  const before = indent + '  '.repeat(level);
  const plain = plainWords(words);
  const width = isProse === true ? terminal.width : terminal.lineWidth;
  // A command must stay in one piece, so that it can be pasted.
  const wraps = isProse === true || (before.length + plain.length > width && !/\n|\\|\bwinnow \w+ /.test(plain));
  if (!wraps) return `${before}${quiet === true ? terminal.dim(plain) : styled(words, terminal)}`;
  const wrapped = wrapText(plain, width, before);
  if (quiet === true) return terminal.dim(wrapped);
  if (typeof words === 'string') return wrapped;
  const [first = ''] = words;
  if (words.length === 1 && typeof first !== 'string' && 'text' in first)
    return styled([{ ...first, text: wrapped }], terminal);
  // In prose, what stands out comes first, so it is not broken.
  return wrapped.replace(plainWords([first]), () => styled([first], terminal));
}

function styled(words: Words, terminal: Terminal): string {
  if (typeof words === 'string') return words;
  return words
    .map((part) => {
      if (typeof part === 'string') return part;
      if ('sign' in part) {
        const sign = terminal.rich ? part.sign : plainSigns[part.sign];
        return part.sign === '✗' ? terminal.danger(sign) : sign;
      }
      const text = 'strong' in part ? terminal.bold(markText(part)) : markText(part);
      return 'tone' in part && part.tone !== undefined ? toneOf(part.tone, terminal)(text) : text;
    })
    .join('');
}

const plainSigns = { '±': '+/-', '✗': '-' } as const;

function toneOf(tone: 'accent' | 'warning' | 'quiet', { accent, warning, dim }: Terminal) {
  return { accent, warning, quiet: dim }[tone];
}

/** Columns under their headings, each as wide as its widest cell; no line ends in blanks. */
function tableLines(table: Table, indent: string, terminal: Terminal): string[] {
  const { columns, rows, most = rows.length, allIn = '(--json lists all)', hasTitleRow } = table;
  const { bold, dim } = terminal;
  const shown = columns.flatMap((column, at) => (column.detail === true ? [] : [{ ...column, at }]));
  const body = rows.slice(0, most).flatMap(({ cells, level = 0, tone }) => {
    const own = shown.map(({ at }, i) => `${i === 0 ? '  '.repeat(level) : ''}${cells[at] ?? ''}`);
    return brokenRow(own, shown.at(-1)?.wrapAt).map((each) => ({ cells: each, tone }));
  });
  const head = shown.map(({ heading }) => heading);
  const hasHead = head.some((heading) => heading !== '');
  const padded = shown.map(({ align, look }, i) => {
    const width = largest([head, ...body.map(({ cells }) => cells)].map((cells) => cells[i]?.length ?? 0));
    return (cell: string, tone: Row['tone']) =>
      align === 'left'
        ? `${drawn(cell, look, tone, terminal)}${' '.repeat(width - cell.length)}`
        : cell.padStart(width);
  });
  const lineOf = (cells: readonly string[], tone?: Row['tone']) =>
    `${indent}${cells.map((cell, i) => padded[i]?.(cell, tone) ?? cell).join('  ')}`.trimEnd();
  const left = rows.length - most;
  return [
    ...(hasHead ? [(hasTitleRow === true ? bold : dim)(lineOf(head))] : []),
    ...body.map(({ cells, tone }) => lineOf(cells, tone)),
    ...(left > 0 ? [`${indent}${dim(`and ${formatCount(left)} more ${allIn}`)}`] : []),
  ];
}

/** Splits a row whose last cell is wrapped into several rows. */
function brokenRow(cells: readonly string[], wrapAt: number | undefined): (readonly string[])[] {
  if (wrapAt === undefined) return [cells];
  const [first = '', ...more] = wrapText(cells.at(-1) ?? '', wrapAt).split('\n');
  const blank = cells.slice(0, -1).map(() => '');
  return [[...cells.slice(0, -1), first], ...more.map((each) => [...blank, each])];
}

function drawn(cell: string, look: Column['look'], tone: Row['tone'], terminal: Terminal): string {
  const { rich, accent, dim } = terminal;
  if (look === undefined || cell === '') return cell;
  if (look === 'tone') return tone === undefined ? cell : toneOf(tone, terminal)(cell);
  if (look === 'quiet') return dim(cell);
  if (!rich) return accent(cell);
  const heights = ' ▁▂▃▄▅▆▇█';
  const bar =
    look === 'bar'
      ? cell.replaceAll('#', '█')
      : cell.replaceAll(/[^|]/g, (sign) => heights[shapeSigns.indexOf(sign)] ?? sign);
  return accent(bar);
}

const barWidth = 24;
const mostRows = 20;
const gap = 3;

interface CountedTable {
  readonly title: string;
  readonly rows: Coverage['tables'][number]['rows'];
  /** "93 / 826", aligned. */
  readonly counts: readonly string[];
  readonly more: readonly string[];
}

/** The tables side by side if the screen is wide enough, otherwise one below the other with bars. */
function coverageLines({ tables }: Coverage, terminal: Terminal): string[] {
  const counted = tables.map(({ title, rows: all }): CountedTable => {
    const rows = all.slice(0, mostRows);
    const cells = rows.map((row) => [formatCount(row.selected), formatCount(row.available)]);
    const left = all.length - rows.length;
    return {
      title,
      rows,
      counts: alignColumns(cells, { isFigure: () => true, gap: ' / ' }),
      more: left > 0 ? [`  and ${formatCount(left)} more, in METHODOLOGY.md`] : [],
    };
  });
  const columns = counted.map(({ title, rows, counts, more }) => {
    const cells = rows.map(({ name }, i) => [visibleText(name, 32), counts[i] ?? '']);
    const lines = [...alignColumns(cells, { indent: '  ' }), ...more];
    return { title, lines, width: largest([title, ...lines].map((line) => line.length)) };
  });
  if (columns.reduce((sum, { width }) => sum + width + gap, -gap) > terminal.width) {
    return [counted.map((table) => withBars(table, terminal)).join('\n\n')];
  }
  const height = largest(columns.map(({ lines }) => lines.length));
  const titles = columns.map(({ title, width }) => terminal.bold(title) + ' '.repeat(width - title.length + gap));
  const body = Array.from({ length: height }, (_, row) =>
    columns
      .map(({ lines, width }) => (lines[row] ?? '').padEnd(width + gap))
      .join('')
      .trimEnd(),
  );
  return [titles.join('').trimEnd(), ...body];
}

function withBars({ title, rows, counts, more }: CountedTable, { bold, accent, dim, rich }: Terminal): string {
  const most = largest(rows.map((row) => row.selected));
  const cells = rows.map(({ name, selected }, i) => {
    const bar = '#'.repeat(selected === 0 ? 0 : Math.max(1, Math.round((selected / most) * barWidth)));
    return [visibleText(name, 40), counts[i] ?? '', accent(rich ? bar.replaceAll('#', '█') : bar)];
  });
  const lines = alignColumns(cells, { indent: '  ' }).map((line, i) => (rows[i]?.selected === 0 ? dim(line) : line));
  return [bold(title), ...lines, ...more.map(dim)].join('\n');
}

interface ColumnOptions {
  /** Whether a column has figures, which are aligned right. Default: no. */
  readonly isFigure?: (column: number) => boolean;
  readonly indent?: string;
  /** The separator of columns; default: two spaces. */
  readonly gap?: string;
}

/** Rows as lines of text, each column as wide as its widest cell. */
export function alignColumns(
  rows: readonly (readonly string[])[],
  { isFigure = () => false, indent = '', gap = '  ' }: ColumnOptions = {},
): string[] {
  const columns = largest(
    rows.map((row) => row.length),
    0,
  );
  const widths = Array.from({ length: columns }, (_, at) => largest(rows.map((row) => row[at]?.length ?? 0)));
  const aligned = (cell: string, at: number) =>
    isFigure(at) ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  return rows.map((row) => `${indent}${row.map(aligned).join(gap)}`.trimEnd());
}
