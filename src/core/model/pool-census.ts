import type { Fault, Warning } from './fault.js';
import type { AppliedCorrection, FeatureCount } from './selection.js';

/**
 * What an engine counted over all tasks of a pool, of which only the candidates are at hand: those that a selection could
 * take, and what it needs beside them. With it the core gives what it gives on the whole pool.
 */
export interface PoolCensus {
  /** How many tasks the pool has. */
  readonly available: number;
  /** The fingerprint of all of them, as `fingerprintPool` gives it for a large pool. */
  readonly sha256: string;
  /** The fields that at least one task has. */
  readonly fields: ReadonlySet<string>;
  readonly byPhase: ReadonlyMap<string, number>;
  readonly byLanguage: ReadonlyMap<string, number>;
  readonly corrections: readonly AppliedCorrection[];
  readonly features: readonly FeatureCount[];
  /** By component, the tasks on which the plan's `unknown` stands in. */
  readonly defaulted: ReadonlyMap<string, number>;
  /** The components that have one value for all tasks. */
  readonly constant: ReadonlySet<string>;
  /** By field, the values that tasks have, each once, in the order of the first id that has it. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Tasks by label and value, for labels that a summary may show; a missing label is "". */
  readonly labels: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Tasks that `select.where` lets through, and those of them that are not excluded. */
  readonly fitting: number;
  readonly eligible: number;
  /** By key, the same of each group, pinned tasks left out. */
  readonly groups: ReadonlyMap<string | undefined, GroupCensus>;
  /** Eligible tasks by label and value, for the labels that a manifest counts; a missing label is "". */
  readonly population: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** By number field and `score`, the values of the eligible tasks, ascending, with how many have each. */
  readonly numbers: ReadonlyMap<string, readonly ValueCount[]>;
  /** By id of a candidate, where it stands in its group. */
  readonly standings: ReadonlyMap<string, Standing>;
  /** What was drawn over all tasks, where the draw is one that looks at each of them: with the exclusions, and without. */
  readonly draws?: { readonly eligible: CountedDraws; readonly fitting: CountedDraws } | undefined;
}

/** By key, what was drawn from each group. */
export type CountedDraws = ReadonlyMap<string | undefined, CountedDraw>;

/** What was drawn from a group of which only the drawn tasks are at hand. */
export interface CountedDraw {
  /** By id, in their order. */
  readonly drawn: ReadonlyMap<
    string,
    { readonly probability: number; readonly balance: Readonly<Record<string, number>> | undefined }
  >;
  readonly warnings: readonly Warning[];
  readonly faults: readonly Fault[];
}

/** How many tasks of a group could be taken without exclusions, and with them. */
export interface GroupCensus {
  readonly fitting: number;
  readonly eligible: number;
}

/** A number and how many tasks have it. */
export type ValueCount = readonly [value: number, tasks: number];

/** Where a task stands among the eligible ones of its group. */
export interface Standing {
  /** 1-based. */
  readonly rank: number;
  /** How many keys of the order it takes to tell it from its neighbours. */
  readonly keysNeeded: number;
  /** How many tasks have the same keys, itself included. */
  readonly tied: number;
}

/**
 * A pool of more tasks than this is told of by one sum over all of them; hashes of single tasks are given of the selected
 * ones alone. It is a property of the pool, whatever reads or counts it, so that the same tasks give the same bytes.
 */
const mostTasksHashed = 100_000;

/** Whether a pool of so many tasks is a large one. */
export function isLargePool(tasks: number): boolean {
  return tasks > mostTasksHashed;
}
