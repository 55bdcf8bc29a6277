import { EngineError, ExportError, type Fault } from '../../core/model/errors.js';
import { deepestNesting, isNestedTooDeeply, isRecord } from '../../core/model/record.js';
import type { Row, RowFile } from '../../core/model/row-file.js';
import { realpathSync } from '../../disk/file-access.js';
import { sha256OfFile } from '../../disk/open-regular.js';
import { reasonOf } from '../../disk/reason-of.js';
import { tableKind } from './content-kind.js';
import { otherTextNote } from './csv-notes.js';
import { readTable } from './read-table.js';

const mostFaults = 10;

/** All rows of a table, or of a JSON object whose values are the rows. @throws ExportError with every invalid row. */
export async function readRows(file: string): Promise<RowFile> {
  const rows: Row[] = [];
  const faults: Fault[] = [];
  let notes: readonly string[] = [];
  const say = (message: string, line?: number) =>
    faults.push({ code: 'export/unreadable', message, place: line === undefined ? { file } : { file, line } });
  try {
    // A named path may be a link.
    const real = realpathSync(file);
    const kind = tableKind(real);
    if (kind === undefined) throw new Error('the file contains no JSON, CSV or Parquet rows');
    for await (const { number, data } of readTable(real, kind, recordsIn, {
      onEnd: ({ lines }) => {
        if (lines.notUtf8 > 0) notes = [`${file}: ${otherTextNote(lines.notUtf8)}.`];
      },
      keepsEqual: true,
    })) {
      if (isNestedTooDeeply(data)) say(`the row is nested more than ${deepestNesting} levels deep.`, number);
      else if (isRow(data)) rows.push(data);
      else if (faults.length < mostFaults)
        say(data instanceof Error ? `${data.message}.` : 'the row is not an object.', number);
    }
    if (faults.length === 0) return { file, kind: kind.kind, sha256: sha256OfFile(real), rows, notes };
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    say(`cannot be read: ${reasonOf(cause)}.`);
  }
  throw new ExportError(faults);
}

/** Rows by id, as agents write their predictions. */
function recordsIn(document: unknown): Iterable<unknown> | undefined {
  if (!isRow(document)) return undefined;
  const values = Object.values(document);
  return values.length > 0 && values.every(isRow) ? values : undefined;
}

function isRow(value: unknown): value is Row {
  // An Error is also an object.
  return isRecord(value) && !(value instanceof Error);
}
