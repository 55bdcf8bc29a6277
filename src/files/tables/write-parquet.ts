import { join } from 'node:path';
import type { TableColumn } from '../../core/model/row-file.js';
import { readFileSync } from '../../disk/file-access.js';
import { temporaryError } from '../../disk/reason-of.js';
import { makeTemporaryFolder } from '../../disk/temporary-folder.js';
import { openEngine, quoted } from './duckdb.js';

const types = {
  text: 'VARCHAR',
  number: 'DOUBLE',
  count: 'INTEGER',
  whole: 'BIGINT',
  flag: 'BOOLEAN',
  texts: 'VARCHAR[]',
} as const;

/** DuckDB reserves 1 MiB for each column's dictionary, too much for the hundreds of columns of an issue tracker. */
const mostForWords = 100 * 2 ** 20;

/**
 * A table as the bytes of a Parquet file; the same table gives the same bytes.
 * @throws EngineError or FileError if it can't be written.
 */
export async function parquetBytes(columns: readonly TableColumn[]): Promise<Uint8Array> {
  const folder = makeTemporaryFolder();
  const path = join(folder.path, 'table.parquet');
  const { duckdb, connection, file, close } = await openEngine(path, 'write').catch((error: unknown) => {
    folder.remove();
    throw error;
  });
  try {
    const fields = columns.map(({ name, kind }) => `${quoted(name, '"')} ${types[kind]}`);
    await connection.run(`create table rows (${fields.join(', ')})`);
    const appender = await connection.createAppender('rows');
    const rowCount = columns[0]?.values.length ?? 0;
    for (let row = 0; row < rowCount; row++) {
      for (const { kind, values } of columns) {
        const value = values[row] ?? null;
        if (value === null) appender.appendNull();
        else if (Array.isArray(value)) appender.appendList(value as readonly string[], duckdb.LIST(duckdb.VARCHAR));
        else if (kind === 'flag') appender.appendBoolean(value === true);
        else if (kind === 'whole') appender.appendBigInt(BigInt(value as number | bigint));
        else if (kind === 'text') appender.appendVarchar(String(value));
        else if (kind === 'count') appender.appendInteger(Number(value));
        else appender.appendDouble(Number(value));
      }
      appender.endRow();
    }
    appender.closeSync();
    const dictionary =
      columns.length > 100 ? `, string_dictionary_page_size_limit ${Math.floor(mostForWords / columns.length)}` : '';
    const options = `format parquet, compression zstd, use_tmp_file false${dictionary}`;
    await connection.run(`copy rows to ${file} (${options})`).catch((cause: unknown) => {
      throw String(cause).includes('IO Error') ? temporaryError(cause) : cause;
    });
    return readFileSync(path);
  } finally {
    close();
    folder.remove();
  }
}
