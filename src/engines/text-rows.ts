import { at } from '../core/lists/lists.js';
import type { PoolProblem } from '../core/model/task.js';
import { blocksOf } from '../disk/open-regular.js';
import { checkZstd, unpackedStream } from '../files/packed/unpacked.js';
import type { Packing } from '../files/packed/unpacked-budget.js';
import { type Engine as DuckDb, quoted } from '../files/tables/duckdb.js';
import { rowsPerFile } from '../files/tables/parquet-rows.js';
import type { PlacedProblem } from './read-rows.js';

/** SQL for the place of each row in text files, which combines the number of its file and its number in all files. */
export function textPlace({ places }: DuckDb): string {
  const row = 'row_number() over () - 1';
  if (places.size < 2) return row;
  const cases = [...places].map(([path, i]) => `when ${quoted(path)} then ${i}`).join(' ');
  return `(case filename ${cases} end)::bigint * ${rowsPerFile} + ${row}`;
}

/** Adds the line to each problem; `linesOf` returns the line of each row of a file. */
export async function numberedLines(
  problems: readonly PlacedProblem[],
  linesOf: (file: number) => Promise<readonly number[]>,
): Promise<PoolProblem[]> {
  const last = Math.max(...problems.map(({ place }) => Math.floor(place / rowsPerFile)));
  const lines: (readonly number[])[] = [];
  // Numbers continue from one file to the next.
  const starts = [0];
  for (let file = 0; file <= last; file++) {
    lines.push(await linesOf(file));
    starts.push(at(starts, file) + at(lines, file).length);
  }
  return problems.map(({ place, problem }) => {
    const file = Math.floor(place / rowsPerFile);
    const line = at(at(lines, file), (place % rowsPerFile) - at(starts, file));
    return problem.place === undefined ? problem : { ...problem, place: { ...problem.place, line } };
  });
}

/** The blocks of a text file, which may be compressed. */
export async function* textBlocks(file: string, packing: Packing | undefined): AsyncGenerator<Buffer> {
  if (packing === undefined) yield* blocksOf(file);
  else yield* unpackedStream(file, packing) as AsyncIterable<Buffer>;
}

/**
 * Reads a compressed file to its end, because DuckDB doesn't check it: a wrong checksum or a missing end is an error.
 */
export async function refuseDamaged(file: string, packing: Packing | undefined): Promise<void> {
  if (packing === 'gzip') for await (const _ of textBlocks(file, packing));
  if (packing === 'zstd') checkZstd(blocksOf(file));
}
