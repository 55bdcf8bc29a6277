import { coverageBy, prospectOf } from '../../core/assess/prospect/prospect.js';
import { assessResults } from '../../core/assess/question/pool-results.js';
import { sumAlgorithm } from '../../core/manifest/benchmark-entry.js';
import { type Manifest, makeManifest, namedTasks } from '../../core/manifest/manifest.js';
import type { Outcomes } from '../../core/model/outcome.js';
import type { Selection } from '../../core/model/selection.js';
import type { Pools } from '../../core/model/task.js';
import { matchOutcomes } from '../../core/outcomes/match-outcomes.js';
import { methodologySections } from '../../core/report/methodology.js';
import type { FixedPage } from '../explorer-data.js';

export const leavable = ['unselected', 'results'] as const;
export type LeftOut = (typeof leavable)[number];

interface Whole {
  readonly pools: Pools;
  readonly selection: Selection;
  readonly results: Outcomes | undefined;
}

/** The data of a page with parts left out, and the answers it can no longer compute (`fixed`; undefined if it needs none). */
export function withoutParts(
  given: Whole,
  without: readonly LeftOut[],
  generator: string,
): Whole & { readonly fixed: FixedPage | undefined } {
  const [onlySelected = false, noResults = false] = leavable.map((each) => without.includes(each));
  const whole = noResults ? { ...given, results: undefined } : given;
  const hasPrior = [...whole.pools.values()].some(({ priorRewards }) => priorRewards !== undefined);
  if (!onlySelected && !(noResults && hasPrior)) return { ...whole, fixed: undefined };
  const { pools, selection, results } = whole;
  const chosen = new Set(selection.choices.map(({ task }) => `${task.benchmark}/${task.id}`));
  const isKept = (benchmark: string, id: string) => !onlySelected || chosen.has(`${benchmark}/${id}`);
  const known = results === undefined ? undefined : assessResults(selection, results).pool;
  const fixed: FixedPage = {
    leftOut: onlySelected ? selection.statistics.available - selection.statistics.selected : 0,
    sentence: prospectOf(selection, known).sentence,
    coverage: coverageBy(selection, known),
    methodology: methodologySections(selection, generator),
    manifest: ofSelected(makeManifest(selection, generator)),
  };
  return {
    fixed,
    results: onlySelected ? results && resultsOfSelected(results, fixed.manifest) : results,
    pools: new Map(
      [...pools].map(([name, { priorRewards, census: _, rowPlaces: __, ...pool }]) => {
        const prior = noResults || priorRewards === undefined ? {} : { priorRewards };
        return [name, { ...pool, ...prior, tasks: pool.tasks.filter(({ id }) => isKept(name, id)) }];
      }),
    ),
    selection: {
      ...selection,
      benchmarks: selection.benchmarks.map((benchmark) => {
        const { plan, tasks, groups, choices, leftOut, census: _, ...rest } = benchmark;
        const cut = new Map(
          groups.map((group) => [
            group,
            { ...group, ranking: group.ranking.filter(({ id }) => isKept(plan.name, id)) },
          ]),
        );
        return {
          ...rest,
          plan,
          tasks: tasks.filter(({ id }) => isKept(plan.name, id)),
          leftOut: leftOut.filter((id) => isKept(plan.name, id)),
          groups: [...cut.values()],
          choices: choices.map((choice) => ({ ...choice, group: cut.get(choice.group) ?? choice.group })),
        };
      }),
    },
  };
}

function resultsOfSelected(results: Outcomes, manifest: Manifest): Outcomes {
  const { configurations } = matchOutcomes(namedTasks(manifest), [], results.outcomes);
  const kept = new Set(configurations.flatMap(({ byTask }) => [...byTask.values()].flat()));
  return { ...results, outcomes: results.outcomes.filter((outcome) => kept.has(outcome)) };
}

/** The manifest as for a large pool: it names only the selected tasks, and estimates use counts of the others. */
function ofSelected(manifest: Manifest): Manifest {
  const chosen = new Set(manifest.tasks.map(({ benchmark, task_id }) => `${benchmark}/${task_id}`));
  return {
    ...manifest,
    benchmarks: manifest.benchmarks.map(({ left_out_by_where: _, ...entry }) => ({
      ...entry,
      fingerprint: sumAlgorithm,
    })),
    task_hashes: Object.fromEntries(
      Object.entries(manifest.task_hashes).map(([benchmark, hashes]) => [
        benchmark,
        Object.fromEntries(Object.entries(hashes).filter(([id]) => chosen.has(`${benchmark}/${id}`))),
      ]),
    ),
  };
}
