import { findDraw } from '../draws/draws.js';
import { at } from '../lists/at.js';
import { groupBy } from '../lists/group-by.js';
import { labelsOfTask } from '../manifest/csv-columns.js';
import type { Manifest } from '../manifest/manifest.js';
import type { Difference } from '../manifest/read-manifest.js';

/** What the probabilities and weights of a manifest say against themselves: an estimate would be wrong by as much. */
export function designContradictions({ metadata, benchmarks, tasks }: Manifest): Difference[] {
  const kinds = new Map(benchmarks.map(({ name, kind }) => [name, kind]));
  const overall = benchmarks.every(({ kind }) => kind === 'representative') ? 'representative' : 'focus';
  const isUneven = new Set(
    benchmarks.filter(({ draw }) => findDraw(draw?.method)?.isEven === false).map(({ name }) => name),
  );
  const differences: Difference[] = [];
  if (metadata.kind !== overall) {
    const message = `metadata.kind is "${metadata.kind}", but its benchmarks make it ${overall}.`;
    differences.push({ code: 'design/kind', message, path: 'metadata.kind' });
  }
  tasks.forEach(({ task_id: id, benchmark, design, selected_by }, at) => {
    const path = `tasks.${at}.design`;
    const isSample = kinds.get(benchmark) === 'representative';
    if (isSample !== (design !== null)) {
      const message = `${id} has ${design === null ? 'no probability' : 'a probability'}, but ${benchmark} is ${kinds.get(benchmark)}.`;
      differences.push({ code: 'design/kind', message, path });
    }
    if (design === null) return;
    const { inclusion_probability: probability, design_weight: weight } = design;
    const even =
      isUneven.has(benchmark) && selected_by !== 'pin' ? undefined : design.stratum_sampled / design.stratum_size;
    const isChance = probability > 0 && probability <= 1;
    if (isChance && even !== undefined && Math.abs(probability - even) > 1e-12) {
      const message = `${id} has the inclusion probability ${probability}; ${design.stratum_sampled} of ${design.stratum_size} were drawn from its stratum, which gives ${even}.`;
      differences.push({ code: 'design/probability', message, path });
      return;
    }
    if (!isChance) {
      const message = `${id} has the inclusion probability ${probability}; it must lie above 0 and be at most 1.`;
      differences.push({ code: 'design/probability', message, path });
    } else if (Math.abs(weight * probability - 1) > 1e-9) {
      const message = `${id} has the weight ${weight}; its probability ${probability} gives ${1 / probability}.`;
      differences.push({ code: 'design/weight', message, path });
    }
  });
  return [
    ...differences,
    ...strataContradictions({ benchmarks, tasks }),
    ...populationContradictions({ benchmarks, tasks }),
  ];
}

/** The sizes of strata against each other, against the drawn tasks and against the eligible ones. */
function strataContradictions({ benchmarks, tasks }: Pick<Manifest, 'benchmarks' | 'tasks'>): Difference[] {
  const differences: Difference[] = [];
  const strata = groupBy(
    tasks.filter(({ design }) => design !== null),
    ({ design }) => design?.stratum ?? '',
  );
  const sizes = new Map<string, number>();
  for (const [stratum, members] of strata) {
    const { design, benchmark } = at(members, 0);
    const size = design?.stratum_size ?? 0;
    sizes.set(benchmark, (sizes.get(benchmark) ?? 0) + size);
    const uneven = members.some(({ design: other }) => other?.stratum_size !== size);
    if (uneven || design?.stratum_sampled !== members.length || members.length > size) {
      const message = `stratum ${stratum} is said to have ${design?.stratum_sampled} of ${size} tasks drawn${uneven ? ', not everywhere the same' : ''}; it lists ${members.length}.`;
      differences.push({ code: 'design/stratum', message });
    }
  }
  for (const { name, kind, eligible } of benchmarks) {
    const sum = sizes.get(name) ?? 0;
    if (kind !== 'representative' || sum === eligible) continue;
    const message = `the strata of ${name} have ${sum} tasks together; ${eligible} are eligible.`;
    differences.push({ code: 'design/strata', message, path: `benchmarks.${name}` });
  }
  return differences;
}

/** The pool's counts by label against its size and against the selected tasks. */
function populationContradictions({ benchmarks, tasks }: Pick<Manifest, 'benchmarks' | 'tasks'>): Difference[] {
  return benchmarks.flatMap(({ name, eligible, population }) => {
    if (population === null) return [];
    const own = tasks.filter(({ benchmark }) => benchmark === name);
    return Object.entries(population.by).flatMap(([label, counts]): Difference[] => {
      const path = `benchmarks.${name}.population.by.${label}`;
      const sum = Object.values(counts).reduce((total, count) => total + count, 0);
      const selected = groupBy(own, (task) => labelsOfTask(task)[label] ?? '');
      const few = [...selected].filter(([value, members]) => members.length > (counts[value] ?? 0));
      const wrongSum = sum !== eligible || population.size !== eligible;
      return [
        ...(wrongSum
          ? [{ code: 'design/population', message: `${path} sums to ${sum}; ${eligible} are eligible.`, path }]
          : []),
        ...few.map(([value, members]) => ({
          code: 'design/population',
          message: `${path} has ${counts[value] ?? 0} of "${value}"; ${members.length} of them are selected.`,
          path,
        })),
      ];
    });
  });
}
