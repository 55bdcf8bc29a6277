import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { Decompress } from 'fzstd';
import { createReadStream, statSync } from '../../disk/file-access.js';
import { errorCode } from '../../disk/reason-of.js';
import { type Packing, UnpackedBudget } from './unpacked-budget.js';

const blockBytes = 256 * 1024;
const lineFeed = 0x0a;
const mostTextBytes = 64 * 1024 * 1024;

/** The compression of data, by its first bytes; undefined if it is not compressed. */
export function packingOf(start: Buffer): Packing | undefined {
  if (start[0] === 0x1f && start[1] === 0x8b) return 'gzip';
  return isZstd(start) ? 'zstd' : undefined;
}

/**
 * The first unpacked bytes; fewer than requested if the given bytes do not contain more.
 * @throws Error if they are broken.
 */
export function unpackedStart(packed: Buffer, packing: Packing, wanted: number): Buffer {
  const unpack = (bytes: Buffer) =>
    packing === 'gzip' ? gunzipSync(bytes, { finishFlush: constants.Z_SYNC_FLUSH }) : unzstdStart(bytes, wanted);
  try {
    // Little by little, because a block of zeros unpacks to 1,000 times its size.
    for (let bytes = 1024; ; bytes *= 8) {
      const start = unpack(packed.subarray(0, bytes));
      if (start.length >= wanted || bytes >= packed.length) return start.subarray(0, wanted);
    }
  } catch (cause) {
    throw damaged(packing, cause);
  }
}

function unzstdStart(packed: Buffer, wanted: number): Buffer {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const enough = new Error('enough');
  try {
    zstdUnpacker((part) => {
      parts.push(part);
      bytes += part.length;
      if (bytes >= wanted) throw enough;
    }).push(packed);
  } catch (cause) {
    if (cause !== enough) throw cause;
  }
  return Buffer.concat(parts);
}

/**
 * The contents of a compressed file.
 * @throws Error, while it is read, if it is damaged, cut off, or over `UnpackedBudget`.
 */
export function unpackedStream(file: string, packing: Packing): Readable & AsyncIterable<Buffer> {
  const packed = createReadStream(file, { highWaterMark: 64 * 1024 });
  const unpacked = packing === 'gzip' ? gunzipped(packed) : unzstd(packed);
  return Readable.from(bounded(unpacked, new UnpackedBudget(statSync(file).size)), { objectMode: false });
}

/**
 * The text of a compressed file, which must be UTF-8, without a byte order mark.
 * @throws Error as the stream does, or if it is longer than `most` bytes.
 */
export async function unpackedText(file: string, packing: Packing, most = mostTextBytes): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of unpackedStream(file, packing)) {
    bytes += part.length;
    if (bytes > most) throw new Error(`the file unpacks to more than ${most} bytes, the limit`);
    parts.push(part);
  }
  const whole = Buffer.concat(parts);
  if (!isUtf8(whole)) throw new Error('not UTF-8 text');
  return whole.toString('utf8').replace(/^\ufeff/, '');
}

async function* bounded(unpacked: AsyncIterable<Uint8Array>, budget: UnpackedBudget): AsyncGenerator<Uint8Array> {
  for await (const part of unpacked) {
    budget.take(part.length);
    budget.takeRows(linesIn(part));
    yield part;
  }
}

function linesIn(bytes: Uint8Array): number {
  let lines = 0;
  for (let at = bytes.indexOf(lineFeed); at !== -1; at = bytes.indexOf(lineFeed, at + 1)) lines += 1;
  return lines;
}

async function* gunzipped(packed: Readable): AsyncGenerator<Uint8Array> {
  const unpacking = createGunzip({ chunkSize: blockBytes });
  packed.on('error', (error) => unpacking.destroy(error));
  try {
    yield* packed.pipe(unpacking) as AsyncIterable<Buffer>;
  } catch (cause) {
    throw /^Z_|^ERR_/.test(errorCode(cause)) ? damaged('gzip', cause) : cause;
  } finally {
    packed.destroy();
  }
}

async function* unzstd(packed: Readable): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  const unpacker = zstdUnpacker((part) => parts.push(part));
  const attempt = (step: () => void): Uint8Array[] => {
    parts = [];
    try {
      step();
    } catch (cause) {
      throw damaged('zstd', cause);
    }
    return parts;
  };
  for await (const bytes of packed as AsyncIterable<Buffer>) {
    // A kilobyte at a time gives at most 32 MiB.
    for (let at = 0; at < bytes.length; at += 1024) {
      yield* attempt(() => unpacker.push(bytes.subarray(at, at + 1024)));
    }
  }
  yield* attempt(() => unpacker.end());
}

function damaged(packing: Packing, cause: unknown): Error {
  const { message } = cause as Error;
  const isCut = /unexpected end|cut off|unexpected EOF/.test(message);
  const reason = isCut ? 'the file is cut off' : `the ${packing} data is damaged (${message})`;
  return new Error(reason, { cause });
}

