import { findDraw } from '../draws/draws.js';
import { at, countBy, groupBy, sumOf } from '../lists/lists.js';
import { labelsOfTask, type TaskEntry } from '../manifest/csv-columns.js';
import type { Manifest } from '../manifest/manifest.js';
import type { Difference } from '../manifest/read-manifest.js';
import { compareText, joinWords, roundTo } from '../text/words.js';

/** How a manifest counts its tasks: the statistics key, and the name that each task counts under. */
export const counted = [
  { key: 'tasks_per_phase', what: 'phase', nameOf: (task: TaskEntry) => task.phase ?? '' },
  { key: 'tasks_per_benchmark', what: 'benchmark', nameOf: (task: TaskEntry) => task.benchmark },
  {
    key: 'tasks_per_language',
    what: 'language',
    nameOf: (task: TaskEntry) => String(task.fields['language'] ?? 'unknown'),
  },
] as const;

/** `benchmark/id`, which is unique within a manifest. */
export function entryKey({ benchmark, task_id }: { readonly benchmark: string; readonly task_id: string }): string {
  return `${benchmark}/${task_id}`;
}

/** Contradictions between parts of a manifest: counts, sums, order, names. */
export function manifestContradictions(manifest: Manifest, partDecimals?: number): Difference[] {
  return [
    ...totals(manifest),
    ...statistics(manifest),
    ...benchmarks(manifest),
    ...taskList(manifest),
    ...scoreContradictions(manifest, partDecimals),
    ...designContradictions(manifest),
  ];
}

function totals({ metadata, tasks, benchmarks: list }: Manifest): Difference[] {
  const { total_selected, total_available } = metadata;
  const available = sumOf(list, (benchmark) => benchmark.available);
  return [
    ...unequal('sum/total-selected', 'metadata.total_selected', total_selected, 'selection.json lists', tasks.length),
    ...unequal('sum/total-available', 'metadata.total_available', total_available, 'the benchmarks have', available),
  ];
}

function statistics(manifest: Manifest): Difference[] {
  const differences = counted.flatMap(({ key, nameOf }) => {
    const stated = manifest.statistics[key];
    if (stated === undefined) return [];
    const found = new Map(Object.entries(stated));
    const recount = countBy(manifest.tasks, nameOf);
    const names = new Set([...found.keys(), ...recount.keys()]);
    return [...names].flatMap((name) => {
      const path = `statistics.${key}.${name}`;
      return unequal('sum/statistics', path, found.get(name) ?? 0, 'the tasks give', recount.get(name) ?? 0);
    });
  });
  const { score } = manifest.methodology;
  if (score === undefined) return differences;
  const { average_score: average = 0 } = manifest.statistics;
  const sum = sumOf(manifest.tasks, (task) => task.score ?? 0);
  const own = roundTo(sum / Math.max(1, manifest.tasks.length), score.decimals);
  return [...differences, ...unequal('sum/average', 'statistics.average_score', average, 'the tasks give', own)];
}

function benchmarks({ benchmarks: list, tasks, task_hashes }: Manifest): Difference[] {
  const selected = countBy(tasks, (task) => task.benchmark);
  const hashes = new Map(Object.entries(task_hashes));
  return list.flatMap(({ name, selected: said, available, fingerprint }) => {
    // In a large pool, only the selected tasks are hashed.
    const stated = fingerprint === undefined ? available : said;
    const hashed = Object.keys(hashes.get(name) ?? {}).length;
    const path = `benchmarks.${name}`;
    return [
      ...unequal('sum/benchmark-selected', `${path}.selected`, said, 'selection.json lists', selected.get(name) ?? 0),
      ...unequal('sum/benchmark-available', `${path}.available`, stated, 'task_hashes has', hashed),
    ];
  });
}

