import {
  entry,
  flag,
  list,
  maybe,
  number,
  numberOrNull,
  orNull,
  record,
  text,
  textOrNull,
  word,
} from '../../manifest/json-forms.js';

/** What `assess fidelity --json` prints; rates and errors are shares, not points. */
export function fidelitySchema() {
  return entry({
    plan: text(),
    kind: word(['focus', 'representative']),
    draws: number(),
    seed: text(),
    seed_from: text('option, plan or default.'),
    systems: list(text()),
    near_duplicates: list(
      entry({ systems: list(text()), phi: number(), common_tasks: number(), discordant_tasks: number() }),
    ),
    scopes: list(
      entry({
        benchmark: textOrNull('Null: all of them together.'),
        kind: word(['focus', 'representative']),
        eligible: number(),
        random_design: text('The random draw that it is compared with, in words.'),
        left_out: list(entry({ system: text(), why: text() })),
        forecast: maybe(checked(), 'What was forecast beside what came out; missing where the plan has no purpose.'),
        sizes: list(size()),
      }),
    ),
    not_judged: list(entry({ benchmark: text(), why: text() })),
    notes: list(text()),
  });
}

function checked() {
  const both = (sentence: string) => orNull(entry({ forecast: numberOrNull(), found: numberOrNull() }), sentence);
  return entry({
    purpose: text(),
    half_width: numberOrNull('Half of the 95% interval of a level that was forecast.'),
    within: numberOrNull('Systems whose error is within it.'),
    systems: number('Systems that are judged.'),
    share: both('The share of the variance of a level that is left.'),
    equivalent_random_tasks: both('As many random tasks know as much of a level.'),
    tau: both("Kendall's τ with the order on all tasks, for a ranking."),
  });
}

function size() {
  const random = orNull(
    entry({
      mean: number(),
      root_mean_square: number(),
      p2_5: number(),
      p5: number(),
      p95: number(),
      p97_5: number(),
      percentile: number(),
      standing: text('within, better or worse.'),
    }),
    'What random draws of the same size give.',
  );
  const system = entry({
    system: text(),
    counted: flag(),
    pool_tasks: number(),
    pool_missing: number(),
    selected_tasks: number(),
    selected_missing: number(),
    pool_rate: number(),
    rate: number(),
    error: number(),
    random,
  });
  const reading = entry({
    missing: text('What happens to missing results: left out or failed.'),
    systems_counted: number(),
    metrics: record(entry({ value: numberOrNull(), random })),
    bias_interval: orNull(entry({ low: number(), high: number() })),
    systems: list(system),
  });
  return entry({
    selected: number(),
    is_selection: flag(),
    level: text('near, chance or off.'),
    ranking: textOrNull('holds, chance or off; null where there is no ranking.'),
    readings: list(reading),
  });
}
