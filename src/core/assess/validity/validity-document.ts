import { entry, flag, list, maybe, number, numberOrNull, orNull, text, textOrNull } from '../../manifest/json-forms.js';
import { measuredSchema } from './measured-document.js';

/** What `assess validity --json` prints. */
export function validitySchema() {
  return entry({
    baseline: textOrNull(),
    configurations: list(text()),
    score: entry({ from: text('pool, results or field.'), name: text() }),
    comparisons: list(comparison()),
    notes: list(text()),
  });
}

const interval = () => orNull(entry({ low: numberOrNull(), high: numberOrNull() }));

function comparison() {
  const correlation = orNull(
    entry({
      rank_correlation: numberOrNull(),
      interval: interval(),
      resampled_interval: interval(),
      size: number(),
    }),
  );
  const mean = { mean: numberOrNull(), interval: interval() };
  return entry({
    configuration: text(),
    finding: text('predicts, not shown, opposite or cannot say.'),
    pairs: number(),
    outside_pool: number(),
    dropped: entry({ errored: number(), not_run: number(), absent: number(), without_score: number() }),
    uplift: entry(mean),
    correlation,
    correlation_within_benchmarks: correlation,
    benchmarks: list(entry({ name: text(), pairs: number(), correlation })),
    score_variance_between_benchmarks: numberOrNull(),
    helped: number(),
    hurt: number(),
    unchanged: number(),
    auc_helped_over_hurt: numberOrNull(),
    auc_helped_over_others: numberOrNull(),
    bands: list(entry({ name: text(), from: numberOrNull(), to: numberOrNull(), pairs: number(), ...mean })),
    ceiling: entry({
      from: text('results or default.'),
      variance_of_effect: numberOrNull(),
      variance_of_runs: numberOrNull(),
      repeats: numberOrNull(),
      reliability: numberOrNull(),
      largest_correlation: numberOrNull(),
    }),
    score_deviation: entry({ here: numberOrNull(), pool: numberOrNull() }),
    refit: refit(),
    measured: maybe(measuredSchema()),
    tasks: list(entry({ task_id: text(), benchmark: text(), score: numberOrNull(), uplift: numberOrNull() })),
  });
}

function refit() {
  const gain = orNull(entry({ gain: numberOrNull(), standard_error: numberOrNull() }));
  return entry({
    tasks: number(),
    groups: number(),
    offered: flag(),
    why_not_tried: textOrNull(),
    loss: orNull(entry({ mean_alone: numberOrNull(), present: numberOrNull(), refitted: numberOrNull() })),
    gain_over_present: gain,
    gain_over_mean_alone: gain,
    penalty: numberOrNull(),
    weights: orNull(
      list(entry({ component: text(), present: number(), refitted: numberOrNull() })),
      'Null where they would not hold on other tasks.',
    ),
  });
}
