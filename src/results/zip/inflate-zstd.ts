import { decompressZstd } from 'hyparquet-compressors';

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

/** One frame of a Zstandard stream: where it ends and what it may unpack to. */
interface ZstdFrame {
  readonly end: number;
  /** Holds no content. */
  readonly skippable: boolean;
  /** The most that its blocks can give, or what it says it gives. */
  readonly mostBytes: number;
}

const mark = 0xfd2fb528;
const skippableMark = 0x184d2a50;
const largestBlock = 128 * 1024;
/** What decoders of Zstandard accept unless told otherwise. */
const largestWindowLog = 27;

/**
 * Reads the outline of the frame at a position: its header and its blocks' headers, without unpacking them.
 *
 * @throws Error when it is no frame, is cut off, or asks for more memory than is given.
 */
function zstdFrameAt(packed: Buffer, at: number): ZstdFrame {
  if (at + 8 > packed.length) throw new Error(cutOff);
  const found = packed.readUInt32LE(at);
  if (found >>> 4 === skippableMark >>> 4) {
    const end = at + 8 + packed.readUInt32LE(at + 4);
    if (end > packed.length) throw new Error(cutOff);
    return { end, skippable: true, mostBytes: 0 };
  }
  if (found !== mark) throw new Error('its bytes are not Zstandard');
  const { next, said, hasChecksum } = header(packed, at + 4);
  const { next: blocksEnd, mostBytes } = blocks(packed, next);
  const end = blocksEnd + (hasChecksum ? 4 : 0);
  if (end > packed.length) throw new Error(cutOff);
  return { end, skippable: false, mostBytes: said ?? mostBytes };
}

const cutOff = 'its packed bytes are cut off';

function header(packed: Buffer, at: number): { next: number; said: number | undefined; hasChecksum: boolean } {
  const flags = packed.readUInt8(at);
  const single = (flags & 0x20) !== 0;
  const sizeFlag = flags >> 6;
  const idBytes = [0, 1, 2, 4][flags & 3] ?? 0;
  const sizeBytes = sizeFlag === 0 ? (single ? 1 : 0) : 1 << sizeFlag;
  if (!single && packed.readUInt8(at + 1) >> 3 > largestWindowLog - 10) throw new Error('it asks for too much memory');
  const sizeAt = at + (single ? 1 : 2) + idBytes;
  if (sizeAt + sizeBytes > packed.length) throw new Error(cutOff);
  return { next: sizeAt + sizeBytes, said: size(packed, sizeAt, sizeBytes), hasChecksum: (flags & 4) !== 0 };
}

function size(packed: Buffer, at: number, bytes: number): number | undefined {
  switch (bytes) {
    case 1:
      return packed.readUInt8(at);
    case 2:
      return packed.readUInt16LE(at) + 256;
    case 4:
      return packed.readUInt32LE(at);
    case 8:
      return Number(packed.readBigUInt64LE(at));
    default:
      return undefined;
  }
}

function blocks(packed: Buffer, start: number): { next: number; mostBytes: number } {
  let next = start;
  let mostBytes = 0;
  for (;;) {
    if (next + 3 > packed.length) throw new Error(cutOff);
    const block = packed.readUIntLE(next, 3);
    const type = (block >> 1) & 3;
    const bytes = block >> 3;
    mostBytes += type === 2 ? largestBlock : bytes;
    // A block of one repeated byte holds that byte only.
    next += 3 + (type === 1 ? 1 : bytes);
    if (next > packed.length) throw new Error(cutOff);
    if ((block & 1) === 1) return { next, mostBytes };
  }
}
