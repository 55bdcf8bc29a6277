import type { ExpectUplift } from '../core/model/expected-uplift.js';
import type { RecalledOptimum } from '../core/model/optimum.js';
import type { Outcomes } from '../core/model/outcome.js';
import type { Pool, Pools, PriorRewards } from '../core/model/task.js';

/** What a page is made from: the plan as it was read, its pools, and results if there are any. Plain data, ready for JSON. */
export interface ExplorerData {
  /** The text of the plan, YAML or JSON: the page reads it by the same code as the command line. */
  readonly planText: string;
  /** What the plan is called in messages: its path as it was named. */
  readonly planFile: string;
  /** The exclusions file that the plan names, if it names one. */
  readonly exclusionsText: string | undefined;
  /** By the plan's key of each benchmark, in its order. */
  readonly pools: readonly (readonly [benchmark: string, pool: PackedPool])[];
  /** Whether the page goes on when the pool cannot give all that the plan asks for. */
  readonly allowShortfall: boolean;
  /** What was found for the goals of the plan: a page has no solver. Undefined where it has none. */
  readonly optima?: readonly RecalledOptimum[] | undefined;
  /** Results of runs, for the assessments that need them. */
  readonly results: Outcomes | undefined;
  /** What tells the results from later ones, where a server is asked for those; undefined: there is nobody to ask. */
  readonly resultsStamp?: string | undefined;
  /** Why later results could not be read when they were last asked for. */
  readonly resultsProblem?: string | undefined;
  /** "winnow 0.2.0". */
  readonly generator: string;
}

/** A pool whose earlier results are packed. */
interface PackedPool extends Omit<Pool, 'priorRewards' | 'expectUplift'> {
  readonly prior?: readonly PackedRewards[];
  /** Whether its tasks have an uplift in earlier runs, so that a choice by it has one to expect. */
  readonly hasUplift?: true;
}

/** What an earlier system made of the tasks of a pool, about a character a task. */
interface PackedRewards {
  readonly system: string;
  /** For each task in their order: 0 or 1 for one such reward, "-" for none, "x" for the next of the others. */
  readonly results: string;
  readonly others: readonly (readonly number[])[];
}

/** The pools as JSON can hold them: earlier results in a few characters. */
export function packPools(pools: Pools): ExplorerData['pools'] {
  return [...pools].map(([benchmark, { priorRewards, expectUplift: expects, ...pool }]) => {
    if (priorRewards === undefined) return [benchmark, pool];
    const prior = [...priorRewards].map(([system, byTask]) => {
      const others: (readonly number[])[] = [];
      const marks = pool.tasks.map(({ id }) => {
        const rewards = byTask.get(id) ?? [];
        const [only] = rewards;
        if (only === undefined) return '-';
        if (rewards.length === 1 && (Object.is(only, 0) || only === 1)) return String(only);
        others.push(rewards);
        return 'x';
      });
      return { system, results: marks.join(''), others };
    });
    return [benchmark, { ...pool, prior, ...(expects === undefined ? {} : { hasUplift: true }) }];
  });
}

/** The pools as they were; `expectUplift` tells what a choice by uplift promises. */
export function unpackPools(packed: ExplorerData['pools'], expectUplift?: ExpectUplift): Pools {
  return new Map(
    packed.map(([benchmark, { prior, hasUplift, ...pool }]) => {
      if (prior === undefined) return [benchmark, pool];
      const priorRewards: PriorRewards = new Map(
        prior.map(({ system, results, others }) => {
          let next = 0;
          const rewardsAt = (mark: string | undefined) =>
            mark === 'x' ? (others[next++] ?? []) : mark === '0' ? [0] : mark === '1' ? [1] : [];
          return [system, new Map(pool.tasks.map(({ id }, i) => [id, rewardsAt(results[i])]))];
        }),
      );
      return [
        benchmark,
        { ...pool, priorRewards, ...(hasUplift === true && expectUplift !== undefined ? { expectUplift } : {}) },
      ];
    }),
  );
}

/** Where the server of a page tells of results that came since: the stamp of the known ones stands after `since=`. */
export const newResultsPath = '/results';

/** What it answers: later results, or why they cannot be read now. */
export type NewResults =
  | { readonly stamp: string; readonly results: Outcomes }
  | { readonly stamp: string; readonly problem: string };

/** The id of the element that holds the data, as JSON, in the page. */
export const dataElementId = 'winnow-data';

/** The id of the element that the page renders into. */
export const pageElementId = 'winnow-page';
