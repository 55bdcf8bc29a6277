import { largest, smallest } from '../../lists/extremes.js';
import { studentQuantile } from '../../statistics/distributions.js';
import { mean, quantile, standardDeviation } from '../../statistics/summary.js';
import type { MeanUplift, ScoreBand, ScoredUplift } from './validity.js';

/** Mean uplift in thirds by score, over the same tasks in both arms; equal scores stay together, so that a third may be missing. */
export function scoreBands(tasks: readonly ScoredUplift[]): readonly ScoreBand[] {
  const scores = tasks.map(({ score }) => score).sort((a, b) => a - b);
  if (scores.length === 0) return [];
  const [third, twoThirds] = [quantile(scores, 1 / 3), quantile(scores, 2 / 3)];
  const thirds = [
    { name: 'low', above: -Infinity, upTo: third },
    { name: 'middle', above: third, upTo: twoThirds },
    { name: 'high', above: twoThirds, upTo: Infinity },
  ] as const;
  return thirds.flatMap(({ name, above, upTo }) => {
    const own = tasks.filter(({ score }) => score > above && score <= upTo);
    if (own.length === 0) return [];
    const inBand = own.map(({ score }) => score);
    const from = smallest(inBand);
    return [{ name, from, to: largest(inBand), pairs: own.length, ...meanUplift(own.map(({ uplift }) => uplift)) }];
  });
}

/** The mean with its 95% interval by Student's t; without one where nothing varies, for that is no certainty. */
export function meanUplift(uplifts: readonly number[]): MeanUplift {
  const centre = mean(uplifts);
  const deviation = uplifts.length < 2 ? 0 : standardDeviation(uplifts);
  if (deviation === 0) return { mean: centre, interval: undefined };
  const reach = (studentQuantile(0.975, uplifts.length - 1) * deviation) / Math.sqrt(uplifts.length);
  return { mean: centre, interval: { low: centre - reach, high: centre + reach } };
}
