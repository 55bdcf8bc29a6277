import type { Fault, Place, Warning } from './fault.js';

/** How an attempt at a task ended; what is absent has no outcome at all. */
const outcomeStatuses = ['passed', 'failed', 'errored', 'not-run'] as const;
export type OutcomeStatus = (typeof outcomeStatuses)[number];

/** What came of one attempt of one configuration at one task, as a results file tells it. */
export interface Outcome {
  /** The task's name as the file spells it. */
  readonly taskId: string;
  /** The benchmark, where the file names one. */
  readonly benchmark?: string | undefined;
  /** Who was tried: a system, a model, a set of tools. */
  readonly configuration: string;
  /** Which run of the configuration; empty when the file knows only one. */
  readonly run: string;
  /** 1 for the first attempt within the run. */
  readonly attempt: number;
  readonly status: OutcomeStatus;
  /** In [0, 1]; undefined when the attempt errored or was not run: such an attempt has no score. */
  readonly reward: number | undefined;
  readonly costUsd?: number | undefined;
  readonly durationMs?: number | undefined;
  /** What tells the version of the task that was run, the surest first, as KIND:VALUE; undefined where the format has none. */
  readonly digests?: readonly string[] | undefined;
  /** What else a table's row says of the task, by column: a score, a phase. */
  readonly fields?: Readonly<Record<string, string | number>> | undefined;
  readonly place: Place;
}

/** What a column of a table of results may hold; agent, model and arm together name a system. */
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
] as const;
export type ResultRole = (typeof resultRoles)[number];

/** The columns that somebody names for what they hold. */
export type ResultColumns = Readonly<Partial<Record<ResultRole, string>>>;

/** Results in their order: an array, or rows of millions, each made when it is asked for. */
export interface OutcomeList extends Iterable<Outcome> {
  readonly length: number;
  at(index: number): Outcome | undefined;
}

/** Everything that results files gave. */
export interface Outcomes extends RunResults {
  readonly outcomes: readonly Outcome[];
}

/** Everything that results files gave, in as little memory as they need. */
export interface RunResults {
  readonly outcomes: OutcomeList;
  /** The files that were read, with what was found in each. */
  readonly files: readonly OutcomeFile[];
  /** Whether any result has digests, which tell the version of its task. */
  readonly hasDigests?: true;
  /** What could not be read: nothing may be computed before it is fixed. */
  readonly faults: readonly Fault[];
  /** What had to be decided while reading: a threshold, a repeated id, a list that does not name the failures. */
  readonly warnings: readonly Warning[];
}

/** One results file and what it turned out to be. */
export interface OutcomeFile {
  readonly file: string;
  readonly format: string;
  readonly outcomes: number;
}
