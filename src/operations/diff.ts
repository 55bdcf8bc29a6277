import { basename, dirname, normalize } from 'node:path';
import { line, plainTable, quietLine, type Section } from '../core/blocks/blocks.js';
import {
  type ChangedTask,
  type CoverageDiff,
  diffManifests,
  diffSchema,
  type SelectionDiff,
  type TaskDiff,
} from '../core/compare/diff-manifests.js';
import {
  diffMarkdown,
  historySentence,
  movedSentence,
  otherPoolsHeading,
  relocationRows,
  unrelatedSentence,
} from '../core/compare/diff-markdown.js';
import { countOf, visibleText } from '../core/text/words.js';
import { isFile, isFolder } from '../disk/open-regular.js';
import { manifestName } from '../disk/read-selection.js';
import { commandOf, givenWords, operation, option } from './declare/operation.js';
import { section, sectionsOf, under } from './declare/sections.js';
import { manifestOf } from './inputs/manifests.js';
import { runPlanOptions } from './inputs/plan-pools.js';

export const diff = operation({
  name: 'diff',
  group: 'Check',
  summary: 'Show how two selections differ, and why',
  description:
    'Lists the tasks that were added, removed or changed, with a reason for each, and the changes in coverage and\n' +
    'score. A and B are each a selection.json, its folder, a plan (which Winnow runs), or REVISION:path/selection.json in git.',
  input: {
    a: option.argument('the old selection', { path: 'read' }),
    b: option.argument('the new selection', { path: 'read' }),
    markdown: option.flag('print Markdown, such as for a pull request comment', { commandOnly: true }),
    exitCode: option.flag('exit with 1 if there are differences', { commandOnly: true }),
    ...runPlanOptions,
  },
  output: { diff: diffSchema },
  writes: false,
  run: async (input, ports) =>
    diffManifests(await manifestOf(input.a, input, ports), await manifestOf(input.b, input, ports)),
  document: (result) => result,
  view: viewOf,
  text: (result, input) => (input.markdown === true ? diffMarkdown(result, input) : undefined),
  next: ({ same }, { a, b, ...given }) => {
    if (same || !/\.ya?ml$/.test(b)) return undefined;
    const folder = folderOfSelection(a);
    const out = folder === undefined ? [] : ['--out', folder];
    return commandOf('select', b, ...out, ...givenWords(runPlanOptions, given));
  },
  exitCode: (result, { exitCode }) => (exitCode === true && !result.same ? 1 : 0),
  forAgents: true,
  examples: [
    { words: 'Show the effect of a changed plan', command: 'winnow diff selection plan.yaml' },
    { words: 'Show the changes since the last commit', command: 'winnow diff HEAD:selection/selection.json selection' },
  ],
});

/** The folder of the compared selection; undefined for the default folder, and for a plan or an earlier revision. */
function folderOfSelection(argument: string): string | undefined {
  const isManifest = basename(argument) === manifestName && isFile(argument);
  const folder = isFolder(argument) ? argument : isManifest ? dirname(argument) : undefined;
  return folder !== undefined && normalize(`${folder}/`) === normalize('selection/') ? undefined : folder;
}

function viewOf(diff: SelectionDiff, names: { readonly a: string; readonly b: string }): readonly Section[] {
  const { tasks, selected, average_score: average } = diff;
  const named = (text: string, name: string) => line([{ text, tone: 'quiet' }, ` ${visibleText(name)}`]);
  const head = section(named('A', names.a), named('B', names.b));
  if (!diff.related) return [head, section(unrelatedSentence(diff, visibleText))];
  const notes = (diff.notes ?? []).map(({ message }) => section(`note: ${visibleText(message, 2000)}`));
  if (diff.same) {
    const same = `No differences: ${countOf(selected.after, 'task')}, the same plan and pool.`;
    return [head, section(same), ...notes];
  }
  const relocated = tasks.relocated.length === 0 ? '' : `, ${tasks.relocated.length} moved to another benchmark`;
  const counts = `${tasks.added.length} added, ${tasks.removed.length} removed, ${tasks.changed.length} changed${relocated}`;
  return sectionsOf(
    head,
    section(
      line([{ strong: counts }]),
      `Selected ${arrow(selected.before, selected.after)}, available ${arrow(diff.available.before, diff.available.after)}`,
      average && averageWords(average),
      planLine(diff),
      (diff.plan.changes ?? []).map(({ setting, before, after }) =>
        line(visibleText(`${setting}: ${arrow(before ?? 'not in the plan', after ?? 'not in the plan')}`, 600), {
          level: 1,
        }),
      ),
      poolLine(diff),
      (diff.history ?? []).map((step) => historySentence(step, (text) => visibleText(text, 400))),
    ),
    taskTable('Added', tasks.added),
    taskTable('Removed', tasks.removed),
    changedTable(tasks.changed),
    table(
      `Moved to another benchmark (${tasks.relocated.length})`,
      relocationRows(diff).map(({ from, to, count }) => [arrow(from, to), countOf(count, 'task')]),
    ),
    section(tasks.moved.length > 0 && quietLine(movedSentence(diff))),
    coverageTable('Phase', diff.coverage.phase),
    coverageTable('Benchmark', diff.coverage.benchmark),
    coverageTable('Language', diff.coverage.language),
    notes,
  );
}

