import type { ExpectedUplift } from '../model/expected-uplift.js';
import type { Selection } from '../model/selection.js';
import { countOf } from '../text/count-of.js';

/** What new runs of tasks chosen by their uplift in earlier runs are to be expected to show; empty where none were. */
export function expectedUpliftSentences({ expectedUplift }: Pick<Selection, 'expectedUplift'>): readonly string[] {
  const found = expectedUplift?.();
  return found === undefined ? [] : sentencesOf(found);
}

function sentencesOf(expected: ExpectedUplift): readonly string[] {
  const { tasks, unknown, measured, shrunken, pool, crossFitted } = expected;
  const arms = `${expected.with} against ${expected.without}`;
  const luck = measured === undefined ? '' : ` In the runs that chose them it was ${signed(measured)}: luck chose too.`;
  return [
    `${countOf(tasks, 'task')} ${tasks === 1 ? 'was' : 'were'} chosen by uplift in earlier runs (${arms}). Expect ${signed(expected.expected)} in new runs; all tasks have ${signed(pool)}.${luck}`,
    crossFitted === undefined
      ? `By shrinkage: ${signed(shrunken)}. Too few repeats, or a goal, allow no cross-fitting.`
      : `By shrinkage: ${signed(shrunken)}. By cross-fitting (the plan run again without one run of each task and arm, ${crossFitted.splits} times): ${signed(crossFitted.heldOut)} in the runs left out, ${signed(expected.expected)} for a choice by all runs.`,
    ...(unknown === 0
      ? []
      : [`${countOf(unknown, 'selected task')} without earlier runs in both arms: nothing is said of them.`]),
    'The selection is purposive: its uplift does not generalise to the pool.',
  ];
}

/** "+0.028": three decimals with a sign. */
function signed(value: number): string {
  const text = value.toFixed(3);
  return Number(text) === 0 ? '0.000' : value > 0 ? `+${text}` : text;
}
