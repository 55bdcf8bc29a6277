import { earlierSystems, halfWidthOf } from '../learning/forecasts.js';
import type { Selection } from '../model/selection.js';
import { resultMatrix } from './learn-benchmark.js';

export type EarlierComparison = NonNullable<ReturnType<typeof earlierComparison>>;

/**
 * The forecast for the next systems on a selection, from earlier results on the pool. Undefined unless the plan has a
 * single benchmark with earlier results on its tasks.
 * `halfWidth`: half of the 95% interval of a level.
 * `discordance`: how often two systems disagree; undefined if no two can be compared.
 * `size`: the equivalent number of equally weighted tasks for a difference; undefined to derive it from the weights.
 * `drawShare`: the variance of a difference over its sign-flip variance.
 */
export function earlierComparison({ benchmarks, weighting }: Selection) {
  const [only, ...others] = benchmarks;
  if (only === undefined || others.length > 0) return undefined;
  const { leftOut, priorRewards, learned, kind, choices, census } = only;
  if ((priorRewards ?? census?.prior) === undefined || choices.length === 0) return undefined;
  if (learned !== undefined && kind === 'representative') {
    const { halfWidth, difference } = learned.forecast;
    return {
      halfWidth: halfWidth.design,
      discordance: difference,
      size: difference && choices.length / difference.share,
      drawShare: difference?.drawShare ?? 1,
    };
  }
  const out = new Set(leftOut);
  // Deferred: a page builds the list of tasks on first access, which is slow for a large pool.
  const fitting = () => only.tasks.filter(({ id }) => !out.has(id));
  const earlier = earlierSystems(census?.prior?.results ?? resultMatrix(fitting(), priorRewards ?? new Map()));
  if (earlier === undefined) return undefined;
  const halfWidth = halfWidthOf(earlier, choices.length, weighting?.designEffect ?? 1);
  return { halfWidth, discordance: earlier.difference, size: undefined, drawShare: 1 };
}
