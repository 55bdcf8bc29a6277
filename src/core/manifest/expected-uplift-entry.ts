import type { ExpectedUplift } from '../model/learned.js';
import { roundTo } from '../text/round-to.js';
import type { expectedUpliftSchema } from './expected-uplift-schema.js';
import type { DataOf } from './json-forms.js';

/** What is to be expected of a choice by uplift, as documents tell it. */
type ExpectedUpliftEntry = DataOf<typeof expectedUpliftSchema>;

/** What is to be expected of tasks chosen by their uplift, as the manifest tells it. */
export function expectedUpliftEntry(expected: ExpectedUplift): ExpectedUpliftEntry {
  const { tasks, unknown, measured, shrunken, pool, crossFitted, runNoise } = expected;
  const refit = crossFitted && {
    splits: crossFitted.splits,
    held_out: figure(crossFitted.heldOut),
    all_tasks: figure(crossFitted.all),
    raise: figure(crossFitted.raise),
  };
  return {
    with: expected.with,
    without: expected.without,
    tasks,
    tasks_without_pairs: unknown,
    expected: figure(expected.expected),
    by_shrinkage: figure(shrunken),
    by_cross_fitting: crossFitted?.by === 'runs' ? (refit ?? null) : null,
    by_added_noise: crossFitted?.by === 'added noise' ? (refit ?? null) : null,
    run_noise: {
      by: runNoise.by,
      variance_without: figure(runNoise.without),
      variance_with: figure(runNoise.with),
      too_large: runNoise.isTooLarge,
    },
    measured: measured === undefined ? null : figure(measured),
    pool: figure(pool),
  };
}

function figure(value: number): number {
  // No negative zero in a document.
  return roundTo(value, 6) + 0;
}
