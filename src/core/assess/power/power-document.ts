import { entry, flag, list, number, numberOrNull, orNull, text, word } from '../../manifest/json-forms.js';

/** What `assess power --json` prints; a figure has two ends where what is assumed about the runs has. */
export function powerSchema() {
  const ends = { low: numberOrNull(), high: numberOrNull() };
  const byRepeats = list(entry({ repeats: number(), ...ends }));
  const row = entry({
    name: text(),
    tasks: number(),
    size: numberOrNull('The effective number of tasks.'),
    testable: text('yes, perhaps or no.'),
    detectable: entry(ends, 'The minimum detectable effect; null where there is none.'),
    detectable_exact: orNull(entry(ends)),
    detectable_by_repeats: byRepeats,
    power_for_wanted: orNull(entry(ends)),
    power_for_wanted_exact: orNull(entry(ends)),
  });
  const best = entry({ exact: numberOrNull(), whole: number() });
  return entry({
    kind: word(['focus', 'representative']),
    selected: number(),
    eligible: number(),
    power: number(),
    alpha: number(),
    contrasts: number(),
    level: numberOrNull('Alpha over the contrasts.'),
    repeats: number(),
    wanted_difference: numberOrNull(),
    discordance: entry({
      from: text('option, results, earlier (results of earlier systems on the pool) or default.'),
      ...ends,
      partial_rewards: flag(),
      pairs: list(
        entry({
          a: text(),
          b: text(),
          tasks: number(),
          discordance: numberOrNull(),
          partial_rewards: flag(),
          use: text(),
        }),
      ),
    }),
    variances: entry({ effect: entry({ from: text(), ...ends }), within: entry({ from: text(), ...ends }) }),
    overall: row,
    phases: list(row),
    benchmarks: list(row),
    tasks_needed: list(entry({ difference: number(), by_repeats: byRepeats })),
    same_budget: entry({
      runs: number(),
      ways: list(entry({ repeats: number(), tasks: number(), possible: flag(), standard_error: entry(ends) })),
      two_runs_pay_from: entry(ends),
      best_repeats: orNull(entry({ low: best, high: best })),
    }),
    merging: entry({
      difference: numberOrNull(),
      needed: numberOrNull(),
      groups: list(entry({ phases: list(text()), tasks: number(), size: numberOrNull(), detectable: entry(ends) })),
      left: list(text()),
    }),
    notes: list(text()),
  });
}
