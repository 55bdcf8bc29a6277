import { closeSync, readSync } from '../../disk/file-access.js';
import { openRegular } from '../../disk/open-regular.js';
import { UnpackedBudget } from '../packed/unpacked-budget.js';

/** What the footer of a Parquet file states. */
export interface ParquetFooter {
  readonly bytes: number;
  readonly rows: number;
  /** The names of the columns as spelt in the file; DuckDB renames columns that differ only in letter case. */
  readonly names: readonly string[];
  /** The encoded schema. Files with the same text have the same columns and types. */
  readonly schema: string;
  /** The columns, by position in `names`, that may take more than 64 MiB in a row group. */
  readonly large: readonly number[];
  /** The columns that may exceed the limit for a file of this size, because one text can represent many values. */
  readonly repeating: readonly number[];
}

const largestFooterBytes = 32 * 2 ** 20;
/** DuckDB takes time that grows with the square of the columns: 2,000 take about a second. */
const mostColumns = 2000;
/** Each list within a list doubles the time that DuckDB takes: ten take a millisecond for every 2,000 rows. */
const mostLists = 10;
const deepestSchema = 64;
const smallBytes = 64 * 2 ** 20;

/**
 * Reads the footer, and refuses a file that would need more time, memory or stack than an honest one. DuckDB itself
 * takes minutes for deeply nested lists, and crashes if groups are nested 100,000 deep.
 * @throws UnpackedTooMuch if it claims more bytes or rows than a compressed file may have, Error for any other
 * problem.
 */
export function readParquetFooter(file: string): ParquetFooter {
  const { handle, bytes } = openRegular(file, { followLinks: true });
  try {
    const { rows, schema, elements, chunks } = parsed(footerOf(handle, bytes));
    const budget = new UnpackedBudget(bytes);
    budget.takeRows(rows);
    const { names, leaves } = columnsOf(elements);
    const [large, repeating] = [new Set<number>(), new Set<number>()];
    for (const { leaf, values, unpacked, sharesValues } of chunks) {
      budget.take(unpacked);
      const most = sharesValues ? values * unpacked : unpacked;
      if (most > smallBytes) large.add(leaves[leaf] ?? 0);
      if (sharesValues && most > budget.mostBytes) repeating.add(leaves[leaf] ?? 0);
    }
    return { bytes, rows, names, schema, large: sorted(large), repeating: sorted(repeating) };
  } finally {
    closeSync(handle);
  }
}

/** The bytes of the footer: before its own length and the last four bytes of the file. */
function footerOf(handle: number, bytes: number): Buffer {
  const end = Buffer.alloc(8);
  if (bytes < 12 || readSync(handle, end, 0, 8, bytes - 8) < 8) throw broken('the file is too short');
  const mark = end.toString('latin1', 4);
  if (mark === 'PARE') throw new Error('the file is encrypted');
  if (mark !== 'PAR1') throw broken('the end is missing');
  const length = end.readUInt32LE(0);
  if (length > bytes - 12) throw broken('the footer is longer than the file');
  if (length > largestFooterBytes) {
    throw new Error(`the footer has ${length} bytes; Winnow reads at most ${largestFooterBytes}`);
  }
  const footer = Buffer.alloc(length);
  if (readSync(handle, footer, 0, length, bytes - 8 - length) < length) throw broken('the footer is cut off');
  return footer;
}

interface SchemaElement {
  readonly name: string;
  readonly children: number;
  readonly isList: boolean;
}

/** The values of one column in one group of rows. */
interface ColumnChunk {
  /** Which column without children it belongs to, in the order of the schema. */
  readonly leaf: number;
  readonly values: number;
  /** Bytes after decompression, but still encoded. */
  readonly unpacked: number;
  /** Whether one text may represent many values: in a dictionary, or as the beginning of others. */
  readonly sharesValues: boolean;
}

/** Encodings of Parquet: dictionaries in both forms, and texts that begin as the text before does. */
const sharingEncodings: ReadonlySet<number> = new Set([2, 8, 7]);

function parsed(footer: Buffer) {
  const reader = new ThriftReader(footer);
  const elements: SchemaElement[] = [];
  const chunks: ColumnChunk[] = [];
  let [rows, schema] = [0, ''];
  try {
    reader.struct((field, type) => {
      if (field === 2) {
        const start = reader.at;
        reader.list(() => elements.push(schemaElement(reader)));
        schema = footer.toString('latin1', start, reader.at);
        return;
      }
      if (field === 3) rows = reader.integer();
      else if (field === 4) reader.list(() => addChunks(reader, chunks));
      else reader.skip(type);
    });
  } catch (cause) {
    throw broken(cause instanceof Error ? cause.message : String(cause));
  }
  return { rows, schema, elements, chunks };
}

function schemaElement(reader: ThriftReader): SchemaElement {
  let [name, children, isList] = ['', 0, false];
  reader.struct((field, type) => {
    if (field === 3) isList = reader.integer() === 2;
    else if (field === 4) name = reader.text();
    else if (field === 5) children = reader.integer();
    else reader.skip(type);
  });
  return { name, children, isList };
}

function addChunks(reader: ThriftReader, chunks: ColumnChunk[]): void {
  reader.struct((field, type) => {
    if (field !== 1) return reader.skip(type);
    let leaf = -1;
    reader.list(() => {
      leaf += 1;
      reader.struct((key, kind) => {
        if (key === 3) chunks.push(columnChunk(reader, leaf));
        else reader.skip(kind);
      });
    });
  });
}

