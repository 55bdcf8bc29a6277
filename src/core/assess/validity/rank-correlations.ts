import { groupBy } from '../../lists/group-by.js';
import { correlationInterval, spearman, withinGroupsCorrelation } from '../../statistics/correlation.js';
import type { RandomStream } from '../../statistics/random-numbers.js';
import { comparable, mean } from '../../statistics/summary.js';
import { resampledInterval } from './resampled-interval.js';
import type { BenchmarkValidity, RankCorrelation, ScoredUplift } from './validity.js';

const confidence = 0.95;

/** Spearman's correlation of score and uplift with its interval (Bonett & Wright 2000), and by resampling if chance is given. */
export function rankCorrelation(tasks: readonly ScoredUplift[], random?: RandomStream): RankCorrelation | undefined {
  const [scores, uplifts] = columnsOf(tasks);
  const found = spearman(scores, uplifts);
  if (found === undefined) return undefined;
  const asOne = tasks.map(() => '');
  return {
    ...withInterval(found, tasks.length),
    resampled: random && resampledInterval(scores, uplifts, asOne, random),
  };
}

/** The same within benchmarks: what lies between them is taken out, and costs a task each. */
export function correlationWithin(tasks: readonly ScoredUplift[], random: RandomStream): RankCorrelation | undefined {
  const [scores, uplifts] = columnsOf(tasks);
  const benchmarks = tasks.map(({ benchmark }) => benchmark);
  const found = withinGroupsCorrelation(scores, uplifts, benchmarks);
  if (found === undefined) return undefined;
  return {
    ...withInterval(found.correlation, found.size),
    resampled: resampledInterval(scores, uplifts, benchmarks, random),
  };
}

/** Each benchmark by itself, in the order of the names. */
export function correlationsByBenchmark(tasks: readonly ScoredUplift[]): readonly BenchmarkValidity[] {
  return [...groupBy(tasks, ({ benchmark }) => benchmark)].map(([name, own]) => {
    return { name, pairs: own.length, correlation: rankCorrelation(own) };
  });
}

/** The share of the variance of the scores between benchmarks; undefined when all are equal. */
export function shareBetween(tasks: readonly ScoredUplift[]): number | undefined {
  if (tasks.every(({ score }) => score === tasks[0]?.score)) return undefined;
  const centre = mean(tasks.map(({ score }) => score));
  const total = tasks.reduce((sum, { score }) => sum + (score - centre) ** 2, 0);
  const groups = [...groupBy(tasks, ({ benchmark }) => benchmark).values()];
  const between = groups.reduce(
    (sum, own) => sum + own.length * (mean(own.map(({ score }) => score)) - centre) ** 2,
    0,
  );
  return Math.min(1, between / total);
}

function columnsOf(tasks: readonly ScoredUplift[]): [number[], number[]] {
  return [tasks.map(({ score }) => comparable(score)), tasks.map(({ uplift }) => comparable(uplift))];
}

function withInterval(correlation: number, size: number): Omit<RankCorrelation, 'resampled'> {
  // Rounding can end just outside, and at the very ends there is no interval to give.
  const held = Math.max(-1, Math.min(1, correlation));
  const interval = Math.abs(held) === 1 ? undefined : correlationInterval(held, size, confidence);
  return { correlation: held, interval, size };
}
