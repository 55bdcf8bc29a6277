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

const OPENING = /(u|br?|rb?|)('''|"""|'|")/iy;

/** Reads a string or bytes, adjacent ones as one; undefined if none comes next. */
function readString(cursor: TextCursor): string | Uint8Array | undefined {
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

const MAX_DEPTH = 100;
const WORD = /[A-Za-z_][A-Za-z0-9_]{0,29}/y;

/** A place in a Python text that moves forward only and knows how many brackets are open around it. */
class TextCursor {
  readonly text: string;
  position = 0;
  #depth = 0;

  constructor(text: string) {
    this.text = text;
  }

  /** The next character, '' at the end of the text. */
  peek(): string {
    return this.text.charAt(this.position);
  }

  /** Steps over `token` if it comes next. */
  take(token: string): boolean {
    if (!this.text.startsWith(token, this.position)) return false;
    this.position += token.length;
    return true;
  }

  /** Steps over an opening bracket if it comes next. */
  takeOpening(bracket: string): boolean {
    if (this.peek() !== bracket) return false;
    if (this.#depth === MAX_DEPTH) this.refuse(`more than ${MAX_DEPTH} brackets inside each other`);
    this.#depth += 1;
    this.position += 1;
    return true;
  }

  /** Steps over a closing bracket if it comes next. */
  takeClosing(bracket: string): boolean {
    if (!this.take(bracket)) return false;
    this.#depth -= 1;
    return true;
  }

  /** Steps over one line end: LF, CR LF or CR. */
  takeLineEnd(): boolean {
    return this.take('\r\n') || this.take('\n') || this.take('\r');
  }

  /** Steps over spaces, comments and joined lines; over line ends too where brackets are open, as Python does. */
  skipSpace(): void {
    for (;;) {
      const next = this.peek();
      if (next === ' ' || next === '\t' || next === '\f') this.position += 1;
      else if (next === '#') this.#skipComment();
      else if (next === '\\') this.#joinLines();
      else if (this.#depth === 0 || !this.takeLineEnd()) return;
    }
  }

  /** Steps over spaces, comments and line ends, wherever they are. */
  skipLines(): void {
    do this.skipSpace();
    while (this.takeLineEnd());
  }

  /** The name that comes next, cut after 30 characters; '' if none does. */
  peekWord(): string {
    WORD.lastIndex = this.position;
    return WORD.exec(this.text)?.[0] ?? '';
  }

  /** Throws: something else was expected here. */
  expected(expectation: string): never {
    this.refuse(`expected ${expectation}, found ${this.#describeNext()}`);
  }

  /** Throws: what is here, or at `position`, cannot be read. */
  refuse(problem: string, position = this.position): never {
    throw new PythonLiteralError(position + 1, problem);
  }

  #skipComment(): void {
    while (this.peek() !== '' && this.peek() !== '\n' && this.peek() !== '\r') this.position += 1;
  }

  #joinLines(): void {
    this.position += 1;
    if (!this.takeLineEnd() || this.peek() === '') this.expected('another line after the backslash');
  }

  #describeNext(): string {
    const codePoint = this.text.codePointAt(this.position);
    if (codePoint === undefined) return 'the end of the text';
    const shown = this.peekWord() || String.fromCodePoint(codePoint);
    // A control or direction character in a message could rewrite the reader's terminal.
    if (!/^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(shown)) return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
    return `\`${shown}\``;
  }
}

/** The text is not a Python literal; `position` counts UTF-16 units from 1. */
export class PythonLiteralError extends Error {
  // Written out, because a minifier renames classes.
  override readonly name = 'PythonLiteralError';
  readonly position: number;

  constructor(position: number, problem: string) {
    super(`character ${position}: ${problem}`);
    this.position = position;
  }
}
