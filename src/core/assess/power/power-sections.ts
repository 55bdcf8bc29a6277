import { line, quietLine, type Row, type Section, tableOf, wordColumn } from '../../blocks/blocks.js';
import { countOf, formatCount } from '../../text/count-of.js';
import { visibleText } from '../../text/visible-text.js';
import type { AtEnds, PowerAssessment, PowerRow } from './power-assessment.js';
import { curveSection } from './power-curves.js';
import {
  chanceForWanted,
  foundCell,
  foundWords,
  inPoints,
  percentRange,
  powerVerdict,
  runWords,
  share,
  shareRange,
} from './power-words.js';

const mostPairs = 10;

/** A power assessment for a person: what is found, where, what less would take, tasks or repeats. */
export function powerSections(plan: string, assessment: PowerAssessment): readonly Section[] {
  return [
    {
      blocks: [
        line([{ strong: visibleText(plan) }, `: ${powerVerdict(assessment)}`], { isVerdict: true }),
        quietLine(howAssumed(assessment), { apart: true }),
      ],
    },
    detectableSection(assessment),
    ...wantedSection(assessment),
    ...curveSection(assessment),
    ...untestableSection(assessment),
    neededSection(assessment),
    budgetSection(assessment),
    ...pairSection(assessment),
  ];
}

function howAssumed({ discordance: { low, high, from, pairs, partial } }: PowerAssessment): string {
  const used = pairs.filter(({ use }) => use === 'used').length;
  const whose = {
    option: 'given',
    results: `from ${countOf(used, 'pair')} of configurations in the results${used >= 4 ? ', quartiles' : ''}`,
    earlier: 'from earlier systems on this pool',
    default: 'assumed',
  }[from];
  const what = partial
    ? 'Mean squared difference of two single runs'
    : 'Discordance (tasks that only one of two configurations solves)';
  return `${what}: ${shareRange({ low, high })}, ${whose}`;
}

/** The smallest difference of all tasks, each phase and each benchmark. */
function detectableSection({ overall, phases, benchmarks, repeats, discordance }: PowerAssessment): Section {
  const hasExact = overall.exact !== undefined || [...phases, ...benchmarks].some(({ exact }) => exact !== undefined);
  const isWeighted = [overall, ...benchmarks].some(({ size, tasks }) => size !== tasks);
  const columns = [
    wordColumn('tasks of', ''),
    wordColumn('tasks'),
    ...(isWeighted ? [wordColumn('effective n')] : []),
    ...(repeats > overall.detectable.length ? [wordColumn(`${repeats} runs`)] : []),
    wordColumn('1 run'),
    ...(hasExact ? [wordColumn('exact')] : []),
    ...overall.detectable.slice(1).map((_, i) => wordColumn(countOf(i + 2, 'run'))),
  ];
  const rowOf = (each: PowerRow, level: number): Row => ({
    cells: [
      visibleText(each.name, 40),
      formatCount(each.tasks),
      ...(isWeighted ? [each.size.toFixed(1)] : []),
      ...(repeats > each.detectable.length ? [foundCell(each.planned)] : []),
      ...each.detectable.slice(0, 1).map(foundCell),
      ...(hasExact ? [each.exact === undefined ? '' : foundCell(each.exact)] : []),
      ...each.detectable.slice(1).map(foundCell),
    ],
    level,
  });
  const part = (name: string, rows: readonly PowerRow[]): readonly Row[] =>
    rows.length > 1
      ? [{ cells: columns.map((_, at) => (at === 0 ? name : '')) }, ...rows.map((each) => rowOf(each, 1))]
      : [];
  const title = 'Smallest detectable difference, in points';
  return {
    title,
    blocks: [
      tableOf(title, columns, [rowOf(overall, 0), ...part('by phase', phases), ...part('by benchmark', benchmarks)]),
      quietLine('a..b: at the lower and the higher end of what is assumed; -: none, there are too few tasks'),
      quietLine(
        discordance.partial
          ? 't test of the differences'
          : '1 run: McNemar, by formula and exact (mid-p); more runs: t test of the means over the runs',
      ),
    ],
  };
}

/** The chance to find the wanted difference, if there is one. */
function wantedSection({ wanted, phases, benchmarks, overall }: PowerAssessment): Section[] {
  if (wanted === undefined) return [];
  const rows = [overall, ...(phases.length > 1 ? phases : []), ...(benchmarks.length > 1 ? benchmarks : [])];
  const cells = rows.map((row) => {
    const chance = chanceForWanted(row);
    return [visibleText(row.name, 40), chance === undefined ? '' : percentRange(chance)];
  });
  const columns = [wordColumn('tasks of', ''), wordColumn('chance', '')];
  const title = `Chance to find ${inPoints(wanted)} points`;
  return [{ title, blocks: [tableOf(title, columns, cells)] }];
}

