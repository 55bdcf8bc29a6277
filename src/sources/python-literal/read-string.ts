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

/** How a string is written: its quote, one or three characters long, and what its prefix says. */
interface StringStyle {
  readonly quote: string;
  readonly isRaw: boolean;
  readonly isBytes: boolean;
}

/** Reads one string from behind its opening quote to behind its closing one; bytes come as Latin-1 text. */
function readQuoted(cursor: TextCursor, { quote, isRaw, isBytes }: StringStyle): string {
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

const SHORT_ESCAPES: ReadonlyMap<string, string> = new Map([
  ['\\', '\\'],
  ["'", "'"],
  ['"', '"'],
  ['a', '\x07'],
  ['b', '\b'],
  ['f', '\f'],
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
  ['v', '\v'],
]);
const OCTAL = /[0-7]{1,3}/y;
const LARGEST_CODE_POINT = 0x10ffff;

/** Reads the escape at the cursor, backslash included, in a text or in bytes. */
function readEscape(cursor: TextCursor, inBytes: boolean): string {
  const start = cursor.position;
  cursor.position += 1;
  if (cursor.takeLineEnd()) return '';
  const letter = cursor.peek();
  const short = SHORT_ESCAPES.get(letter);
  if (short !== undefined) {
    cursor.position += 1;
    return short;
  }
  if (letter >= '0' && letter <= '7') return readOctal(cursor, inBytes);
  if (letter === 'x') return readHex(cursor, start, 2);
  if (letter === 'u' && !inBytes) return readHex(cursor, start, 4);
  if (letter === 'U' && !inBytes) return readHex(cursor, start, 8);
  if (letter === 'N' && !inBytes) cursor.refuse('characters by name, \\N{...}, are not read', start);
  // Python keeps the backslash of an escape it does not know; the letter follows as ordinary text.
  return '\\';
}

function readOctal(cursor: TextCursor, inBytes: boolean): string {
  OCTAL.lastIndex = cursor.position;
  const digits = OCTAL.exec(cursor.text)?.[0] ?? '';
  cursor.position += digits.length;
  const code = Number.parseInt(digits, 8);
  return String.fromCharCode(inBytes ? code & 0xff : code);
}

function readHex(cursor: TextCursor, start: number, length: number): string {
  const letter = cursor.peek();
  cursor.position += 1;
  const digits = cursor.text.slice(cursor.position, cursor.position + length);
  if (digits.length < length || !/^[0-9a-fA-F]+$/.test(digits)) {
    cursor.refuse(`expected ${length} hex digits after \\${letter}`, start);
  }
  const code = Number.parseInt(digits, 16);
  if (code > LARGEST_CODE_POINT) cursor.refuse(`\\U${digits} is beyond the last character`, start);
  cursor.position += length;
  return String.fromCodePoint(code);
}
