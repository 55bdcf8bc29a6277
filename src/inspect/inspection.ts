import type { UnusedColumn } from './column-survey.js';

/** What was found in files and folders, counted. */
export interface Inspection {
  readonly tasks: number;
  /** What is to be known of the column of ids that was asked for. */
  readonly note?: string;
  /** One for each path that was given, in that order. */
  readonly places: readonly PathInspection[];
}

/** What was found in one file or below one folder. */
export interface PathInspection {
  /** As it was given. */
  readonly path: string;
  /** Each counted once, whatever its formats. */
  readonly tasks: number;
  /** By number of tasks, most first. */
  readonly formats: readonly FormatInspection[];
  /** Tasks that stand there in two formats; `tasks` counts them once. */
  readonly overlaps: readonly FormatOverlap[];
  readonly problems: ProblemList;
  /** Files and folders that were left alone. */
  readonly passedOver: ReasonList;
}

/** Tasks that two formats have under one path; the format that knows more fields of a task is kept where one must be. */
export interface FormatOverlap {
  readonly kept: string;
  /** Standard fields known of a task, on average. */
  readonly keptFields: number;
  readonly repeated: string;
  readonly repeatedFields: number;
  readonly tasks: number;
  /** The id of one. */
  readonly example: string;
}

/** The tasks of one format under one path. */
export interface FormatInspection {
  /** What a plan calls the format. */
  readonly format: string;
  /** What a reader knows it by. */
  readonly title: string;
  readonly tasks: number;
  /** The benchmarks that the tasks themselves name. */
  readonly benchmarks: ValueCounts;
  /** For each standard label, how often each value occurs. */
  readonly labels: ReadonlyMap<string, ValueCounts>;
  /** For each standard number that occurs. */
  readonly sizes: ReadonlyMap<string, SizeSummary>;
  /** For each standard field, where it comes from and how many tasks lack it. */
  readonly features: readonly FeatureCounts[];
  readonly conflicts: ConflictList;
  readonly duplicates: DuplicateIds;
  readonly remarks: ReasonList;
  /** Columns that no field is read from. */
  readonly unused: readonly UnusedColumn[];
}

/** How often each value occurs; of the values beyond the limit only the tasks are counted. */
export interface ValueCounts {
  /** Most frequent first. */
  readonly values: readonly { readonly value: string; readonly tasks: number }[];
  /** Tasks whose value is not listed. */
  readonly others: number;
}

/** The size of tasks by one number; median and p90 are near, not exact. */
export interface SizeSummary {
  readonly tasks: number;
  readonly min: number;
  readonly median: number;
  readonly p90: number;
  readonly max: number;
  /** Equally wide on a logarithmic scale, from min to max. */
  readonly bins: readonly { readonly from: number; readonly to: number; readonly tasks: number }[];
}

/** How many tasks have a field counted, labelled or not at all. */
interface FeatureCounts {
  readonly field: string;
  readonly measured: number;
  readonly declared: number;
  readonly missing: number;
}

/** Labels on which the tasks' own files disagree; all are counted, the most frequent pairs are listed. */
export interface ConflictList {
  readonly total: number;
  readonly pairs: readonly ConflictCount[];
}

/** Two places that give a field two labels, and for how many tasks. */
interface ConflictCount {
  readonly field: string;
  readonly took: string;
  readonly from: string;
  readonly against: string;
  readonly in: string;
  readonly tasks: number;
}

/** Tasks whose id another task of the same benchmark has. */
export interface DuplicateIds {
  readonly sameId: number;
  /** Ids that are the same but for letter case. */
  readonly sameButForCase: number;
  readonly examples: readonly string[];
}

/** How often each reason occurs, with one place where it does. */
export interface ReasonList {
  readonly total: number;
  /** Most frequent first. */
  readonly reasons: readonly { readonly reason: string; readonly count: number; readonly example: string }[];
}

/** What could not be read; all are counted, the first are listed. */
export interface ProblemList {
  readonly total: number;
  readonly listed: readonly { readonly path: string; readonly row?: number; readonly reason: string }[];
}
