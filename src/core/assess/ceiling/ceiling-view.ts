import {
  figureColumn,
  quietLine,
  type Section,
  tableBy,
  titled,
  verdictLine,
  wordColumn,
} from '../../blocks/blocks.js';
import { compact, sumOf } from '../../lists/lists.js';
import { type Drawing, drawChart, type Mark, named, rowAxis } from '../../pictures/chart.js';
import { countOf, cutText, formatCount, visibleText } from '../../text/words.js';
import type { Ceiling, CeilingCounts, StratumCeiling } from './ceiling.js';

type Facts = Omit<Ceiling, 'notes' | 'conclusion'>;

export function ceilingConclusion({ configurations, overall, pairs }: Facts): string {
  const { selected, eligible } = overall;
  const tested = testedTasks(selected);
  const [only, ...more] = configurations;
  if (only === undefined || testedTasks(eligible) === 0) return 'Not assessed: no eligible task has a scored result.';
  if (tested === 0) return `Not assessed: none of the ${countOf(selected.tasks, 'selected task')} has a scored result.`;
  if (more.length === 0) {
    const between = selected.alike === 0 ? '' : `, with ${selected.alike} partly solved`;
    return `The system solves ${selected.solvedByAll} of ${countOf(tested, 'scored task')} and fails ${selected.solvedByNone}${between}. To see which tasks separate systems, add results of a second system.`;
  }
  const open = selected.open === 0 ? '' : `, or up to ${selected.apart + selected.open} once all results are in`;
  const flat = ` ${selected.solvedByAll} ${selected.solvedByAll === 1 ? 'is' : 'are'} solved by all systems, ${selected.solvedByNone} by none.`;
  // Comparing with chance needs enough results on unselected tasks.
  const { low, high } = overall.expectedApart;
  const chance =
    testedTasks(eligible) >= 2 * tested ? ` (${Math.round(low)} to ${Math.round(high)} in a random choice)` : '';
  const median = Number(pairs?.differ.median.toFixed(1));
  const pairWords = pairs === undefined ? '' : ` The median pair of systems differs on ${countOf(median, 'task')}.`;
  const separate = selected.apart === 1 ? 'separates' : 'separate';
  return `${selected.apart} of ${countOf(tested, 'scored task')} ${separate} the ${more.length + 1} systems${chance}${open}.${flat}${pairWords}`;
}

/** The number of tasks on which at least one system has a score. */
function testedTasks({ tasks, withoutScore }: CeilingCounts): number {
  return tasks - withoutScore;
}

/** Measured: choosing tasks that separate five systems overstated the rates of four others by 16 points. */
const notByOutcome =
  "Don't select tasks because they separate these systems. That inflates results: on SWE-bench Pro, tasks chosen this way with five systems overstated the solve rates of four other systems by 16 points.";
const keepFloor =
  'Tasks that no system solves leave room for better systems, and tasks that all systems solve can reveal a later regression. Exclude a task only with evidence that it is broken.';

export function ceilingNotes(
  facts: Facts,
  whyNone: string | undefined,
  warnings: readonly string[],
): readonly string[] {
  const { configurations, pairs, partial } = facts;
  const { selected } = facts.overall;
  const tested = testedTasks(selected);
  const broken = configurations.filter((each) => each.selected.errored > 0);
  const errored = sumOf(broken, (each) => each.selected.errored);
  const isCompared = tested > 0 && configurations.length > 1;
  return compact([
    whyNone !== undefined && `The results can't be used: ${whyNone}`,
    selected.withoutScore > 0 &&
      tested > 0 &&
      `${selected.withoutScore} of ${countOf(selected.tasks, 'selected task')} ${selected.withoutScore === 1 ? 'has no score and counts' : 'have no score and count'} as unknown, not as failed.`,
    selected.open > 0 &&
      `On ${countOf(selected.open, 'selected task')}, all systems have the same result so far, but some scores are missing (absent, errored or not run). These tasks count as open, not as unsolved.`,
    broken.length > 0 &&
      `${countOf(errored, 'result')} on selected tasks errored (in ${broken.length} of ${countOf(configurations.length, 'system')}). An errored result counts neither as a score nor as missing.`,
    partial &&
      'Rewards between 0 and 1 and means over attempts are compared as they are, so even a small difference counts. To count them as passed or failed, add --pass-at.',
    configurations.length === 1 &&
      'With one system, "solved" and "failed" refer to that system. For the other figures, add results of a second system.',
    pairs !== undefined &&
      pairs.belowNeeded > 0 &&
      `${pairs.belowNeeded} of ${countOf(pairs.count, 'pair')} ${pairs.belowNeeded === 1 ? 'differs' : 'differ'} on fewer than ${pairs.needed} selected tasks, too few to reach p < 0.05 in an exact test.`,
    isCompared && notByOutcome,
    isCompared && keepFloor,
    ...warnings,
  ]);
}

