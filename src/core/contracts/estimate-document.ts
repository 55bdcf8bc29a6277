import {
  type DataOf,
  entry,
  flag,
  list,
  maybe,
  number,
  numberOrNull,
  orNull,
  text,
  textOrNull,
  word,
} from '../manifest/json-forms.js';

/** What `estimate --json` prints. */
export function estimateSchema() {
  return entry({
    plan: text(),
    kind: word(['focus', 'representative']),
    claim: text('What may be claimed, in a sentence.'),
    scope: word(['pool', 'beyond'], 'What the intervals speak of: the pool, or tasks like those of the pool.'),
    level: number('The confidence level of every interval.'),
    selected: number(),
    population: number('Eligible tasks of the benchmarks that are samples.'),
    weighting: textOrNull('How the weights were moved, in words.'),
    assistance: maybe(text('What levels lean on besides the results, in words; missing where nothing assists them.')),
    order: maybe(order()),
    configurations: list(configuration()),
    differences: list(entry({ first: text(), second: text(), readings: list(pairedReading()) })),
    warnings: list(entry({ code: text(), message: text(), benchmark: maybe(text()) })),
    requirements: maybe(
      list(
        entry({
          requirement: text(),
          verdict: word(['yes', 'no', 'cannot-tell']),
          code: text(),
          message: text(),
          tasks_needed: numberOrNull('About how many tasks would tell, if what was found stays.'),
          repeats_needed: numberOrNull('About how many runs of each task would tell.'),
        }),
      ),
    ),
  });
}

export type EstimateDocument = DataOf<typeof estimateSchema>;

function configuration() {
  const coverage = {
    selected: number(),
    scored: number(),
    errored: number(),
    not_run: number(),
    absent: number(),
    partly_scored: number(),
  };
  return entry({
    name: text(),
    coverage: entry({ ...coverage, incomplete: list(entry({ stratum: text(), ...coverage })) }),
    attempts: entry({
      fewest: number(),
      most: number(),
      unscored: number(),
      expected: maybe(number('Runs that each task should have.')),
      retried: maybe(number('Attempts without a score that were made again until there was one.')),
      missing: maybe(number('Runs that there should be and of which there is no result, over all tasks.')),
    }),
    run_variance: numberOrNull('The mean variance of the runs of one task.'),
    readings: list(levelReading()),
  });
}

function order() {
  const place = entry({
    name: text(),
    rank: number('From 1, the best; equal means share one.'),
    mean: numberOrNull('On the tasks that rank; no level of the pool.'),
    passed: number('Tasks with the full reward in every run.'),
    groups: list(text(), 'Neighbours that share a letter cannot be told apart.'),
  });
  const pair = entry({
    first: text('The better of the two.'),
    second: text(),
    difference: numberOrNull('The first less the second.'),
    low: numberOrNull('The interval holds together with those of all other pairs.'),
    high: numberOrNull(),
    p_value: numberOrNull('Adjusted for all pairs.'),
    apart: flag('Whether the two can be told apart: 0 lies outside the interval.'),
  });
  return entry(
    {
      claim: text('What may be claimed, in a sentence.'),
      benchmarks: list(text(), 'Whose tasks they are.'),
      selected: number(),
      readings: list(
        entry({
          missing_counts_as: text(),
          tasks: number('Those that the order rests on.'),
          places: list(place),
          pairs: list(pair),
        }),
      ),
    },
    'The order on tasks that were chosen to rank; missing for any other selection.',
  );
}

function levelReading() {
  const pool = orNull(
    entry({
      mean: numberOrNull(),
      low: numberOrNull(),
      high: numberOrNull(),
      standard_error: numberOrNull(),
      tasks: number(),
      population: numberOrNull(),
      effective_size: numberOrNull(),
      degrees_of_freedom: number(),
      about: maybe(
        word(
          ['as-run', 'runs-counted', 'beyond'],
          'What the interval is about: the pool given these runs; the pool, noise from run to run included; or tasks like those of the pool.',
        ),
      ),
      as_run: maybe(
        orNull(
          entry({ low: numberOrNull(), high: numberOrNull() }),
          'With repeats: the interval of the pool given these runs.',
        ),
      ),
      assisted: maybe(
        entry({
          plain: entry(
            { mean: numberOrNull(), low: numberOrNull(), high: numberOrNull(), standard_error: numberOrNull() },
            'The weighted mean without earlier results, and its interval by the design alone.',
          ),
          random_half_width: numberOrNull(
            'Half of the interval that as many tasks drawn at random from the whole pool would have given.',
          ),
          slopes: list(
            entry({ benchmark: text(), slope: numberOrNull() }),
            'How closely results follow the earlier ones: 1 as usual, below 0.3 hardly at all.',
          ),
        }),
        'Earlier results assist this figure; missing where they do not. `effective_size` is then the number of random tasks that would know as much.',
      ),
    }),
    'The estimate for the pool; null where there is none.',
  );
  const part = entry({
    by: text(),
    value: text(),
    tasks: number(),
    trust: text(),
    selected_mean: numberOrNull(),
    pool,
  });
  return entry({
    missing_counts_as: text(),
    tasks: number(),
    selected_mean: numberOrNull(),
    pool,
    parts: list(part),
  });
}

function pairedReading() {
  const pool = orNull(
    entry({
      mean: numberOrNull(),
      low: numberOrNull(),
      high: numberOrNull(),
      standard_error: numberOrNull(),
      method: text(),
      degrees_of_freedom: numberOrNull(),
      p_value: maybe(
        numberOrNull('That the difference is 0: below 1 - level exactly when 0 lies outside the interval.'),
      ),
      about: maybe(
        word(
          ['systems', 'pool', 'beyond'],
          'What the interval is about: the two systems, whatever the size of the pool; the tasks of the pool, runs counted in; or tasks like them.',
        ),
      ),
      adjusted: maybe(
        orNull(
          entry({ comparisons: number(), p_value: numberOrNull(), low: numberOrNull(), high: numberOrNull() }),
          'As one of several comparisons: the p-value of Holm, and an interval that holds together with all the others.',
        ),
      ),
    }),
    'The difference for the pool; null where there is none.',
  );
  return entry({
    missing_counts_as: text(),
    pairs: number(),
    selected_mean: numberOrNull(),
    gained: number('Tasks better under the second.'),
    lost: number('Tasks worse under it.'),
    same: number(),
    test: entry({ name: text(), p_value: numberOrNull() }),
    pool,
    parts: list(entry({ by: text(), value: text(), pairs: number(), trust: text(), pool })),
    variance: orNull(entry({ runs_first: numberOrNull(), runs_second: numberOrNull(), tasks: numberOrNull() })),
  });
}
