import { claimOf } from '../../core/describe/claim-of.js';
import { learnedSentences } from '../../core/describe/describe-learned.js';
import { optimisedClaim, optimumSentence } from '../../core/describe/describe-optimum.js';
import { evidenceSentence } from '../../core/describe/evidence-words.js';
import { expectedUpliftSentences } from '../../core/describe/expected-uplift-words.js';
import { pilotSentence } from '../../core/describe/pilot-words.js';
import type { CoverageRow, Selection } from '../../core/model/selection.js';
import { countOf, formatCount } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

/** The summary of a selection for a person: coverage, score, corrections, exclusions, warnings. */
export function selectionSummary(selection: Selection, terminal: Terminal): string {
  const { plan, statistics } = selection;
  const { bold, dim } = terminal;
  const headline = `${bold(visibleText(plan.name))}: ${bold(`${formatCount(statistics.selected)} of ${countOf(statistics.available, 'task')}`)} from ${countOf(plan.benchmarks.length, 'benchmark')}, average ${visibleText(plan.score.name)} score ${bold(statistics.averageScore.toFixed(plan.score.decimals))}`;
  return [
    headline,
    claim(selection, terminal),
    ...purposes(selection, terminal),
    ...[pilotSentence(selection)].flatMap((sentence) => (sentence === undefined ? [] : [visibleText(sentence, 400)])),
    ...chosenByUplift(selection, terminal),
    visibleText(evidenceSentence(plan.score), 400),
    dim('selected / available'),
    coverageTable('Phase', statistics.byPhase, terminal),
    coverageTable('Benchmark', statistics.byBenchmark, terminal),
    coverageTable('Language', statistics.byLanguage, terminal),
    ...corrections(selection, terminal),
    ...exclusions(selection, terminal),
    ...warnings(selection, terminal),
  ].join('\n\n');
}

/** What the selection is and what may be claimed from it. */
function claim({ kind, weighting, ...selection }: Selection, { bold }: Terminal): string {
  const [label = '', ...rest] = claimOf({ kind, weighting, ...selection }).split(':');
  const lines = [`${bold(label)}:${rest.join(':')}`];
  if (weighting !== undefined) {
    const { weightSum, effectiveSize, designEffect, sampled } = weighting;
    lines.push(
      `Weights sum to ${formatCount(Number(weightSum.toFixed(1)))}; effective size ${effectiveSize.toFixed(1)} of ${formatCount(sampled)}, design effect ${designEffect.toFixed(3)}.`,
    );
  }
  const certificates = new Set(selection.benchmarks.flatMap(({ optimum }) => optimum?.certificate ?? []));
  lines.push(...[...certificates].map((certificate) => visibleText(optimumSentence(certificate), 1000)));
  if (certificates.size > 0) lines.push(optimisedClaim);
  return lines.join('\n');
}

/** What each benchmark with a purpose is chosen for, and what to expect of it. */
function purposes({ benchmarks }: Selection, { bold }: Terminal): string[] {
  return benchmarks.flatMap((benchmark) => {
    const sentences = learnedSentences(benchmark);
    if (sentences.length === 0) return [];
    const title = `Purpose of ${visibleText(benchmark.plan.title, 60)}: ${benchmark.learned?.purpose}`;
    return [[bold(title), ...sentences.map((sentence) => `  ${visibleText(sentence, 400)}`)].join('\n')];
  });
}

/** What to expect of tasks that were chosen by their uplift. */
function chosenByUplift(selection: Selection, { bold }: Terminal): string[] {
  const sentences = expectedUpliftSentences(selection);
  if (sentences.length === 0) return [];
  return [[bold('Expected uplift'), ...sentences.map((sentence) => `  ${visibleText(sentence, 400)}`)].join('\n')];
}

const barWidth = 24;
const mostRows = 20;

function coverageTable(title: string, rows: readonly CoverageRow[], terminal: Terminal): string {
  const { bold, accent, dim, rich } = terminal;
  const shown = rows.slice(0, mostRows);
  const counts = alignColumns(
    shown.map((row) => [formatCount(row.selected), formatCount(row.available)]),
    { isFigure: () => true, gap: ' / ' },
  );
  const most = Math.max(...shown.map((row) => row.selected));
  const cells = shown.map(({ name, selected }, i) => {
    const bar = '#'.repeat(selected === 0 ? 0 : Math.max(1, Math.round((selected / most) * barWidth)));
    return [visibleText(name, 40), counts[i] ?? '', accent(rich ? bar.replaceAll('#', '█') : bar)];
  });
  const lines = alignColumns(cells, { indent: '  ' }).map((line, i) => (shown[i]?.selected === 0 ? dim(line) : line));
  if (rows.length > mostRows) lines.push(dim(`  and ${rows.length - mostRows} more`));
  return [bold(title), ...lines].join('\n');
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
      const instead = wouldBeIn ? `in its place: ${replacedBy ?? 'nobody'}` : 'it would not have been selected';
      return `  ${plan.name} ${taskId} (${why}); ${instead}`;
    }),
  );
  return section(`Excluded (${countOf(lines.length, 'task')})`, lines, bold);
}

function warnings({ warnings: list }: Selection, { bold, warning }: Terminal): string[] {
  return section(
    `Warnings and notes (${list.length})`,
    list.map(({ message }) => `  ${message}`),
    (text) => warning(bold(text)),
  );
}

function section(title: string, lines: readonly string[], style: (text: string) => string): string[] {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, mostRows).map((line) => visibleText(line, 400));
  if (lines.length > mostRows) shown.push(`  and ${lines.length - mostRows} more`);
  return [[style(title), ...shown].join('\n')];
}
