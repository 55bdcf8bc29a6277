import { roundTo } from '../../text/round-to.js';

const figureDecimals = 6;

/** A figure as JSON gives it; what is not known, or has no end, is null. */
export function figure(value: number | undefined): number | null {
  // No negative zero in a document.
  return value === undefined || !Number.isFinite(value) ? null : roundTo(value, figureDecimals) + 0;
}
