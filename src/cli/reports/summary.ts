import { optimisedClaim, optimumSentence } from '../../core/describe/describe-optimise.js';
import { evidenceSentence, expectedUpliftSentences, learnedSentences } from '../../core/describe/forecast-words.js';
import { labelCoverage } from '../../core/describe/label-coverage.js';
import { claimOf, pilotSentence } from '../../core/describe/selection-words.js';
import { warningKinds } from '../../core/describe/warning-kinds.js';
import type { Warning } from '../../core/model/fault.js';
import type { CoverageRow, Selection } from '../../core/model/selection.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { alignColumns } from '../terminal/align-columns.js';
import { type Terminal, wrapText } from '../terminal/terminal.js';

/**
 * The summary of a selection for a person, on one screen: the headline, what may be claimed, coverage, and what needs attention,
 * counted by kind. Verbose: every correction, exclusion and warning instead.
 */
export function selectionSummary(selection: Selection, terminal: Terminal, isVerbose: boolean): string {
  const { plan, statistics } = selection;
  const { bold, dim } = terminal;
  const isScored = !isEven(selection);
  const average = `, average ${visibleText(plan.score.name)} score ${bold(statistics.averageScore.toFixed(plan.score.decimals))}`;
  const headline = `${bold(visibleText(plan.name))}: ${bold(`${formatCount(statistics.selected)} of ${countOf(statistics.available, 'task')}`)} from ${countOf(plan.benchmarks.length, 'benchmark')}${isScored ? average : ''}`;
  const pilot = pilotSentence(selection);
  const tables = [
    ...(isScored || statistics.byPhase.length > 1 ? [coverageTable('Phase', statistics.byPhase)] : []),
    coverageTable('Benchmark', statistics.byBenchmark),
    coverageTable('Language', statistics.byLanguage),
  ];
  const labels = labelCoverage(selection).map(({ field, rows }) => coverageTable(visibleText(field, 30), rows));
  return [
    headline,
    claim(selection, terminal),
    ...purposes(selection, terminal),
    ...(pilot === undefined ? [] : [wrapText(visibleText(pilot, 400), terminal.width)]),
    ...chosenByUplift(selection, terminal),
    ...(isScored ? [wrapText(visibleText(evidenceSentence(plan.score), 400), terminal.width)] : []),
    dim('Coverage: selected / available'),
    ...besideOrBelow(tables, terminal),
    ...(labels.length === 0 ? [] : besideOrBelow(labels, terminal)),
    ...(isVerbose
      ? [...corrections(selection, terminal), ...exclusions(selection, terminal), ...warnings(selection, terminal)]
      : attention(selection, terminal)),
  ].join('\n\n');
}

/** Whether the tasks are drawn at random and all have one score, of which there is nothing to say. */
function isEven({ kind, benchmarks, choices }: Selection): boolean {
  const hasOneScore = new Set(choices.map(({ task }) => task.score)).size === 1;
  const isConstant = benchmarks.every(({ warnings: own }) => own.some(({ code }) => code === constantScore));
  return kind === 'representative' && hasOneScore && isConstant;
}

const constantScore = 'constant-component';

/** What the selection is and what may be claimed from it. */
function claim({ kind, weighting, ...selection }: Selection, { bold, width }: Terminal): string {
  const [label = '', ...rest] = claimOf({ kind, weighting, ...selection }).split(':');
  const lines = [wrapText(`${label}:${rest.join(':')}`, width).replace(label, bold(label))];
  if (weighting !== undefined) {
    const { weightSum, effectiveSize, designEffect, sampled } = weighting;
    lines.push(
      `Weights sum to ${formatCount(Number(weightSum.toFixed(1)))}; effective n ${effectiveSize.toFixed(1)} of ${formatCount(sampled)}, design effect ${designEffect.toFixed(3)}.`,
    );
  }
  const certificates = new Set(selection.benchmarks.flatMap(({ optimum }) => optimum?.certificate ?? []));
  lines.push(
    ...[...certificates].map((certificate) => wrapText(visibleText(optimumSentence(certificate), 1000), width)),
  );
  if (certificates.size > 0) lines.push(wrapText(optimisedClaim, width));
  return lines.join('\n');
}

