import type { BrokenLimit } from '../learning/label-places.js';
import type { QuotaRule, SelectRule } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';
import type { LearnedTasks } from './learn-benchmark.js';

/** All that there is to know about one thing that results may be meant to tell. */
export interface Purpose {
  /** As plans and manifests name it. */
  readonly name: string;
  /** For whoever edits a plan: "how good a new system is". */
  readonly aim: string;
  /** The design that serves it, on what was learned. */
  readonly design: (from: DesignFrom) => Design | { readonly broken: BrokenLimit };
  /** Whether tasks that no earlier system ran are taken like others; else they come last. */
  readonly takesUnknown: boolean;
  /** What results on its selection show: a level, a difference, which of two systems is better, or an order. */
  readonly estimates: 'level' | 'difference' | 'direction' | 'order';
  /** What full results of newer systems lead to: a redrawn version, or a reranked one near the former. */
  readonly renewal: 'draw' | 'swap';
  /** Which of the forecast figures it is about. */
  readonly figure: 'halfWidth' | 'detectable' | 'tau';
  /** What results on it show, if that is nothing about the pool; `who` is '' or " of NAMES". */
  readonly claim?: (who: string, systems: number) => string;
  /** What to say of tasks that no earlier system ran, of which there are so many. */
  readonly unknownWords: (tasks: number) => string;
  /** What to say where so many earlier systems are too few for it; undefined: they are enough. */
  readonly fewSystems: (systems: number) => string | undefined;
}

/** What a design is made from. */
export interface DesignFrom {
  /** The tasks that could be drawn, if none were excluded, by id; pinned ones are not among them. */
  readonly tasks: readonly ScoredTask[];
  readonly learned: LearnedTasks;
  /** From 1 to all. */
  readonly places: number;
  /** The places of the first planned look, if there are looks. */
  readonly fewest?: number | undefined;
  readonly benchmark: string;
  readonly seed: string;
  readonly quota: QuotaRule | undefined;
  /** Tasks that are in beside the design. */
  readonly pinned: readonly ScoredTask[];
}

/** A design: the rule that stands in for the purpose, and what its tasks must carry for it. */
export interface Design {
  readonly rule: Pick<SelectRule, 'group' | 'prefer' | 'draw'>;
  /** The band of each task; undefined for a design without bands, and for a task that no earlier system ran. */
  readonly bands: readonly (string | undefined)[] | undefined;
  /** Whether tasks keep their anticipated variance: where it does not help, nothing may look at it. */
  readonly usesVariance: boolean;
  /** What floors and ceilings multiply the variance with. */
  readonly quotaCost: number | undefined;
  /** What it does, for a reader who has never heard of strata: the end of a sentence that begins with the number of tasks. */
  readonly words: string;
}