/**
 * Unpacks a stream of Zstandard frames as the bytes arrive. Frame headers are checked before unpacking, so that a few
 * bytes cannot claim gigabytes of memory. The caller must limit the output.
 * @param take Receives the unpacked bytes; errors that it throws stop the unpacking.
 * @throws Error if the bytes are not Zstandard, are damaged, need too much memory, or are cut off.
 */
function zstdUnpacker(take: (bytes: Uint8Array) => void) {
  const outline = new Outline();
  const unpacking = new Decompress(take);
  return {
    push: (packed: Uint8Array) => {
      outline.check(packed);
      unpacking.push(packed);
    },
    end: () => {
      outline.checkEnd();
      unpacking.push(new Uint8Array(0), true);
    },
  };
}

/** Unpacks Zstandard frames with this many bytes in total. @throws Error if one is broken or they contain more. */
export function inflateZstd(packed: Uint8Array, bytes: number): Uint8Array {
  const parts: Uint8Array[] = [];
  let unpacked = 0;
  const unpacker = zstdUnpacker((part) => {
    unpacked += part.length;
    if (unpacked > bytes) throw new Error(`the data unpacks to more than the ${bytes} bytes it claims`);
    parts.push(part);
  });
  unpacker.push(packed);
  unpacker.end();
  return Buffer.concat(parts);
}

/** Checks that the frames of a Zstandard stream are whole, without unpacking them. @throws Error if they are not. */
export function checkZstd(blocks: Iterable<Uint8Array>): void {
  const outline = new Outline();
  for (const block of blocks) outline.check(block);
  outline.checkEnd();
}

function isZstd(start: Buffer): boolean {
  return start.length >= 4 && (start.readUInt32LE(0) === mark || start.readUInt32LE(0) >>> 4 === skippableMark >>> 4);
}

const mark = 0xfd2fb528;
const skippableMark = 0x184d2a50;
const largestBlock = 128 * 1024;
const largestWindow = 2 ** 27;

type Section = 'mark' | 'skippable' | 'flags' | 'header' | 'block';

class Outline {
  #section: Section = 'mark';
  #wanted = 4;
  #header: number[] = [];
  #passing = 0;
  #flags = 0;

  check(packed: Uint8Array): void {
    for (let at = 0; at < packed.length; ) {
      if (this.#passing > 0) {
        const passed = Math.min(this.#passing, packed.length - at);
        this.#passing -= passed;
        at += passed;
      } else {
        this.#header.push(packed[at] ?? 0);
        at += 1;
        if (this.#header.length === this.#wanted) this.#next(Buffer.from(this.#header));
      }
    }
  }

  checkEnd(): void {
    const isWhole = this.#section === 'mark' && this.#header.length === 0 && this.#passing === 0;
    if (!isWhole) throw new Error('the packed data is cut off');
  }

  #next(header: Buffer): void {
    switch (this.#section) {
      case 'mark':
        if (!isZstd(header)) throw new Error('the data is not Zstandard');
        if (header.readUInt32LE(0) === mark) this.#expect('flags', 1);
        else this.#expect('skippable', 4);
        break;
      case 'skippable':
        this.#expect('mark', 4, header.readUInt32LE(0));
        break;
      case 'flags':
        this.#flags = header.readUInt8(0);
        this.#expect('header', headerBytes(this.#flags));
        break;
      case 'header':
        if (windowOf(this.#flags, header) > largestWindow) throw new Error('the data requires too much memory');
        this.#expect('block', 3);
        break;
      case 'block': {
        const block = header.readUIntLE(0, 3);
        const bytes = block >> 3;
        if (bytes > largestBlock) throw new Error('a block is larger than Zstandard allows');
        // A block of a repeated byte stores only that byte.
        const packedBytes = ((block >> 1) & 3) === 1 ? 1 : bytes;
        const isLast = (block & 1) === 1;
        if (isLast) this.#expect('mark', 4, packedBytes + ((this.#flags & 4) === 0 ? 0 : 4));
        else this.#expect('block', 3, packedBytes);
      }
    }
  }

  #expect(section: Section, bytes: number, passing = 0): void {
    this.#section = section;
    this.#wanted = bytes;
    this.#header = [];
    this.#passing = passing;
  }
}

const isSingle = (flags: number) => (flags & 0x20) !== 0;
const sizeBytes = (flags: number) => (flags >> 6 === 0 ? Number(isSingle(flags)) : 1 << (flags >> 6));
const idBytes = (flags: number) => [0, 1, 2, 4][flags & 3] ?? 0;

/** How long the rest of a frame's header is. A frame has a window, a size or both. */
function headerBytes(flags: number): number {
  return Number(!isSingle(flags)) + idBytes(flags) + sizeBytes(flags);
}

/** The number of unpacked bytes to keep. */
function windowOf(flags: number, header: Buffer): number {
  if (!isSingle(flags)) {
    const descriptor = header.readUInt8(0);
    const base = 2 ** (10 + (descriptor >> 3));
    return base + (base / 8) * (descriptor & 7);
  }
  const bytes = sizeBytes(flags);
  const at = header.length - bytes;
  return bytes === 8 ? Number(header.readBigUInt64LE(at)) : header.readUIntLE(at, bytes) + (bytes === 2 ? 256 : 0);
}
