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

/** Reads what Python's `repr()` prints for plain data. @throws PythonLiteralError for any other text. */
export function readPythonLiteral(text: string): PythonValue {
  return new LiteralReader(text).document();
}

const maxDepth = 100;
// Python has the same limit, because conversion time grows with the square of the length.
const longestNumber = 4300;
const constants: ReadonlyMap<string, PythonValue> = new Map([
  ['None', null],
  ['True', true],
  ['False', false],
]);
const word = /[A-Za-z_][A-Za-z0-9_]{0,29}/y;
const space = /[ \t]*/y;
const anySpace = /[ \t\r\n]*/y;
const stringOpening = /([bu]?)(['"])/y;
const inSingle = /[^'\\\r\n]*/y;
const inDouble = /[^"\\\r\n]*/y;
const bytesInSingle = /[ -&(-[\]-~\t]*/y;
const bytesInDouble = /[ !#-[\]-~\t]*/y;
const numberLike = /-?[0-9](?:[0-9A-Za-z_.]|(?<=[eE])[+-])*/y;
const int = /^-?(?:0|[1-9][0-9]*)$/;
const float = /^-?[0-9]+(?:\.[0-9]+(?:e[+-]?[0-9]+)?|e[+-]?[0-9]+)$/;
const escapes: ReadonlyMap<string, string> = new Map(
  Object.entries({ '\\': '\\', "'": "'", '"': '"', a: '\x07', b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' }),
);
const hexLengths: ReadonlyMap<string, number> = new Map([
  ['x', 2],
  ['u', 4],
  ['U', 8],
]);

/** Reads the values in a text in turn, and counts the brackets open at its position. */
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
    this.#match(anySpace);
    const value = this.#value();
    this.#match(anySpace);
    if (this.#at < this.#text.length) this.#expected('the end of the text');
    return value;
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
    this.#items('}', () => {
      const start = this.#at;
      const key = this.#value();
      if (!isHashable(key)) this.#refuse('a list, dict or set cannot be a key or a set member', start);
      this.#skipSpace();
      if (set.size === 0 && this.#take(':')) {
        this.#skipSpace();
        dict.set(key, this.#value());
      } else if (dict.size === 0) set.add(key);
      else this.#expected('`:`');
    });
    return set.size === 0 ? dict : set;
  }

  #named(): PythonValue {
    if (this.#take('set()')) return new Set();
    const value = constants.get(this.#word());
    if (value === undefined) this.#expected('a literal');
    this.#at += this.#word().length;
    return value;
  }

  #number(): number | bigint | undefined {
    const start = this.#at;
    const [digits] = this.#match(numberLike) ?? [];
    if (digits === undefined) return undefined;
    if (digits.length > longestNumber) this.#refuse(`a number of more than ${longestNumber} characters`, start);
    if (float.test(digits)) return Number(digits);
    if (!int.test(digits)) this.#refuse(`\`${digits.slice(0, 30)}\` is not a number`, start);
    const exact = BigInt(digits);
    return Number.isSafeInteger(Number(exact)) ? Number(exact) : exact;
  }

  /** A string or bytes, adjacent ones as one; undefined if none comes next. */
  #strings(): string | Uint8Array | undefined {
    let isBytes: boolean | undefined;
    const pieces: string[] = [];
    for (let opening = this.#match(stringOpening); opening !== null; opening = this.#match(stringOpening)) {
      const [whole, prefix, quote = ''] = opening;
      isBytes ??= prefix === 'b';
      if (isBytes !== (prefix === 'b')) this.#refuse('bytes and text cannot be joined', this.#at - whole.length);
      this.#quoted(quote, isBytes, pieces);
      this.#skipSpace();
    }
    const text = pieces.join('');
    return isBytes === true
      ? Uint8Array.from(text, (char) => char.charCodeAt(0))
      : isBytes === false
        ? text
        : undefined;
  }

  /** Adds the pieces of one string, from after its opening quote through its closing one; bytes become Latin-1 text. */
  #quoted(quote: string, isBytes: boolean, pieces: string[]): void {
    const start = this.#at - 1;
    if (this.#text.startsWith(quote + quote, this.#at))
      this.#refuse('strings in triple quotes are not supported', start);
    const plain = quote === "'" ? { text: inSingle, bytes: bytesInSingle } : { text: inDouble, bytes: bytesInDouble };
    for (;;) {
      pieces.push(this.#match(isBytes ? plain.bytes : plain.text)?.[0] ?? '');
      if (this.#take(quote)) return;
      if (this.#at >= this.#text.length) this.#refuse(`the string that starts here has no closing ${quote}`, start);
      if (this.#text[this.#at] !== '\\')
        this.#expected(isBytes ? `an ASCII character or a closing ${quote}` : `a closing ${quote}`);
      pieces.push(this.#escape(isBytes));
    }
  }

  /** The escape that comes next, backslash included. */
  #escape(inBytes: boolean): string {
    const start = this.#at;
    const letter = this.#text.charAt(start + 1);
    this.#at += 2;
    const short = escapes.get(letter);
    if (short !== undefined) return short;
    const length = letter === 'x' || !inBytes ? hexLengths.get(letter) : undefined;
    if (letter === '' || /[0-7\r\n]/.test(letter) || (letter === 'N' && !inBytes))
      this.#refuse(`the escape \\${letter.trim()} is not supported`, start);
    if (length === undefined) {
      // Python keeps the backslash of an unknown escape; the letter follows as ordinary text.
      this.#at = start + 1;
      return '\\';
    }
    const hex = this.#text.slice(this.#at, this.#at + length);
    if (hex.length < length || !/^[0-9a-fA-F]+$/.test(hex))
      this.#refuse(`expected ${length} hex digits after \\${letter}`, start);
    const code = Number.parseInt(hex, 16);
    if (code > 0x10ffff) this.#refuse(`\\U${hex} is beyond the last Unicode character`, start);
    this.#at += length;
    return String.fromCodePoint(code);
  }

  /** The name that comes next, cut after 30 characters; '' if none does. */
  #word(): string {
    word.lastIndex = this.#at;
    return word.exec(this.#text)?.[0] ?? '';
  }

  /** Steps over a match of a sticky pattern. */
  #match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#at;
    const found = sticky.exec(this.#text);
    this.#at += found?.[0].length ?? 0;
    return found;
  }

  /** Steps over `token` if it comes next. */
  #take(token: string): boolean {
    if (!this.#text.startsWith(token, this.#at)) return false;
    this.#at += token.length;
    return true;
  }

  #open(bracket: string): boolean {
    if (this.#text[this.#at] !== bracket) return false;
    if (this.#depth === maxDepth) this.#refuse(`more than ${maxDepth} nested brackets`);
    this.#depth += 1;
    return this.#take(bracket);
  }

  #close(bracket: string): boolean {
    if (!this.#take(bracket)) return false;
    this.#depth -= 1;
    return true;
  }

  /** Steps over spaces and, inside brackets, line ends. */
  #skipSpace(): void {
    this.#match(this.#depth === 0 ? space : anySpace);
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

/** Whether Python can use a value as a key: tuples, which are frozen, can be keys if their items can. */
function isHashable(value: PythonValue): boolean {
  if (value === null || typeof value !== 'object' || value instanceof Uint8Array) return true;
  return Array.isArray(value) && Object.isFrozen(value) && value.every(isHashable);
}
