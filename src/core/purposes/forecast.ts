import { anticipatedRates } from '../learning/anticipated-variance.js';
import { forecastDifference, forecastDiscordance } from '../learning/forecast-difference.js';
import { equivalentTasks, expectedHalfWidth } from '../learning/forecast-level.js';
import { forecastRanking } from '../learning/forecast-ranking.js';
import { systemMeans } from '../learning/task-difficulty.js';
import type { Forecast } from '../model/learned.js';
import type { PriorRewards, ScoredTask } from '../model/task.js';
import { permanentRandomNumber } from '../random/seeded-numbers.js';
import { usualGoal } from '../statistics/power.js';
import { type LearnedTasks, resultMatrix } from './learn-tasks.js';

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
    difference: difference && {
      discordance: difference.discordance,
      isPartial: difference.isPartial,
      share: difference.share,
    },
    tau: ranked && {
      design: ranked.tau,
      random: ranked.atRandom.mean,
      low: ranked.atRandom.low,
      high: ranked.atRandom.high,
      pairs: ranked.pairs,
    },
  };
}

/** What earlier systems say about the next ones on the same tasks, whatever design draws them. */
export interface EarlierSystems {
  readonly population: number;
  readonly rates: readonly number[];
  /** How often two of them disagree; undefined where no two can be compared. */
  readonly difference: { readonly discordance: number; readonly isPartial: boolean } | undefined;
}

/** Much faster than learning from the results; undefined where no system has one on these tasks. */
export function earlierSystems(tasks: readonly ScoredTask[], rewards: PriorRewards): EarlierSystems | undefined {
  const results = resultMatrix(tasks, rewards);
  if (results.length === 0) return undefined;
  const rates = anticipatedRates(systemMeans(results));
  return { population: tasks.length, rates, difference: forecastDiscordance(results) };
}

/** Half of the 95% interval of a level from so many tasks, whose variance is `share` of a simple random sample's. */
export function halfWidthOf({ population, rates }: EarlierSystems, places: number, share: number): number {
  return expectedHalfWidth({ population, share, rates, level: interval }, places);
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
