import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from './file-access.js';

/** How a file is opened. */
export interface OpenOptions {
  /** Whether the path may be a link: yes for what a person named, no for what was found. Default no. */
  readonly followLinks?: boolean;
  /** More bytes than this are refused. */
  readonly largestBytes?: number;
}

/**
 * Opens a regular file to read; a pipe, a device or a folder is refused, without waiting for it.
 * @returns The handle, to be closed by the caller, and the size.
 */
export function openRegular(path: string, options: OpenOptions = {}): { handle: number; bytes: number } {
  const { followLinks = false, largestBytes = Number.POSITIVE_INFINITY } = options;
  const noFollow = followLinks ? 0 : constants.O_NOFOLLOW;
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | noFollow);
  try {
    const status = fstatSync(handle);
    if (!status.isFile()) throw new Error('it is not a regular file');
    if (status.size > largestBytes) throw new Error(`it has ${status.size} bytes; at most ${largestBytes} are read`);
    return { handle, bytes: status.size };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** The text of a regular file; must be UTF-8, and a mark of byte order is left out. */
export function readRegularText(path: string, options: OpenOptions & { readonly largestBytes: number }): string {
  return withRegularBytes(path, options, textOfBytes);
}

/** Bytes as text; they must be UTF-8, and a mark of byte order is left out. */
export function textOfBytes(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Error('it is not text in UTF-8');
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Files up to this size are read into one piece of memory that all of them share. */
const sharedBytes = 256 * 1024;
let shared: Buffer | undefined;

/** Gives the bytes of a regular file to a function, which must not keep them: the next file takes their place. */
export function withRegularBytes<Result>(
  path: string,
  options: OpenOptions & { readonly largestBytes: number },
  use: (bytes: Buffer) => Result,
): Result {
  const { handle, bytes } = openRegular(path, options);
  try {
    if (bytes > sharedBytes) return use(readAll(handle, Buffer.allocUnsafe(bytes), bytes));
    shared ??= Buffer.allocUnsafeSlow(sharedBytes);
    return use(readAll(handle, shared, bytes));
  } finally {
    closeSync(handle);
  }
}

function readAll(handle: number, into: Buffer, bytes: number): Buffer {
  let read = 0;
  while (read < bytes) {
    const more = readSync(handle, into, read, bytes - read, null);
    if (more === 0) break;
    read += more;
  }
  return into.subarray(0, read);
}

const blockBytes = 1024 * 1024;

/** The bytes of a regular file, a block at a time; the next block takes the place of the last. */
export function* blocksOf(file: string, options: OpenOptions = { followLinks: true }): Generator<Buffer> {
  const { handle, bytes } = openRegular(file, options);
  try {
    const block = Buffer.allocUnsafe(Math.min(blockBytes, Math.max(1, bytes)));
    for (let read = readSync(handle, block, 0, block.length, null); read > 0; ) {
      yield block.subarray(0, read);
      read = readSync(handle, block, 0, block.length, null);
    }
  } finally {
    closeSync(handle);
  }
}

/** The first bytes of a regular file, as many as there are. */
export function firstBytes(file: string, most: number, options: OpenOptions = {}): Buffer {
  const { handle, bytes } = openRegular(file, options);
  try {
    return readAll(handle, Buffer.alloc(Math.min(bytes, most)), Math.min(bytes, most));
  } finally {
    closeSync(handle);
  }
}

/** Whether a folder is there; one whose name no disk can hold is not. */
export function isFolder(path: string): boolean {
  return statusOf(path)?.isDirectory() === true;
}

/** Whether a file is there; one whose name no disk can hold is not. */
export function isFile(path: string): boolean {
  return statusOf(path)?.isFile() === true;
}

function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** The SHA-256 of a file's bytes. */
export function sha256OfFile(file: string, options?: OpenOptions): string {
  const hash = createHash('sha256');
  for (const block of blocksOf(file, options)) hash.update(block);
  return hash.digest('hex');
}
