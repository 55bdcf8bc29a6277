import { groupBy } from '../lists/group-by.js';
import type { Manifest } from '../manifest/manifest.js';

/** What a manifest says of its optimisations: its tasks by benchmark, who would be in without exclusions, what was proven. */
export function claimsOf({ tasks, exclusions, benchmarks, methodology }: Manifest) {
  const ids = new Map(
    [...groupBy(tasks, ({ benchmark }) => benchmark)].map(([name, own]) => [
      name,
      new Set(own.map(({ task_id: id }) => id)),
    ]),
  );
  const entryOf = (name: string) => benchmarks.find((each) => each.name === name)?.optimum ?? methodology.optimum;
  const unexcluded = new Map(
    [...ids].map(([name, own]) => {
      const excluded = exclusions.filter(({ benchmark }) => benchmark === name);
      const newcomers = new Set(excluded.map(({ replaced_by: id }) => id));
      const before = excluded.filter((each) => each.would_be_selected).map(({ task_id: id }) => id);
      return [name, new Set([...[...own].filter((id) => !newcomers.has(id)), ...before])] as const;
    }),
  );
  return {
    isReproducible: [methodology.optimum, ...benchmarks.map(({ optimum }) => optimum)].every(
      (optimum) => optimum?.reproducible !== false,
    ),
    claimed: {
      ids,
      unexcluded: exclusions.length === 0 ? undefined : unexcluded,
      certificateOf: (name: string) => {
        const entry = entryOf(name);
        if (entry === undefined) return undefined;
        return {
          bound: entry.bound ?? Number.POSITIVE_INFINITY,
          status: entry.status === 'optimal' ? ('optimal' as const) : ('best found' as const),
          timeLimit: entry.time_limit_seconds ?? undefined,
          solver: entry.solver,
        };
      },
    },
  };
}