function untestableSection({ phases, merging, repeats }: PowerAssessment): Section[] {
  const none = phases.filter(({ testable }) => testable === 'no');
  if (none.length === 0 && merging.groups.length === 0) return [];
  const names = none.map(({ name, tasks }) => `${visibleText(name, 40)} (${tasks})`).join(', ');
  const aim = merging.difference === undefined ? 'any difference' : `${inPoints(merging.difference)} points`;
  const takes = `To find ${aim} it takes ${countOf(merging.needed, 'task')}, ${runWords(repeats)}`;
  const groups = merging.groups.map(({ phases: merged, tasks, detectable }) => {
    const together = merged.map((name) => visibleText(name, 40)).join(' + ');
    return line(`together ${countOf(tasks, 'task')}, ${foundWords(detectable) ?? 'none'}: ${together}`);
  });
  const suggestion =
    groups.length > 0
      ? [
          line(`${takes}. By numbers alone, these could be merged:`),
          ...groups,
          quietLine('Whether they belong together is yours to say, before the runs.'),
        ]
      : phases.length < 2
        ? []
        : [line(`${takes}; merging the small ones does not get there, short of taking all phases together.`)];
  return [
    {
      title: none.length === 0 ? 'Phases' : `Untestable alone (${countOf(none.length, 'phase')})`,
      blocks: [...(names === '' ? [] : [line(names)]), ...suggestion],
    },
  ];
}

/** How many tasks a difference needs. */
function neededSection({ needed, eligible }: PowerAssessment): Section {
  const isBeyond = ({ low, high }: AtEnds<number>) => Math.min(low, high) > eligible;
  const cell = ({ low, high }: AtEnds<number>) => {
    const [least, most] = [Math.min(low, high), Math.max(low, high)];
    return `${least === most ? formatCount(least) : `${formatCount(least)}..${formatCount(most)}`}${isBeyond({ low, high }) ? '*' : ''}`;
  };
  const title = 'Tasks that a difference needs';
  const runs = (needed[0]?.tasks ?? []).map((_, i) => wordColumn(countOf(i + 1, 'run')));
  const rows = needed.map(({ difference, tasks }) => [`${inPoints(difference)} points`, ...tasks.map(cell)]);
  return {
    title,
    blocks: [
      tableOf(title, [wordColumn('difference', ''), ...runs], rows),
      ...(needed.some(({ tasks }) => tasks.some(isBeyond))
        ? [quietLine(`* more than the ${formatCount(eligible)} tasks there are to select from`)]
        : []),
    ],
  };
}

/** More tasks or more repeats for the same runs. */
function budgetSection({ budget, variances }: PowerAssessment): Section {
  const { runs, ways, twoRunsPayFrom: pay, best } = budget;
  const columns = [wordColumn('tasks and runs', ''), wordColumn('standard error', ''), wordColumn('possible', '')];
  const rows = ways.map(({ repeats, tasks, possible, standardError: { low, high } }) => [
    `${countOf(tasks, 'task')} x ${countOf(repeats, 'run')}`,
    low === high ? low.toFixed(3) : `${low.toFixed(3)}..${high.toFixed(3)}`,
    possible ? '' : 'more tasks than there are',
  ]);
  const advice =
    variances.low.effect === 0
      ? 'In these results more runs of the same tasks do as much as more tasks; beyond these tasks, more tasks do more.'
      : `More tasks gain more than more repeats, unless setting a task up costs more than ${[...new Set([pay.low.toFixed(1), pay.high.toFixed(1)])].join(' to ')} times as much as running it once under all configurations.`;
  const title = `More tasks or more repeats? The standard error of ${countOf(runs, 'run')} of each configuration`;
  const ownCosts =
    best === undefined
      ? []
      : [
          line(
            `With your costs, ${wholeRange(best)} of each task find most for the money (unrounded ${shareRange({ low: best.low.exact, high: best.high.exact })}).`,
          ),
        ];
  return {
    title,
    blocks: [tableOf(title, columns, rows), best === undefined ? quietLine(advice) : line(advice), ...ownCosts],
  };
}

function wholeRange({ low, high }: NonNullable<PowerAssessment['budget']['best']>): string {
  const [least, most] = [Math.min(low.whole, high.whole), Math.max(low.whole, high.whole)];
  return least === most ? countOf(least, 'run') : `${least} to ${most} runs`;
}

/** How often the configurations of the results disagree. */
function pairSection({ discordance: { pairs } }: PowerAssessment): Section[] {
  if (pairs.length === 0) return [];
  const what = pairs.some(({ partial }) => partial) ? 'Mean squared difference' : 'Discordance';
  const columns = [
    wordColumn('configurations', ''),
    wordColumn(what.toLowerCase(), ''),
    wordColumn('tasks', ''),
    wordColumn('use', ''),
  ];
  const rows = pairs.map(({ a, b, tasks, discordance, use }) => [
    `${visibleText(a, 40)} - ${visibleText(b, 40)}`,
    share(discordance),
    countOf(tasks, 'task'),
    use === 'used' ? '' : `not used: ${use}`,
  ]);
  const title = `${what} in the results`;
  return [{ title, blocks: [tableOf(title, columns, rows, { most: mostPairs })] }];
}
