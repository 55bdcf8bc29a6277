import type { DuckDBDataChunk, DuckDBResult, DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { at } from '../../core/lists/lists.js';
import { type Engine, quoted } from './duckdb.js';
import type { ParquetFooter } from './parquet-footer.js';

type ParquetRow = Record<string, unknown>;

/** A row with its place in the file, from 0, and the bytes of its texts. */
interface PlacedRow {
  readonly place: number;
  readonly data: ParquetRow;
  readonly bytes: number;
}

/** Rows with more bytes of text are refused, as are longer lines of JSON. */
const largestRowBytes = 64 * 2 ** 20;
/** Rows with more bytes than this are fetched separately: DuckDB gives two thousand rows at a time, all of them in memory. */
const longRowBytes = 64 * 2 ** 10;
const batchBytes = 32 * 2 ** 20;

/** The places of rows in a file start at the index of the file times this number. */
export const rowsPerFile = 2 ** 32;

/** SQL for the rows of one or several files, with the place of each row, from 0, as the last column. */
export function rowsOfFile(file: string, names: readonly string[]): string {
  const options = 'hive_partitioning = false, filename = false';
  const place = file.startsWith('[') ? `file_index::bigint * ${rowsPerFile} + file_row_number` : 'file_row_number';
  // DuckDB does not number rows of a file that has a column of that name; counted, they are numbered more slowly.
  return names.some((name) => name.toLowerCase() === 'file_row_number')
    ? `(select *, row_number() over () - 1 as ${placeName} from read_parquet(${file}, ${options}))`
    : `(select *, ${place} as ${placeName} from read_parquet(${file}, ${options}))`;
}

/** The column of `rowsOfFile` with the place of each row. */
export const placeColumn = 'winnow place';
const placeName = quoted(placeColumn, '"');

/**
 * A function that reads the rows of a Parquet file that meet an SQL condition, in DuckDB's order, a few thousand at a
 * time. All texts of a row are read as one, together with their lengths. Every text costs a call to the engine, so this
 * halves the time for a million rows.
 * @param described The columns of the file as DuckDB gives them.
 * @param watched Stops work that takes too long.
 */
export function rowReader(
  engine: Engine,
  { names, large }: ParquetFooter,
  described: DuckDBResult,
  watched: Watch = (work) => work,
): (condition?: string) => AsyncGenerator<Iterable<PlacedRow>> {
  const { duckdb, connection, file } = engine;
  const types = described.columnTypes();
  const columns = names.map((name, i): Column => {
    const column = quoted(described.columnName(i), '"');
    const type = types[i] ?? duckdb.SQLNULL;
    const isText = type.typeId === duckdb.DuckDBTypeId.VARCHAR;
    return { name, column, isText, bytes: large.includes(i) ? bytesOf(duckdb, type, column) : [] };
  });
  const texts = columns.filter(({ isText }) => isText);
  /** Large values that aren't text are fetched like texts. */
  const largeOthers = columns.filter(({ isText, bytes }) => !isText && bytes.length > 0);
  const others = [...largeOthers, ...columns.filter(({ isText, bytes }) => !isText && bytes.length === 0)];
  // Copied for every row: that is faster than making an object of names and values, and `__proto__` stays a name.
  const empty: Readonly<ParquetRow> = Object.fromEntries(columns.map(({ name }) => [name, null]));
  const plain = parquetValues(duckdb);
  return read;

  async function* read(condition = 'true'): AsyncGenerator<Iterable<PlacedRow>> {
    const further = sumOfTerms(largeOthers.flatMap(({ bytes }) => bytes));
    const lengths = texts.map(({ column }) => `coalesce(strlen(${column}), 0)`);
    const isShort = `${sumOfTerms([...lengths, further])} <= ${longRowBytes}`;
    const selected = [
      placeName,
      further,
      `case when ${isShort} then encode(concat('', ${texts.map(({ column }) => column).join(', ') || "''"})) end`,
      ...texts.map(({ column }) => `strlen(${column})::integer`),
      ...others.map((each) =>
        largeOthers.includes(each) ? `case when ${isShort} then ${each.column} end` : each.column,
      ),
    ];
    for await (const chunk of chunks(selected, condition)) yield* portions(chunk);
  }

  async function* chunks(selected: readonly string[], condition: string): AsyncGenerator<DuckDBDataChunk> {
    const sql = `select ${selected.join(', ')} from ${rowsOfFile(file, names)} where ${condition}`;
    const result = await watched(connection.stream(sql));
    const next = () => watched(result.fetchChunk());
    for (let chunk = await next(); chunk !== null && chunk.rowCount > 0; chunk = await next()) yield chunk;
  }

  /** The rows of a chunk, split where the long ones add up to more than a batch. */
  async function* portions(chunk: DuckDBDataChunk): AsyncGenerator<Iterable<PlacedRow>> {
    const sizes = sizesOf(chunk);
    for (let from = 0, to = 0; from < sizes.length; from = to) {
      const long: number[] = [];
      let sum = 0;
      for (; to < sizes.length; to++) {
        const { place, bytes } = at(sizes, to);
        if (bytes <= longRowBytes) continue;
        sum += bytes;
        if (sum > batchBytes && long.length > 0) break;
        long.push(place);
      }
      yield rowsOf(chunk, sizes, [from, to], long.length === 0 ? new Map() : await fetchLong(long));
    }
  }

  /** @throws Error if a row is too large. */
  function sizesOf(chunk: DuckDBDataChunk): readonly RowSize[] {
    const [places, further] = [chunk.getColumnValues(0), chunk.getColumnValues(1)];
    const lengths = texts.map((_, i) => chunk.getColumnValues(3 + i).map((each) => each as number | null));
    return places.map((place, i) => {
      let bytes = Number(further[i]);
      for (const each of lengths) bytes += each[i] ?? 0;
      if (bytes > largestRowBytes) throw new Error(`a row has ${bytes} bytes; Winnow reads at most ${largestRowBytes}`);
      return { place: Number(place), bytes, lengths: lengths.map((each) => each[i] ?? null) };
    });
  }

  function* rowsOf(
    chunk: DuckDBDataChunk,
    sizes: readonly RowSize[],
    [from, to]: readonly [number, number],
    long: LongValues,
  ): Generator<PlacedRow> {
    const joined = chunk.getColumnVector(2);
    const vectors = others.map((_, i) => chunk.getColumnVector(3 + texts.length + i));
    for (let i = from; i < to; i++) {
      const { place, bytes, lengths } = at(sizes, i);
      const data: ParquetRow = { ...empty };
      for (const [k, { name }] of others.entries()) data[name] = plain(at(vectors, k).getItem(i) ?? null);
      const blob = joined.getItem(i);
      if (blob instanceof duckdb.DuckDBBlobValue) {
        const whole = bytesIn(blob.bytes);
        let start = 0;
        for (const [k, { name }] of texts.entries()) {
          const length = lengths[k] ?? null;
          if (length === null) continue;
          data[name] = whole.toString('utf8', start, start + length);
          start += length;
        }
      } else {
        const values = long.get(place) ?? [];
        for (const [k, { name }] of [...texts, ...largeOthers].entries()) data[name] = values[k];
      }
      yield { place, data, bytes };
    }
  }

  async function fetchLong(places: readonly number[]): Promise<LongValues> {
    const found = new Map<number, unknown[]>();
    const fetched = [...texts, ...largeOthers];
    // As bytes, because the engine's interface drops byte order marks in text.
    const selected = [placeName, ...fetched.map(({ column, isText }) => (isText ? `encode(${column})` : column))];
    for await (const chunk of chunks(selected, `${placeName} in (${places.join(', ')})`)) {
      const own = chunk.getColumnValues(0);
      const vectors = fetched.map((_, i) => chunk.getColumnVector(1 + i));
      for (let i = 0; i < chunk.rowCount; i++) {
        const values = fetched.map(({ isText }, k) => {
          const value = at(vectors, k).getItem(i) ?? null;
          return isText && value instanceof duckdb.DuckDBBlobValue
            ? bytesIn(value.bytes).toString('utf8')
            : plain(value);
        });
        found.set(Number(own[i]), values);
      }
    }
    return found;
  }
}

interface Column {
  readonly name: string;
  readonly column: string;
  readonly isText: boolean;
  /** Terms of SQL that count its bytes, for one that may be large. */
  readonly bytes: readonly string[];
}

/** The texts and large values of rows, in the order of the columns, by place. */
type LongValues = ReadonlyMap<number, readonly unknown[]>;

interface RowSize {
  readonly place: number;
  readonly bytes: number;
  /** The bytes of each text; null if there is none. */
  readonly lengths: readonly (number | null)[];
}

function bytesIn({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
  return Buffer.from(buffer, byteOffset, byteLength);
}

/** Waits for work, and may stop it. */
export type Watch = <Result>(work: Promise<Result>) => Promise<Result>;

type DuckDb = typeof import('@duckdb/node-api');

/**
 * Turns values of a Parquet column into JSON values: integers and decimals are numbers if a number represents them
 * exactly, otherwise text with all their digits; dates and times are text ("2026-01-31", "2026-01-31 12:00:00", in
 * UTC "2026-01-31 12:00:00+00"); lists, records and maps are lists and objects; bytes are text if they are UTF-8,
 * otherwise null; a missing value, NaN and infinity are null.
 */
export function parquetValues(duckdb: DuckDb): (value: DuckDBValue) => unknown {
  const plain = (value: DuckDBValue): unknown => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    if (value instanceof duckdb.DuckDBDecimalValue) return exactNumber(String(value));
    if (value instanceof duckdb.DuckDBListValue || value instanceof duckdb.DuckDBArrayValue) {
      return value.items.map(plain);
    }
    if (value instanceof duckdb.DuckDBStructValue) {
      return Object.fromEntries(Object.entries(value.entries).map(([name, item]) => [name, plain(item)]));
    }
    if (value instanceof duckdb.DuckDBMapValue) {
      return Object.fromEntries(value.entries.map((entry) => [String(entry.key), plain(entry.value)]));
    }
    // Its own text has the time zone of this machine.
    if (value instanceof duckdb.DuckDBTimestampTZValue) return `${new duckdb.DuckDBTimestampValue(value.micros)}+00`;
    if (value instanceof duckdb.DuckDBBlobValue) return textOf(value.bytes);
    return String(value);
  };
  return plain;
}

/** A number if it equals the digits exactly, else the digits. */
function exactNumber(digits: string): number | string {
  const plain = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
  return String(Number(plain)) === plain ? Number(plain) : digits;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** A sum in SQL, split in halves if it is longer than DuckDB allows. */
export function sumOfTerms(terms: readonly string[]): string {
  if (terms.length <= 500) return terms.length === 0 ? '0' : terms.join(' + ');
  const middle = Math.ceil(terms.length / 2);
  return `(${sumOfTerms(terms.slice(0, middle))}) + (${sumOfTerms(terms.slice(middle))})`;
}

/**
 * SQL terms that add up to the bytes of all texts in a value, plus eight for each list item; none if it has neither.
 */
export function bytesOf(duckdb: DuckDb, type: DuckDBType, value: string): readonly string[] {
  const inList = (item: DuckDBType, list: string) => {
    const name = `i${list.length}`;
    const each = sumOfTerms(['8', ...bytesOf(duckdb, item, name)]);
    return [`coalesce(list_sum(list_transform(${list}, lambda ${name}: ${each})), 0)::bigint`];
  };
  if (type.typeId === duckdb.DuckDBTypeId.VARCHAR) return [`coalesce(strlen(${value}), 0)`];
  if (type.typeId === duckdb.DuckDBTypeId.BLOB) return [`coalesce(octet_length(${value}), 0)`];
  if (type instanceof duckdb.DuckDBListType) return inList(type.valueType, value);
  if (type instanceof duckdb.DuckDBMapType) {
    return [...inList(type.keyType, `map_keys(${value})`), ...inList(type.valueType, `map_values(${value})`)];
  }
  if (type instanceof duckdb.DuckDBStructType) {
    return type.entryNames.flatMap((name, i) =>
      bytesOf(duckdb, type.entryTypes[i] ?? duckdb.SQLNULL, `struct_extract(${value}, ${quoted(name)})`),
    );
  }
  return [];
}
