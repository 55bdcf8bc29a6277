import type { RecalledOptimum } from '../core/model/optimum.js';
import type { Outcomes } from '../core/model/outcome.js';
import type { Pool } from '../core/model/task.js';

/** What a page is made from: the plan as it was read, its pools, and results if there are any. Plain data, ready for JSON. */
export interface ExplorerData {
  /** The text of the plan, YAML or JSON: the page reads it by the same code as the command line. */
  readonly planText: string;
  /** What the plan is called in messages: its path as it was named. */
  readonly planFile: string;
  /** The exclusions file that the plan names, if it names one. */
  readonly exclusionsText: string | undefined;
  /** By the plan's key of each benchmark, in its order. */
  readonly pools: readonly (readonly [benchmark: string, pool: Pool])[];
  /** Whether the page goes on when the pool cannot give all that the plan asks for. */
  readonly allowShortfall: boolean;
  /** What was found for the goals of the plan: a page has no solver. Undefined where it has none. */
  readonly optima?: readonly RecalledOptimum[] | undefined;
  /** Results of runs, for the assessments that need them. */
  readonly results: Outcomes | undefined;
  /** "winnow 0.1.0". */
  readonly generator: string;
}

/** The id of the element that holds the data, as JSON, in the page. */
export const dataElementId = 'winnow-data';

/** The id of the element that the page renders into. */
export const pageElementId = 'winnow-page';
