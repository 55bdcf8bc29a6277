import { statSync } from 'node:fs';
import type { DuckDBDataChunk, DuckDBType } from '@duckdb/node-api';
import { type Engine, openEngine } from './duckdb.js';
import { parquetValues } from './parquet-values.js';
import type { TableRow } from './table-row.js';

// Every task has an id of its own, which takes up room: a small file that claims more rows than these is a mistake or a bomb.
const rowsInAnyFile = 1_000_000;
const mostRowsPerByte = 64;
/** The next two thousand rows come within milliseconds; a file that takes this long for them is refused. */
const longestPauseMs = 60_000;

/**
 * The rows of a Parquet file, in order, a few thousand in memory at a time. Columns have the types that the file states:
 * text stays text. `parquetValues` says what becomes of the others.
 *
 * @throws EngineError when the package that reads it is not installed.
 * @throws Error when it is damaged, or claims more than a file of its size can hold.
 */
export async function* readParquet(path: string): AsyncGenerator<TableRow> {
  const engine = await openEngine(path, 'read');
  const { connection, file } = engine;
  const watch = new Watch(() => connection.interrupt(), longestPauseMs);
  try {
    const ask = async (sql: string) => (await watch.over(connection.runAndReadAll(sql))).getRowsJS();
    const [[claimed] = []] = await ask(`select num_rows from parquet_file_metadata(${file})`);
    const mostRows = rowsInAnyFile + mostRowsPerByte * statSync(path).size;
    if (Number(claimed) > mostRows)
      throw new Error(`it claims ${claimed} rows; a file of its size cannot hold as many`);
    const names = topNames(await ask(`select name, num_children from parquet_schema(${file})`));
    const all = `select * from read_parquet(${file}, hive_partitioning = false, filename = false)`;
    const result = await watch.over(connection.stream(all));
    const rowsOf = rowMaker(engine, names, result.columnTypes());
    const next = () => watch.over(result.fetchChunk());
    let number = 0;
    for (let chunk = await next(); chunk !== null && chunk.rowCount > 0; chunk = await next()) {
      for (const data of rowsOf(chunk)) yield { number: ++number, data };
    }
  } catch (cause) {
    throw watch.isOver ? new Error(`no row came within ${longestPauseMs / 1000} seconds`, { cause }) : told(cause, file);
  } finally {
    watch.stop();
    engine.close();
  }
}

/** Makes the rows of a portion of the file. */
function rowMaker({ duckdb }: Engine, names: readonly string[], types: readonly DuckDBType[]) {
  const plain = parquetValues(duckdb);
  const isText = types.map(({ typeId }) => typeId === duckdb.DuckDBTypeId.VARCHAR);
  // Copied for every row: that is twice as fast as making an object of names and values, and `__proto__` stays a name.
  const empty: Readonly<Record<string, unknown>> = Object.fromEntries(names.map((name) => [name, null]));
  return (chunk: DuckDBDataChunk): readonly Readonly<Record<string, unknown>>[] => {
    const rows = Array.from({ length: chunk.rowCount }, (): Record<string, unknown> => ({ ...empty }));
    for (const [at, name] of names.entries()) {
      const values = chunk.getColumnValues(at);
      for (const [i, row] of rows.entries()) row[name] = isText[at] === true ? values[i] : plain(values[i] ?? null);
    }
    return rows;
  };
}

/** The names of the columns as the file spells them: the engine renames those that differ only in letter case. */
function topNames(schema: readonly (readonly unknown[])[]): readonly string[] {
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

/** The engine's reason in one line, without the kind of fault and the path, which the reader knows. */
function told(cause: unknown, file: string): unknown {
  if (!(cause instanceof Error)) return cause;
  const [first = ''] = cause.message.split('\n');
  const [, kind, reason = ''] = /^((?:[A-Z][A-Za-z-]* )+[Ee]rror): (.*)$/.exec(first) ?? [];
  if (kind === undefined) return cause;
  if (kind.startsWith('Out of Memory')) return new Error('it needs more memory than it is read with', { cause });
  return new Error(`it is no whole Parquet file: ${reason.replaceAll(` ${file}`, '').replace(/\.$/, '')}`, { cause });
}
