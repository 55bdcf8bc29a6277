import type { Warning } from '../model/fault.js';
import type { ExclusionReason } from '../model/plan.js';
import type { OtherConfiguration, RecognisedRun } from './recognise-runs.js';
import type { TaskRuns } from './tally-runs.js';

/** The runs of one kind on one task, and what they amount to. */
export interface Finding extends TaskRuns {
  /** Scored runs that a sound task does not give. */
  readonly contrary: number;
  /** Adjusted for all tests (Holm); undefined for fewer than two scored runs, of which nothing is tested. */
  readonly pValue: number | undefined;
  /** What follows: sound, a reason to exclude, or mixed verdicts that the tolerated rate may explain; undefined: no verdict. */
  readonly verdict: ExclusionReason | 'sound' | 'undecided' | undefined;
}

/** A finding that speaks against its task. */
export interface Objection extends Finding {
  readonly verdict: ExclusionReason | 'undecided';
}

/** A task and what is found against it. */
export interface VettedTask {
  readonly benchmark: string;
  readonly id: string;
  /** In the order of the kinds. */
  readonly objections: readonly Objection[];
  /** What shows it, for a reader. */
  readonly evidence: string;
}

/** A task that the runs speak against. */
export interface Proposal extends VettedTask {
  readonly reason: ExclusionReason;
}

/** A task that would be proposed if the plan did not exclude it. */
export interface ExcludedTask extends Proposal {
  /** The reason that the plan gives. */
  readonly excludedFor: ExclusionReason;
}

/** What validity runs say of the tasks of a pool. */
export interface Vetting {
  /** The kinds of runs there are, with what was found on each task that they ran, by task key. */
  readonly kinds: readonly (RecognisedRun & { readonly findings: ReadonlyMap<string, Finding> })[];
  /** Configurations that are not used: an agent's repeats may disagree on a sound task. */
  readonly others: readonly OtherConfiguration[];
  /** Tasks of the pool. */
  readonly tasks: number;
  /** Tests made: a task and a kind with at least two scored runs each. */
  readonly tested: number;
  readonly tolerated: number;
  /** The chance of any false "flaky" is at most this, if the tolerated rate holds. */
  readonly level: number;
  /** By benchmark, then id; none that is excluded already. */
  readonly proposals: readonly Proposal[];
  /** Tasks with mixed verdicts that are not excluded, and of which nothing is proposed. */
  readonly undecided: readonly VettedTask[];
  readonly alreadyExcluded: readonly ExcludedTask[];
  readonly warnings: readonly Warning[];
}
