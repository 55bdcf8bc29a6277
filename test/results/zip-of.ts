import { crc32, deflateRawSync } from 'node:zlib';

/** How an entry of a test's archive is packed. */
export type Packing = 'stored' | 'deflate' | 'zstd';

/** An entry to pack; `claims` puts another size into the directory than the true one. */
export interface Entry {
  readonly name: string;
  readonly text: string;
  readonly packing?: Packing;
  readonly claims?: number;
  readonly method?: number;
  /** Packed elsewhere. */
  readonly packed?: Buffer;
  /** Instead of the text. */
  readonly content?: Buffer;
}

const packers = {
  stored: (content: Buffer) => content,
  deflate: (content: Buffer) => deflateRawSync(content),
  zstd: (content: Buffer) => zstdOf(content),
};
const methods = { stored: 0, deflate: 8, zstd: 93 };

/** For tests: a ZIP archive. */
export function zipOf(entries: readonly Entry[], comment = ''): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, text, packing = 'deflate', claims, method, ...given } of entries) {
    const content = given.content ?? Buffer.from(text);
    const packed = given.packed ?? packers[packing](content);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    fields.writeUInt16LE(method ?? methods[packing], 4);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(claims ?? content.length, 18);
    fields.writeUInt16LE(Buffer.byteLength(name), 22);
    const central = Buffer.alloc(14);
    central.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\u0000', 'latin1'), fields, central, Buffer.from(name));
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004', 'latin1'), fields, Buffer.from(name), packed]);
    parts.push(local);
    offset += local.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length, 4);
  end.writeUInt16LE(entries.length, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  end.writeUInt16LE(Buffer.byteLength(comment), 16);
  return Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006', 'latin1'), end, Buffer.from(comment)]);
}

/** For tests: Zstandard in frames of a few bytes, each a raw block, with a frame to skip between them. */
export function zstdOf(content: Buffer, frameBytes = 100): Buffer {
  const frames: Buffer[] = [];
  for (let at = 0; at < Math.max(1, content.length); at += frameBytes) {
    frames.push(
      zstdFrame(content.subarray(at, at + frameBytes)),
      Buffer.from([0x50, 0x2a, 0x4d, 0x18, 2, 0, 0, 0, 1, 1]),
    );
  }
  return Buffer.concat(frames);
}

/** For tests: one frame with a raw block; without a stated size when `window` is given. */
export function zstdFrame(content: Buffer, window?: number): Buffer {
  const header = Buffer.alloc(window === undefined ? 9 : 6);
  header.writeUInt32LE(0xfd2fb528, 0);
  if (window === undefined) {
    header.writeUInt8(0xa0, 4);
    header.writeUInt32LE(content.length, 5);
  } else {
    header.writeUInt8(0, 4);
    header.writeUInt8(window, 5);
  }
  const block = Buffer.alloc(3);
  block.writeUIntLE((content.length << 3) | 1, 0, 3);
  return Buffer.concat([header, block, content]);
}
