import type { DuckDBConnection } from '@duckdb/node-api';
import { closeSync, readSync } from '../disk/file-access.js';
import { openRegular } from '../disk/open-regular.js';
import { NotExpressible } from './engine.js';

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

const blockBytes = 4 * 1024 * 1024;
const lineFeed = 0x0a;

/** Whole lines, many at a time. A last line without a line feed is given one; `onOpenEnd` is called before it is. */
export function forEachBlock(file: string, take: (lines: Buffer) => void, onOpenEnd?: () => void): void {
  const { handle } = openRegular(file);
  let block = Buffer.allocUnsafe(blockBytes);
  let kept = 0;
  try {
    for (;;) {
      if (kept === block.length) block = Buffer.concat([block], 2 * block.length);
      const bytes = readSync(handle, block, kept, block.length - kept, null);
      const filled = kept + bytes;
      if (bytes === 0) {
        if (filled > 0) onOpenEnd?.();
        if (filled > 0) take(Buffer.concat([block.subarray(0, filled), Buffer.of(lineFeed)]));
        return;
      }
      const end = block.lastIndexOf(lineFeed, filled - 1) + 1;
      if (end > 0) take(block.subarray(0, end));
      block.copyWithin(0, end, filled);
      kept = filled - end;
    }
  } finally {
    closeSync(handle);
  }
}
