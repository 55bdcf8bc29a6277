import type { LineCursor } from './line-cursor.js';

/** True where `---`, `+++` and `@@` lines follow one another: a file header that needs no `diff --git` line. */
export function atPlainHeader(cursor: LineCursor): boolean {
  if (!cursor.startsWith('--- ')) return false;
  const ahead = cursor.copy();
  ahead.advance();
  if (!ahead.startsWith('+++ ')) return false;
  ahead.advance();
  return ahead.startsWith('@@ -');
}