const mostPairs = 10;

export function ceilingSections(plan: string, ceiling: Ceiling) {
  const { overall, benchmarks, phases = [], groups, configurations } = ceiling;
  const tested = (strata: readonly StratumCeiling[]) =>
    strata.filter(({ selected, eligible }) => selected.tasks > 0 && testedTasks(eligible) > 0);
  const tables: readonly (readonly [string, readonly StratumCeiling[]])[] = [
    ['By benchmark', [{ ...overall, name: 'all' }, ...tested(benchmarks)]],
    ['By phase', tested(phases)],
    ...benchmarks.map(({ name = '' }) => {
      const own = groups.filter((each) => each.benchmark === name);
      return [`Groups of ${visibleText(name, 40)}`, tested(own)] as const;
    }),
  ];
  const isKnown = testedTasks(overall.eligible) > 0;
  const legend = [
    'apart: systems differ; expected: tasks apart in a random choice from the same groups;',
    'open: same so far, but scores are missing; pool: share of all scored tasks',
  ].map((words, i) => quietLine(words, i === 0 ? { apart: true } : {}));
  return [
    { blocks: [verdictLine(plan, ceiling.conclusion), ...(isKnown && configurations.length > 1 ? legend : [])] },
    ...tables
      .filter(([, strata]) => isKnown && strata.length > 0)
      .map(([title, strata]) => strataSection(title, strata, ceiling)),
    configurations.length > 0 && coverageSection(ceiling),
    pairSection(ceiling),
  ];
}

function strataSection(
  title: string,
  strata: readonly StratumCeiling[],
  { configurations, overall }: Ceiling,
): Section {
  const isOne = configurations.length === 1;
  const count = (name: string, key: keyof CeilingCounts) =>
    [figureColumn(name), ({ selected }: StratumCeiling) => formatCount(selected[key])] as const;
  const share = (name: string, key: keyof CeilingCounts, heading = name) =>
    [figureColumn(name, heading), ({ eligible }: StratumCeiling) => shareOf(eligible, key)] as const;
  return titled(
    tableBy(title, strata, [
      [wordColumn('tasks in', ''), ({ name = '' }) => visibleText(name, 60)],
      count('selected', 'tasks'),
      count(isOne ? 'solved' : 'all solve', 'solvedByAll'),
      count(isOne ? 'failed' : 'none solve', 'solvedByNone'),
      !isOne && overall.eligible.alike > 0 && count('same', 'alike'),
      !isOne && count('apart', 'apart'),
      !isOne && [figureColumn('expected'), ({ expectedApart }) => expectedApart.mean.toFixed(1)],
      !isOne && count('open', 'open'),
      count('no score', 'withoutScore'),
      share(isOne ? 'pool solved' : 'pool: all', 'solvedByAll'),
      !isOne && share('pool: none', 'solvedByNone', 'none'),
      !isOne && share('pool: apart', 'apart', 'apart'),
      !isOne && share('pool: open', 'open', 'open'),
    ]),
  );
}

function shareOf(counts: CeilingCounts, key: keyof CeilingCounts): string {
  const tested = testedTasks(counts);
  return tested === 0 ? '-' : `${Math.round((100 * counts[key]) / tested)}%`;
}

