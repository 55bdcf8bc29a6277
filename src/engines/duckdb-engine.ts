import { closeSync, readSync } from '../disk/file-access.js';
import { openRegular } from '../disk/open-regular.js';
import type { Engine as DuckDb } from '../files/tables/duckdb.js';
import { type AnswerRow, type Engine, orNotExpressible } from './engine.js';
import { printDuckDb } from './print-sql.js';
import type { Select } from './sql.js';

/** The part that every engine on DuckDB has in common; `ask` takes the engine's own SQL. */
export interface DuckDbQueries extends Pick<Engine, 'query' | 'each' | 'close'> {
  ask(sql: string): Promise<readonly AnswerRow[]>;
  keep(rows: Select): Promise<{ readonly kind: 'table'; readonly sql: string }>;
}

/** Asks DuckDB. Whatever it cannot answer is not expressible. */
export function duckDbQueries(db: DuckDb): DuckDbQueries {
  const ask = (sql: string) => orNotExpressible(async () => (await db.connection.runAndReadAll(sql)).getRowsJS());
  return {
    ask,
    keep: async (rows) => {
      await ask(`create or replace temp table tasks as ${printDuckDb(rows)}`);
      return { kind: 'table', sql: 'tasks as t' };
    },
    query: (query) => ask(printDuckDb(query)),
    each: (query, take) =>
      orNotExpressible(async () => {
        const result = await db.connection.stream(printDuckDb(query));
        for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; ) {
          const columns = chunk.getColumns();
          for (let row = 0; row < chunk.rowCount; row++) take(columns.map((column) => column[row]));
          chunk = await result.fetchChunk();
        }
      }),
    close: () => db.close(),
  };
}

const blockBytes = 4 * 1024 * 1024;
const lineFeed = 0x0a;

/** Counts the lines of a file that are not empty. */
export function countLines(file: string): number {
  const { handle } = openRegular(file);
  try {
    const block = Buffer.allocUnsafe(blockBytes);
    let [lines, isEmpty] = [0, true];
    for (let bytes = readSync(handle, block, 0, blockBytes, null); bytes > 0; ) {
      for (let start = 0; start < bytes; ) {
        const end = block.subarray(0, bytes).indexOf(lineFeed, start);
        isEmpty &&= end === start;
        if (end === -1) break;
        if (!isEmpty) lines += 1;
        [isEmpty, start] = [true, end + 1];
      }
      bytes = readSync(handle, block, 0, blockBytes, null);
    }
    return isEmpty ? lines : lines + 1;
  } finally {
    closeSync(handle);
  }
}
