import type { Fault, Place, Warning } from './errors.js';

/** How an attempt at a task ended; a missing attempt has no outcome. */
export type OutcomeStatus = 'passed' | 'failed' | 'errored' | 'not-run';

/** The result of one attempt of one system at one task. */
export interface Outcome {
  readonly taskId: string;
  readonly benchmark?: string | undefined;
  /** The system: an agent, a model or a set of tools. */
  readonly configuration: string;
  /** The system's run; empty if the file has only one. */
  readonly run: string;
  /** 1 for the first attempt within the run. */
  readonly attempt: number;
  readonly status: OutcomeStatus;
  /** In [0, 1]; undefined if the attempt errored or was not run. */
  readonly reward: number | undefined;
  readonly costUsd?: number | undefined;
  readonly durationMs?: number | undefined;
  /** One line; undefined if the file gives no reason. */
  readonly error?: string | undefined;
  /** Identifiers of the task's version, as KIND:VALUE, most reliable first; undefined if the format has none. */
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

/** The user's column names, by role. */
export type ResultColumns = Readonly<Partial<Record<ResultRole, string>>>;

/** Results in order: an array, or millions of rows built on demand. */
export interface OutcomeList extends Iterable<Outcome> {
  readonly length: number;
  at(index: number): Outcome | undefined;
}

/** Everything read from results files, with the results in an array. */
export interface Outcomes extends RunResults {
  readonly outcomes: readonly Outcome[];
}

/** Everything read from results files, with results that may be built on demand to save memory. */
export interface RunResults {
  readonly outcomes: OutcomeList;
  readonly files: readonly OutcomeFile[];
  /** Set if any result identifies the version of its task. */
  readonly hasDigests?: true;
  /** Errors in the files; nothing is computed until they are fixed. */
  readonly faults: readonly Fault[];
  /** Decisions made while reading, such as a threshold, a repeated id or a list without failures. */
  readonly warnings: readonly Warning[];
}

interface OutcomeFile {
  readonly file: string;
  readonly format: string;
  readonly outcomes: number;
}