/** What each benchmark with a purpose is chosen for, and what to expect of it. */
function purposes({ benchmarks }: Selection, { bold, width }: Terminal): string[] {
  return benchmarks.flatMap((benchmark) => {
    const sentences = learnedSentences(benchmark);
    if (sentences.length === 0) return [];
    const title = `Purpose of ${visibleText(benchmark.plan.title, 60)}: ${benchmark.learned?.purpose}`;
    return [
      [bold(title), ...sentences.map((sentence) => wrapText(visibleText(sentence, 400), width, '  '))].join('\n'),
    ];
  });
}

/** What to expect of tasks that were chosen by their uplift. */
function chosenByUplift(selection: Selection, { bold, width }: Terminal): string[] {
  const sentences = expectedUpliftSentences(selection);
  if (sentences.length === 0) return [];
  return [
    [bold('Expected uplift'), ...sentences.map((sentence) => wrapText(visibleText(sentence, 400), width, '  '))].join(
      '\n',
    ),
  ];
}

const barWidth = 24;
const mostRows = 20;
const mostAttention = 8;

/** What a table of coverage shows, row by row, before it is given a place on the screen. */
interface CoverageTable {
  readonly title: string;
  readonly rows: readonly CoverageRow[];
  /** "93 / 826", aligned. */
  readonly counts: readonly string[];
  /** How many rows there are beyond those shown. */
  readonly left: number;
}

function coverageTable(title: string, all: readonly CoverageRow[]): CoverageTable {
  const rows = all.slice(0, mostRows);
  const counts = alignColumns(
    rows.map((row) => [formatCount(row.selected), formatCount(row.available)]),
    { isFigure: () => true, gap: ' / ' },
  );
  return { title, rows, counts, left: all.length - rows.length };
}

/** The tables beside each other where the screen is wide enough, or else below each other with bars. */
function besideOrBelow(tables: readonly CoverageTable[], terminal: Terminal): string[] {
  const { bold, width } = terminal;
  const columns = tables.map((table) => columnOf(table));
  const gap = 3;
  const total = columns.reduce((sum, { width: own }) => sum + own + gap, -gap);
  if (total > width) return tables.map((table) => withBars(table, terminal));
  const height = Math.max(...columns.map(({ lines }) => lines.length));
  const titles = columns.map(({ title, width: own }) => bold(title) + ' '.repeat(own - title.length + gap)).join('');
  const body = Array.from({ length: height }, (_, row) =>
    columns
      .map(({ lines, width: own }) => (lines[row] ?? '').padEnd(own + gap))
      .join('')
      .trimEnd(),
  );
  return [[titles.trimEnd(), ...body].join('\n')];
}

function columnOf({ title, rows, counts, left }: CoverageTable) {
  const lines = alignColumns(
    rows.map(({ name }, i) => [visibleText(name, 32), counts[i] ?? '']),
    { indent: '  ' },
  );
  if (left > 0) lines.push(moreRows(left));
  return { title, lines, width: Math.max(title.length, ...lines.map((line) => line.length)) };
}

function withBars({ title, rows, counts, left }: CoverageTable, { bold, accent, dim, rich }: Terminal): string {
  const most = Math.max(...rows.map((row) => row.selected));
  const cells = rows.map(({ name, selected }, i) => {
    const bar = '#'.repeat(selected === 0 ? 0 : Math.max(1, Math.round((selected / most) * barWidth)));
    return [visibleText(name, 40), counts[i] ?? '', accent(rich ? bar.replaceAll('#', '█') : bar)];
  });
  const lines = alignColumns(cells, { indent: '  ' }).map((line, i) => (rows[i]?.selected === 0 ? dim(line) : line));
  if (left > 0) lines.push(dim(moreRows(left)));
  return [bold(title), ...lines].join('\n');
}

function moreRows(left: number): string {
  return `  and ${formatCount(left)} more, in METHODOLOGY.md`;
}

