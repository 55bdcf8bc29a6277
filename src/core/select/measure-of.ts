import type { ShareRule } from '../model/select-rule.js';
import { priorDeviation } from './prior-deviation.js';
import { shareMeasure } from './share-measure.js';

/** What a share can be in proportion to. */
export interface Measured {
  readonly key: string | undefined;
  readonly eligible: number;
  /**
   * Tasks that could be taken if none were excluded. Shares follow this number, so that excluding a task brings in the next
   * of its group and moves no place to another.
   */
  readonly size: number;
  /** Earlier results on its tasks, and how many of them passed. */
  readonly priorResults: number;
  readonly priorSolved: number;
}

/** What the share is in proportion to; the rule must have what it needs (see `measureFaults`). */
export function measureOf(sharer: Measured, { share, exponent, deviations }: ShareRule): number {
  // These two are not in proportion to anything.
  if (share === 'in-order' || share === 'fixed') return 0;
  const deviation = share === 'neyman' ? deviationOf(sharer, deviations) : undefined;
  return shareMeasure(share, sharer.size, { exponent, deviation });
}

/** The standard deviation that a Neyman share rests on: as given, or from earlier results. */
export function deviationOf(sharer: Measured, deviations: ShareRule['deviations']): number | undefined {
  if (deviations !== undefined) return deviations.get(sharer.key ?? '');
  return sharer.size === 0 ? 0 : priorDeviation(sharer.priorSolved, sharer.priorResults, sharer.size);
}
