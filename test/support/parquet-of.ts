import { parquetBytes } from '../../src/files/tables/write-parquet.js';

/** For tests: rows of text as the bytes of a Parquet file. */
export function parquetOf(rows: readonly Readonly<Record<string, string>>[]): Promise<Uint8Array> {
  const names = Object.keys(rows[0] ?? {});
  return parquetBytes(names.map((name) => ({ name, kind: 'text', values: rows.map((row) => row[name] ?? null) })));
}
