import { isRecord, part, recordOf, type UnknownRecord } from '../model/record.js';
import type { TaskEntry } from './csv-columns.js';
import type { LazyManifest } from './manifest.js';

const labels = ['language', 'difficulty', 'category', 'repo'];

/** Versions before 0.3 wrote form 1. */
export function isFormOne(value: unknown): boolean {
  const version = part(value, 'metadata', 'version');
  return typeof version === 'string' && version.startsWith('1.');
}

/** Converts a manifest of form 1 to form 2. The caller checks types in the result. */
export function upgradeManifest(value: UnknownRecord): UnknownRecord {
  const { methodology, statistics, benchmarks, tasks } = value;
  const listed = Array.isArray(tasks) ? tasks.filter(isRecord) : [];
  const fields = fieldsIn(listed);
  const names = fields.map(({ name }) => name);
  return {
    ...value,
    ...(isRecord(methodology) ? { methodology: upgradeMethodology(methodology, fields) } : {}),
    ...(isRecord(statistics) ? { statistics: renamed(statistics, statisticsNames) } : {}),
    ...(Array.isArray(benchmarks) ? { benchmarks: benchmarks.map((entry) => upgradeBenchmark(entry, listed)) } : {}),
    ...(Array.isArray(tasks) ? { tasks: tasks.map((task) => (isRecord(task) ? upgradeTask(task, names) : task)) } : {}),
  };
}

const statisticsNames = { tasks_per_sdlc_phase: 'tasks_per_phase', avg_mcp_benefit_score: 'average_score' };

function upgradeMethodology(methodology: UnknownRecord, fields: readonly object[]): UnknownRecord {
  const { sdlc_phases: phases, mcp_scoring_weights: weights, score, ...rest } = methodology;
  const { description, ...others } = rest;
  const { name, decimals, ...evidence } = recordOf(score);
  return {
    description,
    phases,
    fields,
    ...others,
    score: isRecord(score) ? { name, decimals, weights, ...evidence } : score,
  };
}

function upgradeBenchmark(entry: unknown, tasks: readonly UnknownRecord[]): unknown {
  if (!isRecord(entry)) return entry;
  const features = tasks.find(({ benchmark }) => benchmark === entry['name'])?.['features'];
  const looked_at = Object.keys(recordOf(features));
  return Object.fromEntries(
    Object.entries(entry).flatMap((each) => (each[0] === 'features' ? [['looked_at', looked_at], each] : [each])),
  );
}

function fieldsIn(tasks: readonly UnknownRecord[]) {
  const kinds = new Map<string, { kind: string; declared: boolean }>(
    labels.map((name) => [name, { kind: 'label', declared: false }]),
  );
  for (const { labels: own, features } of tasks) {
    for (const name of Object.keys(recordOf(own))) kinds.set(name, { kind: 'label', declared: true });
    for (const [name, value] of Object.entries(recordOf(features))) {
      const before = kinds.get(name);
      if (before === undefined || (typeof value === 'number' && !before.declared))
        kinds.set(name, { kind: typeof value === 'number' ? 'number' : 'label', declared: before?.declared ?? false });
    }
  }
  return [...kinds].map(([name, { kind, declared }]) => ({ name, kind, declared }));
}

function upgradeTask(task: UnknownRecord, names: readonly string[]): UnknownRecord {
  const { sdlc_phase: phase, mcp_benefit_score: score, mcp_breakdown: components, ...rest } = task;
  const { task_id, benchmark, labels: own, features, language, difficulty, category, repo, ...others } = rest;
  const known: UnknownRecord = {
    language,
    difficulty,
    category,
    repo,
    ...recordOf(own),
    ...recordOf(features),
  };
  const fields = Object.fromEntries(names.map((name) => [name, known[name] ?? null]));
  return { task_id, benchmark, phase, fields, score, components, ...others };
}

function renamed(record: UnknownRecord, names: Readonly<Record<string, string>>): UnknownRecord {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [names[key] ?? key, value]));
}

/** Converts a manifest to form 1, with keys such as `sdlc_phase` and with labels in every task. */
export function formOne({ metadata, methodology, statistics, benchmarks, tasks, ...rest }: LazyManifest): object {
  const { description, phases = [], fields, score, selection_targets, claim, weighting, ...others } = methodology;
  const { weights = {}, ...named } = score ?? { name: '', decimals: 0 };
  const { optimum, ...more } = others;
  const own = fields.filter(({ declared, kind }) => declared && kind === 'label').map(({ name }) => name);
  const lookedAt = new Map(benchmarks.map(({ name, looked_at }) => [name, looked_at]));
  const { exclusions, corrections, warnings, history, task_hashes } = rest;
  return {
    metadata: {
      ...metadata,
      version: '1.2',
      ...(metadata.schema === undefined ? {} : { schema: 'urn:winnow:selection:1' }),
    },
    methodology: {
      description,
      sdlc_phases: phases,
      mcp_scoring_weights: weights,
      selection_targets,
      claim,
      weighting,
      ...(optimum === undefined ? {} : { optimum }),
      score: named,
      ...more,
    },
    statistics: {
      tasks_per_sdlc_phase: statistics.tasks_per_phase ?? {},
      tasks_per_benchmark: statistics.tasks_per_benchmark,
      tasks_per_language: statistics.tasks_per_language ?? {},
      avg_mcp_benefit_score: statistics.average_score ?? 0,
    },
    benchmarks: benchmarks.map(({ looked_at: _, ...entry }) =>
      entry.population === null
        ? entry
        : { ...entry, population: { ...entry.population, by: inOrderOfLabels(entry.population.by) } },
    ),
    corrections,
    exclusions,
    warnings,
    ...(history === undefined ? {} : { history }),
    tasks: [...tasks].map((task) => taskInFormOne(task, own, lookedAt.get(task.benchmark) ?? [])),
    task_hashes,
  };
}

type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>;

function inOrderOfLabels(by: Counts): Counts {
  const first = ['phase', ...labels].filter((label) => Object.hasOwn(by, label));
  const names = [...first, ...Object.keys(by).filter((label) => !first.includes(label))];
  return Object.fromEntries(names.map((name) => [name, by[name] ?? {}]));
}

function taskInFormOne(task: TaskEntry, own: readonly string[], lookedAt: readonly string[]): object {
  const { task_id, benchmark, phase = '', fields, score = 0, components = {}, look: _, ...others } = task;
  const { defaulted_components = [], aliases, feature_provenance = {}, ...rest } = others;
  const values = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, fields[name] ?? null]));
  return {
    task_id,
    benchmark,
    sdlc_phase: phase,
    ...values(labels),
    ...(own.length === 0 ? {} : { labels: values(own) }),
    mcp_benefit_score: score,
    features: values(lookedAt),
    mcp_breakdown: components,
    ...rest,
    defaulted_components,
    aliases,
    feature_provenance,
  };
}
