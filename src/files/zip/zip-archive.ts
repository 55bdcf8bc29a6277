import { crc32, inflateRawSync } from 'node:zlib';
import { visibleText } from '../../core/text/words.js';
import { closeSync, readSync } from '../../disk/file-access.js';
import { openRegular } from '../../disk/open-regular.js';

const largestDirectoryBytes = 64 * 1024 * 1024;
const mostEntries = 500_000;
const localMark = 0x04034b50;
const localBytes = 30;

/** Limits on unpacking an archive, because a small file can claim any size. */
export interface ZipLimits {
  readonly entryBytes: number;
  readonly totalBytes: number;
}

const usualLimits: ZipLimits = { entryBytes: 128 * 1024 * 1024, totalBytes: 512 * 1024 * 1024 };

/** A ZIP archive whose entries are unpacked into memory, one at a time and within limits; nothing is written to disk. */
export class ZipArchive {
  readonly #handle: number;
  readonly #size: number;
  readonly #entries: ReadonlyMap<string, ZipEntry>;
  readonly #limits: ZipLimits;
  #unpacked = 0;

  private constructor(handle: number, size: number, limits: ZipLimits) {
    this.#handle = handle;
    this.#size = size;
    this.#limits = limits;
    const directory = findDirectory(size, (offset, bytes) => this.#bytesAt(offset, bytes));
    if (directory.entries > mostEntries || directory.bytes > largestDirectoryBytes) {
      throw new Error(`the archive has ${directory.entries} entries; Winnow reads at most ${mostEntries}`);
    }
    this.#entries = readDirectory(this.#bytesAt(directory.offset, directory.bytes), directory.entries);
  }

  /** Opens an archive, to be closed by the caller. @throws Error if it is invalid, cut off, or has too many entries. */
  static open(path: string, limits: ZipLimits = usualLimits): ZipArchive {
    const { handle, bytes } = openRegular(path);
    try {
      return new ZipArchive(handle, bytes, limits);
    } catch (error) {
      closeSync(handle);
      throw error;
    }
  }

  names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /** The text of an entry. @throws Error if it is missing, broken, or unpacks to more than is allowed. */
  async text(name: string): Promise<string> {
    return this.#read(name, (bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  }

  /** The bytes of an entry. @throws Error as `text` does. */
  async bytes(name: string): Promise<Uint8Array> {
    return this.#read(name, (bytes) => bytes);
  }

  async #read<Result>(name: string, use: (bytes: Uint8Array) => Result): Promise<Result> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Error(`the archive has no ${visibleText(name, 80)}`);
    try {
      return use(await this.#unpack(entry));
    } catch (cause) {
      throw new Error(`the entry ${visibleText(name, 80)} cannot be read: ${(cause as Error).message}`, { cause });
    }
  }

  close(): void {
    closeSync(this.#handle);
  }

  async #unpack(entry: ZipEntry): Promise<Uint8Array> {
    const { entryBytes, totalBytes } = this.#limits;
    const larger = Math.max(entry.bytes, entry.packedBytes);
    if (larger > entryBytes) throw new Error(`it claims to have ${larger} bytes; Winnow reads at most ${entryBytes}`);
    this.#unpacked += entry.bytes;
    if (this.#unpacked > totalBytes) throw new Error(`the archive unpacks to more than ${totalBytes} bytes`);
    if (entry.encrypted) throw new Error('the entry is encrypted; unpack the archive with its password');
    const content = await inflated(entry, this.#packed(entry));
    if (content.length !== entry.bytes || crc32(content) !== entry.crc) throw new Error('the data is damaged');
    return content;
  }

  #packed({ offset, packedBytes }: ZipEntry): Buffer {
    const header = this.#bytesAt(offset, localBytes);
    if (header.readUInt32LE(0) !== localMark) throw new Error('the data is not at the offset in the directory');
    const start = offset + localBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
    return this.#bytesAt(start, packedBytes);
  }

  #bytesAt(offset: number, bytes: number): Buffer {
    if (offset + bytes > this.#size) throw new Error('the archive is cut off');
    const content = Buffer.alloc(bytes);
    let read = 0;
    while (read < bytes) {
      const more = readSync(this.#handle, content, read, bytes - read, offset + read);
      if (more === 0) throw new Error('the archive is cut off');
      read += more;
    }
    return content;
  }
}

async function inflated({ method, bytes }: ZipEntry, packed: Buffer): Promise<Uint8Array> {
  if (method === 0) return packed;
  // Never unpacks more than the size in the directory.
  if (method === 8) return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) });
  if (method !== 93) throw new Error(`unsupported compression (method ${method})`);
  // Loaded on demand: few archives use it.
  const { inflateZstd } = await import('../packed/unpacked.js');
  return inflateZstd(packed, bytes);
}

/** A file of a ZIP archive, as the archive's directory describes it. */
export interface ZipEntry {
  readonly name: string;
  /** 0 stored, 8 deflate, 93 Zstandard. */
  readonly method: number;
  readonly encrypted: boolean;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** The position of the entry's own header. */
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
const cutOff = 'the archive is cut off, perhaps because writing it was interrupted';

/** The last bytes of an archive, which may contain its end mark. */
const longestEnd = endBytes + 0xffff + locatorBytes;

/** Finds the directory by the mark at the end. @throws Error if there is none: an archive's directory comes last. */
function findDirectory(size: number, bytesAt: (offset: number, bytes: number) => Buffer) {
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
function wide(tail: Buffer, end: number, size: number, bytesAt: (offset: number, bytes: number) => Buffer) {
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

/** The entries that a directory lists; the later of two with one name wins. @throws Error if it is broken. */
function readDirectory(directory: Buffer, count: number): ReadonlyMap<string, ZipEntry> {
  const entries = new Map<string, ZipEntry>();
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + entryBytes > directory.length || directory.readUInt32LE(at) !== entryMark) {
      throw new Error(`the directory of the archive is broken at entry ${i + 1} of ${count}`);
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

/** Only sizes that do not fit are in the extra field, in this order. */
function sizes(directory: Buffer, at: number, extra: Buffer): { bytes: number; packedBytes: number; offset: number } {
  const wideValues = wideExtra(extra);
  const fitting = (value: number): number => {
    if (value !== 0xffffffff) return value;
    const next = wideValues.shift();
    if (next === undefined) throw new Error('the directory of the archive is broken (a size is missing)');
    return next;
  };
  const bytes = fitting(directory.readUInt32LE(at + 24));
  const packedBytes = fitting(directory.readUInt32LE(at + 20));
  return { bytes, packedBytes, offset: fitting(directory.readUInt32LE(at + 42)) };
}

function wideExtra(extra: Buffer): number[] {
  for (let at = 0, end = 0; at + 4 <= extra.length; at = end) {
    end = at + 4 + extra.readUInt16LE(at + 2);
    if (extra.readUInt16LE(at) !== wideField) continue;
    const values: number[] = [];
    for (let field = at + 4; field + 8 <= Math.min(end, extra.length); field += 8)
      values.push(Number(extra.readBigUInt64LE(field)));
    return values;
  }
  return [];
}
