import { basename } from 'node:path';
import { EngineError } from '../core/model/errors.js';
import { isRecord } from '../core/model/record.js';
import { countOf } from '../core/text/count-of.js';
import { joinWords } from '../core/text/join-words.js';
import { reasonOf } from '../disk/reason-of.js';
import type { ReadingNotes } from './content/reading-notes.js';
import { type Content, openResultFile, type ResultFile } from './content/result-file.js';
import { tableOfRows } from './content/result-table.js';
import { columnOf, knownColumns, lacksNamedColumns } from './content/table-columns.js';
import type { FormatReading, OutcomeOptions, ResultFormat } from './formats/result-format.js';
import { resultFormats } from './formats/result-formats.js';
import { isCalledResults } from './result-files.js';

/** A file to read: where it really is, what the user calls it, and whether the user named it or it was found. */
export interface Candidate {
  readonly path: string;
  readonly real: string;
  readonly named: boolean;
  /** Which of the user's paths led to it. */
  readonly root: string;
}

/** What came of a file; no format when it is none of results, or cannot be read. */
export type FileReading = FormatReading & {
  readonly format?: ResultFormat;
  /** Whether it is known to be no results, and was found, not named. */
  readonly isRefused?: true;
};

const nothing: FileReading = { outcomes: [] };

/** Reads one file by the first format that recognises it. */
export async function readResultFile(
  { path, real, named }: Candidate,
  options: OutcomeOptions,
  notes: ReadingNotes,
): Promise<FileReading> {
  let content: Content | undefined;
  try {
    content = await openResultFile(real);
    if (content.kind === 'table' && content.isUnended === true) {
      notes.warn(
        'outcomes/no-line-break',
        path,
        (n) => `${countOf(n, 'table')} without a line break at the end: the last cell may be cut off.`,
      );
    }
    const file = { path, content };
    const format = resultFormats.find((each) => each.recognises(file, options));
    if (format === undefined || (format.isRefused === true && !named)) {
      const single = asTable(file, options);
      if (single !== undefined) return await readBy(single.format, single.file, options, notes);
      if (named || (content.kind === 'empty' && isCalledResults(basename(path)))) unrecognised(file, options, notes);
      else notes.warn('outcomes/passed-over', path, (n) => `${countOf(n, 'file')} without results skipped.`);
      return format === undefined ? nothing : { ...nothing, isRefused: true };
    }
    return await readBy(format, file, options, notes);
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    notes.fault('outcomes/unreadable', `it cannot be read: ${reasonOf(cause)}.`, { file: path });
    return nothing;
  } finally {
    if (content?.kind === 'archive') content.archive.close();
  }
}

async function readBy(
  format: ResultFormat,
  file: ResultFile,
  options: OutcomeOptions,
  notes: ReadingNotes,
): Promise<FileReading> {
  return { format, ...(await format.read(file, options, notes)) };
}

/** One object alone may be a table of one row: JSON lines of which there is one. */
function asTable(
  { path, content }: ResultFile,
  options: OutcomeOptions,
): { format: ResultFormat; file: ResultFile } | undefined {
  if (content.kind !== 'document' || !isRecord(content.data)) return undefined;
  const table = tableOfRows([{ data: content.data, place: { line: 1 } }]);
  const file: ResultFile = { path, content: { kind: 'table', table } };
  const format = resultFormats.find((each) => each.readsLoneRow === true && each.recognises(file, options));
  return format === undefined ? undefined : { format, file };
}

function unrecognised({ path, content }: ResultFile, options: OutcomeOptions, notes: ReadingNotes): void {
  const place = { file: path };
  if (content.kind === 'empty') {
    notes.fault('outcomes/empty', 'it is empty.', place, 'Was it still being written?');
  } else if (content.kind === 'table' && content.table.first === undefined) {
    notes.fault('outcomes/empty', 'the table has no rows.', place);
  } else if (content.kind === 'table' && lacksNamedColumns(content.table, options.columns, path, notes)) {
    return;
  } else if (content.kind === 'table' && columnOf(content.table, 'task', options.columns) === undefined) {
    const columns = content.table.columns.slice(0, 10).join(', ');
    const message = `the table has no column for the task: it has ${columns}.`;
    const hint = `Name it with --columns task=NAME, or call it ${joinWords(knownColumns.task.slice(0, 4), 'or')}.`;
    notes.fault('outcomes/no-task-column', message, place, hint);
  } else {
    const formats = resultFormats
      .filter(({ isRefused }) => isRefused !== true)
      .map(({ title, lookedFor }) => `${title}: ${lookedFor}`)
      .join('; ');
    notes.fault(
      'outcomes/unknown-format',
      `"${basename(path)}" is of no known format of results.`,
      place,
      `Known are ${formats}.`,
    );
  }
}
