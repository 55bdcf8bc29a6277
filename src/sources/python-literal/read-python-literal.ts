/**
 * The value of a Python literal. A list is an array, a tuple a frozen array, a dict a Map, bytes a Uint8Array; an int
 * beyond the safe integers is a bigint, every other number a number.
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

/** Reads a Python literal, as `repr()` prints it and `ast.literal_eval` accepts it. @throws PythonLiteralError otherwise. */
export function readPythonLiteral(text: string): PythonValue {
  return new LiteralReader(text).document();
}

const maxDepth = 100;
// Python has the same limit, because conversion time grows with the square of the length.
const maxNumberLength = 4300;
const constants: ReadonlyMap<string, PythonValue> = new Map([
  ['None', null],
  ['True', true],
  ['False', false],
]);
const word = /[A-Za-z_][A-Za-z0-9_]{0,29}/y;
const stringOpening = /(u|br?|rb?|)('''|"""|'|")/iy;
const octal = /[0-7]{1,3}/y;
const digits = '[0-9](?:_?[0-9])*';
const int = /^(?:0(?:_?0)*|[1-9](?:_?[0-9])*|0x(?:_?[0-9a-f])+|0o(?:_?[0-7])+|0b(?:_?[01])+)$/i;
const float = new RegExp(
  `^(?:(?:(?:${digits})?\\.${digits}|${digits}\\.)(?:e[+-]?${digits})?|${digits}e[+-]?${digits})$`,
  'i',
);
const shortEscapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ '\\': '\\', "'": "'", '"': '"', a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }),
);
const hexLengths: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/** Moves through a text forwards only, and counts the brackets open at its position. */
class LiteralReader {
  readonly #text: string;
  #at = 0;
  #depth = 0;

  constructor(text: string) {
    this.#text = text;
  }

  document(): PythonValue {
    const nul = this.#text.indexOf('\0');
    if (nul !== -1) this.#refuse('Python source cannot contain NUL', nul);
    this.#skipLines();
    const value = this.#bare();
    this.#skipLines();
    if (this.#next() !== '') this.#expected('the end of the text');
    return value;
  }

  /** A value, or a tuple without brackets, as only the outermost may be. */
  #bare(): PythonValue {
    const first = this.#value();
    this.#skipSpace();
    if (this.#next() !== ',') return first;
    const items = [first];
    while (this.#take(',')) {
      this.#skipSpace();
      if (/^[\r\n]?$/.test(this.#next())) break;
      items.push(this.#value());
      this.#skipSpace();
    }
    return Object.freeze(items);
  }

  #value(): PythonValue {
    const items: PythonValue[] = [];
    if (this.#open('[')) {
      this.#items(']', () => items.push(this.#value()));
      return items;
    }
    if (this.#open('(')) {
      const hasComma = this.#items(')', () => items.push(this.#value()));
      const [only] = items;
      return only === undefined || hasComma ? Object.freeze(items) : only;
    }
    if (this.#open('{')) return this.#braced();
    return this.#strings() ?? this.#number() ?? this.#named();
  }

  /** Reads items separated by commas, including `closing`; returns whether there was a comma. */
  #items(closing: string, readItem: () => void): boolean {
    for (let hasComma = false; ; hasComma = true) {
      this.#skipSpace();
      if (this.#close(closing)) return hasComma;
      readItem();
      this.#skipSpace();
      if (this.#close(closing)) return hasComma;
      if (!this.#take(',')) this.#expected(`\`,\` or \`${closing}\``);
    }
  }

  /** A dict or a set: the first item decides. */
  #braced(): PythonValue {
    const dict = new Map<PythonValue, PythonValue>();
    const set = new Set<PythonValue>();
    const keys = new Map<string, PythonValue>();
    this.#items('}', () => {
      const key = this.#key(keys);
      this.#skipSpace();
      if (set.size === 0 && this.#take(':')) {
        this.#skipSpace();
        dict.set(key, this.#value());
      } else if (dict.size === 0) set.add(key);
      else this.#expected('`:`');
    });
    return set.size === 0 ? dict : set;
  }

  /** The next key, or the one among `keys` that Python considers equal. */
  #key(keys: Map<string, PythonValue>): PythonValue {
    const start = this.#at;
    const key = this.#value();
    const identity = keyIdentity(key);
    if (identity === undefined) this.#refuse('a list, dict or set cannot be a key or a set member', start);
    const known = keys.get(identity) ?? key;
    keys.set(identity, known);
    return known;
  }

  #named(): PythonValue {
    const name = this.#word();
    const constant = constants.get(name);
    if (constant === undefined && name !== 'set') this.#expected('a literal');
    this.#at += name.length;
    if (constant !== undefined) return constant;
    this.#skipSpace();
    if (!this.#open('(')) this.#expected('`(`');
    this.#skipSpace();
    if (!this.#close(')')) this.#expected('`)`');
    return new Set();
  }

  /** A number, with or without a sign; undefined if none comes next. `-(1)` is a literal to Python, `-(-1)` is not. */
  #number(): number | bigint | undefined {
    const isNegative = this.#next() === '-';
    if (!isNegative && !this.#take('+')) return /[0-9.]/.test(this.#next()) ? this.#unsigned(false) : undefined;
    if (isNegative) this.#at += 1;
    this.#skipSpace();
    let open = 0;
    for (; this.#open('('); open += 1) this.#skipSpace();
    const number = this.#unsigned(isNegative);
    for (; open > 0; open -= 1) {
      this.#skipSpace();
      if (!this.#close(')')) this.#expected('`)`');
    }
    return number;
  }

  #unsigned(isNegative: boolean): number | bigint {
    const start = this.#at;
    const written = this.#numberText();
    const text = written.replaceAll('_', '');
    if (int.test(written)) {
      const exact = isNegative ? -BigInt(text) : BigInt(text);
      return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
    }
    if (float.test(written)) return isNegative ? -Number(text) : Number(text);
    if (written === '') this.#expected('a number');
    const isComplex = /^[0-9.][0-9._e+-]*j$/i.test(written);
    this.#refuse(
      isComplex ? 'complex numbers are not supported' : `\`${written.slice(0, 30)}\` is not a number`,
      start,
    );
  }

  /** All characters of a number, so that errors are found in one place. */
  #numberText(): string {
    const start = this.#at;
    const isExponentSign = () =>
      /[+-]/.test(this.#next()) && this.#at > start && /e/i.test(this.#text.charAt(this.#at - 1));
    while (/[0-9A-Za-z_.]/.test(this.#next()) || isExponentSign()) {
      this.#at += 1;
      if (this.#at - start > maxNumberLength)
        this.#refuse(`a number of more than ${maxNumberLength} characters`, start);
    }
    return this.#text.slice(start, this.#at);
  }

  /** A string or bytes, adjacent ones as one; undefined if none comes next. */
  #strings(): string | Uint8Array | undefined {
    let isBytes: boolean | undefined;
    const pieces: string[] = [];
    for (let opening = this.#match(stringOpening); opening !== null; opening = this.#match(stringOpening)) {
      const prefix = (opening[1] ?? '').toLowerCase();
      isBytes ??= prefix.includes('b');
      if (isBytes !== prefix.includes('b')) this.#refuse('bytes and text cannot be joined');
      this.#at += opening[0].length;
      pieces.push(this.#quoted(opening[2] ?? '', prefix.includes('r'), isBytes));
      this.#skipSpace();
    }
    if (isBytes === undefined) return undefined;
    const text = pieces.join('');
    return isBytes ? Uint8Array.from(text, (char) => char.charCodeAt(0)) : text;
  }

  /** One string, from after its opening quote through its closing one; bytes become Latin-1 text. */
  #quoted(quote: string, isRaw: boolean, isBytes: boolean): string {
    const start = this.#at - quote.length;
    const isLong = quote.length === 3;
    // Joined at the end: adding up a text of a million pieces builds a million nested ropes.
    const pieces: string[] = [];
    for (;;) {
      pieces.push(this.#plain(quote, isBytes));
      const next = this.#next();
      if (this.#take(quote)) return pieces.join('');
      if (next === '') this.#refuse(`the string that starts here has no closing ${quote}`, start);
      if (next === '\\') pieces.push(isRaw ? this.#rawBackslash() : this.#escape(isBytes));
      else if (isLong && this.#takeLineEnd()) pieces.push('\n');
      else if (isLong && this.#take(quote.charAt(0))) pieces.push(next);
      else this.#expected(isBytes ? `an ASCII character or a closing ${quote}` : `a closing ${quote}`);
    }
  }

  /** The characters that need no decoding. */
  #plain(quote: string, isBytes: boolean): string {
    const quoteCode = quote.charCodeAt(0);
    const start = this.#at;
    for (; this.#at < this.#text.length; this.#at += 1) {
      const code = this.#text.charCodeAt(this.#at);
      if (code === quoteCode || code === 0x5c || code === 0x0a || code === 0x0d || (isBytes && code > 0x7f)) break;
    }
    return this.#text.slice(start, this.#at);
  }

  /** A raw backslash stays, and so does the quote, backslash or line end that it covers. */
  #rawBackslash(): string {
    this.#at += 1;
    if (this.#takeLineEnd()) return '\\\n';
    const covered = ["'", '"', '\\'].find((each) => this.#take(each));
    return `\\${covered ?? ''}`;
  }

  /** The escape that comes next, backslash included. */
  #escape(inBytes: boolean): string {
    const start = this.#at;
    this.#at += 1;
    if (this.#takeLineEnd()) return '';
    const letter = this.#next();
    const short = shortEscapes.get(letter);
    if (short !== undefined) {
      this.#at += 1;
      return short;
    }
    const [code = ''] = this.#match(octal) ?? [];
    if (code !== '') {
      this.#at += code.length;
      return String.fromCharCode(Number.parseInt(code, 8) & (inBytes ? 0xff : 0x1ff));
    }
    const length = letter === 'x' || !inBytes ? hexLengths.get(letter) : undefined;
    if (length !== undefined) return this.#hex(letter, length, start);
    if (letter === 'N' && !inBytes) this.#refuse('named characters, \\N{...}, are not supported', start);
    // Python keeps the backslash of an escape it does not know; the letter follows as ordinary text.
    return '\\';
  }

  #hex(letter: string, length: number, start: number): string {
    const hex = this.#text.slice(this.#at + 1, this.#at + 1 + length);
    if (hex.length < length || !/^[0-9a-fA-F]+$/.test(hex))
      this.#refuse(`expected ${length} hex digits after \\${letter}`, start);
    const code = Number.parseInt(hex, 16);
    if (code > 0x10ffff) this.#refuse(`\\U${hex} is beyond the last Unicode character`, start);
    this.#at += 1 + length;
    return String.fromCodePoint(code);
  }

  /** The next character, '' at the end of the text. */
  #next(): string {
    return this.#text.charAt(this.#at);
  }

  /** The name that comes next, cut after 30 characters; '' if none does. */
  #word(): string {
    return this.#match(word)?.[0] ?? '';
  }

  #match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at;
    return sticky.exec(this.#text);
  }

  /** Steps over `token` if it comes next. */
  #take(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  #open(bracket: string): boolean {
    if (this.#next() !== bracket) return false;
    if (this.#depth === maxDepth) this.#refuse(`more than ${maxDepth} nested brackets`);
    this.#depth += 1;
    this.#at += 1;
    return true;
  }

  #close(bracket: string): boolean {
    if (!this.#take(bracket)) return false;
    this.#depth -= 1;
    return true;
  }

  #takeLineEnd(): boolean {
    return this.#take('\r\n') || this.#take('\n') || this.#take('\r');
  }

  /** Steps over spaces, comments and joined lines; and over line ends inside brackets, as Python does. */
  #skipSpace(): void {
    for (;;) {
      const next = this.#next();
      if (next === ' ' || next === '\t' || next === '\f') this.#at += 1;
      else if (next === '#') while (!/^[\r\n]?$/.test(this.#next())) this.#at += 1;
      else if (next === '\\') {
        this.#at += 1;
        if (!this.#takeLineEnd() || this.#next() === '') this.#expected('another line after the backslash');
      } else if (this.#depth === 0 || !this.#takeLineEnd()) return;
    }
  }

  #skipLines(): void {
    do this.#skipSpace();
    while (this.#takeLineEnd());
  }

  #expected(expectation: string): never {
    this.#refuse(`expected ${expectation}, found ${this.#describeNext()}`);
  }

  #refuse(problem: string, position = this.#at): never {
    throw new PythonLiteralError(position + 1, problem);
  }

  #describeNext(): string {
    const codePoint = this.#text.codePointAt(this.#at);
    if (codePoint === undefined) return 'the end of the text';
    const shown = this.#word() || String.fromCodePoint(codePoint);
    // A control or direction character in a message could rewrite the reader's terminal.
    if (!/^[\p{L}\p{N}\p{P}\p{S}]+$/u.test(shown)) return `U+${codePoint.toString(16).toUpperCase().padStart(4, '0')}`;
    return `\`${shown}\``;
  }
}

/**
 * A text that is the same for two values exactly if Python treats them as one key (`1`, `1.0` and `True` are);
 * undefined for a value that cannot be a key.
 */
function keyIdentity(value: PythonValue): string | undefined {
  if (value === null) return 'None';
  if (typeof value === 'string') return `'${value}`;
  if (value instanceof Uint8Array) return `b${value.join()}`;
  if (typeof value !== 'object')
    return typeof value === 'number' && !Number.isInteger(value) ? String(value) : String(BigInt(value));
  if (!Array.isArray(value) || !Object.isFrozen(value)) return undefined;
  const parts = value.map(keyIdentity);
  // With its length first, an item can't be read as two.
  return parts.includes(undefined) ? undefined : `(${parts.map((part = '') => `${part.length}:${part}`).join('')}`;
}
