/** How a text is packed. */
export type Packing = 'gzip' | 'zstd';

/** A packed file gives so much more than its size that it must be made to. */
export class UnpackedTooMuch extends Error {
  override readonly name = 'UnpackedTooMuch';
}
