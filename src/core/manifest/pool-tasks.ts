import type { Manifest } from './manifest.js';

interface PoolTask {
  readonly benchmark: string;
  readonly id: string;
  readonly aliases: readonly string[];
}

/** Whether a manifest lists every task of its pools; for a large pool it lists only the selected tasks. */
export function namesPool({ benchmarks }: Pick<Manifest, 'benchmarks'>): boolean {
  return benchmarks.every(({ fingerprint }) => fingerprint === undefined);
}

/** The selected tasks with all their names and their digests. */
export function namedTasks({ tasks }: Pick<Manifest, 'tasks'>): readonly (PoolTask & { readonly digest?: string })[] {
  return tasks.map(({ benchmark, task_id: id, aliases, digest }) => ({
    benchmark,
    id,
    aliases,
    ...(digest === undefined ? {} : { digest }),
  }));
}

/** The tasks of the pools, selected or not, that a manifest lists. */
export function poolTasks({ task_hashes }: Pick<Manifest, 'task_hashes'>): readonly PoolTask[] {
  return Object.entries(task_hashes).flatMap(([benchmark, hashes]) =>
    Object.keys(hashes).map((id) => ({ benchmark, id, aliases: [] })),
  );
}
