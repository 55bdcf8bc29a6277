import { closeSync, openSync, readSync } from 'node:fs';

const blockBytes = 1024 * 1024;

/** The bytes of a file, a block at a time; what a block holds is good until the next one is asked for. */
export function* blocksOf(file: string): Generator<Uint8Array> {
  const handle = openSync(file, 'r');
  try {
    yield* blocksFrom(handle);
  } finally {
    closeSync(handle);
  }
}

/** The same of an open file, from its beginning. */
export function* blocksFrom(handle: number): Generator<Uint8Array> {
  const block = Buffer.allocUnsafe(blockBytes);
  for (let at = 0; ; ) {
    const bytes = readSync(handle, block, 0, blockBytes, at);
    if (bytes === 0) return;
    yield block.subarray(0, bytes);
    at += bytes;
  }
}
