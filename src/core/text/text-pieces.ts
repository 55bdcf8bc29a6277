/** A text that is made or read piece by piece, because it may be longer than a text can be; going through it again gives it again. */
export class TextPieces implements Iterable<string> {
  readonly #make: () => Iterable<string>;
  /** The whole text, once it was made to its end; undefined if it is long. */
  #short: string | undefined;

  constructor(make: () => Iterable<string>) {
    this.#make = make;
  }

  *[Symbol.iterator](): Generator<string> {
    if (this.#short !== undefined) return yield this.#short;
    let text: string | undefined = '';
    for (const piece of this.#make()) {
      yield piece;
      text = text === undefined || text.length + piece.length > mostKept ? undefined : text + piece;
    }
    this.#short = text;
  }

  /** The whole. Throws a RangeError where it is longer than a text can be. */
  toString(): string {
    let text = '';
    for (const piece of this) text += piece;
    return text;
  }
}

/** Longer texts are made again each time. */
const mostKept = 1 << 20;

/** A text, in one piece or in several. */
export type LongText = string | TextPieces;

/** Whether two texts are the same, however they come; goes no further than where they differ. */
export function isSameText(a: LongText, b: LongText): boolean {
  if (typeof a === 'string' && typeof b === 'string') return a === b;
  const pieces = piecesOf(b)[Symbol.iterator]();
  let other = '';
  for (const piece of piecesOf(a)) {
    while (other.length < piece.length) {
      const next = pieces.next();
      if (next.done === true) return false;
      other += next.value;
    }
    if (!other.startsWith(piece)) return false;
    other = other.slice(piece.length);
  }
  if (other !== '') return false;
  for (let next = pieces.next(); next.done !== true; next = pieces.next()) if (next.value !== '') return false;
  return true;
}

/** The lines of a text without their ends, LF or CRLF, one after the other. */
export function* linesOf(text: LongText): Generator<string> {
  let open = '';
  for (const piece of piecesOf(text)) {
    const lines = `${open}${piece}`.split('\n');
    open = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  yield open;
}

function piecesOf(text: LongText): Iterable<string> {
  return typeof text === 'string' ? [text] : text;
}
