import { readString } from './read-string.js';
import { TextCursor } from './text-cursor.js';

const CONSTANTS: ReadonlyMap<string, PythonValue> = new Map([
  ['None', null],
  ['True', true],
  ['False', false],
]);

/** Reads a Python literal, as `repr()` prints it and `ast.literal_eval` accepts it; throws a PythonLiteralError. */
export function readPythonLiteral(text: string): PythonValue {
  const cursor = new TextCursor(text);
  const nul = text.indexOf('\0');
  if (nul !== -1) cursor.refuse('Python takes no NUL in its source', nul);
  cursor.skipLines();
  const value = readBare(cursor);
  cursor.skipLines();
  if (cursor.peek() !== '') cursor.expected('the end of the text');
  return value;
}

/** A value, or a tuple without brackets, as only the outermost may be. */
function readBare(cursor: TextCursor): PythonValue {
  const first = readValue(cursor);
  cursor.skipSpace();
  if (cursor.peek() !== ',') return first;
  const items = [first];
  while (cursor.take(',')) {
    cursor.skipSpace();
    if (/^[\r\n]?$/.test(cursor.peek())) break;
    items.push(readValue(cursor));
    cursor.skipSpace();
  }
  return Object.freeze(items);
}

function readValue(cursor: TextCursor): PythonValue {
  if (cursor.takeOpening('[')) return readList(cursor);
  if (cursor.takeOpening('(')) return readParenthesised(cursor);
  if (cursor.takeOpening('{')) return readBraced(cursor);
  return readString(cursor) ?? readNumber(cursor) ?? readNamed(cursor);
}

function readList(cursor: TextCursor): PythonValue {
  const items: PythonValue[] = [];
  readItems(cursor, ']', () => items.push(readValue(cursor)));
  return items;
}

function readParenthesised(cursor: TextCursor): PythonValue {
  const items: PythonValue[] = [];
  const hasComma = readItems(cursor, ')', () => items.push(readValue(cursor)));
  const [only] = items;
  return only === undefined || hasComma ? Object.freeze(items) : only;
}

/** A dict or a set: the first item tells. */
function readBraced(cursor: TextCursor): PythonValue {
  const dict = new Map<PythonValue, PythonValue>();
  const set = new Set<PythonValue>();
  const keys = new Map<string, PythonValue>();
  readItems(cursor, '}', () => {
    const key = readKey(cursor, keys);
    cursor.skipSpace();
    if (set.size === 0 && cursor.take(':')) {
      cursor.skipSpace();
      dict.set(key, readValue(cursor));
    } else if (dict.size === 0) set.add(key);
    else cursor.expected('`:`');
  });
  return set.size === 0 ? dict : set;
}

/** The key that comes next, or the one among `keys` that Python takes for the same. */
function readKey(cursor: TextCursor, keys: Map<string, PythonValue>): PythonValue {
  const start = cursor.position;
  const key = readValue(cursor);
  const identity = keyIdentity(key);
  if (identity === undefined) cursor.refuse('a list, dict or set cannot be a key or in a set', start);
  const known = keys.get(identity);
  if (known !== undefined) return known;
  keys.set(identity, key);
  return key;
}

function readNamed(cursor: TextCursor): PythonValue {
  const word = cursor.peekWord();
  const constant = CONSTANTS.get(word);
  if (constant === undefined && word !== 'set') cursor.expected('a literal');
  cursor.position += word.length;
  if (constant !== undefined) return constant;
  cursor.skipSpace();
  if (!cursor.takeOpening('(')) cursor.expected('`(`');
  cursor.skipSpace();
  if (!cursor.takeClosing(')')) cursor.expected('`)`');
  return new Set();
}

/**
 * What a Python literal reads to. A list is an array, a tuple a frozen array, a dict a Map, bytes a Uint8Array;
 * an int beyond the safe integers is a bigint, every other number a number.
 */
export type PythonValue =
  | null
  | boolean
  | number
  | bigint
  | string
  | Uint8Array
  | readonly PythonValue[]
  | ReadonlyMap<PythonValue, PythonValue>
  | ReadonlySet<PythonValue>;

/**
 * A text that is the same for two values exactly if Python takes them for the same key (`1`, `1.0` and `True` are);
 * undefined for a value that cannot be a key.
 */
function keyIdentity(value: PythonValue): string | undefined {
  if (value === null) return 'None';
  if (typeof value === 'string') return `'${value}`;
  if (typeof value === 'object') return objectIdentity(value);
  if (typeof value === 'number' && !Number.isInteger(value)) return String(value);
  return String(BigInt(value));
}

function objectIdentity(value: object & PythonValue): string | undefined {
  if (value instanceof Uint8Array) return `b${value.join()}`;
  if (!Array.isArray(value) || !Object.isFrozen(value)) return undefined;
  let identity = '(';
  for (const item of value) {
    const part = keyIdentity(item);
    if (part === undefined) return undefined;
    // With its length before it, no item can be taken for two.
    identity += `${part.length}:${part}`;
  }
  return identity;
}

/** Reads items with commas between them up to behind `closing`, and tells whether there was any comma. */
function readItems(cursor: TextCursor, closing: string, readItem: (cursor: TextCursor) => void): boolean {
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
function readNumber(cursor: TextCursor): number | bigint | undefined {
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
