import type { TextCursor } from './text-cursor.js';

// Python prints and reads no longer int either, as the time to convert one grows with the square of its length.
const MAX_LENGTH = 4300;
const NUMBER_CHARACTER = /[0-9A-Za-z_.]/;
const DIGITS = '[0-9](?:_?[0-9])*';
const DECIMAL_INT = /^(?:0(?:_?0)*|[1-9](?:_?[0-9])*)$/;
const PREFIXED_INT = /^0(?:x(?:_?[0-9a-f])+|o(?:_?[0-7])+|b(?:_?[01])+)$/i;
const FLOAT = new RegExp(
  `^(?:(?:(?:${DIGITS})?\\.${DIGITS}|${DIGITS}\\.)(?:e[+-]?${DIGITS})?|${DIGITS}e[+-]?${DIGITS})$`,
  'i',
);

/** Reads a number, with or without a sign; undefined if none comes next. */
export function readNumber(cursor: TextCursor): number | bigint | undefined {
  const isNegative = cursor.peek() === '-';
  if (isNegative || cursor.peek() === '+') {
    cursor.position += 1;
    return readSigned(cursor, isNegative);
  }
  return /[0-9.]/.test(cursor.peek()) ? readUnsigned(cursor, false) : undefined;
}

/** `-(1)` is a literal to Python, `-(-1)` is not. */
function readSigned(cursor: TextCursor, isNegative: boolean): number | bigint {
  cursor.skipSpace();
  let open = 0;
  for (; cursor.takeOpening('('); open += 1) cursor.skipSpace();
  const number = readUnsigned(cursor, isNegative);
  for (; open > 0; open -= 1) {
    cursor.skipSpace();
    if (!cursor.takeClosing(')')) cursor.expected('`)`');
  }
  return number;
}

function readUnsigned(cursor: TextCursor, isNegative: boolean): number | bigint {
  const start = cursor.position;
  const written = takeNumberText(cursor);
  const text = written.replaceAll('_', '');
  if (DECIMAL_INT.test(written) || PREFIXED_INT.test(written)) {
    const int = isNegative ? -BigInt(text) : BigInt(text);
    const number = Number(int);
    return Number.isSafeInteger(number) ? number : int;
  }
  if (FLOAT.test(written)) return isNegative ? -Number(text) : Number(text);
  if (written === '') cursor.expected('a number');
  const isComplex = /^[0-9.][0-9._e+-]*j$/i.test(written);
  cursor.refuse(isComplex ? 'complex numbers are not read' : `\`${written.slice(0, 30)}\` is not a number`, start);
}

/** Takes all that could belong to a number, so that what is wrong with it can be told in one place. */
function takeNumberText(cursor: TextCursor): string {
  const start = cursor.position;
  while (NUMBER_CHARACTER.test(cursor.peek()) || isExponentSign(cursor, start)) {
    cursor.position += 1;
    if (cursor.position - start > MAX_LENGTH) cursor.refuse(`a number of more than ${MAX_LENGTH} characters`, start);
  }
  return cursor.text.slice(start, cursor.position);
}

function isExponentSign(cursor: TextCursor, start: number): boolean {
  const { text, position } = cursor;
  const next = cursor.peek();
  return (next === '+' || next === '-') && position > start && /e/i.test(text.charAt(position - 1));
}
