import type { coverageBy } from '../core/assess/prospect/prospect.js';
import type { Section } from '../core/blocks/blocks.js';
import type { LookPath } from '../core/looks/next-document.js';
import type { Manifest } from '../core/manifest/manifest.js';
import type { Warning } from '../core/model/errors.js';
import type { RecalledOptimum } from '../core/model/optimum.js';
import type { Outcomes } from '../core/model/outcome.js';
import type { Pool, Pools } from '../core/model/task.js';

/** The data of a page: the plan, its pools, and results if there are any. Plain data, ready for JSON. */
export interface ExplorerData {
  readonly planText: string;
  readonly planFile: string;
  readonly exclusionsText: string | undefined;
  /** By the plan's key of each benchmark, in its order. */
  readonly pools: readonly (readonly [benchmark: string, pool: PackedPool])[];
  readonly allowShortfall: boolean;
  /** The solutions of the plan's goals, because a page has no solver; undefined if the plan has no goal. */
  readonly optima?: readonly RecalledOptimum[] | undefined;
  readonly results: Outcomes | undefined;
  /** Identifies the results when the page asks its server for newer ones; undefined without a server. */
  readonly resultsStamp?: string | undefined;
  readonly resultsProblem?: string | undefined;
  /** Caveats about the earlier results of built-in pools, which every estimate shows. */
  readonly earlierNotes: readonly Warning[];
  /** Set if the page can't select again. */
  readonly fixed?: FixedPage | undefined;
  /** The looks of the plan as loaded; undefined if it plans none. */
  readonly looks?: readonly LookPath[] | undefined;
  readonly looksProblem?: string | undefined;
  /** "winnow 0.2.0". */
  readonly generator: string;
}

/** Values that a page can't compute because tasks or earlier results are left out of it; its plan can't be changed. */
export interface FixedPage {
  readonly leftOut: number;
  readonly sentence: string;
  readonly coverage: ReturnType<typeof coverageBy>;
  readonly methodology: readonly Section[];
  /** It names only the selected tasks. */
  readonly manifest: Manifest;
}

interface PackedPool extends Omit<Pool, 'priorRewards'> {
  /** The rewards of earlier systems on each task, in the order of the tasks. */
  readonly prior?: readonly (readonly [system: string, rewards: readonly (readonly number[])[]])[];
}

export function packPools(pools: Pools): ExplorerData['pools'] {
  return [...pools].map(([benchmark, { priorRewards, ...pool }]) => {
    if (priorRewards === undefined) return [benchmark, pool];
    const rewardsOf = (byTask: ReadonlyMap<string, readonly number[]>) =>
      pool.tasks.map(({ id }) => byTask.get(id) ?? []);
    return [
      benchmark,
      { ...pool, prior: [...priorRewards].map(([system, byTask]) => [system, rewardsOf(byTask)] as const) },
    ];
  });
}

export function unpackPools(packed: ExplorerData['pools']): Pools {
  return new Map(
    packed.map(([benchmark, { prior, ...pool }]) => {
      const byTask = (rewards: readonly (readonly number[])[]) =>
        new Map(pool.tasks.map(({ id }, i) => [id, rewards[i] ?? []]));
      const priorRewards = prior && new Map(prior.map(([system, rewards]) => [system, byTask(rewards)]));
      return [benchmark, priorRewards === undefined ? pool : { ...pool, priorRewards }];
    }),
  );
}

/** The path of newer results on the page's server; `since=` passes the stamp of the known ones. */
export const newResultsName = 'results';

/** The server's answer: newer results, or why they can't be read. */
export type NewResults =
  | { readonly stamp: string; readonly results: Outcomes }
  | { readonly stamp: string; readonly problem: string };

/** The id of the element with the data: lines of JSON, deflated and base64-encoded. */
export const dataElementId = 'winnow-data';

export const pageElementId = 'winnow-page';

/** The trusted-types policy that lets the page start a worker from its own script. */
export const workerPolicy = 'winnow-worker';
