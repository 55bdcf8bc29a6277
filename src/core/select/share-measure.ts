/** Shares that are in proportion to a measure of the group. */
export type MeasuredShare = 'proportional' | 'equal' | 'square-root' | 'power' | 'neyman';

/** What some shares need beside the size. */
export interface ShareOptions {
  /** For "power": 1 is proportional, 0 is equal. */
  readonly exponent?: number | undefined;
  /** For "neyman": how far results within the group lie apart, as a standard deviation. */
  readonly deviation?: number | undefined;
}

/** What the share of a group of `size` tasks is in proportion to; 0 or more (Neyman 1934; Bankier 1988 for powers). */
export function shareMeasure(share: MeasuredShare, size: number, options: ShareOptions = {}): number {
  switch (share) {
    case 'proportional':
      return size;
    case 'equal':
      return 1;
    case 'square-root':
      return Math.sqrt(size);
    case 'power':
      // Engines differ in the last bits of a power, and those must not decide who gets a place.
      return Number((size ** given(options.exponent, 'an exponent')).toPrecision(12));
    case 'neyman':
      return size * given(options.deviation, 'a deviation');
  }
}

function given(value: number | undefined, what: string): number {
  if (value === undefined || !(value >= 0 && value < Infinity)) {
    throw new RangeError(`The share needs ${what} of 0 or more, but has ${value}.`);
  }
  return value;
}
