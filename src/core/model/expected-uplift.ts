/** What new runs of tasks that were chosen by their uplift in earlier runs are to be expected to show. */
export interface ExpectedUplift {
  readonly with: string;
  readonly without: string;
  /** The chosen tasks with earlier runs in both arms, which the figures are about, and the chosen ones without. */
  readonly tasks: number;
  readonly unknown: number;
  /** Their mean uplift in the runs that chose them: too high, for luck chose too. Undefined where the runs are not at hand. */
  readonly measured: number | undefined;
  /** The mean of their shrunken uplifts. */
  readonly shrunken: number;
  /** The mean of the shrunken uplifts of all tasks of the pool. */
  readonly pool: number;
  /** The noise of a run that the figures rest on. */
  readonly runNoise: RunNoise;
  /** The same plan run again on part of what is known and measured in the rest; undefined where that cannot be done. */
  readonly crossFitted: CrossFitted | undefined;
  /** What to expect: by cross-fitting, by shrinkage without it; the mean of all where the noise cannot be so large. */
  readonly expected: number;
}

/** How much one run varies, as a variance, and how that is known. */
interface RunNoise {
  readonly by: 'repeats' | 'assumed';
  readonly without: number;
  readonly with: number;
  /** Whether the measured uplifts differ by less than so much noise lets them, so that nothing can be told from it. */
  readonly isTooLarge: boolean;
}

/** What a choice by part of what is known keeps in the rest. */
interface CrossFitted {
  /** Runs held out, or, if the noise of a run is assumed, that noise divided by adding more of it. */
  readonly by: 'runs' | 'added noise';
  readonly splits: number;
  /** The mean uplift of the chosen tasks in what had no say. */
  readonly heldOut: number;
  /** That of all tasks so measured. */
  readonly all: number;
  /** How much more a choice by all runs is expected to gain over all tasks: at least 1. */
  readonly raise: number;
}
