import type { TextPieces } from '../../core/text/text-pieces.js';
import { writeSync } from '../../disk/file-access.js';

/** Standard output or error is there but takes no more: a full disk, usually. */
export class StreamError extends Error {
  override readonly name = 'StreamError';
}

/**
 * Writes text to standard output, all of it before returning. A reader that has gone away (`winnow … | head`) is not an
 * error.
 *
 * @throws StreamError when it cannot be written.
 */
export function print(text: string | TextPieces): void {
  isBegun = true;
  if (typeof text === 'string') writeAll(1, text);
  else for (const piece of text) if (!writeAll(1, piece)) return;
}

let isBegun = false;

/** Begins a run of the command line, which has printed nothing yet. */
export function beginPrinting(): void {
  isBegun = false;
}

/** Whether anything was printed to standard output: a document that is there already must stay the only one. */
export function hasPrinted(): boolean {
  return isBegun;
}

/** Writes text to standard error, as far as it takes it: there is nowhere else to complain. */
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
