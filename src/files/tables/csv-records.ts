import { isAscii, isUtf8 } from 'node:buffer';

/** One record of a CSV file. */
export interface CsvRecord {
  /** The line that it starts in, 1-based. Lines end at LF, CRLF or CR, also within quotes. */
  readonly line: number;
  /** The line that it ends in, if different. */
  readonly lastLine?: number;
  readonly cells: string[];
  /** The reason why the cells can't be used; undefined if they can. */
  readonly error?: string;
}

/** The line endings. */
export type LineEnd = 'LF' | 'CRLF' | 'CR';

const [lineFeed, carriageReturn, quote] = [0x0a, 0x0d, 0x22];
/** Every reader of files refuses longer records. */
export const longestRecordBytes = 64 * 1024 * 1024;
/** Ten times as many as a header may have. */
const mostCells = 1_000_000;
const byteOrderMark = Buffer.from('\ufeff');
/** Windows-1252's characters for bytes 0x80 to 0x9F, which Node 20's TextDecoder turns into control characters. */
const windowsSigns = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

/**
 * Splits UTF-8 bytes into records and cells like Python's csv module and DuckDB. A record ends at LF, CRLF or CR, even if
 * earlier records ended differently. A cell that starts with a quote ends at the next quote that isn't doubled; any other
 * quote is text. Empty lines and a leading byte order mark are skipped.
 */
export class CsvRecords {
  /** Records that aren't UTF-8; their cells are decoded as Windows-1252. */
  notUtf8 = 0;
  readonly lineEnds = new Set<LineEnd>();
  isEnded = true;
  /** Whether a cell contains a quote without starting with one. */
  hasInnerQuotes = false;
  hasMark = false;
  /** The first quoted cell with lines that have as many cells as the header: a closing quote may be missing. */
  rowsInCell: { readonly line: number; readonly rows: number } | undefined;

  readonly #delimiter: number;
  readonly #longestBytes: number;
  readonly #onlyHeader: boolean;
  #isHeaderKnown = false;
  /** The cells of the header; the line before it that may state the delimiter has fewer. */
  #columns = 0;
  /** The bytes of a record that continues in the next block, and the length at which to scan it again. */
  #open: Buffer[] = [];
  #openBytes = 0;
  #enoughBytes = 0;
  #line = 1;
  #isStart = true;
  /** Three numbers per cell of the current record: start, end, and whether quotes are doubled. */
  #cells: number[] = [];
  #error: string | undefined;
  #innerBreaks = 0;
  #rowsInCell: CsvRecords['rowsInCell'];

  /**
   * @param longestBytes Longer records are refused, because a closing quote may be missing.
   * @param options With `onlyHeader`, records after the first come without cells, which is faster.
   */
  constructor(delimiter: string, longestBytes: number, { onlyHeader = false }: { readonly onlyHeader?: boolean } = {}) {
    this.#onlyHeader = onlyHeader;
    this.#delimiter = delimiter.charCodeAt(0);
    this.#longestBytes = longestBytes;
  }

