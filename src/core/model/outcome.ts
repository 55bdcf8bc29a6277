import type { Fault, Place, Warning } from './errors.js';

/** How an attempt at a task ended; a missing attempt has no outcome. */
const outcomeStatuses = ['passed', 'failed', 'errored', 'not-run'] as const;
export type OutcomeStatus = (typeof outcomeStatuses)[number];

/** The result of one attempt of one configuration at one task. */
export interface Outcome {
  readonly taskId: string;
  /** The benchmark, if the file names one. */
  readonly benchmark?: string | undefined;
  /** The system, model or set of tools that was tried. */
  readonly configuration: string;
  /** The run of the configuration; empty if the file has only one. */
  readonly run: string;
  /** 1 for the first attempt within the run. */
  readonly attempt: number;
  readonly status: OutcomeStatus;
  /** In [0, 1]; undefined if the attempt errored or was not run. */
  readonly reward: number | undefined;
  readonly costUsd?: number | undefined;
  readonly durationMs?: number | undefined;
  /** Why it errored, in one line; undefined if it did not, or if the file gives no reason. */
  readonly error?: string | undefined;
  /** The version of the task that was run, most reliable first, as KIND:VALUE; undefined if the format has none. */
  readonly digests?: readonly string[] | undefined;
  /** Other columns of a table's row, such as a score or a phase. */
  readonly fields?: Readonly<Record<string, string | number>> | undefined;
  readonly place: Place;
}

/** The roles of columns in a table of results; agent, model and arm together name a system. */
export const resultRoles = [
  'task',
  'result',
  'status',
  'benchmark',
  'configuration',
  'agent',
  'model',
  'arm',
  'run',
  'attempt',
  'cost',
  'duration',
  'successes',
  'trials',
  'input_tokens',
  'output_tokens',
  'cached_tokens',
  'error',
] as const;
export type ResultRole = (typeof resultRoles)[number];

/** Columns that the user names by role. */
export type ResultColumns = Readonly<Partial<Record<ResultRole, string>>>;

/** Results in order: an array, or millions of rows, each made on demand. */
export interface OutcomeList extends Iterable<Outcome> {
  readonly length: number;
  at(index: number): Outcome | undefined;
}

/** Everything read from results files. */
export interface Outcomes extends RunResults {
  readonly outcomes: readonly Outcome[];
}

/** The same, using as little memory as possible. */
export interface RunResults {
  readonly outcomes: OutcomeList;
  readonly files: readonly OutcomeFile[];
  /** Whether any result identifies the version of its task. */
  readonly hasDigests?: true;
  /** Errors in the files; nothing is computed until they are fixed. */
  readonly faults: readonly Fault[];
  /** Decisions made while reading: a threshold, a repeated id, a list without the failures. */
  readonly warnings: readonly Warning[];
}

/** One results file and its format. */
interface OutcomeFile {
  readonly file: string;
  readonly format: string;
  readonly outcomes: number;
}
