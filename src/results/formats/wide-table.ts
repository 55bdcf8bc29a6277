import { countOf } from '../../core/text/count-of.js';
import { joinWords } from '../../core/text/join-words.js';
import { visibleText } from '../../core/text/visible-text.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultFile } from '../content/result-file.js';
import type { ResultRow } from '../content/result-table.js';
import { inRange, quoted, rewardOf } from '../content/reward-of.js';
import * as known from '../content/table-columns.js';
import type { FormatReading, FoundOutcome, ResultFormat } from './result-format.js';
import { cell, textCell } from './table-cells.js';

/** A table with a row for each task and a column for each system. */
export const wideTable: ResultFormat = {
  name: 'wide-table',
  title: 'table with a row for each task and a column for each system',
  lookedFor: `a column for the task (${known.taskColumns.join(', ')}), and none for the result`,
  recognises({ content }) {
    if (content.kind !== 'table') return false;
    const columns = known.columnsOf(content.table);
    return known.findColumn(columns, known.taskColumns) !== undefined && !known.isLong(columns);
  },
  read,
};

/** Columns that describe one result: beside systems they make no sense. */
const ofOneResult = [
  ...known.configurationColumns,
  'agent',
  'model',
  ...known.runColumns,
  ...known.attemptColumns,
  ...known.costColumns,
  ...known.durationColumns,
];

function read(file: ResultFile, _options: unknown, notes: ReadingNotes): FormatReading {
  if (file.content.kind !== 'table') return { outcomes: [] };
  const { rows } = file.content.table;
  const columns = known.columnsOf(file.content.table);
  const task = known.findColumn(columns, known.taskColumns);
  const benchmark = known.findColumn(columns, known.benchmarkColumns);
  const systems = columns.filter((column) => column !== task && column !== benchmark);
  const unclear = systems.filter((column) => ofOneResult.includes(known.columnName(column)));
  if (systems.length === 0 || unclear.length > 0) {
    const found =
      unclear.length === 0 ? 'no column besides the task' : joinWords(unclear.map((column) => `"${column}"`));
    notes.fault(
      'outcomes/unclear-table',
      `it is not clear what a row is: the table has ${found}, and no column for the result.`,
      { file: file.path },
      `For a row for each result, add a column called ${joinWords(known.rewardColumns, 'or')}; for a column for each system, leave out all others but the task.`,
    );
    return { outcomes: [] };
  }
  const strange = new Map<string, { place: ResultRow['place']; value: unknown; count: number }>();
  const outcomes: FoundOutcome[] = [];
  for (const row of rows) {
    const place = { file: file.path, ...row.place };
    const taskId = textCell(row, task);
    if (taskId === undefined) notes.fault('outcomes/no-task', `the row names no task: its "${task}" is empty.`, place);
    for (const system of taskId === undefined ? [] : systems) {
      const value = cell(row, system);
      // An empty cell is no result, which is not a failure.
      if (value === undefined) continue;
      const reward = rewardOf(value);
      if (reward === undefined) {
        const first = strange.get(system);
        strange.set(system, {
          place: first?.place ?? place,
          value: first?.value ?? value,
          count: (first?.count ?? 0) + 1,
        });
      } else if (!inRange(reward)) {
        notes.fault(
          'outcomes/reward',
          `${quoted(system)} is ${quoted(value)}; expected a number from 0 to 1, true or false.`,
          place,
        );
      } else {
        outcomes.push({
          taskId: taskId ?? '',
          benchmark: textCell(row, benchmark),
          configuration: system,
          run: undefined,
          attempt: undefined,
          verdict: { reward },
          place: { ...place, path: place.path ?? visibleText(system, 80) },
        });
      }
    }
  }
  for (const [system, { place, value, count }] of strange) {
    const message = `${quoted(system)} holds ${quoted(value)}, which is no result (${countOf(count, 'such cell')}); expected a number from 0 to 1, true or false.`;
    notes.fault('outcomes/reward', message, place, 'Leave out the columns that are no systems.');
  }
  return { outcomes };
}
