import { at } from '../../core/lists/lists.js';
import { type Coded, coded } from './packed-json.js';

type PlainRecord = Readonly<Record<string, unknown>>;

/** Records as columns: each distinct value is written once, so that a pool takes about as much room as its table. */
export interface PackedRecords {
  readonly count: number;
  readonly columns: readonly (readonly [key: string, column: Column])[];
}

type Column =
  /** A missing value is null, which no record holds. `codes` are left out if every record has another value. */
  | { readonly values: readonly unknown[]; readonly codes?: Uint32Array }
  /** Records within records, and for each whether it is there. */
  | { readonly inner: PackedRecords; readonly has: Uint8Array }
  /** Texts of as many lines each. */
  | { readonly lines: readonly Column[] };

/** Keys whose values are records with keys of their own. */
const inners: ReadonlySet<string> = new Set(['fields', 'contents']);
/** Keys whose values are texts of several lines, the same number in every record. */
const lists: ReadonlySet<string> = new Set(['marks']);

/** Packs records of plain data. */
export function packRecords(records: readonly object[]): PackedRecords {
  const keys = new Set(records.flatMap((record) => Object.keys(record)));
  const read = (record: object, key: string): unknown =>
    Object.hasOwn(record, key) ? Reflect.get(record, key) : undefined;
  return {
    count: records.length,
    columns: [...keys].map((key) => {
      const values = records.map((record) => read(record, key));
      return [key, columnOf(key, values)];
    }),
  };
}

function columnOf(key: string, values: readonly unknown[]): Column {
  if (inners.has(key)) {
    const present = values.filter((value) => typeof value === 'object' && value !== null);
    return { inner: packRecords(present), has: Uint8Array.from(values, (value) => Number(value !== undefined)) };
  }
  if (lists.has(key)) {
    const lines = values.map((value) => String(value).split('\n'));
    const [first = []] = lines;
    if (lines.every((own) => own.length === first.length))
      return { lines: first.map((_, place) => valuesOf(lines.map((own) => at(own, place)))) };
  }
  return valuesOf(values);
}

function valuesOf(column: readonly unknown[]): Column {
  const isPlain = column.every((value) => value === undefined || typeof value !== 'object');
  const { values, codes }: Coded<unknown> = coded(
    column.length,
    (row) => column[row],
    isPlain ? undefined : (value) => JSON.stringify(value),
  );
  const written = values.map((value) => value ?? null);
  return written.length === column.length ? { values: written } : { values: written, codes };
}

/** The records as they were packed. */
export function unpackRecords({ count, columns }: PackedRecords): readonly PlainRecord[] {
  const records = Array.from({ length: count }, (): Record<string, unknown> => ({}));
  for (const [key, column] of columns) {
    const valueAt = readerOf(column);
    for (const [row, record] of records.entries()) {
      const value = valueAt(row);
      // Not by assignment: a field may be called "__proto__".
      if (value !== null)
        Object.defineProperty(record, key, { value, enumerable: true, writable: true, configurable: true });
    }
  }
  return records;
}

function readerOf(column: Column): (row: number) => unknown {
  if ('inner' in column) {
    const records = unpackRecords(column.inner);
    let next = 0;
    // Rows are read in order, each once.
    return (row) => (column.has[row] === 1 ? at(records, next++) : null);
  }
  if ('lines' in column) {
    const readers = column.lines.map(readerOf);
    return (row) => readers.map((read) => read(row)).join('\n');
  }
  const { values, codes } = column;
  return codes === undefined ? (row) => values[row] ?? null : (row) => at(values, at(codes, row));
}
