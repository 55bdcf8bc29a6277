import type { ExpectedUplift } from '../model/expected-uplift.js';
import { roundTo } from '../text/round-to.js';

/** What is to be expected of tasks chosen by their uplift, as the manifest tells it. */
export function expectedUpliftEntry(expected: ExpectedUplift) {
  const { tasks, unknown, measured, shrunken, pool, crossFitted } = expected;
  return {
    with: expected.with,
    without: expected.without,
    tasks,
    tasks_without_pairs: unknown,
    expected: figure(expected.expected),
    by_shrinkage: figure(shrunken),
    by_cross_fitting:
      crossFitted === undefined
        ? null
        : {
            splits: crossFitted.splits,
            held_out: figure(crossFitted.heldOut),
            all_tasks: figure(crossFitted.all),
            raise: figure(crossFitted.raise),
          },
    measured: measured === undefined ? null : figure(measured),
    pool: figure(pool),
  };
}

function figure(value: number): number {
  // No negative zero in a document.
  return roundTo(value, 6) + 0;
}
