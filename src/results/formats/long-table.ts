import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultFile } from '../content/result-file.js';
import type { ResultRow } from '../content/result-table.js';
import {
  columnName,
  columnOf,
  isLong,
  knownColumns,
  lacksNamedColumns,
  namedColumns,
} from '../content/table-columns.js';
import { KeptOutcomes } from './kept-outcomes.js';
import { type LongColumns, longColumns } from './long-columns.js';
import { longVerdict } from './long-verdict.js';
import { type FolderName, nameOfFile } from './name-of-file.js';
import type { FoundOutcome, FoundResults, OutcomeOptions, ResultFormat } from './result-format.js';
import { cell, configurationCell, countCell, durationCell, moneyCell, otherCells, textCell } from './table-cells.js';
import { trialsOf } from './trial-counts.js';

/** A table with a row for each result. */
export const longTable: ResultFormat = {
  name: 'table',
  title: 'table with a row for each result',
  lookedFor: `a column for the task (${knownColumns.task.slice(0, 4).join(', ')} …) and one for the result (${[...knownColumns.result.slice(0, 5), ...knownColumns.status].join(', ')} …)`,
  recognises({ content }, options = {}) {
    if (content.kind !== 'table') return false;
    const columns = namedColumns(content.table, options);
    return columnOf(content.table, 'task', columns) !== undefined && isLong(content.table, columns);
  },
  mayBeTasks: true,
  readsLoneRow: true,
  read,
};

async function read(file: ResultFile, options: OutcomeOptions, notes: ReadingNotes): Promise<FoundResults> {
  if (file.content.kind !== 'table') return { outcomes: [] };
  const { table } = file.content;
  if (lacksNamedColumns(table, options.columns, file.path, notes)) return { outcomes: [] };
  const columns = longColumns(table, namedColumns(table, options));
  if (options.reward !== undefined && options.columns?.result === undefined && columns.reward !== undefined) {
    if (columnName(columns.reward) !== columnName(options.reward)) {
      const message = () =>
        `The table has no column "${visibleText(options.reward ?? '', 40)}" (--reward): the reward is taken from "${columns.reward}".`;
      notes.warn('outcomes/no-reward-column', file.path, message, 1, file.path);
    }
  }
  if (columns.unusedResults.length > 0) {
    const unused = columns.unusedResults.map((column) => `"${visibleText(column, 40)}"`).join(', ');
    notes.warn(
      'outcomes/unused-column',
      file.path,
      () => `The reward is taken from "${columns.reward}", not from ${unused}.`,
      1,
      file.path,
    );
  }
  const place = { ...nameOfFile(file.path), file: file.path };
  const kept = new KeptOutcomes(options, file.path, notes);
  for await (const row of table.rows()) {
    for (const outcome of readRow(row, columns, place, options, notes)) kept.add(outcome);
  }
  // Some count attempts from 0.
  if (kept.rows.countFromOne()) {
    const message = (n: number) => `${countOf(n, 'table')} with attempts counted from 0: each is one higher here.`;
    notes.warn('outcomes/attempts-from-0', file.path, message);
  }
  return { outcomes: kept.rows };
}

function readRow(
  row: ResultRow,
  columns: LongColumns,
  { file, ...name }: FolderName & { readonly file: string },
  options: OutcomeOptions,
  notes: ReadingNotes,
): readonly FoundOutcome[] {
  const place = { file, ...row.place };
  const taskId = textCell(row, columns.task);
  if (taskId === undefined) {
    notes.fault('outcomes/no-task', `the row names no task: its "${columns.task}" is empty.`, place);
    return [];
  }
  const benchmark = textCell(row, columns.benchmark);
  const { configuration, source } = configurationCell(row, columns, name);
  const run = columns.run === undefined ? undefined : (textCell(row, columns.run) ?? '');
  const costUsd = moneyCell(row, columns.cost, place, notes);
  const durationMs = durationCell(row, columns.duration, place, notes);
  const fields = otherCells(row, columns.others);
  const base = { taskId, benchmark, configuration, source, run, costUsd, durationMs, fields, place };
  if (columns.successes !== undefined && columns.trials !== undefined && columns.reward === undefined) {
    const counts = { successes: cell(row, columns.successes), trials: cell(row, columns.trials) };
    return trialsOf(counts, base, notes);
  }
  const verdict = longVerdict(row, columns, place, options, notes);
  if (verdict === undefined) return [];
  const attempt = countCell(row, columns.attempt, place, notes);
  // Written out: a spread would give every row a hidden class of its own.
  return [{ taskId, benchmark, configuration, source, run, attempt, verdict, costUsd, durationMs, fields, place }];
}
