import type { ExclusionReason } from '../model/plan.js';

/** What came of the runs of one kind on one task. */
export interface RunTally {
  readonly passed: number;
  readonly failed: number;
  /** Neither passed nor failed: no verdict. */
  readonly errored: number;
  readonly notRun: number;
}

/** A kind of run that is made to test the tasks, because its verdict is fixed before it is made. */
export interface ValidityRun {
  /** Its option is `--NAME`. */
  readonly name: string;
  /** Who runs, in a sentence: "the reference solution". */
  readonly words: string;
  /** Names of configurations that are taken for such runs, in lower case. */
  readonly knownNames: readonly string[];
  /** For the help of its option: what the configuration is. */
  readonly help: string;
  /** What every run of it gives on a sound task. */
  readonly expected: string;
  /** How many of the scored runs a sound task does not give. */
  readonly contrary: (tally: RunTally) => number;
  /** Why a task is excluded when all of its scored runs are contrary, and how evidence begins; undefined: that cannot be. */
  readonly always: { readonly reason: ExclusionReason; readonly words: string } | undefined;
}

/** Every kind of validity run; a task with several faults is excluded for the one that is listed first. */
export const validityRuns: readonly ValidityRun[] = [
  {
    name: 'reference',
    words: 'the reference solution',
    knownNames: ['oracle', 'gold', 'reference', 'solution'],
    help: 'a configuration that runs the reference solution (default: known by name)',
    expected: 'always passes',
    contrary: ({ failed }) => failed,
    always: { reason: 'broken environment', words: 'the reference solution fails' },
  },
  {
    name: 'no-op',
    words: 'the no-op agent',
    knownNames: ['nop', 'noop', 'no-op', 'null', 'empty', 'do-nothing'],
    help: 'a configuration that changes nothing (default: known by name)',
    expected: 'always fails',
    contrary: ({ passed }) => passed,
    always: { reason: 'trivial', words: 'the no-op agent passes' },
  },
  {
    name: 'regraded',
    words: 'a regraded submission',
    // An agent that is run again makes another submission; only the user knows that it was the same one.
    knownNames: [],
    help: 'a configuration whose runs grade one and the same submission of each task again',
    expected: 'always gets the same verdict',
    contrary: ({ passed, failed }) => Math.min(passed, failed),
    always: undefined,
  },
];

/** The runs that have a verdict. */
export function scoredRuns({ passed, failed }: RunTally): number {
  return passed + failed;
}
