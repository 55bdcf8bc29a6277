import { type DataOf, entry, figure, list, maybe, number, text } from '../documents/forms.js';

/** What `suites --json` prints. */
export function suitesSchema() {
  return entry({
    suites: list(
      entry({
        name: text('What commands call it.'),
        title: text(),
        version: number('1 until the suite is refreshed.'),
        purpose: maybe(text('What its results should show; missing for a purposive selection.')),
        tasks: number('Tasks of the pool.'),
        tiers: list(
          entry({
            name: maybe(text('Missing for the whole selection.')),
            tasks: number(),
            error: maybe(
              figure('The mean error of a level, in points, on later systems that the suite had not seen.', 2),
            ),
            errorAtRandom: maybe(figure('The same of as many tasks drawn at random.', 2)),
            tau: maybe(
              figure('For a ranking: Kendall’s τ of the order of those systems with their order on all tasks.', 3),
            ),
            tauAtRandom: maybe(figure('The same of as many tasks drawn at random.', 3)),
            halfWidth: maybe(figure('Half of the 95% interval of a level on those systems, in points.', 2)),
          }),
          'The smallest first.',
        ),
        systems: number('Earlier systems whose results it was learned from.'),
        from: maybe(text('The date of the earliest of them.')),
        to: maybe(text('The date of the latest of them.')),
      }),
    ),
  });
}

export type SuitesDocument = DataOf<typeof suitesSchema>;
