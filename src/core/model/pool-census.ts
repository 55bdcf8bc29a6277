import type { Fault, Warning } from './fault.js';
import type { AppliedCorrection, FeatureCount, LabelConflictCount } from './selection.js';

/** What an engine counted over all tasks of a pool of which only the candidates are in memory. */
export interface PoolCensus {
  readonly available: number;
  /** The fingerprint of the pool, as `fingerprintPool` gives it for a large pool. */
  readonly sha256: string;
  readonly fields: ReadonlySet<string>;
  /** The lists that any task has. */
  readonly lists: ReadonlySet<string>;
  readonly conflicts: readonly LabelConflictCount[];
  readonly byPhase: ReadonlyMap<string, number>;
  readonly byLanguage: ReadonlyMap<string, number>;
  readonly corrections: readonly AppliedCorrection[];
  readonly features: readonly FeatureCount[];
  /** By component, the number of tasks that got the plan's `unknown`. */
  readonly defaulted: ReadonlyMap<string, number>;
  readonly constant: ReadonlySet<string>;
  /** By field, the distinct values of the tasks, in the order of the first id that has them. */
  readonly values: ReadonlyMap<string, readonly string[]>;
  /** Tasks by label and value, for labels that a summary may show; a missing label is "". */
  readonly labels: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** Tasks that meet `select.where`, and those of them that are not excluded. */
  readonly fitting: number;
  readonly eligible: number;
  /** The same for each group, without pinned tasks. */
  readonly groups: ReadonlyMap<string | undefined, GroupCensus>;
  /** Eligible tasks by label and value, for labels that a manifest counts; a missing label is "". */
  readonly population: ReadonlyMap<string, ReadonlyMap<string, number>>;
  /** By number field and `score`, the values of the eligible tasks with their counts, ascending. */
  readonly numbers: ReadonlyMap<string, readonly ValueCount[]>;
  /** By id of a candidate, its place in its group. */
  readonly standings: ReadonlyMap<string, Standing>;
  /** Set where `tasks` are those of which the plan makes nothing, so that nothing can be selected. */
  readonly isFaulty?: true | undefined;
  /** The draws made over all tasks, with the exclusions and without them. */
  readonly draws?: { readonly eligible: CountedDraws; readonly fitting: CountedDraws } | undefined;
}

/** By key, what was drawn from each group. */
export type CountedDraws = ReadonlyMap<string | undefined, CountedDraw>;

/** A draw from a group of which only the drawn tasks are in memory. */
export interface CountedDraw {
  /** By id, in order. */
  readonly drawn: ReadonlyMap<
    string,
    { readonly probability: number; readonly balance: Readonly<Record<string, number>> | undefined }
  >;
  readonly warnings: readonly Warning[];
  readonly faults: readonly Fault[];
}

/** How many tasks of a group could be selected without exclusions, and with them. */
export interface GroupCensus {
  readonly fitting: number;
  readonly eligible: number;
}

/** A number and how many tasks have it. */
export type ValueCount = readonly [value: number, tasks: number];

/** The place of a task among the eligible ones of its group. */
export interface Standing {
  /** 1-based. */
  readonly rank: number;
  /** How many keys of the order distinguish it from its neighbours. */
  readonly keysNeeded: number;
  /** How many tasks have the same keys, including itself. */
  readonly tied: number;
}

/** A larger pool is hashed by one sum over its tasks, and only selected tasks have a hash each, however the pool is read. */
const mostTasksHashed = 100_000;

/** Whether a pool of this size is a large one. */
export function isLargePool(tasks: number): boolean {
  return tasks > mostTasksHashed;
}
