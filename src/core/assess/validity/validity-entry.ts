import type { Interval } from '../../statistics/rate-intervals.js';
import { figure } from '../question/figure.js';
import { measuredEntry } from './measured-document.js';
import type { MeanUplift, RankCorrelation, Refit, RefitGain, ScoreValidity, ValidityAssessment } from './validity.js';

/** The assessment as plain data. */
export function validityEntry({ baseline, configurations, score, comparisons, notes }: ValidityAssessment) {
  return {
    baseline: baseline ?? null,
    configurations,
    score: { from: score.from, name: score.name },
    comparisons: comparisons.map(comparisonEntry),
    notes,
  };
}

function comparisonEntry(comparison: ScoreValidity) {
  const { dropped, ceiling, spread } = comparison;
  return {
    configuration: comparison.configuration,
    finding: comparison.finding,
    pairs: comparison.pairs,
    outside_pool: comparison.outsidePool,
    dropped: {
      errored: dropped.errored,
      not_run: dropped.notRun,
      absent: dropped.absent,
      without_score: dropped.withoutScore,
    },
    uplift: meanEntry(comparison.meanUplift),
    correlation: correlationEntry(comparison.overall),
    correlation_within_benchmarks: correlationEntry(comparison.within),
    benchmarks: comparison.benchmarks.map(({ name, pairs, correlation }) => {
      return { name, pairs, correlation: correlationEntry(correlation) };
    }),
    score_variance_between_benchmarks: figure(comparison.betweenBenchmarks),
    helped: comparison.helped,
    hurt: comparison.hurt,
    unchanged: comparison.unchanged,
    auc_helped_over_hurt: figure(comparison.helpedOverHurt),
    auc_helped_over_others: figure(comparison.helpedOverOthers),
    bands: comparison.bands.map(({ name, from, to, pairs, ...mean }) => {
      return { name, from: figure(from), to: figure(to), pairs, ...meanEntry(mean) };
    }),
    ceiling: {
      from: ceiling.from,
      variance_of_effect: figure(ceiling.variances.effect),
      variance_of_runs: figure(ceiling.variances.within),
      repeats: figure(ceiling.repeats),
      reliability: figure(ceiling.reliability),
      largest_correlation: figure(ceiling.ceiling),
    },
    score_deviation: { here: figure(spread.here), pool: figure(spread.pool) },
    refit: refitEntry(comparison.refit),
    measured: measuredEntry(comparison.measured),
    tasks: comparison.tasks.map(({ benchmark, id, score, uplift }) => ({
      task_id: id,
      benchmark,
      score: figure(score),
      uplift: figure(uplift),
    })),
  };
}

function refitEntry({ tasks, groups, trial, why, offered }: Refit) {
  return {
    tasks,
    groups,
    offered,
    why_not_tried: why ?? null,
    loss:
      trial === undefined
        ? null
        : {
            mean_alone: figure(trial.loss.none),
            present: figure(trial.loss.present),
            refitted: figure(trial.loss.refitted),
          },
    gain_over_present: gainEntry(trial?.overPresent),
    gain_over_mean_alone: gainEntry(trial?.overNone),
    penalty: figure(trial?.penalty),
    // Weights that do not hold on other tasks are not shown: somebody would use them.
    weights: offered ? (trial?.weights ?? []).map((each) => ({ ...each, refitted: figure(each.refitted) })) : null,
  };
}

function gainEntry(found: RefitGain | undefined) {
  return found === undefined ? null : { gain: figure(found.gain), standard_error: figure(found.standardError) };
}

function correlationEntry(found: RankCorrelation | undefined) {
  if (found === undefined) return null;
  return {
    rank_correlation: figure(found.correlation),
    interval: intervalEntry(found.interval),
    resampled_interval: intervalEntry(found.resampled),
    size: found.size,
  };
}

function meanEntry(found: MeanUplift | undefined) {
  return { mean: figure(found?.mean), interval: intervalEntry(found?.interval) };
}

function intervalEntry(interval: Interval | undefined) {
  return interval === undefined ? null : { low: figure(interval.low), high: figure(interval.high) };
}
