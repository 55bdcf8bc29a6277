import type { TextCursor } from './text-cursor.js';

/** Reads items with commas between them up to behind `closing`, and tells whether there was any comma. */
export function readItems(cursor: TextCursor, closing: string, readItem: (cursor: TextCursor) => void): boolean {
  let hasComma = false;
  for (;;) {
    cursor.skipSpace();
    if (cursor.takeClosing(closing)) return hasComma;
    readItem(cursor);
    cursor.skipSpace();
    if (cursor.takeClosing(closing)) return hasComma;
    if (!cursor.take(',')) cursor.expected(`\`,\` or \`${closing}\``);
    hasComma = true;
  }
}
