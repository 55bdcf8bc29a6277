import { studentQuantile } from '../distributions.js';
import { mean, variance } from '../summary.js';

/** Values of one kind that were seen, and how many more of the kind are to come. */
export interface SeenAndLeft {
  /** At least one. */
  readonly seen: readonly number[];
  readonly left: number;
}

/** A total that is still to come: what is expected, and where it will lie at the level asked for, where that can be told. */
export interface PredictedTotal {
  readonly expected: number;
  readonly low: number | undefined;
  readonly high: number | undefined;
}

/**
 * Predicts the total of values to come from independent groups, none of them below 0: Σ m ȳ, with a prediction interval of variance
 * Σ s² (m + m²/n), which covers both the chance of the values and the error of the means (Hahn and Meeker 1991, 4.8),
 * and the degrees of freedom of Satterthwaite (1946). A group of one value tells no spread: then there is no interval.
 */
export function predictTotal(groups: readonly SeenAndLeft[], level: number): PredictedTotal {
  const open = groups.filter(({ left }) => left > 0);
  const expected = open.reduce((sum, { seen, left }) => sum + left * mean(seen), 0);
  if (open.some(({ seen }) => seen.length < 2)) return { expected, low: undefined, high: undefined };
  const parts = open.map(({ seen, left }) => ({
    variance: variance(seen) * (left + left ** 2 / seen.length),
    freedom: seen.length - 1,
  }));
  const total = parts.reduce((sum, part) => sum + part.variance, 0);
  if (total === 0) return { expected, low: expected, high: expected };
  const freedom = total ** 2 / parts.reduce((sum, part) => sum + part.variance ** 2 / part.freedom, 0);
  const reach = studentQuantile((1 + level) / 2, freedom) * Math.sqrt(total);
  return { expected, low: Math.max(0, expected - reach), high: expected + reach };
}
