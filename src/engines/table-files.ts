import { dirname, resolve } from 'node:path';
import type { PathSource, Plan } from '../core/model/plan.js';
import { assertAllowed, existsSync, lstatSync, realpathSync, statSync } from '../disk/file-access.js';
import { walkFolder } from '../disk/walk-folder.js';
import { type TableKind, tableKind } from '../files/tables/content-kind.js';
import { type Partitions, partitionsOf } from '../files/tables/partitions.js';
import { archiveEndings, isCodeSign, mostEntries, refusesTemplates, tableEndings } from '../sources/discover.js';
import { expandedPaths } from '../sources/expand-paths.js';
import { mayBeTask } from '../sources/read-task-folder.js';

/** A smaller file can't contain a large pool. */
const fewestBytes = 100_000;
/** A smaller text file is read quickly without a database. */
const fewestTextBytes = 20_000_000;

/** Files that form one table. */
export interface TableFiles {
  readonly files: readonly string[];
  /** The columns that each file gets from its folders. */
  readonly partitions?: readonly Partitions[];
  readonly kind: Exclude<TableKind, { readonly kind: 'json' }>;
}

/** Whether a plan has a table that SQL may read: on a cluster, or in large files. */
export function mayBeCounted(plan: Plan): boolean {
  return plan.benchmarks.some(
    ({ source }) =>
      source.kind === 'trino' || (source.kind === 'path' && filesOf(source, dirname(plan.file)) !== undefined),
  );
}

/** The files of a source if together they are a large table; otherwise undefined. */
export function tableFiles(source: PathSource, folder: string): TableFiles | undefined {
  const found = filesOf(source, folder);
  if (found === undefined) return undefined;
  const kinds = new Set(
    found.files.map((file) => (/\.parquet$/i.test(file) ? '{"kind":"parquet"}' : JSON.stringify(tableKind(file)))),
  );
  const [only, ...others] = kinds;
  const kind = only === undefined || others.length > 0 ? undefined : (JSON.parse(only) as TableKind);
  if (kind === undefined || kind.kind === 'json') return undefined;
  // Files are compressed to a fifth of their size or less.
  const least =
    kind.kind === 'parquet' ? fewestBytes : kind.packing === undefined ? fewestTextBytes : fewestTextBytes / 10;
  if (found.bytes < least) return undefined;
  return { files: found.files, kind, ...(kind.kind === 'parquet' ? { partitions: found.partitions } : {}) };
}

/** Each of these files as a table; undefined if DuckDB can't scan one of them. */
export function tablesAt(paths: readonly string[], plan: Plan): readonly TableFiles[] | undefined {
  const found: TableFiles[] = [];
  for (const path of paths) {
    const file = resolve(dirname(plan.file), path);
    assertAllowed([file]);
    const kind = existsSync(file) && statSync(file).isFile() ? tableKind(file) : undefined;
    if (kind === undefined || kind.kind === 'json') return undefined;
    found.push({ files: [file], kind });
  }
  return found;
}

interface FoundFiles {
  readonly files: string[];
  readonly partitions: readonly Partitions[];
  readonly bytes: number;
}

function filesOf(source: PathSource, folder: string): FoundFiles | undefined {
  if (source.ranges.length > 0) return undefined;
  const files: string[] = [];
  const partitions: Partitions[] = [];
  for (const given of source.paths) {
    const { paths, links, root } = expandedPaths(resolve(folder), given);
    if (links.length > 0) return undefined;
    for (const path of paths) {
      if (!existsSync(path)) return undefined;
      const below = statSync(path).isDirectory() ? tablesBelow(path) : [path];
      if (below === undefined) return undefined;
      for (const file of below) {
        files.push(lstatSync(file).isSymbolicLink() ? realpathSync(file) : file);
        partitions.push(partitionsOf(root, file));
      }
    }
  }
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  return files.length > 0 && bytes >= fewestBytes && new Set(files).size === files.length
    ? { files, partitions, bytes }
    : undefined;
}

/** The tables in a folder; undefined if it contains anything else that the reader of folders would read or report. */
function tablesBelow(folder: string): readonly string[] | undefined {
  const files: string[] = [];
  for (const met of walkFolder(folder, { mostEntries, refuses: refusesTemplates })) {
    if (met.kind === 'folder') {
      if (mayBeTask(met.entries) || met.entries.some(isCodeSign)) return undefined;
    } else if (met.kind !== 'file' || archiveEndings.test(met.name) || met.name === 'dataset.toml') return undefined;
    else if (tableEndings.test(met.name)) files.push(met.path);
  }
  return files;
}
