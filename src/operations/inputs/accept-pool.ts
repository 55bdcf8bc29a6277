import { readManifest } from '../../core/manifest/read-manifest.js';
import type { Selection } from '../../core/model/selection.js';
import { compareText } from '../../core/text/words.js';
import { expectTasks } from '../../disk/change-plan.js';
import { existsSync } from '../../disk/file-access.js';
import type { LoadedPlan } from '../../disk/load-plan.js';
import { readSelection } from '../../disk/read-selection.js';

export interface PoolChange {
  readonly benchmark: string;
  readonly expected: number;
  readonly found: number;
  /** By id, compared with the pool of the previous selection; undefined if that is unknown. */
  readonly added: readonly string[] | undefined;
  readonly missing: readonly string[] | undefined;
}

/** A plan that expects any number of tasks, to see how many there are. */
export function expectingAny({ plan }: LoadedPlan): LoadedPlan['plan'] {
  return { ...plan, benchmarks: plan.benchmarks.map((benchmark) => ({ ...benchmark, expect: undefined })) };
}

/** The plan with the current sizes of its pools, if some have changed, and the tasks that are new or missing. */
export function acceptPool(loaded: LoadedPlan, { benchmarks }: Selection, folder: string) {
  const before = poolsBefore(folder);
  const changes = benchmarks.flatMap(({ plan: { name }, available, sourceTasks, census }): PoolChange[] => {
    const expected = loaded.plan.benchmarks.find((benchmark) => benchmark.name === name)?.expect;
    if (expected === undefined || expected === available) return [];
    // For a large pool, the manifest lists only the selected tasks.
    const known = census === undefined ? before?.get(name) : undefined;
    const isWhole = known !== undefined && known.size === expected;
    const ids = new Set(sourceTasks.map(({ id }) => id));
    return [
      {
        benchmark: name,
        expected,
        found: available,
        added: isWhole ? [...ids].filter((id) => !known.has(id)).sort(compareText) : undefined,
        missing: isWhole ? [...known].filter((id) => !ids.has(id)).sort(compareText) : undefined,
      },
    ];
  });
  const counts = new Map(changes.map(({ benchmark, found }) => [benchmark, found]));
  return { accepting: counts.size === 0 ? undefined : expectTasks(loaded.plan, counts), changes };
}

/** The ids of the pools that a selection was made from; undefined without a selection. */
function poolsBefore(folder: string): ReadonlyMap<string, ReadonlySet<string>> | undefined {
  if (!existsSync(`${folder}/selection.json`)) return undefined;
  const { manifest } = readManifest(readSelection(folder).texts.manifest);
  if (manifest === undefined) return undefined;
  return new Map(Object.entries(manifest.task_hashes).map(([name, hashes]) => [name, new Set(Object.keys(hashes))]));
}
