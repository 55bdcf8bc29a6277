const carriageReturn = 13;
const lineFeed = 10;
const byteOrderMark = '\uFEFF';

/** A place in a text, moved forward line by line; only a line feed ends a line. */
export class LineCursor {
  readonly #text: string;
  #start: number;
  #end: number;
  #number: number;

  constructor(text: string, start = text.startsWith(byteOrderMark) ? 1 : 0, number = 1) {
    this.#text = text;
    this.#start = start;
    this.#end = this.#findEnd();
    this.#number = number;
  }

  /** The number of the current line, from 1. */
  get number(): number {
    return this.#number;
  }

  get done(): boolean {
    return this.#start >= this.#text.length;
  }

  /** True for a line with nothing in it but perhaps a carriage return. */
  get blank(): boolean {
    const code = this.#text.charCodeAt(this.#start);
    return code === lineFeed || (code === carriageReturn && this.#end === this.#start + 1);
  }

  /** The first character of the line or of its end; empty at the end of the text. */
  get first(): string {
    return this.#text.charAt(this.#start);
  }

  /** The line without its end, be it LF or CRLF. */
  get line(): string {
    const hasReturn = this.#end > this.#start && this.#text.charCodeAt(this.#end - 1) === carriageReturn;
    return this.#text.slice(this.#start, hasReturn ? this.#end - 1 : this.#end);
  }

  startsWith(prefix: string): boolean {
    return this.#text.startsWith(prefix, this.#start);
  }

  /** Matches a sticky pattern at the start of the line. */
  match(sticky: RegExp): RegExpExecArray | null {
    sticky.lastIndex = this.#start;
    return sticky.exec(this.#text);
  }

  advance(): void {
    this.#start = Math.min(this.#end + 1, this.#text.length);
    this.#end = this.#findEnd();
    this.#number += 1;
  }

  /** A second cursor at the same place, to look ahead with. */
  copy(): LineCursor {
    return new LineCursor(this.#text, this.#start, this.#number);
  }

  #findEnd(): number {
    const end = this.#text.indexOf('\n', this.#start);
    return end === -1 ? this.#text.length : end;
  }
}
