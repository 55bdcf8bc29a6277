import { entry, flag, maybe, number, numberOrNull, orNull, text, word } from './json-forms.js';

/** What new runs of tasks that were chosen by their uplift are to be expected to show. */
export function expectedUpliftSchema() {
  return entry({
    with: text(),
    without: text(),
    tasks: number('Selected tasks with `prior_uplift`.'),
    tasks_without_pairs: number(),
    expected: number(
      'By cross-fitting or by added noise; by shrinkage where both are null; `pool` where the noise of a run is too large.',
    ),
    by_shrinkage: number(),
    by_cross_fitting: orNull(refit(), 'One run of each task and arm held out; null where too few tasks have repeats.'),
    by_added_noise: maybe(
      orNull(refit()),
      'If the noise of a run is assumed: that noise divided in two by adding more of it. Earlier programs did not write it: null.',
    ),
    run_noise: maybe(
      entry({
        by: word(
          ['repeats', 'assumed', 'pass rates', 'published'],
          'How it is known; `assumed`: as `assume_noise` in the plan says. Only earlier programs wrote the last two.',
        ),
        variance_without: number(),
        variance_with: number(),
        too_large: flag('Whether the measured uplifts differ by less than so much noise lets them.'),
      }),
      'The variance of one run that the figures rest on. Earlier programs did not write it.',
    ),
    measured: numberOrNull('In the runs that chose them: too high, for luck chose too.'),
    pool: number('The mean shrunken uplift of all tasks.'),
  });
}

function refit() {
  return entry({
    splits: number(),
    held_out: number('The mean uplift of the chosen tasks in what had no say.'),
    all_tasks: number('That of all tasks so measured.'),
    raise: number('How much more than that a choice by all that is known gains.'),
  });
}
