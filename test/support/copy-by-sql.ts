import { DuckDBInstance } from '@duckdb/node-api';

/** For tests: writes what a query gives as a Parquet file. */
export function parquetBySql(file: string, query: string, options = 'compression zstd'): Promise<string> {
  return copyBySql(file, query, `format parquet, ${options}`);
}

/** For tests: writes what a query gives as a file of any form that DuckDB has. */
export async function copyBySql(file: string, query: string, options: string): Promise<string> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  await connection.run(`copy (${query}) to '${file.replaceAll("'", "''")}' (${options})`);
  connection.closeSync();
  instance.closeSync();
  return file;
}
