import { at } from '../core/lists/lists.js';
import type { UnknownRecord } from '../core/model/record.js';
import { ReadingNotes } from './content/reading-notes.js';
import { type ResultTable, tableOfRows } from './content/result-file.js';
import { columnOf, namedColumns } from './content/table-columns.js';
import { Reading } from './formats/reading.js';
import { type FoundOutcome, isOfFormat, type OutcomeOptions, type ResultFormat } from './formats/result-format.js';
import { resultFormats } from './formats/result-formats.js';
import { longColumns } from './formats/table-rows.js';
import { longTable, wideTable } from './formats/tables.js';
import { tellApart } from './name-results.js';

/** A table of results whose rows a database can reduce to the columns that decide the result. */
export interface CodedTable {
  readonly format: ResultFormat;
  readonly columns: readonly string[];
  readonly task: string;
  /** The columns that name the system and the result; or else the columns that may be systems, each of which decides a result. */
  readonly parts: readonly string[];
}

/** How to read a table of results; undefined if more of a row counts than its task, its system and its result. */
export function codedTable(
  path: string,
  columns: readonly string[],
  first: UnknownRecord,
  options: OutcomeOptions,
): CodedTable | undefined {
  const table: ResultTable = { ...tableOfRows([{ data: first, place: {} }]), columns };
  if (table.inner.length > 0 || options.taskPatterns !== undefined || options.passAt !== undefined) return undefined;
  const file = { path, content: { kind: 'table', table } } as const;
  const format = resultFormats.find((each) => isOfFormat(each, file, options));
  const task = columnOf(table, 'task', options.columns);
  if (task === undefined || columnOf(table, 'benchmark', options.columns) !== undefined) return undefined;
  if (format === wideTable) return { format, columns, task, parts: columns.filter((column) => column !== task) };
  if (format !== longTable) return undefined;
  const { configuration, result, status, error, ...found } = longColumns(table, namedColumns(table, options));
  const { run, attempt, cost, duration, successes, trials, input_tokens, output_tokens } = found;
  const counts = [run, attempt, cost, duration, successes, trials, input_tokens, output_tokens, found.cached_tokens];
  if (counts.some((column) => column !== undefined)) return undefined;
  const parts = [...configuration, result, status, error].flatMap((column) => column ?? []);
  return { format, columns, task, parts };
}

/** The system of a result and its reward; NaN if it was not scored. */
export interface CodedResult {
  readonly system: string;
  readonly reward: number;
}

/** Rows of a file, each with only some of its columns. */
export interface CodedRows {
  readonly path: string;
  readonly table: CodedTable;
  readonly rows: readonly UnknownRecord[];
}

/**
 * The results of such rows, by file and row, from the results reader; undefined if one is an error or on another
 * scale.
 */
export async function codedResults(
  files: readonly CodedRows[],
  options: OutcomeOptions,
): Promise<readonly (readonly (CodedResult | undefined)[])[] | undefined> {
  const found: (readonly FoundOutcome[])[] = [];
  const notes = new ReadingNotes();
  for (const { path, table, rows } of files) {
    const own = new ReadingNotes(path);
    const placed = rows.map((data, i) => ({ data: { ...data, [table.task]: `${i}` }, place: { line: i + 1 } }));
    const asked: ResultTable = { columns: table.columns, inner: [], first: placed[0], rows: () => placed };
    const reading = new Reading({ path, content: { kind: 'table', table: asked } }, options, own);
    await table.format.read(reading);
    if (own.faultCount > 0 || own.rewards.outside > 0) return undefined;
    found.push([...reading.outcomes]);
  }
  const nameOf = tellApart(found.flat(), {}, notes);
  return found.map((outcomes, i) => {
    const results = at(files, i).rows.map((): CodedResult | undefined => undefined);
    for (const outcome of outcomes) {
      const { taskId, verdict } = outcome;
      const reward = typeof verdict === 'string' ? Number.NaN : verdict.reward;
      results[Number(taskId)] = { system: nameOf(outcome), reward };
    }
    return results;
  });
}
