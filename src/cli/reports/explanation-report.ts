import { describeVerdict } from '../../core/explain/describe-verdict.js';
import type { Explanation, Verdict } from '../../core/explain/explanation.js';
import type { RuleCost } from '../../core/model/optimum.js';
import { formatCount } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

/**
 * An explanation for a person: the verdict, what would change it, and what it follows from.
 *
 * @param purpose Sentences on what the tasks of the benchmark are chosen for.
 */
export function explanationReport(
  explanation: Explanation,
  terminal: Terminal,
  purpose: readonly string[] = [],
): string {
  const { task, benchmark, phase, score, standing, verdict } = explanation;
  const { bold, accent } = terminal;
  const head = `${bold(visibleText(`${benchmark.name}/${task.id}`))}: ${accent(bold(verdictName(verdict)))}`;
  const why = verdict.kind === 'in' ? verdict.why : standing?.words;
  const corrections = task.changes.map(({ field, from, to }) => `${field}: ${from ?? 'none'} -> ${to}`);
  return [
    [head, ...(why === undefined ? [] : [visibleText(`  ${why}`, mostShown)])].join('\n'),
    ...section('What would change that', describeVerdict(explanation), bold),
    ...section('Purpose', purpose, bold),
    ...section('Features', featureLines(explanation), bold),
    ...section('Corrected', corrections, bold),
    ...section('Phase', [`${phase.name}, because ${phase.why}`], bold),
    ...section(`${score.name} score ${score.total.toFixed(score.decimals)}`, scoreLines(explanation, terminal), bold),
  ].join('\n\n');
}

const mostShown = 1000;

function verdictName(verdict: Verdict): string {
  if (verdict.kind === 'in') return inWords[verdict.by];
  return verdict.kind === 'ineligible' ? 'not eligible' : verdict.kind;
}

const inWords = {
  rank: 'in by its rank',
  ensure: 'in by an ensure rule',
  draw: 'in, drawn by chance',
  pin: 'in, pinned',
  optimum: 'in, as part of the optimum',
};

function featureLines({ features }: Explanation): string[] {
  const rows = features.map(({ words, value, provenance, usedBy }) => [
    words,
    typeof value === 'number' ? formatCount(value) : visibleText(value ?? 'unknown', 60),
    value === undefined && !usedBy.includes('score') ? '' : provenance,
    usedBy.join(', '),
  ]);
  return alignColumns(rows);
}

function scoreLines({ score }: Explanation, { rich }: Terminal): string[] {
  const times = rich ? '×' : 'x';
  const rows = score.terms.map(({ component, weight, part, contribution, rule, defaulted }) => [
    component,
    `${figure(weight)} ${times} ${figure(part)}`,
    `= ${contribution.toFixed(score.decimals + 1)}`,
    `${rule}${defaulted ? ' (unknown here)' : ''}`,
  ]);
  return alignColumns(rows);
}

/** Up to four decimals, without zeros at the end. */
function figure(value: number): string {
  return String(Number(value.toFixed(4)));
}

function section(title: string, lines: readonly string[], style: (text: string) => string): string[] {
  if (lines.length === 0) return [];
  return [[style(visibleText(title)), ...lines.map((line) => `  ${visibleText(line, mostShown)}`)].join('\n')];
}

/** What each rule of an optimisation costs, largest first. */
export function ruleCostsReport(costs: readonly RuleCost[], { bold }: Terminal): string {
  const rows = costs.map(({ rule, weaker, gain }) => [
    visibleText(rule, 90),
    visibleText(weaker, 60),
    gain === undefined ? 'not settled' : gain === 0 ? 'nothing' : `+${Number(gain.toPrecision(6))}`,
  ]);
  return [bold('What the goal would gain if a rule were one weaker'), ...alignColumns(rows, { indent: '  ' })].join(
    '\n',
  );
}
