import type { TiedTasks } from '../learning/difficulty-bands.js';
import type { BrokenLimit } from '../learning/label-places.js';
import type { Design, LearnedTasks } from '../model/learned.js';
import type { QuotaRule } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';

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
  readonly tasks: TiedTasks<ScoredTask>;
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
