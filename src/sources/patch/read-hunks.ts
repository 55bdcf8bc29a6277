import type { LineCursor } from './line-cursor.js';

/** The lines of all hunks of a file. */
interface HunkTotals {
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

const header = /@@ -\d{1,15}(?:,(\d{1,15}))? \+\d{1,15}(?:,(\d{1,15}))? @@/y;

/** The lines of one hunk, as far as they are there. */
interface Hunk {
  readonly additions: number;
  readonly deletions: number;
  readonly context: number;
  readonly fault?: string;
}

/** Reads the hunk at the cursor by the counts in its header; undefined where no hunk header stands. */
function readHunk(cursor: LineCursor): Hunk | undefined {
  const counts = cursor.match(header);
  if (counts === null) return undefined;
  const start = cursor.number;
  let before = Number(counts[1] ?? 1);
  let after = Number(counts[2] ?? 1);
  let additions = 0;
  let deletions = 0;
  let context = 0;
  cursor.advance();
  while (!cursor.done) {
    const { first } = cursor;
    if (first === '\\') {
      // "\ No newline at end of file", in whatever language, also after the last counted line.
    } else if (first === '+' && after > 0) {
      additions += 1;
      after -= 1;
    } else if (first === '-' && before > 0) {
      deletions += 1;
      before -= 1;
    } else if ((first === ' ' || cursor.blank) && before > 0 && after > 0) {
      context += 1;
      before -= 1;
      after -= 1;
    } else break;
    cursor.advance();
  }
  if (before === 0 && after === 0) return { additions, deletions, context };
  const missing = `its header counts ${before} more old and ${after} more new`;
  return {
    additions,
    deletions,
    context,
    fault: `line ${start}: the hunk stops at line ${cursor.number}, but ${missing}`,
  };
}

/** True where `---`, `+++` and `@@` lines follow one another: a file header that needs no `diff --git` line. */
export function atPlainHeader(cursor: LineCursor): boolean {
  if (!cursor.startsWith('--- ')) return false;
  const ahead = cursor.copy();
  ahead.advance();
  if (!ahead.startsWith('+++ ')) return false;
  ahead.advance();
  return ahead.startsWith('@@ -');
}
