import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';

type DuckDb = typeof import('@duckdb/node-api');

/** A DuckDB of one's own: it reaches the file it was opened for and nothing else, within bounds of memory and threads. */
export interface Engine {
  readonly duckdb: DuckDb;
  readonly connection: DuckDBConnection;
  /** The file it was opened for, as a text of SQL. */
  readonly file: string;
  close(): void;
}

/** The package that reads and writes Parquet is not there, or has no build for this machine. */
export class MissingEngineError extends Error {
  override readonly name = 'MissingEngineError';
  readonly code = 'engine/missing';
}

const settings = {
  threads: '2',
  preserve_insertion_order: 'true',
  memory_limit: '512MB',
  // What does not fit is refused, not spilled: a stranger's file must not fill the disk.
  max_temp_directory_size: '0MB',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
};

/**
 * Opens DuckDB for one file, to be read or written.
 *
 * @throws MissingEngineError when the package is not installed here.
 */
export async function openEngine(file: string): Promise<Engine> {
  const duckdb = await loadPackage();
  const { path, forget } = plainPath(resolve(file));
  const instance = await duckdb.DuckDBInstance.create(':memory:', settings);
  const connection = await instance.connect();
  const close = () => {
    connection.closeSync();
    instance.closeSync();
    forget();
  };
  try {
    await connection.run(`set allowed_paths = [${quoted(path)}]`);
    await connection.run('set enable_external_access = false');
    await connection.run('set lock_configuration = true');
  } catch (error) {
    close();
    throw error;
  }
  return { duckdb, connection, file: quoted(path), close };
}

/** A name or a text in SQL. */
export function quoted(text: string, mark: "'" | '"' = "'"): string {
  return `${mark}${text.replaceAll(mark, mark + mark)}${mark}`;
}

async function loadPackage(): Promise<DuckDb> {
  try {
    return await import('@duckdb/node-api');
  } catch (cause) {
    const message =
      'Parquet is read and written by the package @duckdb/node-api, which is not installed for this machine. ' +
      'Install it ("npm install @duckdb/node-api"), or convert the file to CSV or JSON lines';
    throw new MissingEngineError(message, { cause });
  }
}

/** DuckDB takes some characters of a path for a pattern; such a file is named through a link whose path has none. */
function plainPath(path: string): { readonly path: string; readonly forget: () => void } {
  if (!/[*?[\]{}]/.test(path)) return { path, forget: () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'winnow-'));
  const link = join(folder, 'file.parquet');
  symlinkSync(path, link);
  return { path: link, forget: () => rmSync(folder, { recursive: true, force: true }) };
}
