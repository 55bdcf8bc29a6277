import type { LineCursor } from './line-cursor.js';

const base85Line = /[A-Za-z][!-~]{5,65}\r?(?:\n|$)/y;
const blockStart = /(?:literal|delta) \d{1,15}\r?(?:\n|$)/y;

/** Moves past a binary change at the cursor, a `Binary files` line or a `GIT binary patch`; false where none stands. */
export function skipBinary(cursor: LineCursor, faults: string[]): boolean {
  if (cursor.startsWith('GIT binary patch')) {
    skipBlocks(cursor, faults);
    return true;
  }
  if (!cursor.startsWith('Binary files ') && !cursor.startsWith('Files ')) return false;
  if (!cursor.line.endsWith(' differ')) return false;
  cursor.advance();
  return true;
}

function skipBlocks(cursor: LineCursor, faults: string[]): void {
  const start = cursor.number;
  let blocks = 0;
  cursor.advance();
  for (; cursor.match(blockStart) !== null; blocks += 1) {
    cursor.advance();
    while (cursor.match(base85Line) !== null) cursor.advance();
    if (!cursor.blank) {
      faults.push(`line ${start}: the binary patch stops at line ${cursor.number} without a blank line`);
      return;
    }
    cursor.advance();
  }
  if (blocks === 0) faults.push(`line ${start}: the binary patch has no literal or delta block`);
}
