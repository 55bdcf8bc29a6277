import { entry, list, number, numberOrNull, orNull, text } from '../../manifest/json-forms.js';
import type { Interval } from '../../statistics/rate-intervals.js';
import type { ClusteredCorrelation, MeanFigure } from '../../uplift/uplift-figures.js';
import { figure } from '../question/figure.js';
import type { MeasuredUplift } from './measure-uplift.js';

/** What `assess validity --json` says of the uplift itself. */
export function measuredSchema() {
  const interval = orNull(entry({ low: numberOrNull(), high: numberOrNull() }));
  const mean = orNull(
    entry({
      mean: numberOrNull(),
      standard_error: numberOrNull(),
      interval,
      degrees_of_freedom: numberOrNull(),
      p_value: numberOrNull(),
    }),
  );
  const correlation = orNull(
    entry({ rank_correlation: numberOrNull(), benchmarks: number(), interval, p_value: numberOrNull() }),
  );
  return entry(
    {
      pairs: number('Tasks with results in both arms, those without a score too.'),
      uplift: mean,
      median: numberOrNull(),
      uplift_beyond_benchmarks: mean,
      correlation_clustered: correlation,
      correlation_within_clustered: correlation,
      noise: entry({
        from: text('results or published.'),
        noise_by: text('repeats, pass rates or published: how the variance of a run is known.'),
        tasks: number(),
        run_variance_baseline: numberOrNull(),
        run_variance_configuration: numberOrNull(),
        variance_of_uplift: numberOrNull(),
        reliability: list(
          entry({ runs: numberOrNull(), reliability: numberOrNull(), largest_correlation: numberOrNull() }),
        ),
        pairs_needed: list(entry({ correlation: number(), runs: number(), pairs: numberOrNull() })),
      }),
      features: list(
        entry({
          name: text(),
          tasks: number(),
          rank_correlation: numberOrNull(),
          within_benchmarks: numberOrNull(),
          p_value: numberOrNull(),
          adjusted_p_value: numberOrNull(),
        }),
        'P-values within benchmarks, adjusted after Holm.',
      ),
      prediction: orNull(
        entry({
          tasks: number(),
          features: number(),
          r2_left_out_tasks: numberOrNull(),
          r2_left_out_benchmarks: numberOrNull(),
        }),
      ),
      artefacts: orNull(
        entry({
          lone_zeros: entry({ baseline: number(), configuration: number(), tasks: number() }),
          mean_without_lone_zeros: numberOrNull(),
          unequal_arms: entry({ tasks: number(), baseline_runs: number(), configuration_runs: number() }),
          one_run_tasks: number(),
          sign_depends: list(
            entry({
              benchmark: text(),
              tasks: number(),
              mean: numberOrNull(),
              median: numberOrNull(),
              pooled_runs: numberOrNull(),
              median_of_runs: numberOrNull(),
            }),
          ),
          unscored_runs: entry({ baseline: number(), configuration: number() }),
          runs_without_tool_call: orNull(entry({ column: text(), runs: number(), without: number() })),
        }),
      ),
    },
    'The uplift itself, over all pairs.',
  );
}

/** The same as plain data. */
export function measuredEntry(found: MeasuredUplift) {
  const { noise, prediction, artefacts, toolCalls } = found;
  return {
    pairs: found.pairs,
    uplift: meanEntry(found.mean),
    median: figure(found.median),
    uplift_beyond_benchmarks: meanEntry(found.beyond),
    correlation_clustered: correlationEntry(found.overall),
    correlation_within_clustered: correlationEntry(found.within),
    noise: {
      from: noise.from,
      noise_by: noise.noiseBy,
      tasks: noise.components.tasks,
      run_variance_baseline: figure(noise.components.runWithout),
      run_variance_configuration: figure(noise.components.runWith),
      variance_of_uplift: figure(noise.components.between),
      reliability: noise.reliability.map(({ runs, reliability, ceiling }) => {
        return { runs: figure(runs), reliability: figure(reliability), largest_correlation: figure(ceiling) };
      }),
      pairs_needed: noise.needed.map(({ correlation, runs, pairs }) => ({ correlation, runs, pairs: pairs ?? null })),
    },
    features: found.features.map(({ name, tasks, overall, within, pValue, adjusted }) => ({
      name,
      tasks,
      rank_correlation: figure(overall),
      within_benchmarks: figure(within),
      p_value: figure(pValue),
      adjusted_p_value: figure(adjusted),
    })),
    prediction:
      prediction === undefined
        ? null
        : {
            tasks: prediction.tasks,
            features: prediction.features,
            r2_left_out_tasks: figure(prediction.byTask),
            r2_left_out_benchmarks: figure(prediction.byCluster),
          },
    artefacts:
      artefacts === undefined
        ? null
        : {
            lone_zeros: {
              baseline: artefacts.loneZeros.without,
              configuration: artefacts.loneZeros.with,
              tasks: artefacts.loneZeros.tasks,
            },
            mean_without_lone_zeros: figure(artefacts.meanWithoutThem),
            unequal_arms: {
              tasks: artefacts.unequalArms.tasks,
              baseline_runs: artefacts.unequalArms.without,
              configuration_runs: artefacts.unequalArms.with,
            },
            one_run_tasks: artefacts.oneRun,
            sign_depends: artefacts.signDepends.map(({ cluster, tasks, mean, median, pooled, medianRuns }) => ({
              benchmark: cluster,
              tasks,
              mean: figure(mean),
              median: figure(median),
              pooled_runs: figure(pooled),
              median_of_runs: figure(medianRuns),
            })),
            unscored_runs: { baseline: found.unscored.without, configuration: found.unscored.with },
            runs_without_tool_call: toolCalls === undefined ? null : { ...toolCalls },
          },
  };
}

function meanEntry(found: MeanFigure | undefined) {
  if (found === undefined) return null;
  return {
    mean: figure(found.mean),
    standard_error: figure(found.standardError),
    interval: intervalEntry(found),
    degrees_of_freedom: figure(found.degreesOfFreedom),
    p_value: figure(found.pValue),
  };
}

function correlationEntry(found: ClusteredCorrelation | undefined) {
  if (found === undefined) return null;
  return {
    rank_correlation: figure(found.correlation),
    benchmarks: found.clusters,
    interval: found.interval === undefined ? null : intervalEntry(found.interval),
    p_value: figure(found.pValue),
  };
}

function intervalEntry({ low, high }: Interval) {
  return { low: figure(low), high: figure(high) };
}
