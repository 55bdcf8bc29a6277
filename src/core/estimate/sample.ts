import type { VarianceFamily } from '../draws/draw-design.js';
import { drawDesignOf } from '../draws/draws.js';
import { sumOf } from '../lists/lists.js';
import { labelsOfTask } from '../manifest/csv-columns.js';
import type { Manifest } from '../manifest/manifest.js';
import { learnedFields, priorFields } from '../model/task.js';
import { taskKey } from '../outcomes/match-outcomes.js';
import type { NamedTask } from '../outcomes/task-index.js';

/** The labels that an estimate can be broken down by: the benchmark, the phase, and the labels that the plan uses. */
export function sampleLabels({ methodology: { phases, fields } }: Pick<Manifest, 'methodology'>): readonly string[] {
  const labels = fields.filter(({ kind }) => kind === 'label').map(({ name }) => name);
  return ['benchmark', ...(phases === undefined ? [] : ['phase']), ...labels];
}

/** The labels that an estimate is broken down by, unless others are given. */
export function usualParts(manifest: Manifest): readonly string[] {
  const { methodology, statistics, benchmarks } = manifest;
  const known = sampleLabels(manifest);
  // Bands of difficulty belong to the design, and nobody asks about them.
  const isLearned = new Set<string | null>(learnedFields.map(({ name }) => name));
  const grouped = benchmarks.flatMap(({ groups }) => groups.flatMap(({ by }) => (isLearned.has(by) ? [] : (by ?? []))));
  const parts = [
    'benchmark',
    ...(methodology.phases === undefined ? [] : ['phase']),
    ...(statistics.tasks_per_language === undefined ? [] : ['language']),
    ...(methodology.phases === undefined ? grouped : []),
  ];
  return [...new Set(parts)].filter((label) => known.includes(label));
}

/** A task drawn at random, with the facts about the draw that an estimate needs. */
export interface SampledTask extends NamedTask {
  readonly labels: Readonly<Record<string, string>>;
  readonly probability: number;
  /** How many tasks of the population it represents. */
  readonly weight: number;
  readonly stratum: string;
  readonly stratumSize: number;
  /** How its stratum's part of the variance is computed. */
  readonly variance: VarianceFamily;
  /** The place of its stratum in order of difficulty within the benchmark; undefined if there is no order. */
  readonly difficultyPlace: number | undefined;
  /** The values that a balanced draw was balanced on, or the position in a draw along an order. */
  readonly balance: readonly number[];
}

/** A probability sample and its population. */
export interface Sample {
  readonly tasks: readonly SampledTask[];
  /** Eligible tasks. */
  readonly population: number;
  /** For each label that was counted, the eligible tasks that have each value. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly populationIds: readonly { readonly benchmark: string; readonly id: string }[];
}

/** Some benchmarks of a selection as one sample; every one of them must be representative. */
export function sampleOf(manifest: Manifest, benchmarks: ReadonlySet<string>): Sample {
  const entries = manifest.benchmarks.filter(({ name }) => benchmarks.has(name));
  const families = new Map(
    entries.map(({ name, draw }) => [name, draw === null ? 'even' : drawDesignOf(draw).variance]),
  );
  const places = new Map(entries.map((entry) => [entry.name, difficultyPlaces(entry)]));
  const tasks = manifest.tasks.flatMap((task): SampledTask[] => {
    const { design, benchmark } = task;
    if (!benchmarks.has(benchmark) || design === null) return [];
    return [
      {
        ...named(task),
        probability: design.inclusion_probability,
        weight: design.design_weight,
        stratum: design.stratum,
        stratumSize: design.stratum_size,
        variance: families.get(benchmark) ?? 'even',
        difficultyPlace: places.get(benchmark)?.get(task.group.value),
        balance: Object.values(design.balance ?? {}),
      },
    ];
  });
  return {
    tasks,
    population: sumOf(entries, ({ eligible }) => eligible),
    counts: new Map(sampleLabels(manifest).flatMap((name) => countsOf(entries, name))),
    populationIds: entries.flatMap((entry) => eligibleIds(manifest, entry)),
  };
}

type Entry = Manifest['benchmarks'][number];

/** The place of each group in order of difficulty, if earlier results made the groups. */
function difficultyPlaces({ groups }: Entry): ReadonlyMap<string | null, number> {
  const fields = [...priorFields, ...learnedFields];
  if (!groups.every(({ by }) => fields.some(({ name, isDifficulty }) => isDifficulty === true && name === by))) {
    return new Map();
  }
  const values = [...new Set(groups.filter(({ value }) => value !== null).map(({ value }) => value))];
  const areNumbers = values.every((value) => value !== null && Number.isFinite(Number(value)));
  const sorted = areNumbers ? values.toSorted((a, b) => Number(a) - Number(b)) : values;
  return new Map(sorted.map((value, place) => [value, place]));
}

/** Empty if the tasks of a benchmark were not counted by this label. */
function countsOf(entries: readonly Entry[], name: string): [string, ReadonlyMap<string, number>][] {
  const counts = new Map<string, number>();
  for (const entry of entries) {
    const own = name === 'benchmark' ? { [entry.name]: entry.eligible } : entry.population?.by[name];
    if (own === undefined) return [];
    for (const [value, count] of Object.entries(own)) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return [[name, counts]];
}

function eligibleIds({ task_hashes, exclusions }: Manifest, { name, left_out_by_where }: Entry) {
  const out = new Set(left_out_by_where);
  for (const { benchmark, task_id } of exclusions) if (benchmark === name) out.add(task_id);
  return Object.keys(task_hashes[name] ?? {})
    .filter((id) => !out.has(id))
    .map((id) => ({ benchmark: name, id }));
}

/** Every selected task: those of the sample as they were drawn, all others representing only themselves. */
export function selectedTasks(manifest: Manifest, sample: Sample): readonly SampledTask[] {
  const drawn = new Map(sample.tasks.map((task) => [taskKey(task), task]));
  return manifest.tasks.map((task): SampledTask => {
    const { benchmark, task_id: id, group } = task;
    const none = group.value === null ? ` (no ${group.by})` : `/${group.value}`;
    const alone = {
      ...named(task),
      probability: 1,
      weight: 1,
      stratum: `${benchmark}${group.by === null ? '' : none}`,
      stratumSize: group.size,
      variance: 'even',
      difficultyPlace: undefined,
      balance: [],
    } as const;
    return drawn.get(taskKey({ benchmark, id })) ?? alone;
  });
}

function named(task: Manifest['tasks'][number]) {
  const { benchmark, task_id: id, aliases } = task;
  return { benchmark, id, aliases, labels: labelsOfTask(task) };
}

/** The number of tasks in the strata that tasks are from. */
export function sizeOfStrata(tasks: readonly SampledTask[]): number {
  const sizes = new Map(tasks.map(({ stratum, stratumSize }) => [stratum, stratumSize]));
  return sumOf(sizes.values(), (size) => size);
}
