import {
  type Ceiling,
  type CeilingCounts,
  countOf,
  formatCount,
  type StratumCeiling,
  visibleText,
} from '../../index.js';
import type { Terminal } from '../terminal/terminal.js';
import { figureTable, noteLines } from './figure-table.js';

const mostPairs = 10;

/** A ceiling for a person: how many tasks can tell anything, where the others lie, and which pairs suffer. */
export function ceilingReport(plan: string, ceiling: Ceiling, terminal: Terminal): string {
  const { bold, dim } = terminal;
  const { overall, benchmarks, phases, groups, configurations } = ceiling;
  const tested = (strata: readonly StratumCeiling[]) =>
    strata.filter(({ selected, pool }) => selected.tasks > 0 && pool.tasks > pool.without);
  const tables = [
    ['By benchmark', [{ ...overall, name: 'all' }, ...tested(benchmarks)]],
    ['By phase', tested(phases)],
    ...benchmarks.map(
      ({ name }) =>
        [`Groups of ${visibleText(name ?? '', 40)}`, tested(groups.filter((each) => each.benchmark === name))] as const,
    ),
  ] as const;
  const isKnown = overall.pool.tasks > overall.pool.without;
  return [
    `${bold(visibleText(plan))}: ${visibleText(ceiling.conclusion, 500)}`,
    ...(isKnown && configurations.length > 1
      ? [
          dim(
            'apart: two configurations differ; expected: so many in a random choice from the same groups; open: alike so far,\nbut a score is missing; of the pool: shares of the tasks with a score',
          ),
        ]
      : []),
    ...(isKnown
      ? tables.flatMap(([title, strata]) =>
          strata.length === 0 ? [] : [strataTable(title, strata, ceiling, terminal)],
        )
      : []),
    ...(configurations.length === 0 ? [] : [coverageTable(ceiling, terminal)]),
    ...pairTable(ceiling, terminal),
    ...noteLines(ceiling.notes, terminal),
  ].join('\n\n');
}

function strataTable(
  title: string,
  strata: readonly StratumCeiling[],
  { configurations, overall }: Ceiling,
  terminal: Terminal,
): string {
  const isOne = configurations.length === 1;
  const hasAlike = overall.pool.alike > 0;
  const heads = [
    '',
    'selected',
    ...(isOne
      ? ['solved', 'failed']
      : ['by all', 'by none', ...(hasAlike ? ['alike'] : []), 'apart', 'expected', 'open']),
    'no score',
    ...(isOne ? ['pool solved'] : ['pool by all', 'by none', 'apart', 'open']),
  ];
  const rows = strata.map(({ name, selected, pool, expected }) => [
    visibleText(name ?? '', 60),
    formatCount(selected.tasks),
    ...(isOne
      ? [selected.byAll, selected.byNone].map(formatCount)
      : [
          formatCount(selected.byAll),
          formatCount(selected.byNone),
          ...(hasAlike ? [formatCount(selected.alike)] : []),
          formatCount(selected.apart),
          expected.mean.toFixed(1),
          formatCount(selected.open),
        ]),
    formatCount(selected.without),
    ...(isOne
      ? [shareOf(pool, 'byAll')]
      : (['byAll', 'byNone', 'apart', 'open'] as const).map((key) => shareOf(pool, key))),
  ]);
  return figureTable(title, heads, rows, terminal);
}

/** Of the tasks with a score. */
function shareOf(counts: CeilingCounts, key: 'byAll' | 'byNone' | 'apart' | 'open'): string {
  const tested = counts.tasks - counts.without;
  return tested === 0 ? '-' : `${Math.round((100 * counts[key]) / tested)}%`;
}

function coverageTable({ configurations }: Ceiling, terminal: Terminal): string {
  const rows = configurations.map(({ name, selected }) => [
    visibleText(name, 50),
    ...[selected.solved, selected.unsolved, selected.scored - selected.solved - selected.unsolved].map(formatCount),
    ...[selected.errored, selected.notRun, selected.absent].map(formatCount),
  ]);
  const heads = ['', 'solved', 'failed', 'partly', 'errored', 'not run', 'absent'];
  return figureTable('Results on the selected tasks', heads, rows, terminal);
}

function pairTable({ pairs, pairSummary }: Ceiling, terminal: Terminal): string[] {
  if (pairSummary === undefined) return [];
  const rows = pairs
    .slice(0, mostPairs)
    .map(({ first, second, selected, pool }) => [
      visibleText(first, 50),
      visibleText(second, 50),
      `${formatCount(selected.differ)} of ${formatCount(selected.both)}`,
      `${formatCount(pool.differ)} of ${formatCount(pool.both)}`,
    ]);
  const { least, median, most } = pairSummary.differ;
  const title = `Tasks on which two configurations differ: ${least} to ${most}, median ${median}, of the selected`;
  const table = figureTable(title, ['', '', 'selected', 'pool'], rows, terminal, [0, 1]);
  const more = pairSummary.pairs - rows.length;
  return [
    more > 0 ? `${table}\n${terminal.dim(`  and ${countOf(more, 'more pair')} that differ as often or more`)}` : table,
  ];
}
