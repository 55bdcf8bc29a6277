import type { Warning } from '../model/fault.js';
import type { ExclusionReason } from '../model/plan.js';

/** A task that must not stay, and what shows it. */
export interface UnsoundTask {
  readonly benchmark: string;
  readonly id: string;
  /** The reason to exclude it; undefined: it left the pool, and cannot be named any more. */
  readonly exclude: ExclusionReason | undefined;
  /** In words, for the history. */
  readonly reason: string;
  readonly evidence: string;
  /** Whether the former version has it. */
  readonly selected: boolean;
}

/** What happens to a benchmark, and why not more. */
export interface Renewal {
  readonly benchmark: string;
  /** "draw": a new version from more earlier results; "swap": reranked, near to the former version; "keep": neither. */
  readonly action: 'draw' | 'swap' | 'keep';
  readonly why: string;
  /** The systems that the new version learns from, oldest first; empty for "keep". */
  readonly systems: readonly string[];
  /** The newer ones among them. */
  readonly newer: readonly string[];
  /** Whether the plan must name the systems, because its results hold others. */
  readonly namesSystems: boolean;
  /** For a ranked selection: the tasks of the former version, and how many may be new as long as the others are there. */
  readonly keep: { readonly tasks: readonly string[]; readonly newAtMost: number } | undefined;
  /** Of the tasks of the former version with results of two systems or more: how many all solved, and how many none did. */
  readonly solvedByAll: number;
  readonly solvedByNone: number;
}

/** What the evidence supports. */
export interface Proposal {
  readonly unsound: readonly UnsoundTask[];
  readonly renewals: readonly Renewal[];
  readonly warnings: readonly Warning[];
}
