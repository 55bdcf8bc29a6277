import { basename } from 'node:path';
import { EngineError } from '../core/model/errors.js';
import { isRecord } from '../core/model/record.js';
import { countOf } from '../core/text/count-of.js';
import { reasonOf } from '../disk/reason-of.js';
import type { ReadingNotes } from './content/reading-notes.js';
import { type Content, openResultFile, type ResultFile } from './content/result-file.js';
import { columnsOf, findColumn, taskColumns } from './content/table-columns.js';
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
export type FileReading = FormatReading & { readonly format?: ResultFormat };

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
    const format = resultFormats.find((each) => each.recognises(file));
    if (format === undefined || (format.isRefused === true && !named)) {
      const single = asTable(file);
      if (single !== undefined) return await readBy(single.format, single.file, options, notes);
      if (named || (content.kind === 'empty' && isCalledResults(basename(path)))) unrecognised(file, notes);
      else notes.warn('outcomes/passed-over', path, (n) => `${countOf(n, 'file')} without results passed over.`);
      return nothing;
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
function asTable({ path, content }: ResultFile): { format: ResultFormat; file: ResultFile } | undefined {
  if (content.kind !== 'document' || !isRecord(content.data)) return undefined;
  const table = { rows: [{ data: content.data, place: { line: 1 } }] };
  const file: ResultFile = { path, content: { kind: 'table', table } };
  const format = resultFormats.find((each) => each.readsLoneRow === true && each.recognises(file));
  return format === undefined ? undefined : { format, file };
}

function unrecognised({ path, content }: ResultFile, notes: ReadingNotes): void {
  const place = { file: path };
  if (content.kind === 'empty') {
    notes.fault('outcomes/empty', 'it is empty.', place, 'Was it still being written?');
  } else if (content.kind === 'table' && content.table.rows.length === 0) {
    notes.fault('outcomes/empty', 'the table has no rows.', place);
  } else if (content.kind === 'table' && findColumn(columnsOf(content.table), taskColumns) === undefined) {
    const columns = columnsOf(content.table).slice(0, 10).join(', ');
    const message = `the table has no column for the task: it has ${columns}.`;
    notes.fault('outcomes/no-task-column', message, place, `Call the column ${taskColumns.join(', ')}.`);
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
