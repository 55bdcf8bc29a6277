import { forecastDifference } from '../learning/forecast-difference.js';
import { equivalentTasks, expectedHalfWidth } from '../learning/forecast-level.js';
import { forecastRanking } from '../learning/forecast-ranking.js';
import type { Forecast } from '../model/learned.js';
import type { ScoredTask } from '../model/task.js';
import { permanentRandomNumber } from '../random/permanent-random-number.js';
import { usualGoal } from '../statistics/tests/power-goal.js';
import type { LearnedTasks } from './learn-tasks.js';

/** What a forecast is of. */
export interface ForecastOf {
  /** The tasks that were learned of. */
  readonly tasks: readonly ScoredTask[];
  readonly learned: LearnedTasks;
  readonly places: number;
  readonly benchmark: string;
  readonly seed: string;
  /** What a quota multiplies the variance with. */
  readonly quotaCost?: number | undefined;
}

/** Of a level's interval. */
export const interval = 0.95;

/** What so many tasks are expected to tell, by leaving earlier systems out. */
export function forecastFor({ tasks, learned, places, benchmark, seed, quotaCost = 1 }: ForecastOf): Forecast {
  const { results, rates, share } = learned;
  const population = tasks.length;
  const ties = tasks.map(({ id }) => permanentRandomNumber(seed, `${benchmark}/bands`, id));
  // Where nothing is known of the gain, none is promised.
  const left = share.verdict === 'helps' ? Math.min(1, (share.share ?? 1) * quotaCost) : 1;
  const halfWidth = (ofShare: number) =>
    expectedHalfWidth({ population, share: ofShare, rates, level: interval }, places);
  const difference = forecastDifference(results, places, ties, usualGoal);
  const ranked = forecastRanking(results, places, ties, seed);
  return {
    tasks: places,
    population,
    share: share.share,
    verdict: share.verdict,
    equivalent: share.verdict === 'cannot be forecast' ? undefined : equivalentTasks(places, population, left),
    halfWidth: { design: halfWidth(left), random: halfWidth(1) },
    detectable:
      difference?.detectable === undefined || difference.detectableAtRandom === undefined
        ? undefined
        : { design: difference.detectable, random: difference.detectableAtRandom },
    tau: ranked && {
      design: ranked.tau,
      random: ranked.atRandom.mean,
      low: ranked.atRandom.low,
      high: ranked.atRandom.high,
      pairs: ranked.pairs,
    },
  };
}

/** The half-width of a level, or the smallest difference found, with so many tasks; undefined where it cannot be told. */
export function figureAt(kind: 'precision' | 'detect', of: ForecastOf): number | undefined {
  const { tasks, learned, places, benchmark, seed } = of;
  const { results, rates, share } = learned;
  if (places >= tasks.length) return 0;
  const left = share.verdict === 'helps' ? Math.min(1, share.share ?? 1) : 1;
  if (kind === 'precision')
    return expectedHalfWidth({ population: tasks.length, share: left, rates, level: interval }, places);
  const ties = tasks.map(({ id }) => permanentRandomNumber(seed, `${benchmark}/bands`, id));
  return forecastDifference(results, places, ties, usualGoal)?.detectable;
}
