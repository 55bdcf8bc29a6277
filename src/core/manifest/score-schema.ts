import { entry, list, maybe, number, orNull, text } from './json-forms.js';

/** What the manifest tells of the score: its name, and what paired results say of it. */
export function scoreSchema() {
  return entry({
    name: text('What the score measures.'),
    decimals: number('Decimals of the score.'),
    evidence: maybe(
      list(
        entry({
          pairs: number('Tasks with a score and a result in both arms.'),
          correlation: number('Of score and uplift, by rank.'),
          interval: orNull(entry({ low: number(), high: number() })),
          within_benchmarks: number(),
          within_interval: orNull(entry({ low: number(), high: number() })),
          source: text(),
          date: text(),
        }),
      ),
      'What paired results say of the score; missing where the plan gives none.',
    ),
  });
}
