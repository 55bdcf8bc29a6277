import { countOf } from '../../core/text/count-of.js';
import { visibleText } from '../../core/text/visible-text.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultFile } from '../content/result-file.js';
import type { ResultRow } from '../content/result-table.js';
import * as known from '../content/table-columns.js';
import { type LongColumns, longColumns } from './long-columns.js';
import { longVerdict } from './long-verdict.js';
import type { FormatReading, FoundOutcome, OutcomeOptions, ResultFormat } from './result-format.js';
import { configurationCell, countCell, durationCell, moneyCell, otherCells, textCell } from './table-cells.js';

/** A table with a row for each result. */
export const longTable: ResultFormat = {
  name: 'table',
  title: 'table with a row for each result',
  lookedFor: `a column for the task (${known.taskColumns.join(', ')}) and one for the result (${[...known.rewardColumns, ...known.statusColumns].join(', ')})`,
  recognises({ content }) {
    if (content.kind !== 'table') return false;
    const columns = known.columnsOf(content.table);
    return known.findColumn(columns, known.taskColumns) !== undefined && known.isLong(columns);
  },
  readsLoneRow: true,
  read,
};

function read(file: ResultFile, options: OutcomeOptions, notes: ReadingNotes): FormatReading {
  if (file.content.kind !== 'table') return { outcomes: [] };
  const { rows } = file.content.table;
  const columns = longColumns(known.columnsOf(file.content.table));
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
  const outcomes = rows.flatMap((row) => readRow(row, columns, file.path, options, notes));
  return { outcomes: fromOne(outcomes, file.path, notes) };
}

function readRow(
  row: ResultRow,
  columns: LongColumns,
  file: string,
  options: OutcomeOptions,
  notes: ReadingNotes,
): readonly FoundOutcome[] {
  const place = { file, ...row.place };
  const taskId = textCell(row, columns.task);
  if (taskId === undefined) {
    notes.fault('outcomes/no-task', `the row names no task: its "${columns.task}" is empty.`, place);
    return [];
  }
  const verdict = longVerdict(row, columns, place, options, notes);
  if (verdict === undefined) return [];
  return [
    {
      taskId,
      benchmark: textCell(row, columns.benchmark),
      configuration: configurationCell(row, columns, file),
      run: columns.run === undefined ? undefined : (textCell(row, columns.run) ?? ''),
      attempt: countCell(row, columns.attempt, place, notes),
      verdict,
      costUsd: moneyCell(row, columns.cost, place, notes),
      durationMs: durationCell(row, columns.duration, place, notes),
      fields: otherCells(row, columns.others),
      place,
    },
  ];
}

/** Some count attempts from 0. */
function fromOne(outcomes: readonly FoundOutcome[], file: string, notes: ReadingNotes): readonly FoundOutcome[] {
  if (!outcomes.some(({ attempt }) => attempt === 0)) return outcomes;
  notes.warn(
    'outcomes/attempts-from-0',
    file,
    (n) => `${countOf(n, 'table')} with attempts counted from 0: each is one higher here.`,
  );
  return outcomes.map((outcome) => ({
    ...outcome,
    attempt: outcome.attempt === undefined ? undefined : outcome.attempt + 1,
  }));
}
