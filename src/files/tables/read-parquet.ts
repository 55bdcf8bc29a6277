import { statSync } from 'node:fs';
import { openEngine } from './duckdb.js';
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
 * @throws Error when it is damaged, or claims more than a file of its size can hold.
 */
export async function* readParquet(path: string): AsyncGenerator<TableRow> {
  const { duckdb, connection, file, close } = await openEngine(path);
  const watch = new Watch(() => connection.interrupt(), longestPauseMs);
  try {
    const ask = async (sql: string) => (await watch.over(connection.runAndReadAll(sql))).getRowsJS();
    const [[claimed] = []] = await ask(`select num_rows from parquet_file_metadata(${file})`);
    const mostRows = rowsInAnyFile + mostRowsPerByte * statSync(path).size;
    if (Number(claimed) > mostRows) throw new Error(`it claims ${claimed} rows; a file of its size cannot hold as many`);
    const names = topNames(await ask(`select name, num_children from parquet_schema(${file})`));
    const rows = `select * from read_parquet(${file}, hive_partitioning = false, filename = false)`;
    const result = await watch.over(connection.stream(rows));
    const valueOf = parquetValues(duckdb);
    let number = 0;
    for (let chunk = await watch.over(result.fetchChunk()); chunk !== null; chunk = await watch.over(result.fetchChunk())) {
      if (chunk.rowCount === 0) break;
      const current = chunk;
      const columns = names.map((_, at) => current.getColumnValues(at).map(valueOf));
      for (let row = 0; row < chunk.rowCount; row++) {
        number += 1;
        yield { number, data: Object.fromEntries(names.map((name, at) => [name, columns[at]?.[row] ?? null])) };
      }
    }
  } catch (cause) {
    throw watch.isOver ? new Error(`no row came within ${longestPauseMs / 1000} seconds`, { cause }) : told(cause);
  } finally {
    watch.stop();
    close();
  }
}

/** The names of the columns as the file spells them: the engine renames those that differ only in letter case. */
function topNames(schema: readonly (readonly unknown[])[]): readonly string[] {
  const names: string[] = [];
  // The first entry is the file as a whole; the children of a nested column follow it.
  let at = 1;
  const skip = (): void => {
    const children = Number(schema[at]?.[1] ?? 0);
    at += 1;
    for (let child = 0; child < children; child++) skip();
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
    this.stop();
    this.#timer = setTimeout(() => {
      this.isOver = true;
      this.#end();
    }, this.#pauseMs);
    return await work;
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}

/** The engine's reason in one line: what kind of fault it is and what stands beside it is of no use to the reader. */
function told(cause: unknown): unknown {
  if (!(cause instanceof Error)) return cause;
  const [first = ''] = cause.message.split('\n');
  return new Error(first.replace(/^(?:[A-Z][A-Za-z-]* )+[Ee]rror: /, '').replace(/\.$/, ''), { cause });
}
