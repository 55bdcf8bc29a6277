import { readQuoted } from './read-quoted.js';
import type { TextCursor } from './text-cursor.js';

const OPENING = /(u|br?|rb?|)('''|"""|'|")/iy;

/** Reads a string or bytes, adjacent ones as one; undefined if none comes next. */
export function readString(cursor: TextCursor): string | Uint8Array | undefined {
  let isBytes: boolean | undefined;
  const pieces: string[] = [];
  for (;;) {
    OPENING.lastIndex = cursor.position;
    const opening = OPENING.exec(cursor.text);
    if (opening === null) break;
    const prefix = (opening[1] ?? '').toLowerCase();
    isBytes ??= prefix.includes('b');
    if (isBytes !== prefix.includes('b')) cursor.refuse('bytes and text cannot be joined');
    cursor.position += opening[0].length;
    pieces.push(readQuoted(cursor, { quote: opening[2] ?? '', isRaw: prefix.includes('r'), isBytes }));
    cursor.skipSpace();
  }
  if (isBytes === undefined) return undefined;
  const text = pieces.join('');
  return isBytes ? Uint8Array.from(text, (char) => char.charCodeAt(0)) : text;
}
