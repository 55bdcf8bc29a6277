import type { DuckDBConnection } from '@duckdb/node-api';
import { NotExpressible } from './not-expressible.js';

/** Gives the rows of a query to DuckDB one by one. @throws NotExpressible when it cannot be asked. */
export async function streamRows(
  connection: DuckDBConnection,
  sql: string,
  take: (row: readonly unknown[]) => void,
): Promise<void> {
  try {
    const result = await connection.stream(sql);
    for (let chunk = await result.fetchChunk(); chunk !== null && chunk.rowCount > 0; ) {
      const columns = chunk.getColumns();
      for (let row = 0; row < chunk.rowCount; row++) take(columns.map((column) => column[row]));
      chunk = await result.fetchChunk();
    }
  } catch (cause) {
    throw new NotExpressible(String(cause), { cause });
  }
}
