import { type ForecastDifference, forecastDifference } from '../learning/forecast-difference.js';
import { equivalentTasks, expectedHalfWidth } from '../learning/forecast-level.js';
import { forecastRanking } from '../learning/forecast-ranking.js';
import type { Forecast, Forecasted } from '../model/learned.js';
import type { BenchmarkSelection } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { permanentRandomNumber } from '../random/permanent-random-number.js';
import { usualGoal } from '../statistics/tests/power-goal.js';
import { type LearnedTasks, learnTasks } from './learn-tasks.js';

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

/** The basis of a forecast for one benchmark of a selection; undefined if no earlier system has a result on its tasks. */
export function forecastOf(
  { plan, tasks, leftOut, priorRewards, learned, choices }: BenchmarkSelection,
  seed: string,
): ForecastOf | undefined {
  if (priorRewards === undefined || choices.length === 0) return undefined;
  const out = new Set(leftOut);
  const fitting = tasks.filter(({ id }) => !out.has(id));
  const known = learnTasks(fitting, priorRewards);
  if (known === undefined) return undefined;
  const { name } = plan;
  return {
    tasks: fitting,
    learned: known,
    places: choices.length,
    benchmark: name,
    seed,
    quotaCost: learned?.quotaCost,
  };
}

/** Half of the 95% interval of a level whose variance is `share` of a simple random sample's of the same size. */
export function forecastHalfWidth({ tasks, learned: { rates }, places }: ForecastOf, share: number): number {
  return expectedHalfWidth({ population: tasks.length, share, rates, level: interval }, places);
}

/** The level's interval with a design for it and at random, and the paired difference of two systems. */
export function forecastPrecision(of: ForecastOf): {
  readonly halfWidth: Forecasted;
  readonly difference: ForecastDifference | undefined;
} {
  return {
    halfWidth: { design: forecastHalfWidth(of, shareLeft(of)), random: forecastHalfWidth(of, 1) },
    difference: forecastDifference(of.learned.results, of.places, tiesOf(of), usualGoal),
  };
}

/** The share of a level's variance that is left with a design for it. If the gain is unknown, none is promised. */
function shareLeft({ learned: { share }, quotaCost = 1 }: ForecastOf): number {
  return share.verdict === 'helps' ? Math.min(1, (share.share ?? 1) * quotaCost) : 1;
}

function tiesOf({ tasks, benchmark, seed }: ForecastOf): readonly number[] {
  return tasks.map(({ id }) => permanentRandomNumber(seed, `${benchmark}/bands`, id));
}

/** What so many tasks are expected to tell, by leaving earlier systems out. */
export function forecastFor(of: ForecastOf): Forecast {
  const { tasks, learned, places, seed } = of;
  const { results, share } = learned;
  const population = tasks.length;
  const { halfWidth, difference } = forecastPrecision(of);
  const ranked = forecastRanking(results, places, tiesOf(of), seed);
  return {
    tasks: places,
    population,
    share: share.share,
    verdict: share.verdict,
    equivalent: share.verdict === 'cannot be forecast' ? undefined : equivalentTasks(places, population, shareLeft(of)),
    halfWidth,
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
  if (of.places >= of.tasks.length) return 0;
  return kind === 'precision' ? forecastHalfWidth(of, shareLeft(of)) : forecastPrecision(of).difference?.detectable;
}