function columnChunk(reader: ThriftReader, leaf: number): ColumnChunk {
  let [values, unpacked, sharesValues] = [0, 0, false];
  reader.struct((field, type) => {
    if (field === 2) {
      reader.list(() => {
        if (sharingEncodings.has(reader.integer())) sharesValues = true;
      });
    } else if (field === 5) values = reader.integer();
    else if (field === 6) unpacked = reader.integer();
    else if (field === 11) sharesValues = reader.integer() >= 0;
    else reader.skip(type);
  });
  return { leaf, values, unpacked, sharesValues };
}

/** The columns of the file, and for each one without children the column that it is part of. */
function columnsOf([root, ...elements]: readonly SchemaElement[]) {
  const names: string[] = [];
  const leaves: number[] = [];
  if (root === undefined) throw broken('there is no schema');
  // For each element that is still open, how many children are to come and how many lists it is within.
  const open = [{ children: root.children, lists: 0 }];
  for (const { name, children, isList } of elements) {
    while (open.at(-1)?.children === 0) open.pop();
    const parent = open.at(-1);
    if (parent === undefined) throw broken('the schema has more columns than it declares');
    parent.children -= 1;
    if (open.length === 1) names.push(name);
    const lists = parent.lists + (isList ? 1 : 0);
    if (lists > mostLists) throw new Error(`lists are nested ${lists} deep; Winnow reads at most ${mostLists}`);
    if (children > 0) open.push({ children, lists });
    else leaves.push(names.length - 1);
    if (open.length > deepestSchema) throw new Error(`the schema is nested more than ${deepestSchema} levels deep`);
    if (leaves.length > mostColumns) throw new Error(`the file has more than ${mostColumns} columns, the limit`);
  }
  const known = new Set<string>();
  for (const name of names) {
    if (known.has(name)) throw new Error(`the schema names the column "${name}" twice`);
    known.add(name);
  }
  return { names, leaves };
}

function sorted(numbers: ReadonlySet<number>): readonly number[] {
  return [...numbers].sort((a, b) => a - b);
}

function broken(reason: string): Error {
  return new Error(`not a complete Parquet file: ${reason}`);
}

/** Deeper than any structure of a Parquet footer. */
const deepest = 16;
/** Types of a fixed length: truths, whose type is their value and which only lists hold as a byte, bytes, doubles, UUIDs. */
const fixedBytes: Readonly<Record<number, number>> = { 1: 0, 2: 0, 3: 1, 7: 8, 13: 16 };

/** Reads values of Thrift's compact protocol in turn; time and memory grow only with the number of bytes. */
class ThriftReader {
  readonly #bytes: Buffer;
  #at = 0;
  #depth = 0;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get at(): number {
    return this.#at;
  }

  /** Gives each field of a structure, by number and type; the function must read or skip its value. */
  struct(take: (field: number, type: number) => void): void {
    this.#nested(() => {
      let field = 0;
      for (let header = this.#byte(); header !== 0; header = this.#byte()) {
        const step = header >> 4;
        field = step === 0 ? this.integer() : field + step;
        take(field, header & 15);
      }
    });
  }

  /** Calls a function for each item of a list; it must read or skip it. */
  list(take: (type: number) => void): void {
    const header = this.#byte();
    const count = header >> 4 === 15 ? this.#unsigned() : header >> 4;
    // Every item takes at least a byte.
    if (count > this.#bytes.length - this.#at) throw new Error('a list is longer than the footer');
    this.#nested(() => {
      for (let i = 0; i < count; i++) take(header & 15);
    });
  }

  /** A whole number; beyond 2^53 it is not exact. */
  integer(): number {
    const value = this.#unsigned();
    return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
  }

  text(): string {
    const length = this.#unsigned();
    const from = this.#skipped(length);
    return this.#bytes.toString('utf8', from, from + length);
  }

  skip(type: number): void {
    const fixed = fixedBytes[type];
    if (fixed !== undefined) this.#skipped(fixed);
    else if (type >= 4 && type <= 6) this.#unsigned();
    else if (type === 8) this.#skipped(this.#unsigned());
    else if (type === 9 || type === 10) this.list((item) => this.#skipItem(item));
    else if (type === 11) this.#skipMap();
    else if (type === 12) this.struct((_, each) => this.skip(each));
    else throw new Error(`a value has the type ${type}, which does not exist`);
  }

  #skipItem(type: number): void {
    if (type === 1 || type === 2) this.#skipped(1);
    else this.skip(type);
  }

  #skipMap(): void {
    const count = this.#unsigned();
    if (count === 0) return;
    if (count > this.#bytes.length - this.#at) throw new Error('a map is longer than the footer');
    const types = this.#byte();
    this.#nested(() => {
      for (let i = 0; i < count; i++) {
        this.#skipItem(types >> 4);
        this.#skipItem(types & 15);
      }
    });
  }

  #nested(read: () => void): void {
    this.#depth += 1;
    if (this.#depth > deepest) throw new Error(`structures are nested more than ${deepest} deep`);
    read();
    this.#depth -= 1;
  }

  #byte(): number {
    return this.#bytes[this.#skipped(1)] ?? 0;
  }

  #unsigned(): number {
    let [value, factor] = [0, 1];
    for (let i = 0; i < 10; i++) {
      const byte = this.#byte();
      value += (byte & 127) * factor;
      if (byte < 128) return value;
      factor *= 128;
    }
    throw new Error('a number is not terminated');
  }

  /** Skips this many bytes; returns their start. */
  #skipped(count: number): number {
    const from = this.#at;
    if (count > this.#bytes.length - from) throw new Error('the footer is cut off');
    this.#at = from + count;
    return from;
  }
}
