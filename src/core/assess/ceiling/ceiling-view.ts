import { figureColumn, line, quietLine, type Section, tableOf, wordColumn } from '../../blocks/blocks.js';
import { type Drawing, drawChart, rowAxis } from '../../pictures/chart.js';
import type { Colour, Mark } from '../../pictures/marks.js';
import { countOf, formatCount, visibleText } from '../../text/words.js';
import type { Ceiling, CeilingCounts, StratumCeiling } from './ceiling.js';

type Facts = Omit<Ceiling, 'notes' | 'conclusion'>;

/** What to act on, in words. */
export function ceilingConclusion({ configurations, overall, pairs }: Facts): string {
  const { selected, eligible } = overall;
  const tested = testedTasks(selected);
  const [only, ...more] = configurations;
  if (only === undefined || testedTasks(eligible) === 0)
    return 'Cannot say: no result has a score for an eligible task.';
  if (tested === 0) return `Cannot say: none of the ${countOf(selected.tasks, 'selected task')} has a score.`;
  if (more.length === 0) {
    const between = selected.alike === 0 ? '' : `, partly ${selected.alike}`;
    return `One system solves ${selected.solvedByAll} of ${countOf(tested, 'selected task')} with a score, fails ${selected.solvedByNone}${between}; a second system is needed to see which tasks separate them.`;
  }
  const open = selected.open === 0 ? '' : `, at most ${selected.apart + selected.open} once all results are in`;
  const flat = `${selected.solvedByNone} are solved by none, ${selected.solvedByAll} by all`;
  // A comparison with chance needs results on tasks that are not selected.
  const { low, high } = overall.expectedApart;
  const chance =
    testedTasks(eligible) >= 2 * tested
      ? ` (a random choice from the same groups: ${Math.round(low)} to ${Math.round(high)})`
      : '';
  const pairWords = pairs === undefined ? '' : `; a pair differs on ${medianWords(pairs.differ.median)} (median)`;
  return `${selected.apart} of ${countOf(tested, 'selected task')} with a score separate the ${more.length + 1} systems${chance}${open}; ${flat}${pairWords}.`;
}

/** Tasks for which any configuration has a score. */
function testedTasks({ tasks, withoutScore }: CeilingCounts): number {
  return tasks - withoutScore;
}

function medianWords(median: number): string {
  return Number.isInteger(median) ? String(median) : median.toFixed(1);
}

/** Tasks chosen for telling five systems apart put the solve rates of four others 16 points too high. */
const notByOutcome =
  'Do not choose tasks because they separate these systems: such a choice overstates what it measures. Tasks chosen this way on some systems put the solve rates of others 16 points too high (SWE-bench Pro, nine systems).';
const keepFloor =
  'A task that no system solves leaves room for better ones, and a task that all solve shows a later loss. Exclude a task only if it is broken, with evidence.';

/** What a reader must know before taking the figures for more than they are. */
export function ceilingNotes(
  facts: Facts,
  whyNone: string | undefined,
  warnings: readonly string[],
): readonly string[] {
  const { overall, configurations, pairs } = facts;
  const { selected } = overall;
  const notes: string[] = [];
  if (whyNone !== undefined) notes.push(`The results cannot be used: ${whyNone}`);
  if (selected.withoutScore > 0 && testedTasks(selected) > 0) {
    notes.push(
      `${countOf(selected.withoutScore, 'selected task')} of ${selected.tasks} ${selected.withoutScore === 1 ? 'has' : 'have'} no score at all: nothing is known about them, and they are not counted as failed.`,
    );
  }
  if (selected.open > 0) {
    notes.push(
      `${countOf(selected.open, 'selected task')} ${selected.open === 1 ? 'is' : 'are'} the same so far, but some system has no score there (absent, errored or not run): counted as open, not as solved by none.`,
    );
  }
  const broken = configurations.filter((each) => each.selected.errored > 0);
  if (broken.length > 0) {
    const total = broken.reduce((sum, each) => sum + each.selected.errored, 0);
    notes.push(
      `${countOf(total, 'result')} on selected tasks errored (${broken.length} of ${countOf(configurations.length, 'system')}): an error is neither a score nor an absent result.`,
    );
  }
  if (facts.partial) {
    notes.push(
      'Rewards between 0 and 1, and means over attempts, are compared as they are: any difference counts, however small. With --pass-at they count as passed or failed.',
    );
  }
  if (configurations.length === 1) {
    notes.push(
      'With one system, "solved by all" and "by none" mean solved and not solved by it; give results of a second one for the rest.',
    );
  }
  if (pairs !== undefined && pairs.belowNeeded > 0) {
    notes.push(
      `${pairs.belowNeeded} of ${countOf(pairs.count, 'pair')} ${pairs.belowNeeded === 1 ? 'differs' : 'differ'} on fewer than ${pairs.needed} selected tasks: no result of those could reach p < 0.05 in an exact test.`,
    );
  }
  if (testedTasks(selected) > 0 && configurations.length > 1) notes.push(notByOutcome, keepFloor);
  notes.push(...warnings);
  return notes;
}

const mostPairs = 10;

