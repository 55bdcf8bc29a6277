import { atPlainHeader } from './at-plain-header.js';
import type { LineCursor } from './line-cursor.js';
import { readHunk } from './read-hunk.js';

/** The lines of all hunks of a file. */
export interface HunkTotals {
  readonly hunks: number;
  readonly additions: number;
  readonly deletions: number;
  readonly context: number;
}

/** Reads the hunks from the cursor on, past lines that no hunk header counts; those are faults. */
export function readHunks(cursor: LineCursor, faults: string[]): HunkTotals {
  let [hunks, additions, deletions, context] = [0, 0, 0, 0];
  for (let hunk = readHunk(cursor); hunk !== undefined; hunk = readHunk(cursor)) {
    hunks += 1;
    additions += hunk.additions;
    deletions += hunk.deletions;
    context += hunk.context;
    if (hunk.fault !== undefined) faults.push(hunk.fault);
    skipUncounted(cursor, faults);
  }
  return { hunks, additions, deletions, context };
}

function skipUncounted(cursor: LineCursor, faults: string[]): void {
  const ahead = cursor.copy();
  while (!ahead.done && ahead.blank) ahead.advance();
  const apart = ahead.number > cursor.number;
  const hunkFollows = ahead.startsWith('@@ -');
  if (apart && hunkFollows) faults.push(`line ${cursor.number}: blank lines stand between two hunks`);
  // After a blank line, an indented line is more likely prose than context.
  const contentFollows = looksCounted(ahead) && !(apart && ahead.first === ' ');
  if (!contentFollows && !hunkFollows) return;
  while (cursor.number < ahead.number) cursor.advance();
  if (!contentFollows) return;
  const start = cursor.number;
  while (looksCounted(cursor)) cursor.advance();
  faults.push(`line ${start}: the hunk goes on to line ${cursor.number - 1}, past the counts of its header`);
}

function looksCounted(cursor: LineCursor): boolean {
  const { first } = cursor;
  if (first === ' ' || first === '+') return true;
  return first === '-' && !isMailLine(cursor.line) && !atPlainHeader(cursor);
}

/** The mail signature of format-patch, and the rule under its message. */
function isMailLine(line: string): boolean {
  return line === '-- ' || line === '--' || line === '---';
}
