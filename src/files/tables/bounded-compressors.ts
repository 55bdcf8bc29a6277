import { gunzipSync } from 'node:zlib';
import type { Compressors } from 'hyparquet';
import { compressors as allCompressors } from 'hyparquet-compressors';

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
