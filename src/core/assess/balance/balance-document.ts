import { entry, flag, list, number, numberOrNull, text, word } from '../../manifest/json-forms.js';

/** What `assess balance --json` prints. */
export function balanceSchema() {
  const cell = entry({ value: text(), eligible: number() });
  return entry({
    kind: word(['focus', 'representative']),
    selected: number(),
    eligible: number(),
    draws: number(),
    seed: text(),
    seed_from: text('option, plan or default.'),
    conclusion: text('What to act on, in words.'),
    overall: entry(scope()),
    benchmarks: list(entry({ name: text(), ...scope() })),
    empty: entry({
      phases: list(cell),
      languages: list(cell),
      benchmarks: list(cell),
      phases_of_benchmarks: list(entry({ benchmark: text(), phase: text(), eligible: number() })),
      phases_without_tasks: list(text()),
    }),
    notes: list(text()),
  });
}

function scope() {
  const sides = { selected: number(), pool: number() };
  return {
    kind: word(['focus', 'representative']),
    selected: number(),
    eligible: number(),
    whole: flag('Whether every eligible task is selected.'),
    conclusion: text(),
    numbers: list(
      entry({
        name: text(),
        of: text('score, component or field.'),
        scale: text(),
        known: entry(sides, 'Tasks for which it is known.'),
        typical: entry({ selected: numberOrNull(), pool: numberOrNull() }),
        difference: numberOrNull('In standard deviations of the pool.'),
        weighted_difference: numberOrNull(),
        difference_from_shares: numberOrNull(),
        difference_chance_95: numberOrNull(),
        difference_beyond_chance: flag(),
        distance: numberOrNull('The largest distance of the cumulative distributions.'),
        distance_chance_95: numberOrNull(),
        distance_beyond_chance: flag(),
        level: text('close, off or far.'),
      }),
    ),
    not_compared: list(entry({ name: text(), why: text() })),
    labels: list(
      entry({
        name: text(),
        total_variation: numberOrNull('The fraction of the selection to reassign to match the pool.'),
        weighted_variation: numberOrNull(),
        variation_chance_95: numberOrNull(),
        values: list(
          entry({
            value: text(),
            selected: number(),
            eligible: number(),
            proportional: numberOrNull(),
            planned: numberOrNull(),
          }),
        ),
      }),
    ),
  };
}
