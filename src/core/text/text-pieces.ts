/** A text that is made or read piece by piece, because it may be longer than a text can be; going through it again gives it again. */
export class TextPieces implements Iterable<string> {
  readonly #make: () => Iterable<string>;
  /** The pieces, once the text was made to its end; undefined if it is long. */
  #kept: readonly string[] | undefined;

  constructor(make: () => Iterable<string>) {
    this.#make = make;
  }

  *[Symbol.iterator](): Generator<string> {
    if (this.#kept !== undefined) return yield* this.#kept;
    let kept: string[] | undefined = [];
    let length = 0;
    for (const piece of this.#make()) {
      yield piece;
      length += piece.length;
      if (length > mostKept) kept = undefined;
      kept?.push(piece);
    }
    this.#kept = kept;
  }

  /** The whole. Throws a RangeError where it is longer than a text can be. */
  toString(): string {
    let text = '';
    for (const piece of this) text += piece;
    return text;
  }
}

/** Longer texts, in characters, are made again each time: a selection.csv of 200,000 tasks is shorter. */
const mostKept = 32 * 2 ** 20;

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
