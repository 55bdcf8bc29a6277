import { entry, list, number, numberOrNull, orNull, text } from './json-forms.js';

/** What the manifest tells of what was learned for a purpose. */
export function learnedSchema() {
  const figures = { design: number('With the design.'), random: number('With as many tasks drawn at random.') };
  return entry({
    purpose: text('What results are to tell.'),
    systems: number('Earlier systems with results on its tasks.'),
    design: text('How tasks were chosen, in words.'),
    quota_cost: numberOrNull('What the quota multiplies the variance with; null without one.'),
    forecast: entry({
      verdict: text('`helps`, `little gain` or `cannot be forecast`.'),
      share: numberOrNull('The share of the variance of a level that earlier results leave unexplained.'),
      equivalent_random_tasks: numberOrNull('How many random tasks would know as much of a level.'),
      half_width: entry(figures, 'Half of the 95% interval of a level.'),
      detectable: orNull(entry(figures), 'The smallest difference of two systems found with 80% power.'),
      tau: orNull(
        entry({ ...figures, random_low: number('5% of the random samples lie below.'), random_high: number() }),
        'Kendall’s τ with the order on all tasks.',
      ),
    }),
    ease: list(
      list(number()),
      'How easy its eligible tasks were, in log odds of being solved: pairs of ease and number of tasks.',
    ),
    ease_unknown: number('Eligible tasks that no earlier system ran.'),
  });
}
