import type {
  FormatInspection,
  Inspection,
  PathInspection,
  ReasonList,
  SizeSummary,
  ValueCounts,
} from '../../core/contracts/inspect-document.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { joinWords } from '../../core/text/join-words.js';
import { visibleText } from '../../core/text/visible-text.js';
import { problemLines } from '../../inspect/given-paths.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

const barWidth = 24;
const mostValues = 10;
const mostLines = 20;

/** An inspection for a person: for each place and format the labels, sizes and features, then all that is wrong. */
export function inspectionReport({ tasks, note, places }: Inspection, terminal: Terminal): string {
  const { bold } = terminal;
  const total = places.length > 1 ? [`${bold(countOf(tasks, 'task'))} in ${countOf(places.length, 'place')}`] : [];
  const notes = note === undefined ? [] : [visibleText(note, 400)];
  return [...total, ...notes, ...places.flatMap((place) => placeSections(place, terminal))].join('\n\n');
}

function placeSections(place: PathInspection, terminal: Terminal): string[] {
  const { path, tasks, formats, overlaps, problems, passedOver } = place;
  const { bold, warning } = terminal;
  const unread = problemLines(problems);
  return [
    `${bold(visibleText(path))}: ${bold(countOf(tasks, 'task'))} in ${countOf(formats.length, 'format')}`,
    ...formats.flatMap((format) => formatSections(format, terminal)),
    ...section(
      'In two formats, counted once',
      overlaps.map(
        ({ kept, keptFields, repeated, repeatedFields, tasks: both, example }) =>
          `${countOf(both, 'task')} as ${kept} and as ${repeated}, such as ${example}: ${kept} says more (${keptFields} fields a task against ${repeatedFields})`,
      ),
      overlaps.length,
      (text) => warning(bold(text)),
    ),
    ...section(`Could not be read (${formatCount(problems.total)})`, unread, unread.length, (text) =>
      warning(bold(text)),
    ),
    ...reasonSection('Skipped', passedOver, bold),
  ];
}

function formatSections(format: FormatInspection, terminal: Terminal): string[] {
  const { bold, warning } = terminal;
  const { labels, labelConflicts: conflicts, remarks, alikeLabels: alike = [] } = format;
  const { sameId, sameButForCase, examples } = format.duplicates;
  const pairs = conflicts.pairs.map(
    (pair) =>
      `${formatCount(pair.tasks)} x ${pair.field}: ${pair.took} (${pair.from}, taken) against ${pair.against} (${pair.in})`,
  );
  const alarm = (text: string) => warning(bold(text));
  return [
    `${bold(format.format)} (${format.title}): ${countOf(format.tasks, 'task')}`,
    ...[['benchmark', format.benchmarks] as const, ...labels].flatMap(([name, counts]) =>
      valueTable(name, counts, terminal),
    ),
    fieldTable(format, terminal),
    ...unusedTable(format.unused, terminal),
    ...section(
      `Labels that differ only in letter case or in spaces at the ends (${formatCount(alike.length)})`,
      alike.map(({ name, groups }) => `${name}: ${groups.map((group) => joinWords(group.map(quoted))).join('; ')}`),
      alike.length,
      alarm,
    ),
    ...section(`Conflicting labels (${formatCount(conflicts.total)})`, pairs, pairs.length, alarm),
    ...section(
      `Repeated ids (${formatCount(sameId)} the same, ${formatCount(sameButForCase)} but for letter case)`,
      examples,
      sameId + sameButForCase,
      alarm,
    ),
    ...reasonSection('Remarks', remarks, alarm),
  ];
}

function quoted(text: string): string {
  return `"${text}"`;
}

function valueTable(name: string, { values, others }: ValueCounts, { bold, accent, dim, rich }: Terminal): string[] {
  if (values.length === 0 && others === 0) return [];
  const shown = values.slice(0, mostValues);
  const most = shown[0]?.tasks ?? 1;
  const rows = shown.map(({ value, tasks }) => {
    const bar = (rich ? '█' : '#').repeat(Math.max(1, Math.round((tasks / most) * barWidth)));
    return [visibleText(value, 40), formatCount(tasks), accent(bar)];
  });
  const lines = alignColumns(rows, { indent: '  ', isFigure: (column) => column === 1 });
  const left = values.slice(mostValues).reduce((sum, { tasks }) => sum + tasks, others);
  const more = `${others > 0 ? 'more than ' : ''}${countOf(values.length - shown.length, 'other')}`;
  if (left > 0) lines.push(dim(`  ${more}: ${countOf(left, 'task')}`));
  return [[bold(name.charAt(0).toUpperCase() + name.slice(1)), ...lines].join('\n')];
}

