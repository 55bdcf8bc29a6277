import type { ChangedTask, CoverageDiff, SelectionDiff, TaskDiff } from '../../core/compare/diff-manifests.js';
import { historySentence, relocationRows, unrelatedSentence } from '../../core/compare/diff-markdown.js';
import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';

/** The difference of two selections for a person. */
export function diffReport(
  diff: SelectionDiff,
  names: { readonly a: string; readonly b: string },
  terminal: Terminal,
): string {
  const { bold, dim } = terminal;
  const { tasks, selected, average_score: average } = diff;
  const head = `${dim('A')} ${visibleText(names.a)}\n${dim('B')} ${visibleText(names.b)}`;
  if (!diff.related) return `${head}\n\n${unrelatedSentence(diff, visibleText)}`;
  const notes = (diff.notes ?? []).map(({ message }) => `note: ${visibleText(message, 2000)}`);
  if (diff.same)
    return [head, `No differences: ${countOf(selected.after, 'task')}, the same plan and pool.`, ...notes].join('\n\n');
  const relocated = tasks.relocated.length === 0 ? '' : `, ${tasks.relocated.length} moved to another benchmark`;
  const counts = `${tasks.added.length} added, ${tasks.removed.length} removed, ${tasks.changed.length} changed${relocated}`;
  const score = (value: number) => value.toFixed(Math.min(Math.max(average.decimals, 0), mostDecimals));
  return [
    head,
    [
      bold(counts),
      `Selected ${arrow(selected.before, selected.after)} of ${arrow(diff.available.before, diff.available.after)}`,
      average.name_before === undefined
        ? `Average ${visibleText(average.name)} score ${arrow(score(average.before), score(average.after))}`
        : `Average score ${arrow(`${score(average.before)} (${visibleText(average.name_before)})`, `${score(average.after)} (${visibleText(average.name)})`)}, which cannot be compared`,
      planLine(diff),
      poolLine(diff),
      ...(diff.history ?? []).map((step) => historySentence(step, (text) => visibleText(text, 400))),
    ].join('\n'),
    ...taskTable('Added', tasks.added, terminal),
    ...taskTable('Removed', tasks.removed, terminal),
    ...changedTable(tasks.changed, terminal),
    ...table(
      `Moved to another benchmark (${tasks.relocated.length})`,
      relocationRows(diff).map(({ from, to, count }) => [arrow(from, to), countOf(count, 'task')]),
      terminal,
    ),
    ...(tasks.moved.length === 0
      ? []
      : [dim(`${countOf(tasks.moved.length, 'task')} in both changed rank or group size only.`)]),
    ...coverageTable('Phase', diff.coverage.phase, terminal),
    ...coverageTable('Benchmark', diff.coverage.benchmark, terminal),
    ...coverageTable('Language', diff.coverage.language, terminal),
    ...notes,
  ].join('\n\n');
}

function planLine({ plan: { before, after, equal } }: SelectionDiff): string {
  if (equal) return `The plan is the same (${visibleText(after.name)})`;
  const names = before.name === after.name ? after.name : `${before.name} -> ${after.name}`;
  return `The plan changed (${visibleText(names)}): ${arrow(short(before.sha256), short(after.sha256))}`;
}

function poolLine({ pools }: SelectionDiff): string {
  const other = pools.filter(({ equal }) => !equal);
  if (other.length === 0) return 'The pools are the same';
  const list = other.map(({ benchmark, benchmark_before: origin, before, after }) => {
    const named = origin === undefined ? '' : `, ${visibleText(origin)} in A`;
    const what = before === null ? 'only in B' : after === null ? 'only in A' : `changed${named}`;
    return `${visibleText(benchmark)} (${what})`;
  });
  return `Other pools: ${list.join(', ')}`;
}

const mostRows = 100;
const mostDecimals = 15;

function taskTable(title: string, tasks: readonly TaskDiff[], terminal: Terminal): string[] {
  return table(
    `${title} (${tasks.length})`,
    tasks.map(({ benchmark, task_id, reason, detail }) => [benchmark, task_id, reason, detail]),
    terminal,
  );
}

function changedTable(tasks: readonly ChangedTask[], terminal: Terminal): string[] {
  const rows = tasks.map(({ benchmark, task_id, reason, fields }) => {
    const shown = fields.filter(({ field }) => field !== 'selection_rationale');
    const words = shown.map(
      ({ field, before, after }) => `${field} ${arrow(JSON.stringify(before), JSON.stringify(after))}`,
    );
    return [benchmark, task_id, reason, words.join('; ')];
  });
  return table(`Changed (${tasks.length})`, rows, terminal);
}

function coverageTable(title: string, rows: readonly CoverageDiff[], terminal: Terminal): string[] {
  const cells = rows.map(({ name, before, after }) => {
    const change = after - before;
    return [name, arrow(before, after), change === 0 ? '' : `${change > 0 ? '+' : ''}${change}`];
  });
  return table(title, cells, terminal);
}

/** A title above the first rows. */
function table(title: string, rows: readonly (readonly string[])[], { bold, dim }: Terminal): string[] {
  if (rows.length === 0) return [];
  const cells = rows.slice(0, mostRows).map((row) => row.map((cell) => visibleText(cell, 200)));
  const lines = alignColumns(cells, { indent: '  ' });
  if (rows.length > mostRows) lines.push(dim(`  and ${rows.length - mostRows} more (--json lists all)`));
  return [[bold(title), ...lines].join('\n')];
}

function arrow(before: string | number, after: string | number): string {
  return `${before} -> ${after}`;
}

function short(hash: string): string {
  return hash.slice(0, 12);
}
