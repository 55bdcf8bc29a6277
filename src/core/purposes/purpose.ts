import type { TiedTasks } from '../learning/difficulty-bands.js';
import type { ForecastOf } from '../learning/forecasts.js';
import type { BrokenLimit } from '../learning/label-places.js';
import type { LearnedDesign } from '../model/learned.js';
import type { QuotaRule } from '../model/select-rule.js';
import type { ScoredTask } from '../model/task.js';

/** The question that results should answer. */
export interface Purpose {
  readonly name: string;
  /** Completes "The results should show …". */
  readonly aim: string;
  /** The design that serves it, based on the learned difficulty. */
  readonly design: (from: DesignFrom) => LearnedDesign | { readonly broken: BrokenLimit };
  /** Whether tasks that no earlier system ran are treated like other tasks; otherwise they come last. */
  readonly takesUnknown: boolean;
  /** What results on the selected tasks estimate. */
  readonly estimates: 'level' | 'difference' | 'direction' | 'order';
  /** How full results of newer systems renew a selection: by a new draw, or by reranking with few swaps. */
  readonly renewal: 'draw' | 'swap';
  /** The forecast figure that matters for this purpose. */
  readonly figure: 'halfWidth' | 'detectable' | 'tau';
  /** The claim that results support if they don't cover the pool; `who` is '' or " of NAMES". */
  readonly claim?: (who: string, systems: number) => string;
  /** Describes what happens to this many tasks that no earlier system ran. */
  readonly unknownWords: (tasks: number) => string;
  /** A warning clause if there are too few earlier systems; undefined if there are enough. */
  readonly fewSystems: (systems: number) => string | undefined;
}

export interface DesignFrom extends Omit<ForecastOf, 'quotaCost'> {
  /** The eligible tasks without pinned ones, ignoring exclusions, sorted by id. */
  readonly tasks: TiedTasks<ScoredTask>;
  /** The number of places at the first planned look, if looks are planned. */
  readonly fewest?: number | undefined;
  readonly quota: QuotaRule | undefined;
  /** Tasks that are selected in addition to the design. */
  readonly pinned: readonly ScoredTask[];
}
