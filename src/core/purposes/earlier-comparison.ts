import type { ExpectedDiscordance } from '../model/learned.js';
import type { Selection } from '../model/selection.js';
import { earlierSystems, halfWidthOf } from './forecast.js';
import { resultMatrix } from './learn-benchmark.js';

/** What to expect of the next systems on a selection, by the results of earlier ones on the pool. */
export interface EarlierComparison {
  /** Half of the 95% interval of a level. */
  readonly halfWidth: number;
  /** How often two systems disagree; undefined if no two could be compared. */
  readonly discordance: ExpectedDiscordance | undefined;
  /** How many equally weighted tasks the selection is worth for a difference; undefined: as its weights say. */
  readonly size: number | undefined;
  /** The variance of a difference over the one that flips of signs show. */
  readonly drawShare: number;
}

/** Undefined unless the plan has one benchmark, and earlier systems have results on its tasks. */
export function earlierComparison({ benchmarks, weighting }: Selection): EarlierComparison | undefined {
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
  // Only now: a page makes the list of tasks when it is first read, which takes long in a large pool.
  const fitting = () => only.tasks.filter(({ id }) => !out.has(id));
  const earlier = earlierSystems(census?.prior?.results ?? resultMatrix(fitting(), priorRewards ?? new Map()));
  if (earlier === undefined) return undefined;
  const halfWidth = halfWidthOf(earlier, choices.length, weighting?.designEffect ?? 1);
  return { halfWidth, discordance: earlier.difference, size: undefined, drawShare: 1 };
}
