import type { VarianceFamily } from '../draws/draw-design.js';
import { drawDesignOf } from '../draws/draws.js';
import { sumOf } from '../lists/lists.js';
import { labelsOfTask } from '../manifest/csv-columns.js';
import type { Manifest } from '../manifest/manifest.js';
import { learnedFields, priorFields } from '../model/task.js';
import { taskKey } from '../outcomes/match-outcomes.js';
import type { NamedTask } from '../outcomes/task-index.js';

/** The labels that an estimate can be broken down by: benchmark, phase, and the plan's labels. */
export function sampleLabels({ methodology: { phases, fields } }: Pick<Manifest, 'methodology'>): readonly string[] {
  const labels = fields.filter(({ kind }) => kind === 'label').map(({ name }) => name);
  return ['benchmark', ...(phases === undefined ? [] : ['phase']), ...labels];
}

/** The default labels to break an estimate down by. */
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

export interface SampledTask extends NamedTask {
  readonly labels: Readonly<Record<string, string>>;
  readonly probability: number;
  /** The number of population tasks that it represents. */
  readonly weight: number;
  readonly stratum: string;
  readonly stratumSize: number;
  readonly variance: VarianceFamily;
  /** The position of its stratum in order of difficulty within the benchmark; undefined if there is no order. */
  readonly difficultyPlace: number | undefined;
  /** The values that a balanced draw used, or the position in an ordered draw. */
  readonly balance: readonly number[];
}

export interface Sample {
  readonly tasks: readonly SampledTask[];
  readonly population: number;
  /** For each counted label, the number of eligible tasks with each value. */
  readonly counts: ReadonlyMap<string, ReadonlyMap<string, number>>;
  readonly populationIds: readonly { readonly benchmark: string; readonly id: string }[];
}

/** Combines some benchmarks of a selection into one sample; all of them must be representative. */
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

/** The position of each group in order of difficulty, if the groups come from earlier results. */
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

/** Empty if a benchmark did not count its tasks by this label. */
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

/** Every selected task: sampled tasks as drawn, other tasks with weight 1. */
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

export function sizeOfStrata(tasks: readonly SampledTask[]): number {
  const sizes = new Map(tasks.map(({ stratum, stratumSize }) => [stratum, stratumSize]));
  return sumOf(sizes.values(), (size) => size);
}
