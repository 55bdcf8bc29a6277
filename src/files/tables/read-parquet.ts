import { type FileHandle, open } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import { type AsyncBuffer, type Compressors, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { compressors as allCompressors } from 'hyparquet-compressors';
import type { TableRow } from './table-row.js';

// A page or row group beyond these sizes is a mistake or a bomb; what real data sets hold is a thousandth of it.
const largestPageBytes = 256 * 1024 * 1024;
const largestGroupBytes = 2 * 1024 * 1024 * 1024;

const compressors = boundedCompressors(largestPageBytes);

/** The rows of a Parquet file, one row group in memory at a time. */
export async function* readParquet(path: string): AsyncGenerator<TableRow> {
  const handle = await open(path, 'r');
  try {
    const file = await bufferOf(handle);
    const metadata = await parquetMetadataAsync(file);
    let rowStart = 0;
    for (const [index, group] of metadata.row_groups.entries()) {
      if (group.total_byte_size > largestGroupBytes) {
        throw new Error(
          `row group ${index + 1} claims ${group.total_byte_size} bytes; at most ${largestGroupBytes} are read`,
        );
      }
      const rowEnd = rowStart + Number(group.num_rows);
      const rows = await parquetReadObjects({ file, metadata, rowStart, rowEnd, compressors, useOffsetIndex: true });
      for (const [i, data] of rows.entries()) yield { number: rowStart + i + 1, data };
      rowStart = rowEnd;
    }
  } finally {
    await handle.close();
  }
}

async function bufferOf(handle: FileHandle): Promise<AsyncBuffer> {
  const { size } = await handle.stat();
  return {
    byteLength: size,
    async slice(start, end = size) {
      const bytes = new Uint8Array(Math.max(0, end - start));
      let read = 0;
      while (read < bytes.length) {
        const { bytesRead } = await handle.read(bytes, read, bytes.length - read, start + read);
        if (bytesRead === 0) break;
        read += bytesRead;
      }
      return bytes.buffer;
    },
  };
}

/** What unpacks the pages of a Parquet file, none of them to more than so many bytes: a small file may claim any size. */
export function boundedCompressors(largestPageBytes: number): Compressors {
  const bounded = Object.entries({ ...allCompressors, GZIP: gunzip }).map(([codec, unpack]) => [
    codec,
    (input: Uint8Array, outputLength: number) => {
      if (outputLength > largestPageBytes) {
        throw new Error(`a page claims ${outputLength} bytes; at most ${largestPageBytes} are read`);
      }
      return unpack(input, outputLength);
    },
  ]);
  return Object.fromEntries(bounded) as Compressors;
}

/** Stops at the size the page claims, whatever the packed bytes would give. */
function gunzip(input: Uint8Array, outputLength: number): Uint8Array {
  return gunzipSync(input, { maxOutputLength: Math.max(1, outputLength) });
}
