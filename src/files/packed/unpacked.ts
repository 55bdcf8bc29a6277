import { isUtf8 } from 'node:buffer';
import { Readable } from 'node:stream';
import { constants, createGunzip, gunzipSync } from 'node:zlib';
import { createReadStream, statSync } from '../../disk/file-access.js';
import type { Packing } from './packing.js';
import { UnpackedBudget } from './unpacked-budget.js';
import { isZstd, ZstdUnpacker } from './zstd.js';

const blockBytes = 256 * 1024;
const lineFeed = 0x0a;
const mostTextBytes = 64 * 1024 * 1024;

/** How bytes are packed, by the first of them; undefined when they are not. */
export function packingOf(start: Buffer): Packing | undefined {
  if (start[0] === 0x1f && start[1] === 0x8b) return 'gzip';
  return isZstd(start) ? 'zstd' : undefined;
}

/**
 * The first bytes of what is packed, given its own first bytes; fewer than wanted where those do not give more.
 *
 * @throws Error when they are broken.
 */
export function unpackedStart(packed: Buffer, packing: Packing, wanted: number): Buffer {
  const unpackStart = packing === 'gzip' ? gunzippedStart : unzstdStart;
  // A little at first: a block of zeroes gives a thousand times its size.
  for (let bytes = 1024; ; bytes *= 8) {
    const start = unpackStart(packed.subarray(0, bytes), wanted);
    if (start.length >= wanted || bytes >= packed.length) return start.subarray(0, wanted);
  }
}

function gunzippedStart(packed: Buffer): Buffer {
  try {
    return gunzipSync(packed, { finishFlush: constants.Z_SYNC_FLUSH });
  } catch (cause) {
    throw damaged('gzip', cause);
  }
}

function unzstdStart(packed: Buffer, wanted: number): Buffer {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  const enough = new Error('enough');
  try {
    new ZstdUnpacker((part) => {
      parts.push(part);
      bytes += part.length;
      if (bytes >= wanted) throw enough;
    }).push(packed);
  } catch (cause) {
    if (cause !== enough) throw damaged('zstd', cause);
  }
  return Buffer.concat(parts);
}

/**
 * What a packed file holds, as a stream.
 *
 * @throws Error, while it is read, when it is damaged, cut off, or gives more than 1,000 times its size and 64 MiB.
 */
export function unpackedStream(file: string, packing: Packing): Readable {
  const packed = createReadStream(file, { highWaterMark: 64 * 1024 });
  const unpacked = packing === 'gzip' ? gunzipped(packed) : unzstd(packed);
  return Readable.from(bounded(unpacked, new UnpackedBudget(statSync(file).size)), { objectMode: false });
}

/** The text of a packed file; must be UTF-8, and a mark of byte order is left out. @throws Error as the stream does, or when it is longer than `most` bytes. */
export async function unpackedText(file: string, packing: Packing, most = mostTextBytes): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of unpackedStream(file, packing) as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > most) throw new Error(`it unpacks to more than ${most} bytes, which is the most that is read`);
    parts.push(part);
  }
  const whole = Buffer.concat(parts);
  if (!isUtf8(whole)) throw new Error('it is not text in UTF-8');
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
    throw isOfZlib(cause) ? damaged('gzip', cause) : cause;
  } finally {
    packed.destroy();
  }
}

async function* unzstd(packed: Readable): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  const unpacker = new ZstdUnpacker((part) => parts.push(part));
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

function isOfZlib(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && /^Z_|^ERR_/.test(String(cause.code));
}

function damaged(packing: Packing, cause: unknown): Error {
  const { message } = cause as Error;
  const isCut = /unexpected end|cut off|unexpected EOF/.test(message);
  const reason = isCut ? 'it is cut off: its end is missing' : `its ${packing} is damaged (${message})`;
  return new Error(reason, { cause });
}
