import { type AtEnds, countOf, formatCount, type PowerAssessment, type PowerRow, visibleText } from '../../index.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';
import { foundCell, inPoints, percentRange, share, shareRange } from './power-words.js';

/** The smallest difference of all tasks, each phase and each benchmark. */
export function detectableTable(
  { overall, phases, benchmarks, repeats, discordance }: PowerAssessment,
  { bold, dim }: Terminal,
): string {
  const hasExact = overall.exact !== undefined || [...phases, ...benchmarks].some(({ exact }) => exact !== undefined);
  const isWeighted = [overall, ...benchmarks].some(({ size, tasks }) => size !== tasks);
  const row = (each: PowerRow, indent: string) => [
    `  ${indent}${visibleText(each.name, 40)}`,
    formatCount(each.tasks),
    ...(isWeighted ? [each.size.toFixed(1)] : []),
    ...(repeats > each.detectable.length ? [foundCell(each.planned)] : []),
    ...each.detectable.slice(0, 1).map(foundCell),
    ...(hasExact ? [each.exact === undefined ? '' : foundCell(each.exact)] : []),
    ...each.detectable.slice(1).map(foundCell),
  ];
  const heads = [
    '',
    'tasks',
    ...(isWeighted ? ['worth'] : []),
    ...(repeats > overall.detectable.length ? [`${repeats} runs`] : []),
    '1 run',
    ...(hasExact ? ['exact'] : []),
    ...overall.detectable.slice(1).map((_, i) => countOf(i + 2, 'run')),
  ];
  const lines = alignColumns([
    heads,
    row(overall, ''),
    ...(phases.length > 1 ? [['  by phase'], ...phases.map((each) => row(each, '  '))] : []),
    ...(benchmarks.length > 1 ? [['  by benchmark'], ...benchmarks.map((each) => row(each, '  '))] : []),
  ]);
  const [head = '', ...rest] = lines;
  const explained = [
    '  a..b: at the lower and the higher end of what is assumed; -: none, there are too few tasks',
    discordance.partial
      ? '  t test of the differences'
      : '  1 run: McNemar, by formula and exact (mid-p); more runs: t test of the means over the runs',
  ];
  return [bold('Smallest detectable difference, in points'), dim(head), ...rest, ...explained.map(dim)].join('\n');
}

/** The chance to find the wanted difference, if there is one. */
export function wantedLines(
  { wanted, phases, benchmarks, overall }: PowerAssessment,
  { bold, dim }: Terminal,
): string[] {
  if (wanted === undefined) return [];
  const rows = [overall, ...(phases.length > 1 ? phases : []), ...(benchmarks.length > 1 ? benchmarks : [])];
  const hasExact = rows.some(({ exactPowerForWanted }) => exactPowerForWanted !== undefined);
  const cell = (chance: AtEnds<number> | undefined) => (chance === undefined ? '' : percentRange(chance));
  const [head = '', ...lines] = alignColumns([
    ['', hasExact ? 'formula' : '', hasExact ? 'exact' : ''],
    ...rows.map((row) => [
      `  ${visibleText(row.name, 40)}`,
      cell(row.powerForWanted),
      ...(hasExact ? [cell(row.exactPowerForWanted)] : []),
    ]),
  ]);
  return [[bold(`Chance to find ${inPoints(wanted)} points`), ...(hasExact ? [dim(head)] : []), ...lines].join('\n')];
}

/** How many tasks a difference needs. */
export function neededTable({ needed, eligible }: PowerAssessment, { bold, dim }: Terminal): string {
  const cell = ({ low, high }: AtEnds<number>) => {
    const [least, most] = [Math.min(low, high), Math.max(low, high)];
    return `${least === most ? formatCount(least) : `${formatCount(least)}..${formatCount(most)}`}${least > eligible ? '*' : ''}`;
  };
  const rows = needed.map(({ difference, tasks }) => [`  ${inPoints(difference)} points`, ...tasks.map(cell)]);
  const heads = ['', ...(needed[0]?.tasks ?? []).map((_, i) => countOf(i + 1, 'run'))];
  const [head = '', ...lines] = alignColumns([heads, ...rows]);
  const more = lines.some((line) => line.includes('*'))
    ? [dim(`  * more than the ${formatCount(eligible)} tasks there are to select from`)]
    : [];
  return [bold('Tasks that a difference needs'), dim(head), ...lines, ...more].join('\n');
}

/** More tasks or more repeats for the same runs. */
export function budgetTable({ budget, variances }: PowerAssessment, { bold, dim }: Terminal): string {
  const { runs, ways, twoRunsPayFrom: pay, best } = budget;
  const rows = ways.map(({ repeats, tasks, possible, standardError: { low, high } }) => [
    `  ${countOf(tasks, 'task')} x ${countOf(repeats, 'run')}`,
    low === high ? low.toFixed(3) : `${low.toFixed(3)}..${high.toFixed(3)}`,
    possible ? '' : 'more tasks than there are',
  ]);
  const advice = [
    variances.low.effect === 0
      ? '  In these results more runs of the same tasks do as much as more tasks; beyond these tasks, more tasks do more.'
      : `  More tasks do more than more repeats, unless a task by itself costs more than ${shareRange(pay)} of a run of it under all configurations.`,
    ...(best === undefined
      ? []
      : [
          `  With your costs, ${wholeRange(best)} of each task find most for the money (unrounded ${shareRange({ low: best.low.exact, high: best.high.exact })}).`,
        ]),
  ];
  const title = `More tasks or more repeats? The standard error of ${countOf(runs, 'run')} of each configuration`;
  return [bold(title), ...alignColumns(rows), ...(best === undefined ? advice.map(dim) : advice)].join('\n');
}

function wholeRange({ low, high }: NonNullable<PowerAssessment['budget']['best']>): string {
  const [least, most] = [Math.min(low.whole, high.whole), Math.max(low.whole, high.whole)];
  return least === most ? countOf(least, 'run') : `${least} to ${most} runs`;
}

const mostPairs = 10;

/** How often the configurations of the results disagree. */
export function pairTable({ discordance: { pairs } }: PowerAssessment, { bold, dim }: Terminal): string[] {
  if (pairs.length === 0) return [];
  const rows = pairs
    .slice(0, mostPairs)
    .map(({ a, b, tasks, discordance, use }) => [
      `  ${visibleText(a, 40)} - ${visibleText(b, 40)}`,
      share(discordance),
      countOf(tasks, 'task'),
      use === 'used' ? '' : `not used: ${use}`,
    ]);
  const more = pairs.length > mostPairs ? [dim(`  and ${pairs.length - mostPairs} more (--json lists all)`)] : [];
  return [
    [
      bold(`${pairs.some(({ partial }) => partial) ? 'Mean squared difference' : 'Discordance'} in the results`),
      ...alignColumns(rows),
      ...more,
    ].join('\n'),
  ];
}