/** A ceiling for a person: how many tasks can tell anything, where the others lie, and which pairs suffer. */
export function ceilingSections(plan: string, ceiling: Ceiling): readonly Section[] {
  const { overall, benchmarks, phases = [], groups, configurations } = ceiling;
  const tested = (strata: readonly StratumCeiling[]) =>
    strata.filter(({ selected, eligible }) => selected.tasks > 0 && eligible.tasks > eligible.withoutScore);
  const tables: readonly (readonly [string, readonly StratumCeiling[]])[] = [
    ['By benchmark', [{ ...overall, name: 'all' }, ...tested(benchmarks)]],
    ['By phase', tested(phases)],
    ...benchmarks.map(({ name }) => {
      const own = groups.filter((each) => each.benchmark === name);
      return [`Groups of ${visibleText(name ?? '', 40)}`, tested(own)] as const;
    }),
  ];
  const isKnown = overall.eligible.tasks > overall.eligible.withoutScore;
  const legend =
    isKnown && configurations.length > 1
      ? [
          quietLine(
            'apart: two systems differ; expected: the number in a random choice from the same groups; open: the same so far,',
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
  const hasAlike = overall.eligible.alike > 0;
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
  const rows = strata.map(({ name, selected, eligible, expectedApart }) => [
    visibleText(name ?? '', 60),
    formatCount(selected.tasks),
    ...(isOne
      ? [selected.solvedByAll, selected.solvedByNone].map(formatCount)
      : [
          formatCount(selected.solvedByAll),
          formatCount(selected.solvedByNone),
          ...(hasAlike ? [formatCount(selected.alike)] : []),
          formatCount(selected.apart),
          expectedApart.mean.toFixed(1),
          formatCount(selected.open),
        ]),
    formatCount(selected.withoutScore),
    ...(isOne
      ? [shareOf(eligible, 'solvedByAll')]
      : (['solvedByAll', 'solvedByNone', 'apart', 'open'] as const).map((key) => shareOf(eligible, key))),
  ]);
  return { title, blocks: [tableOf(title, columns, rows)] };
}

/** Of the tasks with a score. */
function shareOf(counts: CeilingCounts, key: 'solvedByAll' | 'solvedByNone' | 'apart' | 'open'): string {
  const tested = counts.tasks - counts.withoutScore;
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
  return { title, blocks: [tableOf(title, [wordColumn('system', ''), ...counts], rows)] };
}

function pairSection({ pairs }: Ceiling): Section[] {
  if (pairs === undefined) return [];
  const rows = pairs.list
    .slice(0, mostPairs)
    .map(({ first, second, selected, eligible }) => [
      visibleText(first, 50),
      visibleText(second, 50),
      `${formatCount(selected.differ)} of ${formatCount(selected.both)}`,
      `${formatCount(eligible.differ)} of ${formatCount(eligible.both)}`,
    ]);
  const columns = [
    wordColumn('system', ''),
    wordColumn('other configuration', ''),
    figureColumn('selected'),
    figureColumn('pool'),
  ];
  const { least, median, most } = pairs.differ;
  const more = pairs.count - rows.length;
  return [
    {
      title: `Tasks on which two systems differ: ${least} to ${most}, median ${median}, of the selected`,
      blocks: [
        tableOf('Tasks on which two systems differ', columns, rows),
        ...(more > 0 ? [quietLine(`and ${countOf(more, 'more pair')} that differ as often or more`)] : []),
      ],
    },
  ];
}

const mostStrata = 12;
const rowHeight = 22;
const longestName = 44;

const kinds: readonly {
  readonly key: Exclude<keyof CeilingCounts, 'tasks' | 'withoutScore'>;
  readonly words: string;
  readonly colour: Colour;
}[] = [
  { key: 'solvedByNone', words: 'none solves', colour: 'orange' },
  { key: 'open', words: 'alike so far', colour: 'grey' },
  { key: 'alike', words: 'alike', colour: 'purple' },
  { key: 'apart', words: 'they differ', colour: 'blue' },
  { key: 'solvedByAll', words: 'all solve', colour: 'green' },
];

/** What the configurations made of the tasks with a score, selected and in the pool; undefined without any. */
export function ceilingPicture({ overall, benchmarks, groups, conclusion }: Ceiling): Drawing | undefined {
  const strata = [{ ...overall, name: 'all tasks' }, ...(benchmarks.length > 1 ? benchmarks : []), ...groups];
  const rows = strata
    .filter(({ selected }) => selected.tasks > selected.withoutScore)
    .slice(0, mostStrata)
    .flatMap((stratum) => [
      { words: nameOf(stratum, 'selected', stratum.selected), counts: stratum.selected },
      { words: nameOf(stratum, 'pool', stratum.eligible), counts: stratum.eligible },
    ]);
  if (rows.length === 0) return undefined;
  const names = rows.map(({ words }) => words);
  const { at: y, ...axis } = rowAxis(names, 0.6);
  const shown = kinds.filter(({ key }) => rows.some(({ counts }) => counts[key] > 0));
  const marks = shown.flatMap(({ key, words, colour }, kind): Mark[] =>
    rows.map(({ counts }, at) => {
      const tested = counts.tasks - counts.withoutScore;
      const before = shown.slice(0, kind).reduce((sum, each) => sum + counts[each.key], 0);
      const x = [(100 * before) / tested, (100 * (before + counts[key])) / tested] as const;
      return { kind: 'box', x, y: [y(at) - 0.38, y(at) + 0.38], colour, ...(at === 0 ? { label: words } : {}) };
    }),
  );
  return drawChart({
    title: 'Tasks that separate systems',
    description: `${conclusion} ${rows.map(({ words, counts }) => `${words}: ${shown.map((each) => `${counts[each.key]} ${each.words}`).join(', ')}`).join('; ')}.`,
    x: { label: 'share of the tasks with a score, in percent', from: 0, to: 100 },
    ...axis,
    width: 860,
    height: 130 + rowHeight * rows.length,
    marks,
  });
}

/** "ansible/ansible, selected (5)": with the number of tasks that have a score. */
function nameOf({ name = '' }: StratumCeiling, which: string, { tasks, withoutScore }: CeilingCounts): string {
  const cut = name.length <= longestName ? name : `${name.slice(0, longestName - 1)}…`;
  return `${cut}, ${which} (${tasks - withoutScore})`;
}
