import { decompressZstd } from 'hyparquet-compressors';
import { zstdFrameAt } from './zstd-frame.js';

const mostFrameBytes = 256 * 1024 * 1024;

/**
 * Unpacks a stream of Zstandard frames that together give so many bytes. Each frame is unpacked on its own, after its
 * outline has shown that it cannot give much more than it should.
 *
 * @throws Error when a frame is broken or would give too much.
 */
export function inflateZstd(packed: Buffer, bytes: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let unpacked = 0;
  for (let at = 0; at < packed.length; ) {
    const frame = zstdFrameAt(packed, at);
    if (!frame.skippable) {
      if (frame.mostBytes > mostFrameBytes) throw new Error('a frame of it would unpack to too much');
      const part = decompressZstd(packed.subarray(at, frame.end));
      unpacked += part.length;
      if (unpacked > bytes) throw new Error(`it unpacks to more than the ${bytes} bytes it claims`);
      parts.push(part);
    }
    at = frame.end;
  }
  return Buffer.concat(parts);
}
