import {
  countOf,
  type FidelityAssessment,
  type FidelityReading,
  type FidelityRow,
  type FidelityScope,
  fidelityWords,
  formatCount,
  type Metric,
  type MetricFidelity,
  visibleText,
} from '../../index.js';
import type { Terminal } from '../terminal/terminal.js';

const { fidelityVerdict, levelSentence, percentile, points, rankingSentence, scopeTitle, signed } = fidelityWords;

const mostSystems = 20;
const mostNotes = 30;

/** For a person: what holds, the figures beside chance, each system, and what cannot be said. */
export function fidelityReport(fidelity: FidelityAssessment, whyNone: string | undefined, terminal: Terminal): string {
  const { dim } = terminal;
  if (fidelity.scopes.length === 0) {
    return [
      fidelityVerdictText(fidelity, whyNone),
      ...notJudgedLines(fidelity, terminal),
      ...noteLines(fidelity, terminal),
    ]
      .map((part, i) => (i === 0 ? visibleText(part, 600) : part))
      .join('\n\n');
  }
  const whose = { option: 'given', plan: "the plan's", default: 'none was given' }[fidelity.seedFrom];
  const how = `Errors are in points; ${countOf(fidelity.draws, 'random draw')}, sfc32, seed ${visibleText(fidelity.seed)} (${whose}). Percentile: share of the draws below, ties half.`;
  return [
    ...fidelity.scopes.flatMap((scope) => scopeParts(scope, terminal)),
    ...notJudgedLines(fidelity, terminal),
    ...noteLines(fidelity, terminal),
    dim(how),
  ].join('\n\n');
}

/** One sentence or two on the selection. */
export function fidelityVerdictText({ scopes, notJudged }: FidelityAssessment, whyNone: string | undefined): string {
  const row = scopes[0]?.rows[0];
  if (row !== undefined) {
    return `${scopes[0]?.benchmark ?? 'All judged benchmarks'}: ${levelSentence(row)} ${rankingSentence(row)}`;
  }
  if (whyNone !== undefined) return `Fidelity cannot be judged: ${whyNone}`;
  // A benchmark that is taken whole, or that nobody ran, is no reason; one with results that do not do is.
  const reason = notJudged.find(({ why }) => !/^(?:every eligible|no system has a result on its)/.test(why));
  if (reason !== undefined) return `Fidelity cannot be judged: in ${reason.benchmark} ${reason.why}`;
  return 'Fidelity cannot be judged: it needs results (--results) of systems on selected tasks and on others of the same benchmark.';
}

/** Good where the level is near and the ranking holds, or there is none. */
export function fidelityGrade({ scopes }: FidelityAssessment): 'good' | 'look' | 'unknown' {
  const row = scopes[0]?.rows[0];
  if (row === undefined) return 'unknown';
  const { level, ranking } = fidelityVerdict(row);
  // One or two systems, or systems that all do the same, show that nothing is wrong, not that all is well.
  const systems = row.readings[0]?.systems ?? [];
  const shown = systems.filter(({ counted, poolRate }) => counted && poolRate > 0 && poolRate < 1).length;
  if (level === 'near' && shown < 3) return 'unknown';
  return level === 'near' && (ranking === undefined || ranking === 'holds') ? 'good' : 'look';
}

function scopeParts(scope: FidelityScope, terminal: Terminal): string[] {
  const { bold, dim } = terminal;
  return scope.rows.flatMap((row) => {
    const what = row.isSelection ? '' : ' (the same rule at this size)';
    const title = `${bold(visibleText(scopeTitle(scope, row.selected), 200))}${what}`;
    const head = [
      title,
      `  ${levelSentence(row)}`,
      `  ${rankingSentence(row)}`,
      ...(row.isSelection ? [dim(`  Compared with ${visibleText(scope.design)}.`)] : []),
    ].join('\n');
    return [head, metricTable(row, terminal), systemTable(row, terminal), ...failedLine(row)];
  });
}

const labels: Readonly<Record<Metric, string>> = {
  bias: 'mean error (bias)',
  mae: 'mean absolute error',
  rmse: 'root mean square error',
  maxError: 'largest error',
  kendall: 'Kendall tau-b',
  spearman: 'Spearman',
  pairs: 'pairs in order',
  widePairs: 'pairs in order, 3 points apart',
  regret: 'top-1 regret',
};

