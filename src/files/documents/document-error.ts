/** A document that cannot be read as what it should be; the message says where and why. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';

  constructor(reason: string, place?: { readonly line: number; readonly column: number }) {
    super(place === undefined ? reason : `line ${place.line}, column ${place.column}: ${reason}`);
  }
}
