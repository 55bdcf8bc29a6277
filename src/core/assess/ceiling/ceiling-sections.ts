import { countOf, formatCount } from '../../text/count-of.js';
import { visibleText } from '../../text/visible-text.js';
import { figureColumn, line, quietLine, type Section, tableOf, wordColumn } from '../question/answer.js';
import type { Ceiling, CeilingCounts, StratumCeiling } from './ceiling.js';

const mostPairs = 10;

/** A ceiling for a person: how many tasks can tell anything, where the others lie, and which pairs suffer. */
export function ceilingSections(plan: string, ceiling: Ceiling): readonly Section[] {
  const { overall, benchmarks, phases, groups, configurations } = ceiling;
  const tested = (strata: readonly StratumCeiling[]) =>
    strata.filter(({ selected, pool }) => selected.tasks > 0 && pool.tasks > pool.without);
  const tables: readonly (readonly [string, readonly StratumCeiling[]])[] = [
    ['By benchmark', [{ ...overall, name: 'all' }, ...tested(benchmarks)]],
    ['By phase', tested(phases)],
    ...benchmarks.map(({ name }) => {
      const own = groups.filter((each) => each.benchmark === name);
      return [`Groups of ${visibleText(name ?? '', 40)}`, tested(own)] as const;
    }),
  ];
  const isKnown = overall.pool.tasks > overall.pool.without;
  const legend =
    isKnown && configurations.length > 1
      ? [
          quietLine(
            'apart: two configurations differ; expected: so many in a random choice from the same groups; open: alike so far,',
            { apart: true },
          ),
          quietLine('but a score is missing; of the pool: shares of the tasks with a score'),
        ]
      : [];
  return [
    {
      blocks: [
        line([{ strong: visibleText(plan) }, `: ${visibleText(ceiling.conclusion, 500)}`], { isVerdict: true }),
        ...legend,
      ],
    },
    ...(isKnown ? tables : []).flatMap(([title, strata]) =>
      strata.length === 0 ? [] : [strataSection(title, strata, ceiling)],
    ),
    ...(configurations.length === 0 ? [] : [coverageSection(ceiling)]),
    ...pairSection(ceiling),
  ];
}

function strataSection(
  title: string,
  strata: readonly StratumCeiling[],
  { configurations, overall }: Ceiling,
): Section {
  const isOne = configurations.length === 1;
  const hasAlike = overall.pool.alike > 0;
  const plain = (names: readonly string[]) => names.map((name) => figureColumn(name));
  const columns = [
    wordColumn('tasks of', ''),
    figureColumn('selected'),
    ...plain(
      isOne ? ['solved', 'failed'] : ['by all', 'by none', ...(hasAlike ? ['alike'] : []), 'apart', 'expected', 'open'],
    ),
    figureColumn('no score'),
    ...(isOne
      ? [figureColumn('pool solved')]
      : [
          figureColumn('pool by all'),
          figureColumn('pool by none', 'by none'),
          figureColumn('pool apart', 'apart'),
          figureColumn('pool open', 'open'),
        ]),
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
  return { title, blocks: [tableOf(title, columns, rows)] };
}

/** Of the tasks with a score. */
function shareOf(counts: CeilingCounts, key: 'byAll' | 'byNone' | 'apart' | 'open'): string {
  const tested = counts.tasks - counts.without;
  return tested === 0 ? '-' : `${Math.round((100 * counts[key]) / tested)}%`;
}

function coverageSection({ configurations }: Ceiling): Section {
  const title = 'Results on the selected tasks';
  const rows = configurations.map(({ name, selected }) => [
    visibleText(name, 50),
    ...[selected.solved, selected.unsolved, selected.scored - selected.solved - selected.unsolved].map(formatCount),
    ...[selected.errored, selected.notRun, selected.absent].map(formatCount),
  ]);
  const counts = ['solved', 'failed', 'partly', 'errored', 'not run', 'absent'].map((name) => figureColumn(name));
  return { title, blocks: [tableOf(title, [wordColumn('configuration', ''), ...counts], rows)] };
}

function pairSection({ pairs, pairSummary }: Ceiling): Section[] {
  if (pairSummary === undefined) return [];
  const rows = pairs
    .slice(0, mostPairs)
    .map(({ first, second, selected, pool }) => [
      visibleText(first, 50),
      visibleText(second, 50),
      `${formatCount(selected.differ)} of ${formatCount(selected.both)}`,
      `${formatCount(pool.differ)} of ${formatCount(pool.both)}`,
    ]);
  const columns = [
    wordColumn('configuration', ''),
    wordColumn('other configuration', ''),
    figureColumn('selected'),
    figureColumn('pool'),
  ];
  const { least, median, most } = pairSummary.differ;
  const more = pairSummary.pairs - rows.length;
  return [
    {
      title: `Tasks on which two configurations differ: ${least} to ${most}, median ${median}, of the selected`,
      blocks: [
        tableOf('Tasks on which two configurations differ', columns, rows),
        ...(more > 0 ? [quietLine(`and ${countOf(more, 'more pair')} that differ as often or more`)] : []),
      ],
    },
  ];
}
