import { at } from '../core/lists/lists.js';
import type { PoolProblem } from '../core/model/task.js';
import { closeSync, readSync } from '../disk/file-access.js';
import { blocksOf, openRegular } from '../disk/open-regular.js';
import { unpackedStream } from '../files/packed/unpacked.js';
import type { Packing } from '../files/packed/unpacked-budget.js';
import { type Engine as DuckDb, quoted } from '../files/tables/duckdb.js';
import { rowsPerFile } from '../files/tables/parquet-rows.js';
import type { PlacedProblem } from './read-rows.js';

/** SQL for the place of each row of text files: the number of its file, and its number among the rows of all files. */
export function textPlace({ places }: DuckDb): string {
  const row = 'row_number() over () - 1';
  if (places.size < 2) return row;
  const cases = [...places].map(([path, i]) => `when ${quoted(path)} then ${i}`).join(' ');
  return `(case filename ${cases} end)::bigint * ${rowsPerFile} + ${row}`;
}

/** Problems with the lines of the files; `linesOf` returns the line of each row of a file. */
export async function numberedLines(
  problems: readonly PlacedProblem[],
  linesOf: (file: number) => Promise<readonly number[]>,
): Promise<PoolProblem[]> {
  const last = Math.max(...problems.map(({ place }) => Math.floor(place / rowsPerFile)));
  const lines: (readonly number[])[] = [];
  // Rows are numbered through all files.
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
  if (packing === 'zstd') refuseCutZstd(file);
}

const zstdMagic = 0xfd2fb528;
const skippable = 0x184d2a50;

/** Goes from block to block of a Zstandard file, by their headers. @throws Error when its end is missing. */
function refuseCutZstd(file: string): void {
  const { handle, bytes } = openRegular(file, { followLinks: true });
  const part = Buffer.alloc(18);
  const read = (at: number, count: number) => {
    if (readSync(handle, part, 0, count, at) < count) throw new Error('the file is cut off');
  };
  try {
    for (let at = 0; at < bytes; ) {
      read(at, 4);
      const magic = part.readUInt32LE(0);
      if (magic >>> 4 === skippable >>> 4) {
        read(at + 4, 4);
        at += 8 + part.readUInt32LE(0);
        continue;
      }
      if (magic !== zstdMagic) throw new Error('not a Zstandard frame');
      read(at + 4, 1);
      const flags = part[0] ?? 0;
      const isSingle = (flags & 32) !== 0;
      const sizeBytes = [isSingle ? 1 : 0, 2, 4, 8][flags >> 6] ?? 0;
      at += 5 + (isSingle ? 0 : 1) + ([0, 1, 2, 4][flags & 3] ?? 0) + sizeBytes;
      for (let isLast = false; !isLast; ) {
        read(at, 3);
        const header = part.readUIntLE(0, 3);
        isLast = (header & 1) === 1;
        // A block of one repeated byte holds only that.
        at += 3 + (((header >> 1) & 3) === 1 ? 1 : header >> 3);
      }
      if ((flags & 4) !== 0) at += 4;
      if (at > bytes) throw new Error('the file is cut off');
    }
  } finally {
    closeSync(handle);
  }
}
