import type { coverageBy } from '../core/assess/prospect/coverage-by.js';
import type { Section } from '../core/blocks/blocks.js';
import type { LookPath } from '../core/looks/next-document.js';
import type { Manifest } from '../core/manifest/manifest.js';
import type { RecalledOptimum } from '../core/model/optimum.js';
import type { Outcomes } from '../core/model/outcome.js';
import type { Pool, Pools, PriorRewards, Task } from '../core/model/task.js';

/** The data of a page: the plan, its pools, and results if there are any. Plain data, ready for JSON. */
export interface ExplorerData {
  /** The text of the plan, YAML or JSON. */
  readonly planText: string;
  /** The file name of the plan, for messages. */
  readonly planFile: string;
  /** The exclusions file that the plan names, if it names one. */
  readonly exclusionsText: string | undefined;
  /** By the plan's key of each benchmark, in its order. */
  readonly pools: readonly (readonly [benchmark: string, pool: PackedPool])[];
  /** Whether the plan may ask for more than the pool has. */
  readonly allowShortfall: boolean;
  /** The solutions of the plan's goals, because a page has no solver; undefined if it has no goal. */
  readonly optima?: readonly RecalledOptimum[] | undefined;
  /** Results of runs, for the assessments that need them. */
  readonly results: Outcomes | undefined;
  /** Identifies the results when the page asks its server for later ones; undefined: there is no server. */
  readonly resultsStamp?: string | undefined;
  /** Why later results could not be read. */
  readonly resultsProblem?: string | undefined;
  /** Undefined if the page can select again. */
  readonly fixed?: FixedPage | undefined;
  /** The looks at the results of the plan as loaded; undefined if it plans none. */
  readonly looks?: readonly LookPath[] | undefined;
  /** Why the record of the looks cannot be shown. */
  readonly looksProblem?: string | undefined;
  /** "winnow 0.2.0". */
  readonly generator: string;
}

/** Values that a page can't compute because tasks or earlier results are left out of it; its plan can't be changed. */
export interface FixedPage {
  /** How many tasks are left out. */
  readonly leftOut: number;
  /** What results can show. */
  readonly sentence: string;
  readonly coverage: ReturnType<typeof coverageBy>;
  readonly methodology: readonly Section[];
  /** It names only the selected tasks. */
  readonly manifest: Manifest;
}

interface PackedPool extends Omit<Pool, 'priorRewards'> {
  readonly prior?: readonly PackedRewards[];
}

/** The results of an earlier system on the tasks of a pool, about a character for each task. */
interface PackedRewards {
  readonly system: string;
  /** For each task in order: 0 or 1 for one such reward, "-" for none, "x" for the next of the others. */
  readonly results: string;
  readonly others: readonly (readonly number[])[];
}

/** The pools as JSON, with earlier results in a few characters. */
export function packPools(pools: Pools): ExplorerData['pools'] {
  return [...pools].map(([benchmark, { priorRewards, ...pool }]) => {
    return [benchmark, priorRewards === undefined ? pool : { ...pool, prior: packRewards(pool.tasks, priorRewards) }];
  });
}

function packRewards(tasks: readonly Task[], priorRewards: PriorRewards): readonly PackedRewards[] {
  return [...priorRewards].map(([system, byTask]) => {
    const others: (readonly number[])[] = [];
    const marks = tasks.map(({ id }) => {
      const rewards = byTask.get(id) ?? [];
      const [only] = rewards;
      if (only === undefined) return '-';
      if (rewards.length === 1 && (Object.is(only, 0) || only === 1)) return String(only);
      others.push(rewards);
      return 'x';
    });
    return { system, results: marks.join(''), others };
  });
}

/** The pools as they were packed. */
export function unpackPools(packed: ExplorerData['pools']): Pools {
  return new Map(
    packed.map(([benchmark, { prior, ...pool }]) => {
      if (prior === undefined) return [benchmark, pool];
      const priorRewards: PriorRewards = new Map(
        prior.map(({ system, results, others }) => {
          let next = 0;
          const rewardsAt = (mark: string | undefined) =>
            mark === 'x' ? (others[next++] ?? []) : mark === '0' ? [0] : mark === '1' ? [1] : [];
          return [system, new Map(pool.tasks.map(({ id }, i) => [id, rewardsAt(results[i])]))];
        }),
      );
      return [benchmark, { ...pool, priorRewards }];
    }),
  );
}

/** The path of later results on the page's server; the stamp of the known ones comes after `since=`. */
export const newResultsName = 'results';

/** The answer there: later results, or why they cannot be read now. */
export type NewResults =
  | { readonly stamp: string; readonly results: Outcomes }
  | { readonly stamp: string; readonly problem: string };

/** The id of the element with the data, as JSON. */
export const dataElementId = 'winnow-data';

/** The id of the element that the page renders into. */
export const pageElementId = 'winnow-page';

/** The id of the element with the packed selection of the plan. */
export const selectionElementId = 'winnow-selection';

/** The class of the elements with some of the tasks each: the place of their pool, and the tasks. */
export const tasksElementClass = 'winnow-tasks';

/** The policy of trusted types by which the page starts a worker from its own script. */
export const workerPolicy = 'winnow-worker';
