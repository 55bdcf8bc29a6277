import {
  type DataOf,
  entry,
  list,
  maybe,
  number,
  numberOrNull,
  orNull,
  text,
  textOrNull,
  word,
} from '../manifest/json-forms.js';

/** What `estimate --uplift --json` prints. */
export function upliftSchema() {
  const interval = orNull(entry({ low: numberOrNull(), high: numberOrNull() }));
  const mean = { pairs: number(), mean: numberOrNull(), interval, p_value: numberOrNull() };
  const figure = {
    ...mean,
    median: numberOrNull('The median of the measured uplifts of the tasks.'),
  };
  return entry({
    plan: text(),
    kind: word(['focus', 'representative']),
    with: text('The configuration with what is tried.'),
    without: text(),
    level: number('The confidence level of every interval.'),
    false_discovery_rate: number(),
    coverage: entry({
      selected: number(),
      pairs: number(),
      with_only: number(),
      without_only: number(),
      neither: number(),
      unscored_runs: number(),
      repeated: number('Tasks with at least two runs in each arm.'),
      runs: entry({ with: number(), without: number() }),
    }),
    uplift: entry(
      figure,
      'For the pool by the design of the sample, tasks as units; of a focus selection its tasks alone.',
    ),
    missing_counted_as_failed: maybe(
      entry(mean, 'The uplift with missing results counted as failed; left out when no run is missing.'),
    ),
    beyond_benchmarks: orNull(
      entry({
        mean: numberOrNull(),
        standard_error: numberOrNull(),
        interval,
        degrees_of_freedom: numberOrNull(),
        p_value: numberOrNull(),
      }),
      'Benchmarks as units; null for fewer than five.',
    ),
    parts: list(entry({ by: text(), value: text(), trust: text(), ...figure })),
    per_task_note: textOrNull(
      'Why some or all tasks have no figures, or that their noise is assumed. `noise`, `shrinkage`, `lists` and `tasks` are null without repeats in both arms and without --assume-noise.',
    ),
    noise: orNull(
      entry({
        noise_by: word(['repeats', 'assumed'], 'How the variance of a run is known.'),
        assume_noise: numberOrNull('The standard deviation of a run, as given by --assume-noise.'),
        tasks: number('Tasks that have figures.'),
        run_variance_without: numberOrNull(),
        run_variance_with: numberOrNull(),
        variance_of_uplift: numberOrNull(),
        reliability: list(entry({ runs: number(), reliability: numberOrNull(), largest_correlation: numberOrNull() })),
      }),
    ),
    shrinkage: orNull(
      entry({ centre: numberOrNull(), deviation_tasks: numberOrNull(), deviation_benchmarks: numberOrNull() }),
    ),
    artefacts: entry({
      lone_zeros: entry({ without: number(), with: number(), tasks: number() }),
      mean_without_lone_zeros: numberOrNull(),
      unequal_arms: number(),
      one_run: number(),
      sign_depends: list(text()),
    }),
    lists: orNull(
      entry({ benefits: list(text()), hurt: list(text()), cannot_tell: number() }),
      'At the false-discovery rate.',
    ),
    tasks: orNull(
      list(
        entry({
          task_id: text(),
          benchmark: text(),
          runs: entry({ with: number(), without: number() }),
          measured: numberOrNull(),
          interval: entry(
            { low: numberOrNull(), high: numberOrNull() },
            'The confidence interval of the measured uplift, by its own runs alone; of the tasks on the lists, which luck picked out too, it covers fewer.',
          ),
          uplift: numberOrNull('Shrunken towards its benchmark by its reliability.'),
          credible_interval: entry(
            { low: numberOrNull(), high: numberOrNull() },
            'Of the shrunken uplift, by the model; it holds of the tasks on the lists too.',
          ),
          reliability: numberOrNull(),
          chance_above_zero: numberOrNull(),
          p_value: numberOrNull(),
          adjusted_p_value: numberOrNull('After Benjamini and Hochberg.'),
          benefit: word(['benefits', 'hurt', 'cannot tell']),
        }),
      ),
      'Tasks with at least two runs in each arm; with --assume-noise every task.',
    ),
    warnings: list(entry({ code: text(), message: text(), benchmark: maybe(text()) })),
  });
}

export type UpliftDocument = DataOf<typeof upliftSchema>;
