/** How a version of a selection came from the one before it. */
export interface HistoryEntry {
  /** The number of the version, from 2. */
  readonly version: number;
  /** SHA-256 of the `selection.json` that it replaces. */
  readonly of: string;
  /** What was done, in a sentence. */
  readonly change: string;
  /** Each task that went out. */
  readonly reasons: readonly HistoryReason[];
}

/** A task that went out, why, and which came in for it. */
export interface HistoryReason {
  readonly benchmark: string;
  readonly taskId: string;
  /** Undefined where none came in. */
  readonly replacedBy: string | undefined;
  readonly reason: string;
  readonly evidence: string | undefined;
}

/** Which tier of a larger selection a selection is. */
export interface Tier {
  readonly name: string;
  /** Its tasks. */
  readonly size: number;
  /** The tasks of the whole selection, which has every tier in it. */
  readonly full: number;
  /** The size of each tier that the plan names. */
  readonly sizes: ReadonlyMap<string, number>;
}
