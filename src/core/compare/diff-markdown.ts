import { type Block, headedTable, line } from '../blocks/blocks.js';
import { markdownOf } from '../blocks/markdown.js';
import { at, groupBy } from '../lists/lists.js';
import { countOf, markdownText } from '../text/words.js';
import type { CoverageDiff, HistoryStep, SelectionDiff, TaskDiff } from './diff-manifests.js';

// A comment on a pull request can have 65,536 characters.
const mostRows = 50;

/** The difference as Markdown for a pull request comment. Markup in plan and pool text is escaped. */
export function diffMarkdown(diff: SelectionDiff, names: { readonly a: string; readonly b: string }): string {
  const title = ['Selection: ', names.a, ' → ', names.b];
  return markdownOf([{ title, level: 3, blocks: blocksOf(diff) }], commentText);
}

function averageRow(average: NonNullable<SelectionDiff['average_score']>): (string | number)[] {
  return average.name_before === undefined
    ? [`Average ${average.name} score`, average.before, average.after]
    : ['Average score', `${average.before} (${average.name_before})`, `${average.after} (${average.name})`];
}

function blocksOf(diff: SelectionDiff): Block[] {
  const { tasks, plan, pools, selected, available, average_score: average } = diff;
  if (!diff.related) return [line([{ asIs: unrelatedSentence(diff, commentText) }])];
  const notes = (diff.notes ?? []).map(({ message }) => line(['Note: ', message]));
  if (diff.same) return [line(`No differences: ${countOf(selected.after, 'task')}, the same plan and pool.`), ...notes];
  const otherPools = pools
    .filter(({ equal }) => !equal)
    .map(
      ({ benchmark, relearned, unknown }) =>
        `${benchmark}${relearned === true ? ' (same tasks, different earlier results)' : unknown === true ? ' (unknown whether tasks changed, because the plans use different fields)' : ''}`,
    );
  return [
    headedTable(
      ['', 'A:', 'B:'],
      [
        ['Plan', plan.before.name, `${plan.after.name}${plan.equal ? ' (the same)' : ' (changed)'}`],
        ['Selected', selected.before, selected.after],
        ['Available', available.before, available.after],
        ...(average === undefined ? [] : [averageRow(average)]),
      ],
    ),
    line(otherPools.length === 0 ? 'The pools are the same.' : `${otherPoolsHeading(diff)}: ${otherPools.join(', ')}.`),
    ...(diff.history ?? []).map((step) => line([{ asIs: historySentence(step, commentText) }])),
    ...taskBlocks('Added', tasks.added),
    ...taskBlocks('Removed', tasks.removed),
    ...tableBlocks(
      `Changed (${tasks.changed.length})`,
      ['Task', 'Benchmark', 'Why', 'Fields'],
      tasks.changed.map(({ task_id, benchmark, reason, fields }) => {
        return [task_id, benchmark, reason, fields.map(({ field }) => field).join(', ')];
      }),
    ),
    ...tableBlocks(
      `Moved to another benchmark (${tasks.relocated.length})`,
      ['From', 'To', 'Tasks:'],
      relocationRows(diff).map(({ from, to, count }) => [from, to, count]),
    ),
    ...(tasks.moved.length === 0 ? [] : [line(movedSentence(diff))]),
    ...coverageBlocks('Phase', diff.coverage.phase ?? []),
    ...coverageBlocks('Benchmark', diff.coverage.benchmark),
    ...coverageBlocks('Language', diff.coverage.language ?? []),
    ...notes,
  ];
}

export function otherPoolsHeading({ pools }: SelectionDiff): string {
  return pools.some(({ unknown }) => unknown === true) ? 'Pools that are or may be different' : 'Different pools';
}

export function movedSentence({ tasks, pools }: SelectionDiff): string {
  const isLearned = pools.some(({ relearned }) => relearned === true);
  return `For ${countOf(tasks.moved.length, 'task')} in both, only the ${isLearned ? 'difficulty, ' : ''}rank, group size or weight changed.`;
}

/** The number of tasks that moved, by benchmark before and after, in the order of B. */
export function relocationRows({ tasks: { relocated } }: SelectionDiff) {
  const moves = groupBy(relocated, ({ benchmark_before, benchmark }) => JSON.stringify([benchmark_before, benchmark]));
  return [...moves.values()].map((list) => {
    const { benchmark_before: from, benchmark: to } = at(list, 0);
    return { from, to, count: list.length };
  });
}

export function historySentence({ version, change, reasons }: HistoryStep, show: (text: string) => string): string {
  const counts = groupBy(reasons, ({ reason }) => reason);
  const out = [...counts].map(([reason, list]) => `${show(reason)} (${list.length})`).join(', ');
  return `Version ${version}: ${show(change)}${out === '' ? '' : ` Removed: ${out}.`}`;
}

export function unrelatedSentence({ plan }: SelectionDiff, show: (text: string) => string): string {
  return `The two selections are unrelated. The plans "${show(plan.before.name)}" and "${show(plan.after.name)}" have no benchmark in common.`;
}

function taskBlocks(title: string, tasks: readonly TaskDiff[]): Block[] {
  return tableBlocks(
    `${title} (${tasks.length})`,
    ['Task', 'Benchmark', 'Why', 'Detail'],
    tasks.map(({ task_id, benchmark, reason, detail }) => [task_id, benchmark, reason, detail]),
  );
}

function coverageBlocks(title: string, rows: readonly CoverageDiff[]): Block[] {
  const changed = rows.filter(({ before, after }) => before !== after);
  return tableBlocks(
    title,
    [title, 'A:', 'B:'],
    changed.map(({ name, before, after }) => [name, before, after]),
  );
}

function tableBlocks(
  title: string,
  headings: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): Block[] {
  if (rows.length === 0) return [];
  const more = [`and ${rows.length - mostRows} more (`, { code: 'winnow diff A B --json' }, ' lists all)'];
  return [
    line([{ strong: title }]),
    headedTable(headings, rows.slice(0, mostRows)),
    ...(rows.length > mostRows ? [line(more)] : []),
  ];
}

/** GitHub also turns `@name` into a mention and `#1` into a link; an empty HTML comment prevents both. */
function commentText(words: string): string {
  return markdownText(words).replace(/[@#]/g, '$&<!-- -->');
}
