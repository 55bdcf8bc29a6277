import type { Selection } from './selection.js';
import type { Pools } from './task.js';

/**
 * Tells what new runs of the tasks that a selection chose by their uplift are to be expected to show; undefined where it chose
 * none so. `again` runs the plan on pools whose tasks have other uplifts.
 */
export type ExpectUplift = (
  selection: Selection,
  pools: Pools,
  again: (pools: Pools) => Selection,
) => ExpectedUplift | undefined;

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
  /** The same plan run again on part of the runs and measured in the rest; undefined where too few tasks have repeats. */
  readonly crossFitted: CrossFitted | undefined;
  /** What to expect: by cross-fitting, by shrinkage without it. */
  readonly expected: number;
}

/** What a choice by part of the runs keeps in the others. */
interface CrossFitted {
  readonly splits: number;
  /** The mean uplift of the chosen tasks in runs that had no say. */
  readonly heldOut: number;
  /** That of all tasks with repeats. */
  readonly all: number;
  /** How much more a choice by all runs is expected to gain over all tasks: at least 1. */
  readonly raise: number;
}