function taskList({ tasks, exclusions, task_hashes, methodology }: Manifest): Difference[] {
  const pools = new Map(Object.entries(task_hashes).map(([name, pool]) => [name, new Set(Object.keys(pool))]));
  const excluded = new Set(exclusions.map(entryKey));
  const phases = methodology.phases && new Set(methodology.phases);
  const seen = new Set<string>();
  const differences: Difference[] = [];
  const say = (code: string, message: string) => differences.push({ code, message });
  for (const task of tasks) {
    const key = entryKey(task);
    if (seen.has(key)) say('sum/duplicate-task', `${key} is listed more than once.`);
    else if (excluded.has(key)) say('sum/excluded-task', `${key} is both selected and excluded.`);
    if (pools.get(task.benchmark)?.has(task.task_id) !== true)
      say('sum/unknown-task', `${key} is selected, but is not in task_hashes.`);
    if (phases?.has(task.phase ?? '') === false)
      say('sum/unknown-phase', `${key} has phase "${task.phase}", which is not in methodology.phases.`);
    seen.add(key);
  }
  const misplaced = tasks.find((task, i) => {
    const before = tasks[i - 1];
    if (before === undefined) return false;
    return (compareText(before.benchmark, task.benchmark) || compareText(before.task_id, task.task_id)) > 0;
  });
  if (misplaced !== undefined)
    say('sum/order', `the tasks are not ordered by benchmark and id: ${entryKey(misplaced)} comes too late.`);
  return differences;
}

function unequal(code: string, path: string, found: number, source: string, expected: number): Difference[] {
  if (found === expected) return [];
  return [{ code, message: `${path} is ${found}, but ${source} ${expected}.`, path }];
}

// The rounding error of a sum of a few products.
const slack = 1e-9;

/** Scores that are not the weighted sum of their parts, and weights that don't sum to 1. */
function scoreContradictions(manifest: Manifest, partDecimals?: number): Difference[] {
  const { methodology, tasks } = manifest;
  const { score } = methodology;
  if (score === undefined) return [];
  const weights = new Map(Object.entries(score.weights));
  const total = sumOf(weights.values(), (weight) => weight);
  const unit = 10 ** -(partDecimals ?? mostDecimals(tasks.flatMap((task) => Object.values(task.components ?? {}))));
  const allowed = (unit + 10 ** -score.decimals) / 2 + slack;
  const differences: Difference[] = [];
  if (Math.abs(total - 1) > slack) {
    const message = `the weights in selection.json sum to ${roundTo(total, 6)}; they must sum to 1.`;
    differences.push({ code: 'sum/weights', message, path: 'methodology.score.weights' });
  }
  for (const task of tasks) {
    const path = `tasks.${entryKey(task)}.score`;
    const parts = Object.entries(task.components ?? {});
    const sum = sumOf(parts, ([component, value]) => (weights.get(component) ?? 0) * value);
    if (parts.some(([component]) => !weights.has(component)) || parts.length !== weights.size) {
      const message = `the score components of ${entryKey(task)} are not those that have a weight.`;
      differences.push({ code: 'sum/score', message, path });
    } else if (!(Math.abs(sum - (task.score ?? 0)) <= allowed)) {
      const message = `the score of ${entryKey(task)} is ${task.score}, but its components and the weights give ${roundTo(sum, score.decimals)}.`;
      differences.push({ code: 'sum/score', message, path });
    }
  }
  return differences;
}

function mostDecimals(values: readonly number[]): number {
  return values.reduce((most, value) => Math.max(most, (String(value).split('.')[1] ?? '').length), 0);
}