/** What a reader should look at, counted by kind; the words are in full with --verbose and on the methodology page. */
function attention(selection: Selection, { bold, warning, dim }: Terminal): string[] {
  const { benchmarks } = selection;
  const corrected = new Map<string, number>();
  for (const { rule, changed } of benchmarks.flatMap((benchmark) => benchmark.corrections)) {
    const tasks = [...changed.values()].reduce((sum, count) => sum + count, 0);
    if (tasks > 0) corrected.set(rule.field, (corrected.get(rule.field) ?? 0) + tasks);
  }
  const excluded = benchmarks.reduce((sum, { exclusions: left }) => sum + left.length, 0);
  const rows = [
    ...[...corrected].map(([field, tasks]) => [tasks, `${countedWord(tasks, 'label')} corrected: ${field}`] as const),
    ...(excluded === 0 ? [] : [[excluded, `${countedWord(excluded, 'task')} excluded, reasons in the plan`] as const]),
    ...warningKinds(selection.warnings.filter(({ code }) => code !== constantScore || !isEven(selection))).map(
      ({ words, warnings: own, count }) => [count, words + where(own)] as const,
    ),
  ];
  if (rows.length === 0) return [];
  const shown = rows.slice(0, mostAttention).map(([count, words]) => [formatCount(count), visibleText(words, 200)]);
  const lines = alignColumns(shown, { isFigure: (column) => column === 0, indent: '  ' });
  const left = rows.length - shown.length;
  const more = `${left > 0 ? `and ${countOf(left, 'more kind')}; ` : ''}--verbose lists each, METHODOLOGY.md too`;
  return [[warning(bold('Needs attention')), ...lines, dim(`  ${more}`)].join('\n')];
}

function countedWord(count: number, word: string): string {
  return count === 1 ? word : `${word}s`;
}

/** The benchmarks that warnings of one kind are about. */
function where(list: readonly Warning[]): string {
  const names = [...new Set(list.flatMap(({ benchmark }) => benchmark ?? []))];
  if (names.length === 0) return '';
  return ` (${names.slice(0, 2).join(', ')}${names.length > 2 ? ` and ${names.length - 2} more` : ''})`;
}

function corrections({ benchmarks }: Selection, { bold }: Terminal): string[] {
  const lines = benchmarks.flatMap(({ plan, corrections: applied }) =>
    applied.flatMap(({ rule, key, to, changed }) =>
      [...changed].map(
        ([from, count]) =>
          `  ${plan.name}: ${rule.field} of ${countOf(count, 'task')} with ${rule.by} ${key}: ${from === '' ? 'none' : from} -> ${to}`,
      ),
    ),
  );
  const changed = benchmarks.flatMap(({ corrections: applied }) =>
    applied.flatMap((each) => [...each.changed.values()]),
  );
  const labels = changed.reduce((sum, count) => sum + count, 0);
  return section(`Corrected (${countOf(labels, 'label')})`, lines, bold);
}

function exclusions({ benchmarks }: Selection, { bold }: Terminal): string[] {
  const lines = benchmarks.flatMap(({ plan, exclusions: left }) =>
    left.map(({ taskId, reason, evidence, wouldBeIn, replacedBy }) => {
      const why = evidence === undefined ? reason : `${reason}: ${evidence}`;
      const instead = wouldBeIn ? `replacement: ${replacedBy ?? 'none'}` : 'it would not have been selected';
      return `  ${plan.name} ${taskId} (${why}); ${instead}`;
    }),
  );
  return section(`Excluded (${countOf(lines.length, 'task')})`, lines, bold);
}

function warnings({ warnings: list }: Selection, { bold, warning }: Terminal): string[] {
  return section(
    `Warnings (${list.length})`,
    list.map(({ message }) => `  ${message}`),
    (text) => warning(bold(text)),
  );
}

function section(title: string, lines: readonly string[], style: (text: string) => string): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, mostRows).map((line) => visibleText(line, 400));
  if (lines.length > mostRows) shown.push(moreRows(lines.length - mostRows));
  return [[style(title), ...shown].join('\n')];
}
