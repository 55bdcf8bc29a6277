import { entry, flag, list, number, numberOrNull, text } from './json-forms.js';

/** What the manifest tells of an optimisation: its certificate. */
export function optimumSchema() {
  return entry({
    goal: text('What was optimised, in words.'),
    sense: text('`maximise` or `minimise`.'),
    value: number('What the goal comes to.'),
    bound: numberOrNull('What no selection that keeps the rules can be better than; null where no bound was found.'),
    status: text('`optimal`, or `best found` where the time limit ended the search.'),
    gap: numberOrNull('The distance of value and bound, by the size of the value.'),
    reproducible: flag('Whether everybody finds these tasks again.'),
    time_limit_seconds: numberOrNull('The limit that ended the search; null where none did.'),
    solver: text('The solver and its version.'),
    rules: list(
      entry({
        rule: text('In words.'),
        limits: number('To how many labels, sums or sets of tasks it applies.'),
        at_bound: number('How many of them are at their bound.'),
        at_bound_examples: list(text()),
      }),
    ),
    notes: list(text(), 'What must be known of the figures.'),
  });
}