function metricTable(row: FidelityRow, terminal: Terminal): string {
  const { metrics, counted, biasInterval } = row.readings[0] as FidelityReading;
  // Of one system every measure of the level is its error, and there is no ranking.
  const shown = (Object.entries(metrics) as [Metric, MetricFidelity][]).filter(
    ([name]) => counted > 1 || name === 'bias',
  );
  const rows = shown.map(([name, { value, chance }]) => {
    const text = (each: number | undefined) => metricText(name, each);
    if (chance === undefined) return [labels[name], text(value), '', '', '', ''];
    return [
      labels[name],
      text(value),
      text(chance.mean),
      `${text(chance.low)} to ${text(chance.high)}`,
      percentile(chance.percentile),
      chance.standing === 'within' ? 'within' : chance.standing === 'worse' ? 'worse than 95%' : 'better than 95%',
    ];
  });
  const heads = [`over ${countOf(counted, 'system')}`, 'here', 'random', '5% to 95%', 'percentile', 'beside chance'];
  const interval =
    biasInterval === undefined
      ? []
      : [
          `  If other tasks like these stood in their place (bootstrap), the mean error would be ${signed(biasInterval.low)} to ${signed(biasInterval.high)} (95%).`,
        ];
  return [table(heads, rows, terminal), ...interval].join('\n');
}

function metricText(name: Metric, value: number | undefined): string {
  if (value === undefined) return '-';
  if (name === 'bias') return signed(value);
  return name === 'kendall' || name === 'spearman' || name === 'pairs' || name === 'widePairs'
    ? value.toFixed(2)
    : points(value);
}

function systemTable(row: FidelityRow, terminal: Terminal): string {
  const { systems } = row.readings[0] as FidelityReading;
  const rows = systems
    .slice(0, mostSystems)
    .map((system) => [
      `${visibleText(system.name, 40)}${system.counted ? '' : ' *'}`,
      points(system.poolRate),
      `${formatCount(system.poolTasks)}${system.poolMissing === 0 ? '' : ` (-${formatCount(system.poolMissing)})`}`,
      points(system.rate),
      `${formatCount(system.selectedTasks)}${system.selectedMissing === 0 ? '' : ` (-${formatCount(system.selectedMissing)})`}`,
      signed(system.error),
      system.chance === undefined ? '-' : `${signed(system.chance.low)} to ${signed(system.chance.high)}`,
      system.chance === undefined ? '-' : percentile(system.chance.percentile),
    ]);
  const heads = ['', 'pool %', 'tasks', 'selected %', 'tasks', 'error', 'random 5% to 95%', 'percentile'];
  const more = systems.length - mostSystems;
  return [
    table(heads, rows, terminal),
    ...(more > 0 ? [terminal.dim(`  and ${more} more (--json lists all)`)] : []),
    ...(systems.some(({ counted }) => !counted) ? [terminal.dim('  * a near-duplicate: not counted again above')] : []),
  ].join('\n');
}

function failedLine({ readings }: FidelityRow): string[] {
  const failed = readings.find(({ reading }) => reading === 'failed');
  if (failed === undefined) return [];
  const { bias, mae, kendall } = failed.metrics;
  const standing =
    bias.chance === undefined || bias.chance.standing === 'within' ? 'within chance' : 'more than chance';
  const tau = kendall.value === undefined ? '' : `, tau-b ${kendall.value.toFixed(2)}`;
  return [
    `  Missing results (in brackets) are left out above. Counted as failed: mean error ${signed(bias.value)} (${standing}), mean absolute error ${points(mae.value)}${tau}.`,
  ];
}

function notJudgedLines({ notJudged }: FidelityAssessment, { bold }: Terminal): string[] {
  if (notJudged.length === 0) return [];
  const lines = notJudged.map(({ benchmark, why }) => `  ${visibleText(benchmark, 60)}: ${visibleText(why, 600)}`);
  return [[bold('Not judged'), ...lines].join('\n')];
}

function noteLines({ notes }: FidelityAssessment, { bold, warning }: Terminal): string[] {
  if (notes.length === 0) return [];
  const lines = notes.slice(0, mostNotes).map((note) => `  ${visibleText(note, 500)}`);
  if (notes.length > mostNotes) lines.push(`  and ${notes.length - mostNotes} more (--json lists all)`);
  return [[warning(bold(`Notes (${notes.length})`)), ...lines].join('\n')];
}

/** Columns under their heads: the first and words to the left, figures to the right. */
function table(heads: readonly string[], rows: readonly (readonly string[])[], { dim }: Terminal): string {
  const widths = heads.map((head, i) => Math.max(head.length, ...rows.map((row) => (row[i] ?? '').length)));
  const line = (cells: readonly string[]) =>
    `  ${cells
      .map((cell, i) => {
        const isWords = i === 0 || heads[i] === 'beside chance';
        return isWords ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
      })
      .join('  ')
      .trimEnd()}`;
  return [dim(line(heads)), ...rows.map(line)].join('\n');
}
