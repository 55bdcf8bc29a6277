import type { Manifest } from '../manifest/manifest.js';

/** Why a task is in one selection and not, or not in the same way, in the other. */
type DiffReason =
  /** It is excluded in the other, or came in for one that is excluded. */
  | 'exclusion'
  /** It is not in the other's pool, or with other features. */
  | 'pool'
  /** The other plan's `where` leaves it out. */
  | 'eligibility'
  /** Its group has another number of places. */
  | 'allocation'
  /** It is scored otherwise. */
  | 'score'
  /** Others are preferred to it. */
  | 'order'
  /** The other plan does not have its benchmark, or labels the task otherwise. */
  | 'plan';

/** A reason and the figures behind it, in words. */
export interface Why {
  readonly reason: DiffReason;
  readonly detail: string;
}

/** A task that is in one of the selections only. */
export interface TaskDiff extends Why {
  readonly task_id: string;
  readonly benchmark: string;
}

/** A task that is in both, with what changed. */
export interface ChangedTask extends TaskDiff {
  readonly fields: readonly { readonly field: string; readonly before: unknown; readonly after: unknown }[];
}

/** A task that is in both, in another benchmark. */
export interface RelocatedTask extends TaskDiff {
  readonly benchmark_before: string;
}

/** A version of B's history that A has not. */
export type HistoryStep = NonNullable<Manifest['history']>[number];

/** A figure in both selections. */
interface BeforeAfter<Value> {
  readonly before: Value;
  readonly after: Value;
}

/** How many tasks are selected under a name, in both. */
export interface CoverageDiff extends BeforeAfter<number> {
  readonly name: string;
}

/** The hash over the pool of a benchmark, in both. */
export interface PoolDiff extends BeforeAfter<string | null> {
  readonly benchmark: string;
  /** Its name in A, where that is another. */
  readonly benchmark_before?: string;
  readonly equal: boolean;
}

/** What it takes to get from one selection to another. */
export interface SelectionDiff {
  /** The versions that B has gone through since A, oldest first; not there where it has none. */
  readonly history?: readonly HistoryStep[];
  /** What the comparison does not cover; not there where it covers everything. */
  readonly notes?: readonly { readonly code: string; readonly message: string }[];
  /** False when the plans have neither name nor benchmark in common, and no task of one is found in the other. */
  readonly related: boolean;
  /** Whether plan, pools and tasks are all the same. */
  readonly same: boolean;
  readonly plan: BeforeAfter<{ readonly name: string; readonly sha256: string }> & { readonly equal: boolean };
  /** Of every benchmark, the hash over its pool; null where a plan does not have it. */
  readonly pools: readonly PoolDiff[];
  readonly tasks: {
    readonly added: readonly TaskDiff[];
    readonly removed: readonly TaskDiff[];
    readonly changed: readonly ChangedTask[];
    /** Those of which only the rank or the size or the places of the group changed. */
    readonly moved: readonly ChangedTask[];
    /** Those that stand in another benchmark than before; what else changed of them is in the lists above. */
    readonly relocated: readonly RelocatedTask[];
  };
  readonly coverage: {
    readonly phase: readonly CoverageDiff[];
    readonly benchmark: readonly CoverageDiff[];
    readonly language: readonly CoverageDiff[];
  };
  readonly selected: BeforeAfter<number>;
  readonly available: BeforeAfter<number>;
  readonly average_score: BeforeAfter<number> & {
    readonly name: string;
    /** Where the earlier score has another name. */
    readonly name_before?: string | undefined;
    readonly decimals: number;
  };
}
