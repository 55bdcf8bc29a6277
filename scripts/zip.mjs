// Writes a ZIP archive: the same bytes for the same files, whatever the clock says.
import { crc32, deflateRawSync } from 'node:zlib';

/** 1 January 1980, the first day that ZIP knows. */
const date = 0x21;

/** The archive of files, in the order given; each has a name, its content and its mode (default: 0o644). */
export function zipOf(files) {
  const parts = [];
  const directory = [];
  let offset = 0;
  for (const { name, content, mode = 0o644 } of files) {
    const packed = deflateRawSync(content, { level: 9 });
    const path = Buffer.from(name);
    const fields = Buffer.alloc(26);
    fields.writeUInt16LE(20, 0);
    // Names are UTF-8.
    fields.writeUInt16LE(0x800, 2);
    fields.writeUInt16LE(8, 4);
    fields.writeUInt16LE(date, 8);
    fields.writeUInt32LE(crc32(content), 10);
    fields.writeUInt32LE(packed.length, 14);
    fields.writeUInt32LE(content.length, 18);
    fields.writeUInt16LE(path.length, 22);
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), fields, path, packed);
    const rest = Buffer.alloc(14);
    // A regular file of Unix, with its mode.
    rest.writeUInt32LE(((0o100000 | mode) << 16) >>> 0, 6);
    rest.writeUInt32LE(offset, 10);
    // Made on Unix, by version 2.0 of the format.
    directory.push(Buffer.from('PK\x01\x02\x14\x03', 'latin1'), fields, rest, path);
    offset += 30 + path.length + packed.length;
  }
  const size = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(size, 8);
  end.writeUInt32LE(offset, 12);
  return Buffer.concat([...parts, ...directory, Buffer.from('PK\x05\x06', 'latin1'), end]);
}
