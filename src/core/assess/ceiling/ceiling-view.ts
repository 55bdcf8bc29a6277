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
  if (only === undefined || testedTasks(eligible) === 0)
    return 'Not assessed: no eligible task has a result with a score.';
  if (tested === 0)
    return `Not assessed: none of the ${countOf(selected.tasks, 'selected task')} has a result with a score.`;
  if (more.length === 0) {
    const between = selected.alike === 0 ? '' : `, partly ${selected.alike}`;
    return `One system solves ${selected.solvedByAll} of ${countOf(tested, 'selected task')} with a score and fails ${selected.solvedByNone}${between}. A second system is needed to see which tasks separate systems.`;
  }
  const open = selected.open === 0 ? '' : `, at most ${selected.apart + selected.open} once all results are in`;
  const flat = `${selected.solvedByNone} are solved by none, ${selected.solvedByAll} by all`;
  // Comparing with chance needs enough results on unselected tasks.
  const { low, high } = overall.expectedApart;
  const chance =
    testedTasks(eligible) >= 2 * tested
      ? ` (a random choice from the same groups: ${Math.round(low)} to ${Math.round(high)})`
      : '';
  const pairWords = pairs === undefined ? '' : `; a pair differs on ${Number(pairs.differ.median.toFixed(1))} (median)`;
  return `${selected.apart} of ${countOf(tested, 'selected task')} with a score separate the ${more.length + 1} systems${chance}${open}; ${flat}${pairWords}.`;
}

/** The number of tasks on which at least one system has a score. */
function testedTasks({ tasks, withoutScore }: CeilingCounts): number {
  return tasks - withoutScore;
}

/** Measured: choosing tasks that separate five systems overstated the rates of four others by 16 points. */
const notByOutcome =
  'Do not choose tasks because they separate these systems. Such a choice inflates the results: tasks chosen this way with some systems put the solve rates of others 16 points too high (SWE-bench Pro, nine systems).';
const keepFloor =
  'A task that no system solves leaves room for better systems, and a task that all systems solve can show a later regression. Exclude a task only if it is broken, with evidence.';

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
    whyNone !== undefined && `The results cannot be used: ${whyNone}`,
    selected.withoutScore > 0 &&
      tested > 0 &&
      `${countOf(selected.withoutScore, 'selected task')} of ${selected.tasks} ${selected.withoutScore === 1 ? 'has' : 'have'} no score. They count as unknown, not as failed.`,
    selected.open > 0 &&
      `${countOf(selected.open, 'selected task')} ${selected.open === 1 ? 'has' : 'have'} the same result for all systems so far, but some scores are missing (absent, errored or not run). They count as open, not as solved by none.`,
    broken.length > 0 &&
      `${countOf(errored, 'result')} on selected tasks errored (${broken.length} of ${countOf(configurations.length, 'system')}). An error is neither a score nor a missing result.`,
    partial &&
      'Winnow compares rewards between 0 and 1 and means over attempts as they are, so any difference counts, however small. With --pass-at, they count as passed or failed.',
    configurations.length === 1 &&
      'With one system, "solved by all" and "by none" mean solved and not solved by it. For the other figures, give results of a second system.',
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
    'apart: two systems differ; expected: the number in a random choice from the same groups; open: the same so far,',
    'but a score is missing; of the pool: shares of the tasks with a score',
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
      [wordColumn('tasks of', ''), ({ name = '' }) => visibleText(name, 60)],
      count('selected', 'tasks'),
      count(isOne ? 'solved' : 'by all', 'solvedByAll'),
      count(isOne ? 'failed' : 'by none', 'solvedByNone'),
      !isOne && overall.eligible.alike > 0 && count('alike', 'alike'),
      !isOne && count('apart', 'apart'),
      !isOne && [figureColumn('expected'), ({ expectedApart }) => expectedApart.mean.toFixed(1)],
      !isOne && count('open', 'open'),
      count('no score', 'withoutScore'),
      share(isOne ? 'pool solved' : 'pool by all', 'solvedByAll'),
      !isOne && share('pool by none', 'solvedByNone', 'by none'),
      !isOne && share('pool apart', 'apart', 'apart'),
      !isOne && share('pool open', 'open', 'open'),
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
  const table = tableBy('Tasks on which two systems differ', pairs.list.slice(0, mostPairs), [
    [wordColumn('system', ''), ({ first }) => visibleText(first, 50)],
    [wordColumn('other configuration', ''), ({ second }) => visibleText(second, 50)],
    [figureColumn('selected'), ({ selected }) => share(selected)],
    [figureColumn('pool'), ({ eligible }) => share(eligible)],
  ]);
  const more = pairs.count - table.rows.length;
  const title = `${table.title}: ${least} to ${most}, median ${median}, of the selected`;
  const rest = quietLine(
    `and ${countOf(more, 'more pair')} that ${more === 1 ? 'differs' : 'differ'} on as many tasks or more`,
  );
  return { title, blocks: more > 0 ? [table, rest] : [table] };
}

const mostStrata = 12;
const longestName = 44;

const kinds = [
  { key: 'solvedByNone', words: 'none solves', colour: 'orange' },
  { key: 'open', words: 'alike so far', colour: 'grey' },
  { key: 'alike', words: 'alike', colour: 'purple' },
  { key: 'apart', words: 'they differ', colour: 'blue' },
  { key: 'solvedByAll', words: 'all solve', colour: 'green' },
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
    x: { label: 'share of the tasks with a score, in percent', from: 0, to: 100 },
    ...axis,
    width: 860,
    marks,
  });
}