/** Every field: where it comes from, how many tasks lack it and, for a number, how it is distributed. */
function fieldTable({ features, sizes, tasks }: FormatInspection, { bold, accent, dim, rich }: Terminal): string {
  const known = [...features].filter(([, { missing }]) => missing < tasks);
  const absent = [...features].filter(([, { missing }]) => missing === tasks).map(([field]) => field);
  const header = ['Field', 'measured', 'declared', 'missing', 'least', 'median ~', 'most'];
  const rows = known.map(([field, { measured, declared, missing }]) => {
    const size = sizes.get(field);
    const figures = size === undefined ? ['', '', ''] : [size.min, size.median, size.max].map(formatCount);
    const counts = [measured, declared, missing].map((count) => (count === 0 ? '' : formatCount(count)));
    return [`  ${field}`, ...counts, ...figures, size === undefined ? '' : accent(shape(size, rich))];
  });
  const isFigure = (column: number) => column > 0 && column < header.length;
  const [head = '', ...lines] = alignColumns([header, ...rows], { isFigure });
  const none = absent.length === 0 ? [] : [dim(`  no task has ${absent.join(', ')}`)];
  return [bold(head), ...lines, ...none].join('\n');
}

const mostUnused = 40;

/** Columns that a plan could make fields of. */
function unusedTable(unused: FormatInspection['unused'], { bold, dim }: Terminal): string[] {
  if (unused.length === 0) return [];
  const rows = unused
    .slice(0, mostUnused)
    .map(({ column, tasks, kind, values, example, notNumbers, withSeparators }) => [
      visibleText(column, 60),
      formatCount(tasks),
      kind,
      [
        ...(kind === 'label' ? [countOf(values, 'value')] : []),
        ...(withSeparators === undefined ? [] : [`${formatCount(withSeparators)} with separators`]),
        ...(notNumbers === undefined ? [] : [`${formatCount(notNumbers.tasks)} not a number: ${notNumbers.example}`]),
      ].join(', '),
      dim(visibleText(example, 40)),
    ]);
  const lines = alignColumns(rows, { indent: '  ', isFigure: (at) => at === 1 });
  if (unused.length > mostUnused)
    lines.push(`  and ${formatCount(unused.length - mostUnused)} more (--json lists all)`);
  const [first] = unused.filter(({ kind }) => kind !== 'text' && kind !== 'other');
  const hint =
    first === undefined
      ? []
      : [dim(`  To use one: declare it under fields, and name its place under source.columns where the names differ.`)];
  return [[bold(`Columns that no field uses (${formatCount(unused.length)})`), ...lines, ...hint].join('\n')];
}

/** The distribution from least to most, a character a bin, on a logarithmic scale. */
function shape({ bins }: SizeSummary, rich: boolean): string {
  const marks = rich ? ' ▁▂▃▄▅▆▇█' : ' .:-=+*#@';
  const most = Math.max(...bins.map(({ tasks }) => tasks));
  return `|${bins.map(({ tasks }) => marks[Math.ceil((tasks / most) * (marks.length - 1))]).join('')}|`;
}

function reasonSection(name: string, { total, reasons }: ReasonList, style: (text: string) => string): string[] {
  const lines = reasons.map(({ reason, count, example }) => `${formatCount(count)} x ${reason}, such as ${example}`);
  return section(`${name} (${formatCount(total)})`, lines, lines.length, style);
}

function section(name: string, lines: readonly string[], total: number, style: (text: string) => string): string[] {
  if (total === 0) return [];
  const shown = lines.slice(0, mostLines).map((line) => `  ${visibleText(line, 400)}`);
  if (total > shown.length) shown.push(`  and ${formatCount(total - shown.length)} more (--json lists up to 1,000)`);
  return [[style(name), ...shown].join('\n')];
}
