/** A text that is made or read piece by piece, because it may be longer than a text can be; going through it again gives it again. */
export class TextPieces implements Iterable<string> {
  readonly #make: () => Iterable<string>;

  constructor(make: () => Iterable<string>) {
    this.#make = make;
  }

  [Symbol.iterator](): Iterator<string> {
    return this.#make()[Symbol.iterator]();
  }

  /** The whole. Throws a RangeError where it is longer than a text can be. */
  toString(): string {
    let text = '';
    for (const piece of this) text += piece;
    return text;
  }
}
