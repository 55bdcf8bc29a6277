import { EngineError } from '../../core/model/errors.js';
import { UnpackedBudget, UnpackedTooMuch } from '../packed/unpacked-budget.js';
import { openEngine } from './duckdb.js';
import { readParquetFooter } from './parquet-footer.js';
import { rowReader, rowsOfFile, type Watch } from './parquet-rows.js';
import type { TableRow } from './read-table.js';

/** The next two thousand rows usually arrive within milliseconds; a file that takes this long is refused. */
const longestPauseMs = 60_000;

/**
 * The rows of a Parquet file, one at a time in memory, with values from `parquetValues`.
 * @throws EngineError if the engine is missing or runs out of memory, UnpackedTooMuch, or Error if it is damaged or
 * claims more than it can contain.
 */
export async function* readParquet(path: string): AsyncGenerator<TableRow> {
  const footer = readParquetFooter(path);
  const engine = await openEngine(path, 'read');
  const { connection, file } = engine;
  let isOver = false;
  const watched: Watch = async (work) => {
    const end = () => {
      isOver = true;
      connection.interrupt();
    };
    const timer = setTimeout(end, longestPauseMs);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  };
  const budget = new UnpackedBudget(footer.bytes);
  let number = 0;
  try {
    const described = await watched(connection.run(`select * from ${rowsOfFile(file, footer.names)} limit 0`));
    for await (const portion of rowReader(engine, footer, described, watched)()) {
      for (const { data, bytes } of portion) {
        budget.take(bytes);
        yield { number: ++number, data };
      }
    }
  } catch (cause) {
    if (cause instanceof UnpackedTooMuch) throw cause;
    if (number > 0 && isOutOfMemory(cause)) throw tooLarge(path, number, cause);
    throw isOver
      ? new Error(`no rows were read within ${longestPauseMs / 1000} seconds`, { cause })
      : told(cause, file);
  } finally {
    engine.close();
  }
}

function isOutOfMemory(cause: unknown): boolean {
  return cause instanceof Error && cause.message.startsWith('Out of Memory');
}

function tooLarge(file: string, rows: number, cause: unknown): EngineError {
  const message = `the rows are too large for the available memory. Reading stopped after ${rows} rows.`;
  const hint = 'Rewrite the file with smaller row groups, or without columns of long text that the plan does not need.';
  return new EngineError([{ code: 'engine/memory', message, place: { file }, hint }], { cause });
}

/** The engine's reason in one line, without the kind of fault and the path, which the reader knows. */
function told(cause: unknown, file: string): unknown {
  if (!(cause instanceof Error)) return cause;
  if (isOutOfMemory(cause)) return new Error('the file needs more memory than Winnow is allowed to use', { cause });
  // The engine quotes bytes of the file, which may break lines.
  const [first = ''] = cause.message.split(/[\n\r\u2028\u2029]/);
  const [, kind, reason = ''] = /^((?:[A-Z][A-Za-z-]* )+[Ee]rror): (.*)$/.exec(first) ?? [];
  if (kind === undefined) return cause;
  return new Error(`not a complete Parquet file: ${reason.replaceAll(` ${file}`, '').replace(/\.$/, '')}`, {
    cause,
  });
}
