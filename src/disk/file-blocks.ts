import { createHash } from 'node:crypto';
import { closeSync, openSync, readSync } from './file-access.js';

const blockBytes = 1024 * 1024;

/** The bytes of a file, a block at a time; what a block holds is good until the next one is asked for. */
export function* blocksOf(file: string): Generator<Buffer> {
  const handle = openSync(file, 'r');
  try {
    const block = Buffer.allocUnsafe(blockBytes);
    for (;;) {
      const bytes = readSync(handle, block, 0, blockBytes, null);
      if (bytes === 0) return;
      yield block.subarray(0, bytes);
    }
  } finally {
    closeSync(handle);
  }
}

/** The SHA-256 of a file's bytes. */
export function sha256OfFile(file: string): string {
  const hash = createHash('sha256');
  for (const block of blocksOf(file)) hash.update(block);
  return hash.digest('hex');
}
