import { describeVerdict, type Explanation, formatCount, type Verdict, visibleText } from '../index.js';
import type { Terminal } from './terminal.js';

/** An explanation for a person: the verdict, what would change it, and what it follows from. */
export function explanationReport(explanation: Explanation, terminal: Terminal): string {
  const { task, benchmark, phase, score, standing, verdict } = explanation;
  const { bold, accent } = terminal;
  const head = `${bold(visibleText(`${benchmark.name}/${task.id}`))}: ${accent(bold(verdictName(verdict)))}`;
  const why = verdict.kind === 'in' ? verdict.why : standing?.words;
  const corrections = task.changes.map(({ field, from, to }) => `${field}: ${from ?? 'none'} -> ${to}`);
  return [
    [head, ...(why === undefined ? [] : [visibleText(`  ${why}`, mostShown)])].join('\n'),
    ...section('What would change that', describeVerdict(explanation), bold),
    ...section('Features', featureLines(explanation), bold),
    ...section('Corrected', corrections, bold),
    ...section('Phase', [`${phase.name}, because ${phase.why}`], bold),
    ...section(`${score.name} score ${score.total.toFixed(score.decimals)}`, scoreLines(explanation, terminal), bold),
  ].join('\n\n');
}

const mostShown = 1000;

function verdictName(verdict: Verdict): string {
  if (verdict.kind === 'in') return verdict.by === 'rank' ? 'in by its rank' : 'in by an ensure rule';
  return verdict.kind === 'ineligible' ? 'not eligible' : verdict.kind;
}

function featureLines({ features }: Explanation): string[] {
  const rows = features.map(({ words, value, provenance, usedBy }) => [
    words,
    typeof value === 'number' ? formatCount(value) : visibleText(value ?? 'unknown', 60),
    value === undefined && !usedBy.includes('score') ? '' : provenance,
    usedBy.join(', '),
  ]);
  return columns(rows);
}

function scoreLines({ score }: Explanation, { rich }: Terminal): string[] {
  const times = rich ? '×' : 'x';
  const rows = score.terms.map(({ component, weight, part, contribution, rule, defaulted }) => [
    component,
    `${figure(weight)} ${times} ${figure(part)}`,
    `= ${contribution.toFixed(score.decimals + 1)}`,
    `${rule}${defaulted ? ' (unknown here)' : ''}`,
  ]);
  return columns(rows);
}

/** Up to four decimals, without zeros at the end. */
function figure(value: number): string {
  return String(Number(value.toFixed(4)));
}

function columns(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0)));
  return rows.map((row) =>
    row
      .map((cell, at) => cell.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

function section(title: string, lines: readonly string[], style: (text: string) => string): string[] {
  if (lines.length === 0) return [];
  return [[style(visibleText(title)), ...lines.map((line) => `  ${visibleText(line, mostShown)}`)].join('\n')];
}
