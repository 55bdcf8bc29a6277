import { entry, flag, list, number, numberOrNull, orNull, text } from '../../manifest/json-forms.js';

/** What `assess sensitivity --json` prints. */
export function sensitivitySchema() {
  const spread = { mean: number(), min: number(), p5: number(), p95: number() };
  const stability = { overlap: entry(spread), core: number(), swing: number(), newcomers: number() };
  const ties = entry({ places: number(), tied: number(), distinct_scores: number(), scores: number() });
  const name = { task_id: text(), benchmark: text() };
  return entry({
    draws: number(),
    concentration: number(),
    seed: text(),
    seed_from: text('option, plan or default.'),
    selected: number(),
    available: number(),
    weights: list(entry({ component: text(), weight: number(), deviation: number() })),
    ...stability,
    score_correlation: orNull(entry(spread)),
    ties,
    deciding: orNull(entry({ components: list(text()), tasks: number(), tied_places: number() })),
    benchmarks: list(entry({ name: text(), selected: number(), eligible: number(), ...stability, ties })),
    changes: list(
      entry({
        component: text(),
        change: text('raised, lowered or left out.'),
        weight: number(),
        overlap: number(),
        score_correlation: numberOrNull(),
        moved: number(),
        tied_places: number(),
        leaving: list(entry(name)),
        entering: list(entry(name)),
      }),
    ),
    tasks: list(entry({ ...name, selected: flag(), frequency: number(), swings: flag() })),
    notes: list(text()),
  });
}
