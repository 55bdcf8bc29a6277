const MAX_DEPTH = 100;
const WORD = /[A-Za-z_][A-Za-z0-9_]{0,29}/y;

/** A place in a Python text that moves forward only and knows how many brackets are open around it. */
export class TextCursor {
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
