/** A task of the pool, as a line of `data/ccb/pool.jsonl`. */
export interface PoolLine {
  readonly benchmark: string;
  readonly id: string;
  readonly repo?: string;
  readonly language?: string;
  readonly difficulty?: string;
  readonly category?: string;
  readonly files_changed?: number;
  readonly additions?: number;
  readonly deletions?: number;
  readonly context_tokens?: number;
  readonly context_files?: number;
}

/** Writes the pool's tasks as the folders their benchmarks ship, in each one's own dialect. */
export function writeBenchmarkFolders(
  root: string,
  pool: readonly PoolLine[],
  options?: { names?: 'current' | 'older'; patchBytes?: number; runnable?: boolean; named?: boolean },
): void;

/** A patch that changes so many files and lines. */
export function patchOf(files: number, additions: number, deletions: number, lineChars?: number): string;
