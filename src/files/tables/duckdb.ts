import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { EngineError, type Place } from '../../core/model/errors.js';
import { closeSync, constants, nameOfOpen, openSync, symlinkSync } from '../../disk/file-access.js';
import { makeTemporaryFolder } from '../../disk/temporary-folder.js';

type DuckDb = typeof import('@duckdb/node-api');

/** A private DuckDB: it can access only the file it was opened for, with limited memory and threads. */
export interface Engine {
  readonly duckdb: DuckDb;
  readonly connection: DuckDBConnection;
  /** The files it was opened for, in SQL: a text or a list of texts. */
  readonly file: string;
  /** The index of each file by the engine's name for it. */
  readonly places: ReadonlyMap<string, number>;
  close(): void;
}

const settings = {
  preserve_insertion_order: 'true',
  memory_limit: '512MB',
  // Excess data is refused, not spilled: an untrusted file must not fill the disk.
  max_temp_directory_size: '0MB',
  autoinstall_known_extensions: 'false',
  autoload_known_extensions: 'false',
};

type Purpose = keyof typeof purposes;

const purposes = {
  read: { threads: '2', memory_limit: '700MB' },
  // Two threads might split the same rows differently.
  write: { threads: '1' },
  // Each thread buffers part of every column.
  pick: { threads: '1' },
  count: { threads: '2', memory_limit: '1GB', preserve_insertion_order: 'false' },
};

/** Opens DuckDB to read files or to write one. @throws EngineError if the package is not installed. */
export async function openEngine(files: string | readonly string[], purpose: Purpose): Promise<Engine> {
  const named = [files].flat();
  const duckdb = await loadPackage(purpose === 'write' ? undefined : { file: named[0] ?? '' });
  const open: (() => void)[] = [];
  const close = () => {
    for (const end of open.reverse()) end();
  };
  try {
    const paths = named.map((file) => {
      // DuckDB gets the file that was opened and checked here, not a name that could now lead elsewhere.
      const handle = openSync(file, purpose === 'write' ? 'wx' : constants.O_RDONLY | constants.O_NONBLOCK);
      open.push(() => closeSync(handle));
      const { path, forget } = plainPath(nameOfOpen(handle, file));
      open.push(forget);
      return path;
    });
    const instance = await duckdb.DuckDBInstance.create(':memory:', { ...settings, ...purposes[purpose] });
    open.push(() => instance.closeSync());
    const connection = await instance.connect();
    open.push(() => connection.closeSync());
    await connection.run(`set allowed_paths = [${paths.map((path) => quoted(path)).join(', ')}]`);
    await connection.run('set enable_external_access = false');
    await connection.run('set lock_configuration = true');
    const texts = paths.map((path) => quoted(path));
    const file = typeof files === 'string' ? (texts[0] ?? '') : `[${texts.join(', ')}]`;
    return { duckdb, connection, file, places: new Map(paths.map((path, i) => [path, i])), close };
  } catch (error) {
    close();
    throw error;
  }
}

/** A name or a text in SQL. */
export function quoted(text: string, mark: "'" | '"' = "'"): string {
  return `${mark}${text.replaceAll(mark, mark + mark)}${mark}`;
}

async function loadPackage(place: Place | undefined): Promise<DuckDb> {
  try {
    return await import('@duckdb/node-api');
  } catch (cause) {
    const message = 'Parquet needs the package @duckdb/node-bindings, which is not installed.';
    const hint = 'Install it ("npm install @duckdb/node-bindings"), or use CSV or JSON lines instead of Parquet.';
    throw new EngineError([{ code: 'engine/missing', message, ...(place === undefined ? {} : { place }), hint }], {
      cause,
    });
  }
}

/** DuckDB reads some characters of a path as a pattern; such a file is named through a link whose path has none of them. */
function plainPath(path: string): { readonly path: string; readonly forget: () => void } {
  if (!/[*?[\]{}]/.test(path)) return { path, forget: () => undefined };
  const folder = makeTemporaryFolder();
  const link = join(folder.path, 'file.parquet');
  symlinkSync(path, link);
  return { path: link, forget: () => folder.remove() };
}
