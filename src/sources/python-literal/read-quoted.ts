import { readEscape } from './read-escape.js';
import type { TextCursor } from './text-cursor.js';

/** How a string is written: its quote, one or three characters long, and what its prefix says. */
interface StringStyle {
  readonly quote: string;
  readonly isRaw: boolean;
  readonly isBytes: boolean;
}

/** Reads one string from behind its opening quote to behind its closing one; bytes come as Latin-1 text. */
export function readQuoted(cursor: TextCursor, { quote, isRaw, isBytes }: StringStyle): string {
  const start = cursor.position - quote.length;
  const isLong = quote.length === 3;
  // Joined at the end: adding up a text of a million pieces builds a million nested ropes.
  const pieces: string[] = [];
  for (;;) {
    const plainEnd = findPlainEnd(cursor, quote, isBytes);
    pieces.push(cursor.text.slice(cursor.position, plainEnd));
    cursor.position = plainEnd;
    const next = cursor.peek();
    if (cursor.take(quote)) return pieces.join('');
    if (next === '') cursor.refuse(`the string that starts here has no closing ${quote}`, start);
    if (next === '\\') pieces.push(isRaw ? readRawBackslash(cursor) : readEscape(cursor, isBytes));
    else if (isLong && cursor.takeLineEnd()) pieces.push('\n');
    else if (isLong && cursor.take(quote.charAt(0))) pieces.push(next);
    else cursor.expected(isBytes ? `an ASCII character or a closing ${quote}` : `a closing ${quote}`);
  }
}

/** The place of the next character that does not simply stand for itself. */
function findPlainEnd({ text, position }: TextCursor, quote: string, isBytes: boolean): number {
  const quoteCode = quote.charCodeAt(0);
  let end = position;
  for (; end < text.length; end += 1) {
    const code = text.charCodeAt(end);
    if (code === quoteCode || code === 0x5c || code === 0x0a || code === 0x0d) break;
    if (isBytes && code > 0x7f) break;
  }
  return end;
}

/** A raw backslash stays, and so does the quote, backslash or line end that it covers. */
function readRawBackslash(cursor: TextCursor): string {
  cursor.position += 1;
  if (cursor.takeLineEnd()) return '\\\n';
  const next = cursor.peek();
  if (next !== "'" && next !== '"' && next !== '\\') return '\\';
  cursor.position += 1;
  return `\\${next}`;
}
