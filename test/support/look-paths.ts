import { at } from '../../src/core/lists/lists.js';
import {
  differenceEvidence,
  figuresOn,
  informationShare,
  judgeLook,
  limitEvidence,
  partOf,
} from '../../src/core/looks/look-evidence.js';
import type { LookVerdict } from '../../src/core/looks/look-record.js';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import type { RunResults } from '../../src/core/model/outcome.js';
import { taskKey } from '../../src/core/outcomes/match-outcomes.js';
import { type RandomStream, shuffle } from '../../src/core/statistics/random-numbers.js';
import type { Boundary } from '../../src/core/statistics/spending.js';

/** How a comparison ended, and with how many tasks. */
export interface Ending {
  readonly verdict: LookVerdict;
  readonly tasks: number;
}

/** The tasks of each look, nested; `unplanned` adds looks at this many tasks, in random order within the tiers. */
export function lookTasks(manifest: Manifest, random: RandomStream, unplanned: readonly number[] = []) {
  const { sizes } = manifest.methodology.looks ?? { sizes: [] };
  const ordered = sizes.flatMap((_, k) =>
    shuffle(
      manifest.tasks.filter(({ look }) => look === k + 1),
      random,
    ).map(({ benchmark, task_id: id }) => taskKey({ benchmark, id })),
  );
  const counts = [...new Set([...sizes, ...unplanned])]
    .filter((count) => count <= ordered.length)
    .sort((a, b) => a - b);
  return counts.map((count) => ordered.slice(0, count));
}

/** Makes one look after the other at two systems, until one ends it. */
export function comparePath(
  manifest: Manifest,
  looks: readonly (readonly string[])[],
  rewards: ReadonlyMap<string, readonly number[]>,
  futility: boolean,
): Ending {
  const all = looks.at(-1)?.length ?? 0;
  return pathOf(
    looks,
    futility,
    false,
    (count) => informationShare(count, all, undefined),
    (keys) => {
      const part = partOf(manifest, new Set(keys));
      return differenceEvidence(part, new Map(keys.map((key) => [key, rewards.get(key) ?? []])));
    },
  );
}

/** The same for the level of a system and a threshold. */
export function levelPath(
  manifest: Manifest,
  looks: readonly (readonly string[])[],
  results: RunResults,
  system: string,
  limit: number,
  population: number,
): Ending {
  const evidenceOf = (part: Manifest) =>
    limitEvidence(limit, figuresOn(part, results, { system, baseline: null }, 'absent'));
  return requirementPath(manifest, looks, population, evidenceOf);
}

/** The same for the difference of two systems and a margin. */
export function marginPath(
  manifest: Manifest,
  looks: readonly (readonly string[])[],
  results: RunResults,
  pair: { readonly system: string; readonly baseline: string },
  limit: number,
): Ending {
  const evidenceOf = (part: Manifest) => limitEvidence(limit, figuresOn(part, results, pair, 'absent'));
  return requirementPath(manifest, looks, undefined, evidenceOf);
}

function requirementPath(
  manifest: Manifest,
  looks: readonly (readonly string[])[],
  population: number | undefined,
  evidenceOf: (part: Manifest) => { readonly z: number; readonly isExact: boolean },
): Ending {
  const all = looks.at(-1)?.length ?? 0;
  return pathOf(
    looks,
    true,
    true,
    (count) => informationShare(count, all, population),
    (keys) => evidenceOf(partOf(manifest, new Set(keys))),
  );
}

function pathOf(
  looks: readonly (readonly string[])[],
  futility: boolean,
  isRequirement: boolean,
  shareOf: (count: number) => number,
  evidenceOf: (keys: readonly string[]) => { readonly z: number; readonly isExact: boolean },
): Ending {
  const fractions = looks.map(({ length }) => shareOf(length));
  for (const [k, keys] of looks.entries()) {
    const { z, isExact } = evidenceOf(keys);
    const [before, after] = [fractions.slice(0, k), fractions.slice(k + 1)];
    const { verdict } = judgeLook({
      z,
      isExact,
      fraction: at(fractions, k),
      before,
      after,
      errorRate: 0.05,
      isRequirement,
      futility,
    });
    if (verdict !== 'continue') return { verdict, tasks: keys.length };
  }
  throw new Error('the last look ends it');
}

/** Each task's two results, exchanged or not by a fair coin: two systems that do not differ, with the same discordance. */
export function exchanged(
  ids: readonly string[],
  benchmark: string,
  first: readonly number[],
  second: readonly number[],
  random: RandomStream,
): ReadonlyMap<string, readonly number[]> {
  return new Map(
    ids.map((id, i) => {
      const pair = [at(first, i), at(second, i)];
      return [taskKey({ benchmark, id }), random.double() < 0.5 ? pair : pair.toReversed()];
    }),
  );
}

/**
 * Whether two systems get a verdict when somebody looks after every task. The boundaries are those of as many looks as there
 * are tasks; working them out for each path again would take most of the time.
 */
export function everyTaskCrosses(
  manifest: Manifest,
  looks: readonly (readonly string[])[],
  rewards: ReadonlyMap<string, readonly number[]>,
  boundaries: readonly Boundary[],
): boolean {
  return looks.some((keys, k) => {
    const part = partOf(manifest, new Set(keys));
    const { z, isExact } = differenceEvidence(part, new Map(keys.map((key) => [key, rewards.get(key) ?? []])));
    return isExact && Math.abs(z) > at(boundaries, k).critical;
  });
}
