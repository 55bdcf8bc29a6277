import type { LineCursor } from './line-cursor.js';

const header = /@@ -\d{1,15}(?:,(\d{1,15}))? \+\d{1,15}(?:,(\d{1,15}))? @@/y;

/** The lines of one hunk, as far as they are there. */
export interface Hunk {
  readonly additions: number;
  readonly deletions: number;
  readonly context: number;
  readonly fault?: string;
}

/** Reads the hunk at the cursor by the counts in its header; undefined where no hunk header stands. */
export function readHunk(cursor: LineCursor): Hunk | undefined {
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
