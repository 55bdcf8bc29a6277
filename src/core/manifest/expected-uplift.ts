import { type DataOf, entry, figure, flag, maybe, nullable, number, orNull, text, word } from '../documents/forms.js';
import type { ExpectedUplift } from '../model/learned.js';

export function expectedUpliftSchema() {
  const refit = entry({
    splits: number(),
    heldOut: figure('The mean uplift of the chosen tasks in the part that did not choose them.'),
    allTasks: figure('The mean uplift of all tasks in that part.'),
    raise: figure('The gain of a choice by everything known, as a multiple of that gain; at least 1.'),
  });
  return entry({
    with: text(),
    without: text(),
    tasks: number('Selected tasks with `prior_uplift`.'),
    tasksWithoutPairs: number(),
    expected: figure(
      'By cross-fitting or by added noise; by shrinkage if both are null; `pool` if the noise of a run is too large.',
    ),
    byShrinkage: figure(),
    byCrossFitting: orNull(refit, 'One run of each task and arm held out; null if too few tasks have repeats.'),
    byAddedNoise: maybe(
      nullable(refit),
      'If the noise of a run is assumed: that noise divided in two by adding more of it. Earlier versions did not write it: null.',
    ),
    runNoise: maybe(
      entry({
        by: word(
          ['repeats', 'assumed', 'pass rates', 'published'],
          'The source of the noise; `assumed`: from `assume_noise` in the plan. Only earlier versions wrote the last two.',
        ),
        varianceWithout: figure(),
        varianceWith: figure(),
        tooLarge: flag('Whether the measured uplifts vary less than this noise allows.'),
      }),
      'The variance of one run behind the figures. Earlier versions did not write it.',
    ),
    measured: orNull(figure('In the runs that chose them: too high, because chance also played a part.')),
    pool: figure('The mean shrunken uplift of all tasks.'),
  });
}

export function expectedUpliftData(found: ExpectedUplift): DataOf<typeof expectedUpliftSchema> {
  const { unknown, shrunken, crossFitted, runNoise } = found;
  const refit = crossFitted && { ...crossFitted, allTasks: crossFitted.all };
  return {
    ...found,
    tasksWithoutPairs: unknown,
    byShrinkage: shrunken,
    byCrossFitting: refit?.by === 'runs' ? refit : undefined,
    byAddedNoise: refit?.by === 'added noise' ? refit : null,
    runNoise: {
      by: runNoise.by,
      varianceWithout: runNoise.without,
      varianceWith: runNoise.with,
      tooLarge: runNoise.isTooLarge,
    },
  };
}
