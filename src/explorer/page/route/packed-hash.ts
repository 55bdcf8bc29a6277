/** The part of an address after "#": where in the page it leads, and the edits it carries, packed. */
export interface PackedHash {
  /** From "#" on, without the edits. */
  readonly place: string;
  readonly edits: string | undefined;
}

// No part of a route holds a semicolon: it is written as %3B there.
const mark = ';edits=';

/** Parts what an address holds. */
export function readHash(hash: string): PackedHash {
  const at = hash.indexOf(mark);
  return at === -1
    ? { place: hash, edits: undefined }
    : { place: hash.slice(0, at), edits: hash.slice(at + mark.length) };
}

/** An address's part after "#" with edits in it, if there are any. */
export function hashWith({ place, edits }: PackedHash): string {
  return edits === undefined ? place || '#/' : `${place || '#/'}${mark}${edits}`;
}
