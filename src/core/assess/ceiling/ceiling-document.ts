import { entry, list, maybe, number, numberOrNull, orNull, text, textOrNull } from '../../manifest/json-forms.js';

/** What `assess ceiling --json` prints. */
export function ceilingSchema() {
  const counts = entry({
    tasks: number(),
    solved_by_all: number(),
    solved_by_none: number(),
    alike: number(),
    apart: number(),
    open: number(),
    without_score: number(),
  });
  const stratum = {
    name: maybe(text()),
    selected: counts,
    eligible: counts,
    expected_apart: entry({ mean: numberOrNull(), low: numberOrNull(), high: numberOrNull() }),
  };
  const coverage = entry({
    scored: number(),
    errored: number(),
    not_run: number(),
    absent: number(),
    solved: number(),
    unsolved: number(),
  });
  const pair = entry({ both: number(), differ: number() });
  return entry({
    selected: number(),
    eligible: number(),
    conclusion: text(),
    overall: entry(stratum),
    benchmarks: list(entry(stratum)),
    phases: list(entry(stratum)),
    groups: list(entry({ benchmark: textOrNull(), ...stratum })),
    configurations: list(entry({ name: text(), selected: coverage, eligible: coverage })),
    pairs: orNull(
      entry({
        count: number(),
        differ: entry({ least: number(), median: number(), most: number() }),
        share_selected: numberOrNull(),
        share_eligible: numberOrNull(),
        needed: number(),
        below_needed: number(),
        list: list(entry({ first: text(), second: text(), selected: pair, eligible: pair })),
      }),
    ),
    notes: list(text()),
  });
}