function averageWords(average: NonNullable<SelectionDiff['average_score']>): string {
  const score = (value: number) => value.toFixed(Math.min(Math.max(average.decimals, 0), mostDecimals));
  if (average.name_before === undefined)
    return `Average ${visibleText(average.name)} score ${arrow(score(average.before), score(average.after))}`;
  const before = `${score(average.before)} (${visibleText(average.name_before)})`;
  return `Average score ${arrow(before, `${score(average.after)} (${visibleText(average.name)})`)}, not comparable`;
}

function planLine({ plan: { before, after, equal } }: SelectionDiff): string {
  if (equal) return `The plan is the same (${visibleText(after.name)})`;
  const names = before.name === after.name ? after.name : `${before.name} -> ${after.name}`;
  return `The plan changed (${visibleText(names)}): ${arrow(short(before.sha256), short(after.sha256))}`;
}

function poolLine(diff: SelectionDiff): string {
  const other = diff.pools.filter(({ equal }) => !equal);
  if (other.length === 0) return 'The pools are the same';
  const list = other.map(({ benchmark, benchmark_before: origin, before, after, relearned, unknown }) => {
    const named = origin === undefined ? '' : `, ${visibleText(origin)} in A`;
    if (relearned === true) return `${visibleText(benchmark)} (same tasks, different earlier results)`;
    if (unknown === true)
      return `${visibleText(benchmark)} (unknown whether tasks changed, because the plans use different fields)`;
    const what = before === null ? 'only in B' : after === null ? 'only in A' : `changed${named}`;
    return `${visibleText(benchmark)} (${what})`;
  });
  return `${otherPoolsHeading(diff)}: ${list.join(', ')}`;
}

const mostRows = 100;
const mostDecimals = 15;

function taskTable(title: string, tasks: readonly TaskDiff[]): readonly Section[] {
  return table(
    `${title} (${tasks.length})`,
    tasks.map(({ benchmark, task_id, reason, detail }) => [benchmark, task_id, reason, detail]),
  );
}

function changedTable(tasks: readonly ChangedTask[]): readonly Section[] {
  const rows = tasks.map(({ benchmark, task_id, reason, fields }) => {
    const shown = fields.filter(({ field }) => field !== 'selection_rationale');
    const words = shown.map(
      ({ field, before, after }) => `${field} ${arrow(JSON.stringify(before), JSON.stringify(after))}`,
    );
    return [benchmark, task_id, reason, words.join('; ')];
  });
  return table(`Changed (${tasks.length})`, rows);
}

function coverageTable(title: string, rows: readonly CoverageDiff[] = []): readonly Section[] {
  const cells = rows.map(({ name, before, after }) => {
    const change = after - before;
    return [name, arrow(before, after), change === 0 ? '' : `${change > 0 ? '+' : ''}${change}`];
  });
  return table(title, cells);
}

function table(title: string, rows: readonly (readonly string[])[]): readonly Section[] {
  const cells = rows.map((row) => row.map((cell) => visibleText(cell, 200)));
  return under(title, rows.length > 0 && plainTable(title, cells, { most: mostRows }));
}

function arrow(before: string | number, after: string | number): string {
  return `${before} -> ${after}`;
}

function short(hash: string): string {
  return hash.slice(0, 12);
}
