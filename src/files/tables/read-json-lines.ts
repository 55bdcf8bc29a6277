import { isUtf8 } from 'node:buffer';
import { closeSync, readSync } from 'node:fs';
import { openRegular } from '../../disk/open-regular.js';
import type { TableRow } from './table-row.js';

/** The objects of a file of JSON lines; blank lines are passed over, a line that is not JSON is an Error in its place. */
export function* readJsonLines(file: string, longestBytes = longestLineBytes): Generator<TableRow> {
  for (const { number, text } of readLines(file, longestBytes)) {
    if (text.trim() !== '') yield { number, data: parsed(text) };
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    return new Error(`the line is not JSON: ${(cause as Error).message}`);
  }
}

/** One line of a file, without its line end. */
interface Line {
  /** 1-based. */
  readonly number: number;
  readonly text: string;
}

const blockBytes = 256 * 1024;
const byteOrderMark = 0xfeff;
const longestLineBytes = 64 * 1024 * 1024;

/**
 * The lines of a UTF-8 file, one after another, in memory bounded by the longest line.
 *
 * @throws Error when it is not a regular file, a line is not UTF-8 or is beyond 64 MiB.
 */
function* readLines(file: string, longestBytes: number): Generator<Line> {
  const { handle } = openRegular(file);
  try {
    let number = 0;
    let kept: Buffer[] = [];
    let keptBytes = 0;
    for (;;) {
      const block = Buffer.allocUnsafe(blockBytes);
      const bytes = readSync(handle, block, 0, blockBytes, null);
      let start = 0;
      for (let end = newline(start); end !== -1; end = newline(start)) {
        yield { number: ++number, text: decoded([...kept, block.subarray(start, end)]) };
        kept = [];
        keptBytes = 0;
        start = end + 1;
      }
      kept.push(block.subarray(start, bytes));
      keptBytes += bytes - start;
      if (keptBytes > longestBytes) throw new Error(`line ${number + 1} is longer than ${longestBytes} bytes`);
      if (bytes === 0) break;

      function newline(from: number): number {
        const at = block.indexOf(0x0a, from);
        return at < bytes ? at : -1;
      }
    }
    if (keptBytes > 0) yield { number: ++number, text: decoded(kept) };

    function decoded(parts: readonly Buffer[]): string {
      const whole = parts.length === 1 && parts[0] !== undefined ? parts[0] : Buffer.concat(parts);
      if (!isUtf8(whole)) throw new Error(`line ${number} is not text in UTF-8`);
      const text = whole.toString('utf8');
      const start = number === 1 && text.charCodeAt(0) === byteOrderMark ? 1 : 0;
      return text.slice(start, text.endsWith('\r') ? -1 : undefined);
    }
  } finally {
    closeSync(handle);
  }
}
