import { countOf } from '../../core/text/count-of.js';
import { joinWords } from '../../core/text/join-words.js';
import { visibleText } from '../../core/text/visible-text.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { ResultFile } from '../content/result-file.js';
import type { ResultRow } from '../content/result-table.js';
import { numberHint, quoted, readReward } from '../content/reward-of.js';
import {
  columnName,
  columnOf,
  isLong,
  knownColumns,
  lacksNamedColumns,
  namedColumns,
} from '../content/table-columns.js';
import { KeptOutcomes } from './kept-outcomes.js';
import { statusOf } from './long-verdict.js';
import type { FoundResults, OutcomeOptions, ResultFormat, Verdict } from './result-format.js';
import { cell, textCell } from './table-cells.js';

/** A table with a row for each task and a column for each system. */
export const wideTable: ResultFormat = {
  name: 'wide-table',
  title: 'table with a row for each task and a column for each system',
  lookedFor: `a column for the task (${knownColumns.task.slice(0, 4).join(', ')} …), and none for the result`,
  recognises({ content }, options = {}) {
    if (content.kind !== 'table' || content.table.inner.length > 0) return false;
    const columns = namedColumns(content.table, options);
    return columnOf(content.table, 'task', columns) !== undefined && !isLong(content.table, columns);
  },
  mayBeTasks: true,
  read,
};

/** Columns that describe one result: beside systems they make no sense. */
const ofOneResult: ReadonlySet<string> = new Set(
  (['configuration', 'agent', 'model', 'arm', 'run', 'attempt', 'cost', 'duration', 'trials'] as const).flatMap(
    (role): readonly string[] => knownColumns[role],
  ),
);

/** What pandas calls a column without a name: the numbers of the rows. */
const rowNumbers = /^Unnamed: \d+$/;

/** What programs write for a value that is missing. */
const noValue = /^(?:n\/?a|nan|null|none|[-–—])$/i;

async function read(file: ResultFile, options: OutcomeOptions, notes: ReadingNotes): Promise<FoundResults> {
  if (file.content.kind !== 'table') return { outcomes: [] };
  const { table } = file.content;
  if (lacksNamedColumns(table, options.columns, file.path, notes)) return { outcomes: [] };
  const task = columnOf(table, 'task', options.columns);
  const benchmark = columnOf(table, 'benchmark', options.columns);
  const systems = table.columns.filter((column) => column !== task && column !== benchmark && !rowNumbers.test(column));
  const unclear = systems.filter((column) => ofOneResult.has(columnName(column)));
  if (systems.length === 0 || unclear.length > 0) {
    const found =
      unclear.length === 0 ? 'no column besides the task' : joinWords(unclear.map((column) => `"${column}"`));
    notes.fault(
      'outcomes/unclear-table',
      `it is not clear what a row is: the table has ${found}, and no column for the result.`,
      { file: file.path },
      `For a row for each result, name the column of the results (--columns result=NAME, or call it ${joinWords(knownColumns.result.slice(0, 4), 'or')}); for a column for each system, leave out all others but the task.`,
    );
    return { outcomes: [] };
  }
  const strange = new Map<string, { place: ResultRow['place']; value: unknown; count: number }>();
  const kept = new KeptOutcomes(options, file.path, notes);
  const add = (taskId: string, row: ResultRow, system: string, verdict: Verdict) => {
    kept.add({
      taskId,
      benchmark: textCell(row, benchmark),
      configuration: system,
      run: undefined,
      attempt: undefined,
      verdict,
      place: { file: file.path, ...row.place, path: row.place.path ?? visibleText(system, 80) },
    });
  };
  for await (const row of table.rows()) {
    const place = { file: file.path, ...row.place };
    const taskId = textCell(row, task);
    if (taskId === undefined) notes.fault('outcomes/no-task', `the row names no task: its "${task}" is empty.`, place);
    for (const system of taskId === undefined ? [] : systems) {
      const value = cell(row, system);
      // An empty cell is no result, which is not a failure.
      if (value === undefined || (typeof value === 'string' && noValue.test(value.trim()))) continue;
      const said = typeof value === 'string' ? statusOf(value, options) : undefined;
      // A run that ran out of time has no reward here.
      const status = said === 'stopped' ? 'errored' : said;
      const isVerdict = status === 'passed' || status === 'failed';
      const reward = isVerdict ? Number(status === 'passed') : readReward(value, options, place, notes);
      if (status === 'errored' || status === 'not-run') add(taskId ?? '', row, system, status);
      else if (reward === undefined) {
        const first = strange.get(system);
        strange.set(system, {
          place: first?.place ?? place,
          value: first?.value ?? value,
          count: (first?.count ?? 0) + 1,
        });
      } else add(taskId ?? '', row, system, { reward });
    }
  }
  for (const [system, { place, value, count }] of strange) {
    const message = `${quoted(system)} holds ${quoted(value)}, which is no result (${countOf(count, 'such cell')}); expected a number from 0 to 1, true or false.`;
    notes.fault(
      'outcomes/reward',
      message,
      place,
      numberHint(value) ??
        'Where a row is one result, name its columns: --columns configuration=NAME,result=NAME. Where each system has a column, leave out the others.',
    );
  }
  return { outcomes: kept.rows };
}
