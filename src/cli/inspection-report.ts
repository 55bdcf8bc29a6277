import {
  countOf,
  type FormatInspection,
  formatCount,
  type Inspection,
  type PlaceInspection,
  type ReasonList,
  type SizeSummary,
  type ValueCounts,
  visibleText,
} from '../index.js';
import type { Terminal } from './terminal.js';

const barWidth = 24;
const mostValues = 10;
const mostLines = 20;

/** An inspection for a person: for each place and format the labels, sizes and features, then all that is wrong. */
export function inspectionReport({ tasks, places }: Inspection, terminal: Terminal): string {
  const { bold } = terminal;
  const total = `${bold(countOf(tasks, 'task'))} in ${countOf(places.length, 'place')}`;
  return [...(places.length > 1 ? [total] : []), ...places.flatMap((place) => placeSections(place, terminal))].join(
    '\n\n',
  );
}

function placeSections({ path, tasks, formats, problems, passedOver }: PlaceInspection, terminal: Terminal): string[] {
  const { bold, warning } = terminal;
  const unread = problems.listed.map(
    ({ path: file, row, reason }) => `${row === undefined ? file : `${file}:${row}`}: ${reason}`,
  );
  return [
    `${bold(visibleText(path))}: ${bold(countOf(tasks, 'task'))} in ${countOf(formats.length, 'format')}`,
    ...formats.flatMap((format) => formatSections(format, terminal)),
    ...section(`Could not be read (${formatCount(problems.total)})`, unread, problems.total, (text) =>
      warning(bold(text)),
    ),
    ...reasonSection('Passed over', passedOver, bold),
  ];
}

function formatSections(format: FormatInspection, terminal: Terminal): string[] {
  const { bold, warning } = terminal;
  const { labels, conflicts, duplicates, remarks } = format;
  const pairs = conflicts.pairs.map(
    (pair) =>
      `${formatCount(pair.tasks)} x ${pair.field}: ${pair.took} (${pair.from}, taken) against ${pair.against} (${pair.in})`,
  );
  const repeated = duplicates.sameId + duplicates.sameButForCase;
  const alarm = (text: string) => warning(bold(text));
  return [
    `${bold(format.format)} (${format.title}): ${countOf(format.tasks, 'task')}`,
    ...[['benchmark', format.benchmarks] as const, ...labels].flatMap(([name, counts]) =>
      valueTable(name, counts, terminal),
    ),
    ...sizeTable(format, terminal),
    featureTable(format, terminal),
    ...section(`Conflicting labels (${formatCount(conflicts.total)})`, pairs, pairs.length, alarm),
    ...section(
      `Repeated ids (${formatCount(duplicates.sameId)} the same, ${formatCount(duplicates.sameButForCase)} the same but for letter case)`,
      duplicates.examples,
      repeated,
      alarm,
    ),
    ...reasonSection('Remarks', remarks, alarm),
  ];
}

function valueTable(name: string, { values, others }: ValueCounts, { bold, accent, dim, rich }: Terminal): string[] {
  if (values.length === 0 && others === 0) return [];
  const shown = values.slice(0, mostValues);
  const names = shown.map(({ value }) => visibleText(value, 40));
  const [nameWidth, countWidth] = [widest(names), widest(shown.map(({ tasks }) => formatCount(tasks)))];
  const most = shown[0]?.tasks ?? 1;
  const lines = shown.map(({ tasks }, i) => {
    const bar = (rich ? '█' : '#').repeat(Math.max(1, Math.round((tasks / most) * barWidth)));
    return `  ${(names[i] ?? '').padEnd(nameWidth)}  ${formatCount(tasks).padStart(countWidth)}  ${accent(bar)}`;
  });
  const left = values.slice(mostValues).reduce((sum, { tasks }) => sum + tasks, others);
  const distinct = values.length - shown.length;
  const more =
    distinct === 0 ? 'values beyond the limit' : `${formatCount(distinct)}${others > 0 ? ' and more' : ''} others`;
  if (left > 0) lines.push(dim(`  ${more}: ${countOf(left, 'task')}`));
  return [[bold(title(name)), ...lines].join('\n')];
}

function sizeTable({ sizes }: FormatInspection, { bold, accent, rich }: Terminal): string[] {
  if (sizes.size === 0) return [];
  const rows = [...sizes].map(([field, size]) => [
    field,
    formatCount(size.min),
    formatCount(size.median),
    formatCount(size.max),
    accent(shape(size, rich)),
  ]);
  const header = ['', 'least', 'median, about', 'most', ''];
  const widths = header.map((name, i) => Math.max(name.length, widest(rows.map((row) => row[i] ?? ''))));
  const line = (cells: readonly string[]) =>
    `  ${cells.map((cell, i) => (i === 0 ? cell.padEnd(widths[0] ?? 0) : i === 4 ? cell : cell.padStart(widths[i] ?? 0))).join('  ')}`.trimEnd();
  return [[bold('Sizes'), line(header), ...rows.map(line)].join('\n')];
}

/** The distribution from least to most, a character a bin. */
function shape({ bins }: SizeSummary, rich: boolean): string {
  const marks = rich ? ' ▁▂▃▄▅▆▇█' : ' .:-=+*#@';
  const most = Math.max(...bins.map(({ tasks }) => tasks));
  return `|${bins.map(({ tasks }) => marks[Math.ceil((tasks / most) * (marks.length - 1))]).join('')}|`;
}

function featureTable({ features, tasks }: FormatInspection, { bold, dim }: Terminal): string {
  const known = features.filter(({ missing }) => missing < tasks);
  const absent = features.filter(({ missing }) => missing === tasks).map(({ field }) => field);
  const width = widest(known.map(({ field }) => field));
  const lines = known.map(({ field, measured, declared, missing }) => {
    const parts = [
      ...(measured > 0 ? [`${formatCount(measured)} measured`] : []),
      ...(declared > 0 ? [`${formatCount(declared)} declared`] : []),
      ...(missing > 0 ? [`${formatCount(missing)} missing`] : []),
    ];
    return `  ${field.padEnd(width)}  ${parts.join(', ')}`;
  });
  if (absent.length > 0) lines.push(dim(`  no task has ${absent.join(', ')}`));
  return [bold('Features'), ...lines].join('\n');
}

function reasonSection(name: string, { total, reasons }: ReasonList, style: (text: string) => string): string[] {
  const lines = reasons.map(({ reason, count, example }) => `${formatCount(count)} x ${reason}, such as ${example}`);
  return section(`${name} (${formatCount(total)})`, lines, lines.length, style);
}

function section(name: string, lines: readonly string[], total: number, style: (text: string) => string): string[] {
  if (total === 0) return [];
  const shown = lines.slice(0, mostLines).map((line) => `  ${visibleText(line, 400)}`);
  if (total > shown.length) shown.push(`  and ${formatCount(total - shown.length)} more`);
  return [[style(name), ...shown].join('\n')];
}

function title(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function widest(texts: readonly string[]): number {
  return Math.max(0, ...texts.map((text) => text.length));
}
