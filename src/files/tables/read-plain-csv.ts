import { isAscii } from 'node:buffer';
import { statSync } from '../../disk/file-access.js';
import { blocksOf } from '../../disk/file-blocks.js';

const [quote, lineFeed, carriageReturn] = [0x22, 0x0a, 0x0d];

/**
 * Whether a file is a table of the plainest kind: ASCII, no quotes, lines that end in LF, none longer than so many
 * characters. A line is then a row, and a delimiter parts two cells, whatever else is in it.
 */
export function isPlainCsv(file: string, longestChars: number): boolean {
  // What can be read but once is left to whoever reads it.
  if (!statSync(file).isFile()) return false;
  let open = 0;
  for (const block of blocksOf(file)) {
    if (!isAscii(block) || block.includes(quote) || block.includes(carriageReturn)) return false;
    const first = block.indexOf(lineFeed);
    open += first === -1 ? block.length : first;
    // Within a block no line is longer than that.
    if (open > longestChars || block.length > longestChars) return false;
    if (first !== -1) open = block.length - block.lastIndexOf(lineFeed);
  }
  return true;
}

/** A line of such a file, by its cells; empty lines are passed over. */
export interface PlainLine {
  /** 1-based. */
  readonly number: number;
  readonly cells: string[];
}

/** The lines of a plain table. Each cell is a text of its own, so that none keeps the rest of its line in memory. */
export function* plainLines(file: string, delimiter: string): Generator<PlainLine> {
  const parting = delimiter.charCodeAt(0);
  let [number, open] = [0, ''];
  let cells: string[] = [];
  for (const block of blocksOf(file)) {
    let start = 0;
    for (let at = 0; at < block.length; at++) {
      const code = block[at];
      if (code !== parting && code !== lineFeed) continue;
      const cell = block.toString('latin1', start, at);
      cells.push(open === '' ? cell : open + cell);
      [start, open] = [at + 1, ''];
      if (code !== lineFeed) continue;
      number += 1;
      if (cells.length > 1 || cells[0] !== '') yield { number, cells };
      cells = [];
    }
    open += block.toString('latin1', start);
  }
  if (open === '' && cells.length === 0) return;
  yield { number: number + 1, cells: [...cells, open] };
}
