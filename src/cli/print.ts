import { writeSync } from 'node:fs';

/**
 * Writes text to standard output, all of it before returning. A reader that has gone away (`winnow … | head`) is not an
 * error.
 */
export function print(text: string): void {
  writeAll(1, text);
}

/** Writes text to standard error. */
export function printError(text: string): void {
  writeAll(2, text);
}

function writeAll(stream: 1 | 2, text: string): void {
  const bytes = Buffer.from(text, 'utf8');
  let written = 0;
  while (written < bytes.length) {
    try {
      written += writeSync(stream, bytes, written);
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException;
      // A full pipe asks for patience; a closed one is the reader's choice.
      if (code === 'EAGAIN') continue;
      if (code === 'EPIPE') return;
      throw cause;
    }
  }
}
