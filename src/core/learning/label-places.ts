import { at } from '../lists/at.js';
import { boundedShares } from '../roundings/remainder-methods.js';

/** What a label may have of the places. */
export interface LabelBounds {
  /** How many tasks have the label. */
  readonly size: number;
  /** At least so many places; 0 for none. */
  readonly floor: number;
  /** At most so many; ∞ for no limit. */
  readonly ceiling: number;
}

/** Why places cannot be shared: floors of more than there are places, or ceilings that leave some over. */
export interface BrokenLimit {
  readonly limit: 'floors' | 'ceilings';
  /** What the floors sum to, or the ceilings. */
  readonly total: number;
  readonly places: number;
}

/** The bounds that a label can keep: no more than it has tasks. */
export function boundsOf({ size, floor, ceiling }: LabelBounds): { readonly atLeast: number; readonly atMost: number } {
  return { atLeast: Math.min(floor, size), atMost: Math.min(ceiling, size) };
}

/** The limit that cannot be kept, if any; a ceiling below its own floor counts as one that leaves places over. */
export function brokenLimit(labels: readonly LabelBounds[], places: number): BrokenLimit | undefined {
  const bounds = labels.map(boundsOf);
  const floors = bounds.reduce((sum, { atLeast }) => sum + atLeast, 0);
  if (floors > places) return { limit: 'floors', total: floors, places };
  const ceilings = bounds.reduce((sum, { atMost }) => sum + atMost, 0);
  const isCrossed = bounds.some(({ atLeast, atMost }) => atLeast > atMost);
  return ceilings < places || isCrossed ? { limit: 'ceilings', total: ceilings, places } : undefined;
}

/**
 * The expected places T of each label, not whole: c times its measure within its floor and ceiling, with c such that they
 * sum to all places (Neyman 1934 under bounds).
 *
 * @param measures Σ√v of each label, or its size for proportional shares.
 */
export function labelPlaces(
  measures: readonly number[],
  labels: readonly LabelBounds[],
  places: number,
): { readonly places: readonly number[] } | { readonly broken: BrokenLimit } {
  const broken = brokenLimit(labels, places);
  if (broken !== undefined) return { broken };
  const groups = labels.map((label, l) => ({ measure: at(measures, l), ...boundsOf(label) }));
  return { places: boundedShares(groups, places) };
}
