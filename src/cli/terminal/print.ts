import type { TextPieces } from '../../core/text/text-pieces.js';
import { writeSync } from '../../disk/file-access.js';

/** Standard output or error can't be written, usually because the disk is full. */
export class StreamError extends Error {
  override readonly name = 'StreamError';
}

/**
 * Writes all of a text to standard output before it returns. A closed pipe (`winnow … | head`) is not an error.
 * @throws StreamError if it can't be written.
 */
export function print(text: string | TextPieces): void {
  isBegun = true;
  if (typeof text === 'string') writeAll(1, text);
  else for (const piece of text) if (!writeAll(1, piece)) return;
}

let isBegun = false;

/** Starts a run of the command line, which has printed nothing yet. */
export function beginPrinting(): void {
  isBegun = false;
}

/** Whether anything was printed to standard output, so that no second document follows. */
export function hasPrinted(): boolean {
  return isBegun;
}

/** Writes text to standard error; failures are ignored. */
export function printError(text: string): void {
  try {
    writeAll(2, text);
  } catch (error) {
    if (!(error instanceof StreamError)) throw error;
  }
}

const pauseMs = 5;

/** False when the reader has gone away. */
function writeAll(stream: 1 | 2, text: string): boolean {
  const bytes = Buffer.from(text, 'utf8');
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(stream, bytes, written);
    } catch (cause) {
      const { code, message } = cause as NodeJS.ErrnoException;
      if (code === 'EPIPE') return false;
      if (code !== 'EAGAIN') throw new StreamError(message, { cause });
      // The pipe is full; its reader needs a moment.
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs);
    }
  }
  return true;
}
