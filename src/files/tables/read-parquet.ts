import type { DuckDBDataChunk, DuckDBResult, DuckDBValue } from '@duckdb/node-api';
import { EngineError } from '../../core/model/errors.js';
import { statSync } from '../../disk/file-access.js';
import { type Engine, openEngine, quoted } from './duckdb.js';
import type { TableRow } from './table-row.js';

/** Whether a file of so many bytes cannot hold as many rows. */
export function holdsTooMany(rows: number, bytes: number): boolean {
  return rows > rowsInAnyFile + mostRowsPerByte * bytes;
}

// Every task has an id of its own, which takes up room: a small file that claims more rows than these is a mistake or a bomb.
const rowsInAnyFile = 1_000_000;
const mostRowsPerByte = 64;
/** The next two thousand rows come within milliseconds; a file that takes this long for them is refused. */
const longestPauseMs = 60_000;

/**
 * The rows of a Parquet file, in order, a few thousand in memory at a time. Columns have the types that the file states:
 * text stays text. `parquetValues` says what becomes of the others.
 *
 * @throws EngineError when the package that reads it is not installed, or memory ends among the rows: those before are no pool.
 * @throws Error when it is damaged, or claims more than a file of its size can hold.
 */
export async function* readParquet(path: string): AsyncGenerator<TableRow> {
  const engine = await openEngine(path, 'read');
  const { connection, file } = engine;
  const watch = new Watch(() => connection.interrupt(), longestPauseMs);
  let number = 0;
  try {
    const ask = async (sql: string) => (await watch.over(connection.runAndReadAll(sql))).getRowsJS();
    const [[claimed] = []] = await ask(`select num_rows from parquet_file_metadata(${file})`);
    if (holdsTooMany(Number(claimed), statSync(path).size))
      throw new Error(`it claims ${claimed} rows; a file of its size cannot hold as many`);
    const names = topNames(await ask(`select name, num_children from parquet_schema(${file})`));
    const all = `read_parquet(${file}, hive_partitioning = false, filename = false)`;
    const columns = columnsOf(engine, names, await watch.over(connection.run(`select * from ${all} limit 0`)));
    const result = await watch.over(connection.stream(`select ${columns.selected} from ${all}`));
    const next = () => watch.over(result.fetchChunk());
    for (let chunk = await next(); chunk !== null && chunk.rowCount > 0; chunk = await next()) {
      for (const data of columns.rowsOf(chunk)) yield { number: ++number, data };
    }
  } catch (cause) {
    if (number > 0 && isOutOfMemory(cause)) throw tooLarge(path, number, cause);
    throw watch.isOver
      ? new Error(`no row came within ${longestPauseMs / 1000} seconds`, { cause })
      : told(cause, file);
  } finally {
    watch.stop();
    engine.close();
  }
}

type Row = Record<string, unknown>;

/**
 * What is asked for, and what makes rows of it. All texts of a row are asked for as one, with the length of each: every
 * text costs a call to the engine, and so a million rows take half the time.
 */
