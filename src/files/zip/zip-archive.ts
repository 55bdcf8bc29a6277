import { crc32, inflateRawSync } from 'node:zlib';
import { visibleText } from '../../core/text/visible-text.js';
import { closeSync, readSync } from '../../disk/file-access.js';
import { openRegular } from '../../disk/open-regular.js';
import { findDirectory, readDirectory, type ZipEntry } from './zip-directory.js';

const largestDirectoryBytes = 64 * 1024 * 1024;
const mostEntries = 500_000;
const localMark = 0x04034b50;
const localBytes = 30;

/** How much an archive may unpack to: a small file may claim any size. */
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
      throw new Error(`it has ${directory.entries} entries; at most ${mostEntries} are read`);
    }
    this.#entries = readDirectory(this.#bytesAt(directory.offset, directory.bytes), directory.entries);
  }

  /**
   * Opens an archive, to be closed by the caller.
   *
   * @throws Error when it is none, is cut off, or has too many entries.
   */
  static open(path: string, limits: ZipLimits = usualLimits): ZipArchive {
    const { handle, bytes } = openRegular(path);
    try {
      return new ZipArchive(handle, bytes, limits);
    } catch (error) {
      closeSync(handle);
      throw error;
    }
  }

  /** The names of the entries, as the archive orders them. */
  names(): readonly string[] {
    return [...this.#entries.keys()];
  }

  has(name: string): boolean {
    return this.#entries.has(name);
  }

  /**
   * The text of an entry.
   *
   * @throws Error when it is missing, broken, or unpacks to more than is allowed.
   */
  async text(name: string): Promise<string> {
    return this.#read(name, (bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  }

  /**
   * The bytes of an entry.
   *
   * @throws Error when it is missing, broken, or unpacks to more than is allowed.
   */
  async bytes(name: string): Promise<Uint8Array> {
    return this.#read(name, (bytes) => bytes);
  }

  async #read<Result>(name: string, use: (bytes: Uint8Array) => Result): Promise<Result> {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Error(`it has no ${visibleText(name, 80)}`);
    try {
      return use(await this.#unpack(entry));
    } catch (cause) {
      throw new Error(`its entry ${visibleText(name, 80)} cannot be read: ${(cause as Error).message}`, { cause });
    }
  }

  close(): void {
    closeSync(this.#handle);
  }

  async #unpack(entry: ZipEntry): Promise<Uint8Array> {
    const { entryBytes, totalBytes } = this.#limits;
    const larger = Math.max(entry.bytes, entry.packedBytes);
    if (larger > entryBytes) throw new Error(`it claims ${larger} bytes; at most ${entryBytes} are read`);
    this.#unpacked += entry.bytes;
    if (this.#unpacked > totalBytes) throw new Error(`the archive unpacks to more than ${totalBytes} bytes`);
    if (entry.encrypted) throw new Error('it is encrypted; unpack the archive with its password');
    const content = await inflated(entry, this.#packed(entry));
    if (content.length !== entry.bytes || crc32(content) !== entry.crc) throw new Error('its bytes are damaged');
    return content;
  }

  #packed({ offset, packedBytes }: ZipEntry): Buffer {
    const header = this.#bytesAt(offset, localBytes);
    if (header.readUInt32LE(0) !== localMark) throw new Error('its bytes are not where the directory says');
    const start = offset + localBytes + header.readUInt16LE(26) + header.readUInt16LE(28);
    return this.#bytesAt(start, packedBytes);
  }

  #bytesAt(offset: number, bytes: number): Buffer {
    if (offset + bytes > this.#size) throw new Error('it is cut off');
    const content = Buffer.alloc(bytes);
    let read = 0;
    while (read < bytes) {
      const more = readSync(this.#handle, content, read, bytes - read, offset + read);
      if (more === 0) throw new Error('it is cut off');
      read += more;
    }
    return content;
  }
}

async function inflated({ method, bytes }: ZipEntry, packed: Buffer): Promise<Uint8Array> {
  if (method === 0) return packed;
  // The size the directory claims is the most that is unpacked, whatever the packed bytes would give.
  if (method === 8) return inflateRawSync(packed, { maxOutputLength: Math.max(1, bytes) });
  if (method !== 93) throw new Error(`it is packed in a way that is not read (method ${method})`);
  // Loaded when needed: few archives are packed so.
  const { inflateZstd } = await import('../packed/zstd.js');
  return inflateZstd(packed, bytes);
}
