import { TextDecoder } from 'node:util';
import { blocksOf } from '../../disk/open-regular.js';
import { unpackedStream } from '../packed/unpacked.js';
import type { CsvKind } from './content-kind.js';
import { type CsvFindings, type CsvHeader, csvHeader } from './csv-notes.js';
import { type CsvRecord, CsvRecords, longestRecordBytes } from './csv-records.js';
import type { TableRow } from './read-table.js';

/** How a file of cells is read. */
export interface CsvOptions {
  /** Default 64 MiB; a longer row ends the reading. */
  readonly longestBytes?: number | undefined;
  /** Receives the findings when all rows are read. */
  readonly onEnd?: ((findings: CsvFindings) => void) | undefined;
}

/**
 * The rows of a CSV or TSV file with a header, as objects of text. A row that can't be read, or doesn't fit the header, is an
 * Error in its place. Columns are named by `csvHeader`.
 * @throws Error when the header can't be read, or a row is too long.
 */
export async function* readCsv(file: string, kind: CsvKind, options: CsvOptions = {}): AsyncGenerator<TableRow> {
  const records = new CsvRecords(kind.delimiter, options.longestBytes ?? longestRecordBytes);
  const rows = new Rows(kind.skipsLine === true);
  const decoder = kind.encoding === undefined ? undefined : new Utf16Decoder(kind.encoding);
  const recordsOf = (block: Buffer) => records.push(decoder === undefined ? block : decoder.push(block));
  if (kind.packing === undefined) {
    // Without a wait for every block, which takes longer than reading it.
    for (const block of blocksOf(file)) yield* rows.of(recordsOf(block));
  } else {
    for await (const block of unpackedStream(file, kind.packing) as AsyncIterable<Buffer>)
      yield* rows.of(recordsOf(block));
  }
  if (decoder !== undefined) yield* rows.of(records.push(decoder.end()));
  yield* rows.of(records.end());
  if (rows.header !== undefined) options.onEnd?.({ header: rows.header, lines: records });
}

/** Makes rows of records: the first is the header. */
class Rows {
  header: CsvHeader | undefined;
  #skips: boolean;

  constructor(skips: boolean) {
    this.#skips = skips;
  }

  *of(records: readonly CsvRecord[]): Generator<TableRow> {
    for (const record of records) {
      if (this.#skips) this.#skips = false;
      else if (this.header === undefined) this.header = headerOf(record);
      else yield { number: record.line, data: rowOf(this.header.names, record) };
    }
  }
}

function headerOf({ line, cells, error }: CsvRecord): CsvHeader {
  if (error !== undefined) throw new Error(`the header in line ${line} cannot be read: ${error}`);
  return csvHeader(cells);
}

function rowOf(names: readonly string[], { cells, error }: CsvRecord): Record<string, string> | Error {
  if (error !== undefined) return new Error(`the row cannot be read: ${error}`);
  if (cells.length !== names.length)
    return new Error(`the row has ${cells.length} cells; the header has ${names.length}`);
  // Makes an own key of every name; few tables have one that needs it.
  if (names.includes('__proto__')) return Object.fromEntries(names.map((name, i) => [name, cells[i] ?? '']));
  const row: Record<string, string> = {};
  for (let i = 0; i < names.length; i++) row[names[i] ?? ''] = cells[i] ?? '';
  return row;
}

/** Turns UTF-16 into UTF-8, block by block. */
class Utf16Decoder {
  readonly #decoder: TextDecoder;

  constructor(encoding: 'utf-16le' | 'utf-16be') {
    this.#decoder = new TextDecoder(encoding, { fatal: true });
  }

  push(block: Buffer): Buffer {
    return Buffer.from(this.#decode(block));
  }

  end(): Buffer {
    return Buffer.from(this.#decode());
  }

  #decode(block?: Buffer): string {
    try {
      return block === undefined ? this.#decoder.decode() : this.#decoder.decode(block, { stream: true });
    } catch (cause) {
      throw new Error('it starts as UTF-16 and has bytes that are not', { cause });
    }
  }
}