export function columnsOf({ duckdb }: Engine, names: readonly string[], result: DuckDBResult) {
  const types = result.columnTypes();
  const columns = result.columnNames().map((column, i) => ({
    column: quoted(column, '"'),
    name: names[i] ?? column,
    isText: types[i]?.typeId === duckdb.DuckDBTypeId.VARCHAR,
  }));
  const texts = columns.filter(({ isText }) => isText);
  const others = columns.filter(({ isText }) => !isText);
  const selected = [
    `encode(concat('', ${texts.map(({ column }) => column).join(', ') || "''"}))`,
    ...texts.map(({ column }) => `strlen(${column})::integer`),
    ...others.map(({ column }) => column),
  ].join(', ');
  const plain = parquetValues(duckdb);
  // Copied for every row: that is faster than making an object of names and values, and `__proto__` stays a name.
  const empty: Readonly<Row> = Object.fromEntries(columns.map(({ name }) => [name, null]));
  const rowsOf = (chunk: DuckDBDataChunk): readonly Row[] => {
    const rows = Array.from({ length: chunk.rowCount }, (): Row => ({ ...empty }));
    const lengths = texts.map(({ name }, i) => ({ name, values: chunk.getColumnValues(1 + i) }));
    const joined = chunk.getColumnVector(0);
    for (const [i, row] of rows.entries()) {
      const blob = joined.getItem(i);
      if (!(blob instanceof duckdb.DuckDBBlobValue)) continue;
      const bytes = Buffer.from(blob.bytes.buffer, blob.bytes.byteOffset, blob.bytes.byteLength);
      let at = 0;
      for (const { name, values } of lengths) {
        const length = values[i] ?? null;
        if (length === null) continue;
        const end = at + Number(length);
        row[name] = bytes.toString('utf8', at, end);
        at = end;
      }
    }
    for (const [k, { name }] of others.entries()) {
      const values = chunk.getColumnValues(1 + texts.length + k);
      for (const [i, row] of rows.entries()) row[name] = plain(values[i] ?? null);
    }
    return rows;
  };
  return { selected, rowsOf };
}

/** The names of the columns as the file spells them: the engine renames those that differ only in letter case. */
export function topNames(schema: readonly (readonly unknown[])[]): readonly string[] {
  const names: string[] = [];
  // The first entry is the file as a whole; the children of a nested column follow it.
  let at = 1;
  const skip = (): void => {
    const children = Number(schema[at]?.[1] ?? 0);
    at += 1;
    for (let child = 0; child < children && at < schema.length; child++) skip();
  };
  while (at < schema.length) {
    names.push(String(schema[at]?.[0]));
    skip();
  }
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) throw new Error(`it names the column "${twice}" twice`);
  return names;
}

/** Ends what takes too long. */
class Watch {
  isOver = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #end: () => void;
  readonly #pauseMs: number;

  constructor(end: () => void, pauseMs: number) {
    this.#end = end;
    this.#pauseMs = pauseMs;
  }

  async over<Result>(work: Promise<Result>): Promise<Result> {
    this.#timer = setTimeout(() => {
      this.isOver = true;
      this.#end();
    }, this.#pauseMs);
    try {
      return await work;
    } finally {
      this.stop();
    }
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && cause.message.startsWith('Out of Memory');
}

function tooLarge(file: string, rows: number, cause: unknown): EngineError {
  const message = `its rows are too large to be read within the memory that is set aside: reading ended after ${rows} of them.`;
  const hint = 'Rewrite it with smaller row groups, or without the columns of long texts that the plan does not need.';
  return new EngineError([{ code: 'engine/memory', message, place: { file }, hint }], { cause });
}

/** The engine's reason in one line, without the kind of fault and the path, which the reader knows. */
function told(cause: unknown, file: string): unknown {
  if (!(cause instanceof Error)) return cause;
  const [first = ''] = cause.message.split('\n');
  const [, kind, reason = ''] = /^((?:[A-Z][A-Za-z-]* )+[Ee]rror): (.*)$/.exec(first) ?? [];
  if (kind === undefined) return cause;
  if (isOutOfMemory(cause)) return new Error('it needs more memory than it is read with', { cause });
  return new Error(`it is no whole Parquet file: ${reason.replaceAll(` ${file}`, '').replace(/\.$/, '')}`, { cause });
}

/**
 * Turns values of a Parquet column into what JSON has: integers and decimals are numbers where a number holds them exactly,
 * else text with all their digits; dates and times are text ("2026-01-31", "2026-01-31 12:00:00", in UTC "2026-01-31 12:00:00+00"); lists, records and maps
 * are lists and objects; bytes are text where they are UTF-8, else null; a missing value, NaN and infinity are null.
 */
function parquetValues(duckdb: typeof import('@duckdb/node-api')): (value: DuckDBValue) => unknown {
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

/** A number where it says the same as the digits, else the digits. */
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
