import type { TextCursor } from './text-cursor.js';

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
export function readEscape(cursor: TextCursor, inBytes: boolean): string {
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
