/** A file of a ZIP archive, as the archive's directory describes it. */
export interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 deflate, 93 Zstandard. */
  readonly method: number;
  readonly encrypted: boolean;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Where the entry's own header stands in the file. */
  readonly offset: number;
}

/** Where the directory of an archive stands. */
export interface ZipDirectory {
  readonly entries: number;
  readonly bytes: number;
  readonly offset: number;
}

const endMark = 0x06054b50;
const locatorMark = 0x07064b50;
const wideEndMark = 0x06064b50;
const entryMark = 0x02014b50;
const endBytes = 22;
const locatorBytes = 20;
const entryBytes = 46;
const wideField = 1;
const cutOff = 'its directory is missing, so it is cut off, as if writing it had been interrupted';

/** The last bytes of an archive that can hold the mark of its end. */
const longestEnd = endBytes + 0xffff + locatorBytes;

/**
 * Finds the directory by the mark at the end of an archive; `bytesAt` reads from the file.
 *
 * @throws Error when it is not there: an archive gets its directory last.
 */
export function findDirectory(size: number, bytesAt: (offset: number, bytes: number) => Buffer): ZipDirectory {
  const start = Math.max(0, size - longestEnd);
  const tail = bytesAt(start, size - start);
  for (let at = tail.length - endBytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) !== endMark || at + endBytes + tail.readUInt16LE(at + 20) !== tail.length) continue;
    const plain = {
      entries: tail.readUInt16LE(at + 10),
      bytes: tail.readUInt32LE(at + 12),
      offset: tail.readUInt32LE(at + 16),
    };
    const directory = plain.entries === 0xffff || plain.offset === 0xffffffff ? wide(tail, at, size, bytesAt) : plain;
    if (directory.offset + directory.bytes > size) throw new Error(cutOff);
    return directory;
  }
  throw new Error(cutOff);
}

/** Archives beyond 4 GiB or 65,535 entries have a second, wider end. */
function wide(
  tail: Buffer,
  end: number,
  size: number,
  bytesAt: (offset: number, bytes: number) => Buffer,
): ZipDirectory {
  const locator = end - locatorBytes;
  if (locator < 0 || tail.readUInt32LE(locator) !== locatorMark) throw new Error(cutOff);
  const offset = Number(tail.readBigUInt64LE(locator + 8));
  if (offset + 56 > size) throw new Error(cutOff);
  const record = bytesAt(offset, 56);
  if (record.readUInt32LE(0) !== wideEndMark) throw new Error(cutOff);
  return {
    entries: Number(record.readBigUInt64LE(32)),
    bytes: Number(record.readBigUInt64LE(40)),
    offset: Number(record.readBigUInt64LE(48)),
  };
}

/**
 * The entries that a directory lists; of two with one name the later is meant.
 *
 * @throws Error when the directory is broken.
 */
export function readDirectory(directory: Buffer, count: number): ReadonlyMap<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + entryBytes > directory.length || directory.readUInt32LE(at) !== entryMark) {
      throw new Error(`its directory is broken at entry ${i + 1} of ${count}`);
    }
    const nameEnd = at + entryBytes + directory.readUInt16LE(at + 28);
    const extraEnd = nameEnd + directory.readUInt16LE(at + 30);
    const entry = {
      name: directory.toString('utf8', at + entryBytes, nameEnd),
      method: directory.readUInt16LE(at + 10),
      encrypted: (directory.readUInt16LE(at + 8) & 1) === 1,
      crc: directory.readUInt32LE(at + 16),
      ...sizes(directory, at, directory.subarray(nameEnd, extraEnd)),
    };
    entries.set(entry.name, entry);
    at = extraEnd + directory.readUInt16LE(at + 32);
  }
  return entries;
}

/** Sizes that do not fit stand in the extra field, in this order, only those that do not fit. */
function sizes(directory: Buffer, at: number, extra: Buffer): { bytes: number; packedBytes: number; offset: number } {
  const wideValues = wideExtra(extra);
  const fitting = (value: number): number => {
    if (value !== 0xffffffff) return value;
    const next = wideValues.shift();
    if (next === undefined) throw new Error('its directory is broken: a size is missing');
    return next;
  };
  const bytes = fitting(directory.readUInt32LE(at + 24));
  const packedBytes = fitting(directory.readUInt32LE(at + 20));
  return { bytes, packedBytes, offset: fitting(directory.readUInt32LE(at + 42)) };
}

function wideExtra(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length; ) {
    const end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) === wideField) {
      const values: number[] = [];
      for (let field = at + 4; field + 8 <= Math.min(end, extra.length); field += 8) {
        values.push(Number(extra.readBigUInt64LE(field)));
      }
      return values;
    }
    at = end;
  }
  return [];
}