  /** The records that end in the next bytes. Does not keep the bytes. @throws Error if a record is too long. */
  push(block: Buffer): CsvRecord[] {
    const bytes = this.#openBytes + block.length;
    if (bytes < Math.min(this.#enoughBytes, this.#longestBytes)) {
      this.#open.push(Buffer.from(block));
      this.#openBytes = bytes;
      return [];
    }
    if (this.#openBytes === 0) return this.#recordsIn(block, false);
    // The open record mostly ends in the first line of the block, so only that line is copied.
    const end = block.indexOf(lineFeed) + 1;
    const records = this.#recordsIn(Buffer.concat([...this.#open, block.subarray(0, end)]), false);
    const rest = block.subarray(end);
    const more = this.#recordsIn(this.#openBytes === 0 ? rest : Buffer.concat([...this.#open, rest]), false);
    for (const record of more) records.push(record);
    return records;
  }

  /** The records in the remaining bytes. */
  end(): CsvRecord[] {
    return this.#recordsIn(Buffer.concat(this.#open), true);
  }

  #recordsIn(bytes: Buffer, isLast: boolean): CsvRecord[] {
    const records: CsvRecord[] = [];
    const encoding = isAscii(bytes) ? 'latin1' : isUtf8(bytes) ? 'utf8' : undefined;
    let start = 0;
    if (this.#isStart && (isLast || bytes.length >= byteOrderMark.length)) {
      if (bytes.subarray(0, byteOrderMark.length).equals(byteOrderMark)) {
        start = byteOrderMark.length;
        this.hasMark = true;
      }
      this.#isStart = false;
    }
    const plainEnd = plainLineEnds(bytes);
    while (start < bytes.length && !this.#isStart) {
      const lineEnd = this.#skipsCells ? plainEnd(start) : -1;
      const end = lineEnd === -1 ? this.#endOfRecord(bytes, start, isLast) : this.#takeLine(start, lineEnd);
      if (end === -1) break;
      if (end - start > this.#longestBytes) throw this.#tooLong();
      const isEmpty = this.#cells.length === 3 && this.#cells[0] === this.#cells[1] && this.#cells[0] === start;
      if (!isEmpty) records.push(this.#record(bytes, start, end, encoding));
      this.#line += this.#innerBreaks + 1;
      start = end;
    }
    this.#openBytes = bytes.length - start;
    if (this.#openBytes > this.#longestBytes) throw this.#tooLong();
    // Doubled, so that a record of many blocks is scanned few times.
    this.#enoughBytes = 2 * this.#openBytes;
    this.#open = this.#openBytes === 0 ? [] : [Buffer.from(bytes.subarray(start))];
    return records;
  }

  get #skipsCells(): boolean {
    return this.#onlyHeader && this.#isHeaderKnown;
  }

  /** Takes a line without quotes whose cells aren't used. */
  #takeLine(start: number, end: number): number {
    // Not a new list: there may be millions of lines.
    if (this.#cells.length !== 3) this.#cells = [0, 0, 0];
    [this.#cells[0], this.#cells[1]] = [start, end];
    this.#error = undefined;
    this.#innerBreaks = 0;
    return this.#endedBy('LF', end + 1);
  }

  /** Finds the cells of the record that starts here; returns where the next one starts, or -1 if more bytes are needed. */
  #endOfRecord(bytes: Buffer, start: number, isLast: boolean): number {
    const { length } = bytes;
    const parting = this.#delimiter;
    this.#cells = [];
    this.#error = undefined;
    this.#innerBreaks = 0;
    for (let at = start; ; at++) {
      let from = at;
      if (bytes[at] === quote) {
        const close = this.#closingQuote(bytes, at, isLast);
        if (close === -1) return -1;
        [from, at] = [at, close + 1];
        if (at >= length && !isLast) return -1;
      }
      const closed = at;
      for (let byte = bytes[at]; at < length; byte = bytes[++at]) {
        if (byte === parting || byte === lineFeed || byte === carriageReturn) break;
        if (byte === quote) this.hasInnerQuotes = true;
      }
      if (closed === from) this.#cells.push(from, at, 0);
      else if (closed < at) this.#error ??= `in cell ${this.#cells.length / 3}, text follows the closing quote`;
      if (this.#cells.length > 3 * mostCells) throw new Error(`line ${this.#line} has more than ${mostCells} cells`);
      if (at >= length) {
        if (!isLast) return -1;
        // An open quote is the error, not the missing line break.
        this.isEnded = this.#error !== undefined;
        return length;
      }
      if (bytes[at] === parting) continue;
      if (bytes[at] === lineFeed) return this.#endedBy('LF', at + 1);
      if (at + 1 === length && !isLast) return -1;
      return bytes[at + 1] === lineFeed ? this.#endedBy('CRLF', at + 2) : this.#endedBy('CR', at + 1);
    }
  }

  #endedBy(lineEnd: LineEnd, end: number): number {
    this.lineEnds.add(lineEnd);
    return end;
  }

  /** Takes the cell that starts with a quote; returns where its closing quote is, or -1 if more bytes are needed. */
  #closingQuote(bytes: Buffer, open: number, isLast: boolean): number {
    let doubled = 0;
    let close = bytes.indexOf(quote, open + 1);
    for (; close !== -1 && bytes[close + 1] === quote; close = bytes.indexOf(quote, close + 2)) doubled = 1;
    if (close === -1 && !isLast) return -1;
    const end = close === -1 ? bytes.length : close;
    const line = this.#line + this.#innerBreaks;
    const breaks = lineBreaks(bytes, open, end);
    if (close === -1) this.#error ??= `the quote opened in line ${line} is never closed`;
    if (breaks > 2 && this.#columns > 2 && this.rowsInCell === undefined && this.#hasOnlyRows(bytes, open, end))
      this.#rowsInCell = { line, rows: breaks - 1 };
    this.#innerBreaks += breaks;
    this.#cells.push(open + 1, end, doubled);
    return end;
  }

  /** Whether every whole line of a quoted cell has as many cells as the header. */
  #hasOnlyRows(bytes: Buffer, from: number, to: number): boolean {
    const lines = bytes
      .toString('latin1', from, to)
      .split(/\r\n|\n|\r/)
      .slice(1, -1);
    const delimiter = String.fromCharCode(this.#delimiter);
    return lines.every((line) => line.split(delimiter).length === this.#columns);
  }

  #record(bytes: Buffer, start: number, end: number, known: 'latin1' | 'utf8' | undefined): CsvRecord {
    const encoding = known ?? (isUtf8(bytes.subarray(start, end)) ? 'utf8' : undefined);
    if (encoding === undefined) this.notUtf8 += 1;
    const isSkipped = this.#skipsCells;
    const cells: string[] = isSkipped ? noCells : [];
    this.#isHeaderKnown = true;
    // A row that can't be read is reported with all its lines.
    if (this.#error === undefined && this.#cells.length === 3 * this.#columns) this.rowsInCell ??= this.#rowsInCell;
    this.#rowsInCell = undefined;
    if (this.#columns < 3) this.#columns = this.#cells.length / 3;
    for (let i = 0; i < this.#cells.length && !isSkipped; i += 3) {
      const [from = 0, to = 0, doubled] = [this.#cells[i], this.#cells[i + 1], this.#cells[i + 2]];
      // Each cell is a separate string, so that none keeps its whole record in memory.
      const cell =
        encoding === undefined ? windows1252(bytes.toString('latin1', from, to)) : bytes.toString(encoding, from, to);
      cells.push(doubled === 1 ? cell.replaceAll('""', '"') : cell);
    }
    const line = this.#line;
    const last = this.#innerBreaks === 0 ? undefined : { lastLine: line + this.#innerBreaks };
    return { line, ...last, cells, ...(this.#error === undefined ? undefined : { error: this.#error }) };
  }

  #tooLong(): Error {
    return new Error(
      `the row that starts in line ${this.#line} has more than ${this.#longestBytes} bytes; a closing quote may be missing`,
    );
  }
}

const noCells: string[] = [];

function windows1252(latin1: string): string {
  return latin1.replace(/[\u0080-\u009f]/g, (sign) => windowsSigns.charAt(sign.charCodeAt(0) - 0x80));
}

/**
 * Returns a function that finds the line feed at the end of a line from its start, or -1 if the line has quotes or
 * carriage returns; each byte is searched for once.
 */
function plainLineEnds(bytes: Buffer): (start: number) => number {
  const next = new Map([quote, carriageReturn].map((byte) => [byte, -1]));
  const after = (byte: number, start: number) => {
    const known = next.get(byte) ?? -1;
    if (known >= start) return known;
    const found = bytes.indexOf(byte, start);
    next.set(byte, found === -1 ? Number.POSITIVE_INFINITY : found);
    return next.get(byte) ?? -1;
  };
  return (start) => {
    const end = bytes.indexOf(lineFeed, start);
    return end === -1 || after(quote, start) < end || after(carriageReturn, start) < end ? -1 : end;
  };
}

function lineBreaks(bytes: Buffer, from: number, to: number): number {
  let breaks = 0;
  for (let at = from; at < to; at++) {
    const byte = bytes[at];
    if (byte === lineFeed || (byte === carriageReturn && bytes[at + 1] !== lineFeed)) breaks += 1;
  }
  return breaks;
}
