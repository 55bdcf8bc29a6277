import type { ExpectedUplift } from '../model/learned.js';
import type { Selection } from '../model/selection.js';
import { countOf } from '../text/count-of.js';
import { signed } from '../text/numbers.js';

/** What new runs of tasks chosen by their uplift in earlier runs are to be expected to show; empty where none were. */
export function expectedUpliftSentences({ expectedUplift }: Pick<Selection, 'expectedUplift'>): readonly string[] {
  return expectedUplift === undefined ? [] : sentencesOf(expectedUplift);
}

function sentencesOf(expected: ExpectedUplift): readonly string[] {
  const { tasks, unknown, measured, pool } = expected;
  const arms = `${expected.with} against ${expected.without}`;
  const luck = measured === undefined ? '' : ` In the runs that chose them it was ${signed(measured)}: luck chose too.`;
  return [
    `${countOf(tasks, 'task')} ${tasks === 1 ? 'was' : 'were'} chosen by uplift in earlier runs (${arms}). Expect ${signed(expected.expected)} in new runs; all tasks have ${signed(pool)}.${luck}`,
    `By shrinkage: ${signed(expected.shrunken)}. ${refitSentence(expected)}`,
    ...noiseSentences(expected),
    ...(unknown === 0
      ? []
      : [`${countOf(unknown, 'selected task')} without prior_uplift: nothing is said about them.`]),
    'The selection is purposive: its uplift does not generalise to the pool.',
  ];
}

function refitSentence({ crossFitted, expected, runNoise }: ExpectedUplift): string {
  if (crossFitted === undefined)
    return runNoise.isTooLarge
      ? 'What is expected is the mean of all tasks.'
      : 'Too few tasks, or a goal, allow no cross-fitting.';
  const { splits, heldOut } = crossFitted;
  return crossFitted.by === 'runs'
    ? `By cross-fitting (the plan run again without one run of each task and arm, ${splits} times): ${signed(heldOut)} in the runs left out, ${signed(expected)} for a choice by all runs.`
    : `By added noise (the plan run again on noisier uplifts, ${splits} times): ${signed(heldOut)} apart from that noise, ${signed(expected)} for a choice by the runs themselves.`;
}

/** The noise of a run if repeats did not measure it. */
function noiseSentences({ runNoise }: ExpectedUplift): readonly string[] {
  if (runNoise.by === 'repeats') return [];
  const assumed = `Run noise assumed in the plan: a standard deviation of ${Number(Math.sqrt(runNoise.with).toPrecision(3))}.`;
  return [runNoise.isTooLarge ? `${assumed} The uplifts differ by less than that: it is too large here.` : assumed];
}
