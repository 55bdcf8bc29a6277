import { at } from '../lists/at.js';
import { groupBy } from '../lists/group-by.js';
import { countOf } from '../text/count-of.js';
import { markdownTable, markdownText } from '../text/markdown.js';
import type { ChangedTask, CoverageDiff, HistoryStep, SelectionDiff, TaskDiff } from './diff-manifests.js';

// A comment on a pull request has room for 65,536 characters.
const mostRows = 50;

/** The difference as Markdown for a comment on a pull request. What strangers wrote is text there and nothing else. */
export function diffMarkdown(diff: SelectionDiff, names: { readonly a: string; readonly b: string }): string {
  const { tasks, plan, pools, selected, available, average_score: average } = diff;
  const heading = `### Selection: ${text(names.a)} → ${text(names.b)}`;
  if (!diff.related) return `${heading}\n\n${unrelatedSentence(diff, text)}\n`;
  const notes = (diff.notes ?? []).map(({ message }) => `Note: ${text(message)}`);
  if (diff.same)
    return `${[heading, `No differences: ${countOf(selected.after, 'task')}, the same plan and pool.`, ...notes].join('\n\n')}\n`;
  const otherPools = pools.filter(({ equal }) => !equal).map(({ benchmark }) => text(benchmark));
  const overview = markdownTable(
    ['', 'A:', 'B:'],
    [
      ['Plan', text(plan.before.name), `${text(plan.after.name)}${plan.equal ? ' (the same)' : ' (changed)'}`],
      ['Selected', selected.before, selected.after],
      ['Available', available.before, available.after],
      average.name_before === undefined
        ? [`Average ${text(average.name)} score`, average.before, average.after]
        : [
            'Average score',
            `${average.before} (${text(average.name_before)})`,
            `${average.after} (${text(average.name)})`,
          ],
    ],
  );
  return `${[
    heading,
    overview,
    otherPools.length === 0 ? 'The pools are the same.' : `Other pools: ${otherPools.join(', ')}.`,
    ...(diff.history ?? []).map((step) => historySentence(step, text)),
    ...taskSection('Added', tasks.added),
    ...taskSection('Removed', tasks.removed),
    ...changedSection(tasks.changed),
    ...section(
      `Moved to another benchmark (${tasks.relocated.length})`,
      ['From', 'To', 'Tasks:'],
      relocationRows(diff).map(({ from, to, count }) => [text(from), text(to), count]),
    ),
    ...(tasks.moved.length === 0
      ? []
      : [`${countOf(tasks.moved.length, 'task')} in both changed rank or group size only.`]),
    ...coverageSection('Phase', diff.coverage.phase),
    ...coverageSection('Benchmark', diff.coverage.benchmark),
    ...coverageSection('Language', diff.coverage.language),
    ...notes,
  ].join('\n\n')}\n`;
}

/** How many tasks of both selections went from which benchmark to which, in the order of B. */
export function relocationRows({ tasks: { relocated } }: SelectionDiff) {
  const moves = groupBy(relocated, ({ benchmark_before, benchmark }) => JSON.stringify([benchmark_before, benchmark]));
  return [...moves.values()].map((list) => {
    const { benchmark_before: from, benchmark: to } = at(list, 0);
    return { from, to, count: list.length };
  });
}

/** A version that B has gone through, in a sentence. */
export function historySentence({ version, change, reasons }: HistoryStep, show: (text: string) => string): string {
  const counts = groupBy(reasons, ({ reason }) => reason);
  const told = [...counts].map(([reason, list]) => `${show(reason)} (${list.length})`).join(', ');
  return `Version ${version}: ${show(change)}${told === '' ? '' : ` Out: ${told}.`}`;
}

/** That two selections have nothing to do with each other. */
export function unrelatedSentence({ plan }: SelectionDiff, show: (text: string) => string): string {
  return `The two are unrelated: plan "${show(plan.before.name)}" and plan "${show(plan.after.name)}" have no benchmark in common.`;
}

function taskSection(title: string, tasks: readonly TaskDiff[]): string[] {
  const rows = tasks.map(({ task_id, benchmark, reason, detail }) => [
    text(task_id),
    text(benchmark),
    reason,
    text(detail),
  ]);
  return section(`${title} (${tasks.length})`, ['Task', 'Benchmark', 'Why', 'Detail'], rows);
}

function changedSection(tasks: readonly ChangedTask[]): string[] {
  const rows = tasks.map(({ task_id, benchmark, reason, fields }) => [
    text(task_id),
    text(benchmark),
    reason,
    fields.map(({ field }) => text(field)).join(', '),
  ]);
  return section(`Changed (${tasks.length})`, ['Task', 'Benchmark', 'Why', 'Fields'], rows);
}

function coverageSection(title: string, rows: readonly CoverageDiff[]): string[] {
  const changed = rows.filter(({ before, after }) => before !== after);
  return section(
    title,
    [title, 'A:', 'B:'],
    changed.map(({ name, before, after }) => [text(name), before, after]),
  );
}

function section(title: string, header: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  if (rows.length === 0) return [];
  const more = rows.length > mostRows ? [`and ${rows.length - mostRows} more (\`winnow diff --json\` lists all)`] : [];
  return [`**${title}**`, markdownTable(header, rows.slice(0, mostRows)), ...more];
}

/** Besides markup, a comment turns `@name` into a call and `#1` into a link; an empty comment between keeps them text. */
function text(words: string): string {
  return markdownText(words).replace(/[@#]/g, '$&<!-- -->');
}