function coverageSection({ configurations }: Ceiling): Section {
  type Counts = Ceiling['configurations'][number]['selected'];
  const count = (name: string, of: (counts: Counts) => number) =>
    [figureColumn(name), ({ selected }: { readonly selected: Counts }) => formatCount(of(selected))] as const;
  return titled(
    tableBy('Results on the selected tasks', configurations, [
      [wordColumn('system', ''), ({ name }) => visibleText(name, 50)],
      count('solved', ({ solved }) => solved),
      count('failed', ({ unsolved }) => unsolved),
      count('partly', ({ scored, solved, unsolved }) => scored - solved - unsolved),
      count('errored', ({ errored }) => errored),
      count('not run', ({ notRun }) => notRun),
      count('absent', ({ absent }) => absent),
    ]),
  );
}

function pairSection({ pairs }: Ceiling): Section | undefined {
  if (pairs === undefined) return undefined;
  const { least, median, most } = pairs.differ;
  const share = ({ differ, both }: { readonly differ: number; readonly both: number }) =>
    `${formatCount(differ)} of ${formatCount(both)}`;
  const table = tableBy('Selected tasks on which two systems differ', pairs.list.slice(0, mostPairs), [
    [wordColumn('system', ''), ({ first }) => visibleText(first, 50)],
    [wordColumn('other system', ''), ({ second }) => visibleText(second, 50)],
    [figureColumn('selected'), ({ selected }) => share(selected)],
    [figureColumn('pool'), ({ eligible }) => share(eligible)],
  ]);
  const more = pairs.count - table.rows.length;
  const title = `${table.title}: ${least} to ${most}, median ${median}`;
  const rest = quietLine(
    `and ${countOf(more, 'more pair')} that ${more === 1 ? 'differs' : 'differ'} on at least as many tasks`,
  );
  return { title, blocks: more > 0 ? [table, rest] : [table] };
}

const mostStrata = 12;
const longestName = 44;

const kinds = [
  { key: 'solvedByNone', words: 'no system solves', colour: 'orange' },
  { key: 'open', words: 'same so far', colour: 'grey' },
  { key: 'alike', words: 'same', colour: 'purple' },
  { key: 'apart', words: 'systems differ', colour: 'blue' },
  { key: 'solvedByAll', words: 'all systems solve', colour: 'green' },
] as const;

/** The results on the scored tasks, selected and in the pool; undefined if there are none. */
export function ceilingPicture({ overall, benchmarks, groups, conclusion }: Ceiling): Drawing | undefined {
  const strata = [{ ...overall, name: 'all tasks' }, ...(benchmarks.length > 1 ? benchmarks : []), ...groups];
  const rows = strata
    .filter(({ selected }) => testedTasks(selected) > 0)
    .slice(0, mostStrata)
    .flatMap(({ name = '', selected, eligible }) =>
      Object.entries({ selected, pool: eligible }).map(([which, counts]) => {
        // For example "ansible/ansible, selected (5)"; the number counts tasks with a score.
        return { words: `${cutText(name, longestName)}, ${which} (${testedTasks(counts)})`, counts };
      }),
    );
  if (rows.length === 0) return undefined;
  const { at: y, ...axis } = rowAxis(rows, 0.6, 22);
  const shown = kinds.filter(({ key }) => rows.some(({ counts }) => counts[key] > 0));
  const marks = shown.flatMap(({ key, words, colour }, kind) => {
    const boxes = rows.map(({ counts }, at): Mark => {
      const before = sumOf(shown.slice(0, kind), (each) => counts[each.key]);
      const [from, to] = [before, before + counts[key]].map((count) => (100 * count) / testedTasks(counts));
      return { kind: 'box', x: [from ?? 0, to ?? 0], y: [y(at) - 0.38, y(at) + 0.38], colour };
    });
    return named(words, boxes);
  });
  return drawChart({
    title: 'Tasks that separate systems',
    description: `${conclusion} ${rows.map(({ words, counts }) => `${words}: ${shown.map((each) => `${counts[each.key]} ${each.words}`).join(', ')}`).join('; ')}.`,
    x: { label: 'share of scored tasks, in percent', from: 0, to: 100 },
    ...axis,
    width: 860,
    marks,
  });
}
