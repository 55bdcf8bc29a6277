import { isUtf8 } from 'node:buffer';
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** How a file is opened. */
export interface OpenOptions {
  /** Whether the path may be a link: yes for what a person named, no for what was found. Default no. */
  readonly followLinks?: boolean;
  /** More bytes than this are refused. */
  readonly largestBytes?: number;
}

/**
 * Opens a regular file to read; a pipe, a device or a folder is refused, without waiting for it.
 *
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
  return textOfBytes(readRegularBytes(path, options));
}

/** Bytes as text; they must be UTF-8, and a mark of byte order is left out. */
export function textOfBytes(bytes: Buffer): string {
  if (!isUtf8(bytes)) throw new Error('it is not text in UTF-8');
  const text = bytes.toString('utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** The bytes of a regular file. */
export function readRegularBytes(path: string, options: OpenOptions & { readonly largestBytes: number }): Buffer {
  const { handle, bytes } = openRegular(path, options);
  try {
    const content = Buffer.allocUnsafe(bytes);
    let read = 0;
    while (read < bytes) {
      const more = readSync(handle, content, read, bytes - read, null);
      if (more === 0) break;
      read += more;
    }
    return content.subarray(0, read);
  } finally {
    closeSync(handle);
  }
}
