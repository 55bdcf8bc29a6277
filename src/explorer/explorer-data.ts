import type { ExpectUplift } from '../core/model/learned.js';
import type { RecalledOptimum } from '../core/model/optimum.js';
import type { Outcomes } from '../core/model/outcome.js';
import type { Pool, Pools, PriorRewards, Task, TaskContents } from '../core/model/task.js';
import type { ShownPools } from './packed/packed-selection.js';

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

interface PackedPool extends Omit<Pool, 'priorRewards' | 'expectUplift' | 'tasks'> {
  readonly tasks: readonly PackedTask[];
  /** The lists of names that contents have, each once. */
  readonly contentNames?: readonly (readonly string[])[];
  readonly prior?: readonly PackedRewards[];
  /** Whether its tasks have an uplift in earlier runs, so that a choice by it has one to expect. */
  readonly hasUplift?: true;
}

/** A task; the names of its contents are those of many others, and stand in the pool's list. */
type PackedTask = Omit<Task, 'contents'> & {
  readonly contents?: TaskContents | (Omit<TaskContents, 'names'> & { readonly names: number }) | undefined;
};

/** What an earlier system made of the tasks of a pool, about a character a task. */
interface PackedRewards {
  readonly system: string;
  /** For each task in their order: 0 or 1 for one such reward, "-" for none, "x" for the next of the others. */
  readonly results: string;
  readonly others: readonly (readonly number[])[];
}

/** The pools as JSON can hold them: earlier results in a few characters. */
export function packPools(pools: Pools): ExplorerData['pools'] {
  return [...pools].map(([benchmark, { priorRewards, expectUplift: expects, ...whole }]) => {
    const pool = { ...whole, ...packContents(whole.tasks) };
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

function packContents(tasks: readonly Task[]): Pick<PackedPool, 'tasks' | 'contentNames'> {
  const places = new Map<string, number>();
  const contentNames: (readonly string[])[] = [];
  const packed = tasks.map((task) => {
    if (task.contents === undefined) return task;
    const key = task.contents.names.join('\n');
    const known = places.get(key) ?? contentNames.push(task.contents.names) - 1;
    places.set(key, known);
    return { ...task, contents: { ...task.contents, names: known } };
  });
  return contentNames.length === 0 ? { tasks } : { tasks: packed, contentNames };
}

function unpackContents({ tasks, contentNames = [] }: Pick<PackedPool, 'tasks' | 'contentNames'>): readonly Task[] {
  return tasks.map((task): Task => {
    const { contents, ...rest } = task;
    if (contents === undefined) return rest;
    const { names, ...marks } = contents;
    return { ...rest, contents: { ...marks, names: typeof names === 'number' ? (contentNames[names] ?? []) : names } };
  });
}

/** The pools as they were; `expectUplift` tells what a choice by uplift promises. */
export function unpackPools(packed: ExplorerData['pools'], expectUplift?: ExpectUplift): Pools {
  const lists = new Map(packed.map(([benchmark, { contentNames = [] }]) => [benchmark, contentNames]));
  return new Map(
    [...unpackPriors(packed, expectUplift)].map(([benchmark, { tasks, ...pool }]) => [
      benchmark,
      { ...pool, tasks: unpackContents({ tasks, contentNames: lists.get(benchmark) ?? [] }) },
    ]),
  );
}

/** The pools as a page shows them: the contents of tasks, which only hashes are made of, stay packed. */
export function unpackPriors(packed: ExplorerData['pools'], expectUplift?: ExpectUplift): ShownPools {
  return new Map(
    packed.map(([benchmark, { prior, hasUplift, contentNames: _, ...pool }]) => {
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

/** Where the server of a page gives newer results, relative to the page: the stamp of the known ones comes after `since=`. */
export const newResultsName = 'results';

/** What it answers: later results, or why they cannot be read now. */
export type NewResults =
  | { readonly stamp: string; readonly results: Outcomes }
  | { readonly stamp: string; readonly problem: string };

/** The id of the element that holds the data, as JSON, in the page. */
export const dataElementId = 'winnow-data';

/** The id of the element that the page renders into. */
export const pageElementId = 'winnow-page';

/** The id of the element that holds what the plan selects, as JSON. */
export const selectionElementId = 'winnow-selection';

/** The class of the elements that hold some of the tasks each: the place of their pool, and the tasks. */
export const tasksElementClass = 'winnow-tasks';

/** The one policy of trusted types that the page may make: by it a worker starts from the page's own script. */
export const workerPolicy = 'winnow-worker';