/** Contradictions between probabilities, weights and strata, which would bias estimates. */
export function designContradictions({ metadata, benchmarks, tasks }: Manifest): Difference[] {
  const kinds = new Map(benchmarks.map(({ name, kind }) => [name, kind]));
  const overall = benchmarks.every(({ kind }) => kind === 'representative') ? 'representative' : 'focus';
  const isUneven = new Set(
    benchmarks.filter(({ draw }) => findDraw(draw?.method)?.isEven === false).map(({ name }) => name),
  );
  const differences: Difference[] = [];
  const say = (code: string, message: string, path: string) => differences.push({ code, message, path });
  if (metadata.kind !== overall) {
    const message = `metadata.kind is "${metadata.kind}", but the kinds of the benchmarks make it "${overall}".`;
    say('design/kind', message, 'metadata.kind');
  }
  tasks.forEach(({ task_id: id, benchmark, design, selected_by }, at) => {
    const path = `tasks.${at}.design`;
    const isSample = kinds.get(benchmark) === 'representative';
    if (isSample !== (design !== null)) {
      const chance = design === null ? 'no probability' : 'a probability';
      say('design/kind', `${id} has ${chance}, but the kind of ${benchmark} is "${kinds.get(benchmark)}".`, path);
    }
    if (design === null) return;
    const { inclusion_probability: probability, design_weight: weight, stratum_sampled, stratum_size } = design;
    const even = isUneven.has(benchmark) && selected_by !== 'pin' ? probability : stratum_sampled / stratum_size;
    const has = `${id} has the inclusion probability ${probability};`;
    if (!(probability > 0 && probability <= 1))
      say('design/probability', `${has} it must be above 0 and at most 1.`, path);
    else if (Math.abs(probability - even) > 1e-12) {
      const drawn = `${stratum_sampled} of ${stratum_size} tasks were drawn from its stratum, which gives ${even}.`;
      say('design/probability', `${has} ${drawn}`, path);
    } else if (Math.abs(weight * probability - 1) > 1e-9)
      say(
        'design/weight',
        `${id} has the weight ${weight}, but its probability ${probability} gives ${1 / probability}.`,
        path,
      );
  });
  return [
    ...differences,
    ...strataContradictions({ benchmarks, tasks }),
    ...populationContradictions({ benchmarks, tasks }),
  ];
}

/** Checks stratum sizes against each other, the drawn tasks and the eligible tasks. */
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
    const stated = [...new Set(members.map(({ design: own }) => own?.stratum_size ?? 0))];
    const sampled = design?.stratum_sampled;
    if (stated.length > 1) {
      const message = `the tasks of stratum ${stratum} state different sizes for it: ${joinWords(stated.map(String))}.`;
      differences.push({ code: 'design/stratum', message });
    } else if (sampled !== members.length || members.length > size) {
      const message = `stratum ${stratum} should have ${sampled} of ${size} tasks drawn, but lists ${members.length}.`;
      differences.push({ code: 'design/stratum', message });
    }
  }
  for (const { name, kind, eligible } of benchmarks) {
    const sum = sizes.get(name) ?? 0;
    if (kind !== 'representative' || sum === eligible) continue;
    const message = `the strata of ${name} have ${sum} tasks in total, but ${eligible} are eligible.`;
    differences.push({ code: 'design/strata', message, path: `benchmarks.${name}` });
  }
  return differences;
}

/** Checks the pool's counts by label against its size and the selected tasks. */
function populationContradictions({ benchmarks, tasks }: Pick<Manifest, 'benchmarks' | 'tasks'>): Difference[] {
  return benchmarks.flatMap(({ name, eligible, population }) => {
    if (population === null) return [];
    const own = tasks.filter(({ benchmark }) => benchmark === name);
    return Object.entries(population.by).flatMap(([label, counts]): Difference[] => {
      const path = `benchmarks.${name}.population.by.${label}`;
      const sum = sumOf(Object.values(counts), (count) => count);
      const selected = groupBy(own, (task) => labelsOfTask(task)[label] ?? '');
      const few = [...selected].filter(([value, members]) => members.length > (counts[value] ?? 0));
      const wrongSum = sum !== eligible || population.size !== eligible;
      return [
        ...(wrongSum
          ? [{ code: 'design/population', message: `${path} sums to ${sum}, but ${eligible} are eligible.`, path }]
          : []),
        ...few.map(([value, members]) => ({
          code: 'design/population',
          message: `${path} has ${counts[value] ?? 0} of "${value}", but ${members.length} are selected.`,
          path,
        })),
      ];
    });
  });
}
