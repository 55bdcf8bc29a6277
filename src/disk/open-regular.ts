import { isUtf8 } from 'node:buffer';
import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readSync, type Stats, statSync } from './file-access.js';

/** How a file is opened. */
export interface OpenOptions {
  /** Whether the path may be a link: yes for what a person named, no for what was found. Default no. */
  readonly followLinks?: boolean;
  readonly largestBytes?: number;
}

/** Opens a regular file for reading, to be closed by the caller; refuses pipes, devices and folders without waiting. */
export function openRegular(path: string, options: OpenOptions = {}): { handle: number; bytes: number } {
  const { followLinks = false, largestBytes = Number.POSITIVE_INFINITY } = options;
  const noFollow = followLinks ? 0 : constants.O_NOFOLLOW;
  const handle = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | noFollow);
  try {
    const status = fstatSync(handle);
    if (!status.isFile()) throw new Error('not a regular file');
    if (status.size > largestBytes)
      throw new Error(`the file has ${status.size} bytes; Winnow reads at most ${largestBytes}`);
    return { handle, bytes: status.size };
  } catch (error) {
    closeSync(handle);
    throw error;
  }
}

/** The text of a regular UTF-8 file, without a byte order mark. */
export function readRegularText(path: string, options: OpenOptions & { readonly largestBytes: number }): string {
  return withRegularBytes(path, options, textOfBytes);
}

/** UTF-8 bytes as text, without a byte order mark. */
export function textOfBytes(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Error('not UTF-8 text');
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Files up to this size share one buffer. */
const sharedBytes = 256 * 1024;
let shared: Buffer | undefined;

/** Passes the bytes of a regular file to a function, which must not keep them: the next file reuses the buffer. */
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

/** The bytes of a regular file in blocks; each block reuses the buffer of the last. */
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

/** Whether a folder exists; false for an impossible name. */
export function isFolder(path: string): boolean {
  return statusOf(path)?.isDirectory() === true;
}

/** Whether a file exists; false for an impossible name. */
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
