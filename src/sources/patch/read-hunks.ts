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
  const start = cursor.number;
  let skipped = false;
  for (const ahead = cursor.copy(); ; ahead.advance()) {
    if (ahead.blank) continue;
    // After nothing but blank lines, an indented line is more likely prose than context.
    const prose = ahead.first === ' ' && ahead.number > start && !skipped;
    const content = looksCounted(ahead) && !prose;
    if (!content && !ahead.startsWith('@@ -')) break;
    while (cursor.number < ahead.number) cursor.advance();
    if (!content) break;
    cursor.advance();
    skipped = true;
  }
  const last = cursor.number - 1;
  if (last >= start) faults.push(`line ${start}: no hunk header counts the lines from here to line ${last}`);
}

function looksCounted(cursor: LineCursor): boolean {
  const { first } = cursor;
  if (first === ' ' || first === '+') return true;
  return first === '-' && !isMailLine(cursor.line) && !atPlainHeader(cursor);
}

/** The signature of format-patch, and the rule under its message. */
function isMailLine(line: string): boolean {
  return line === '-- ' || line === '--' || line === '---';
}
