import { dirname, relative } from 'node:path';

/** Columns that folders add to each row of a file. */
export type Partitions = ReadonlyMap<string, string | null>;

/** The value that Hive and similar tools write if there is none. */
const missing = '__HIVE_DEFAULT_PARTITION__';

/**
 * The columns that the folders between a root and a file add to its rows: `language=go/part-0.parquet` has the
 * language go.
 */
export function partitionsOf(root: string, file: string): Partitions {
  const found = new Map<string, string | null>();
  for (const folder of relative(root, dirname(file)).split(/[\\/]/)) {
    const [, key, value] = /^([A-Za-z_]\w*)=(.+)$/.exec(folder) ?? [];
    if (key !== undefined && value !== undefined) found.set(key, value === missing ? null : decoded(value));
  }
  return found;
}

function decoded(value: string): string {
  try {
    return decodeURIComponent(value);
  } catch {
    return value;
  }
}
