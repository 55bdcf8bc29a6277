import { allocate as allocateBy, type Bin, roundingOf } from '../../src/core/roundings/roundings.js';
import { shareDesignOf } from '../../src/core/shares/shares.js';
import { shareRule, sharerOfSize } from './share-rule.js';

/** How places are shared among groups. */
export interface Rule {
  readonly rounding: string;
  readonly share?: string;
  readonly exponent?: number;
  readonly atLeast?: number;
  readonly atMost?: number;
}

/** The places of groups of these sizes. */
export function places(sizes: readonly number[], total: number, rule: Rule): number[] {
  const bins = sizes.map((size, i): Bin => {
    const atMost = Math.min(size, rule.atMost ?? size);
    const { share = 'proportional', exponent } = rule;
    const measure = measureOf(share, size, exponent === undefined ? {} : { exponent });
    return { key: keyOf(i), size, measure, atLeast: Math.min(atMost, rule.atLeast ?? 0), atMost };
  });
  return allocate(bins, total, rule.rounding);
}

/** Places by the rounding of a name. */
export function allocate(bins: readonly Bin[], total: number, rounding: string): number[] {
  return allocateBy(bins, total, roundingOf({ rounding }));
}

/** What the share of a group of that size is in proportion to. */
export function measureOf(share: string, size: number, settings: Parameters<typeof shareRule>[1] = {}): number {
  return shareDesignOf({ share }).measure(sharerOfSize('a', size), shareRule(share, settings));
}

/** Bins of the given measures, each with room for 100. */
export function measured(measures: readonly number[], size = 100): Bin[] {
  return measures.map((measure, i) => ({ key: keyOf(i), size, measure, atLeast: 0, atMost: size }));
}

/** The name of the group at an index. */
export function keyOf(index: number): string {
  return String.fromCharCode(97 + index);
}

/** All of them together. */
export function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, value) => total + value, 0);
}
