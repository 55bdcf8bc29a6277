/** Text produced piece by piece, because it may exceed the maximum string length. It can be iterated repeatedly. */
export class TextPieces implements Iterable<string> {
  readonly #make: () => Iterable<string>;
  /** The pieces after the first complete iteration; undefined if the text is long. */
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

  /** Throws a RangeError if the text exceeds the maximum string length. */
  toString(): string {
    let text = '';
    for (const piece of this) text += piece;
    return text;
  }
}

/**
 * In characters. Longer texts are produced again each time. The selection.csv of 200,000 tasks is shorter than this.
 */
const mostKept = 32 * 2 ** 20;

export type LongText = string | TextPieces;

/** Compares piece by piece and stops at the first difference. */
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

/** The lines of a text without their endings (LF or CRLF). */
export function* linesOf(text: LongText): Generator<string> {
  let open = '';
  for (const piece of piecesOf(text)) {
    // Join only at a line break, so that a long line takes linear time.
    if (!piece.includes('\n')) {
      open += piece;
      continue;
    }
    const lines = `${open}${piece}`.split('\n');
    open = lines.pop() ?? '';
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line;
  }
  yield open;
}

function piecesOf(text: LongText): Iterable<string> {
  return typeof text === 'string' ? [text] : text;
}
