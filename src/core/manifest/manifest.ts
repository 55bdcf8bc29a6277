import { claimOf, overviewSentence, pilotRuns } from '../describe/selection-words.js';
import {
  type DocumentOf,
  documentOf,
  entry,
  type Form,
  flag,
  label,
  list,
  maybe,
  number,
  numberOrAll,
  orNull,
  record,
  text,
  word,
} from '../documents/forms.js';
import { type PoolHashes, selectionHashes } from '../fingerprint/fingerprint-pool.js';
import { ManifestError } from '../model/errors.js';
import type { FirstWave, ScoreRule } from '../model/plan.js';
import {
  type BenchmarkSelection,
  type CoverageRow,
  type Selection,
  shownFields,
  usedFields,
} from '../model/selection.js';
import { resultSettingsForm } from '../settings/result-settings.js';
import { TextPieces } from '../text/text-pieces.js';
import { countOf } from '../text/words.js';
import {
  benchmarkData,
  benchmarkSchema,
  expectedUpliftData,
  expectedUpliftSchema,
  kinds,
  optimumData,
  optimumForm,
  weightingData,
  weightingForm,
} from './benchmark-entry.js';
import { shapeOf, type TaskEntry, type TaskShape, taskEntry, taskSchema } from './csv-columns.js';

/**
 * The form of `selection.json` that Winnow writes, as MAJOR.MINOR. A new minor form only adds keys; any change that
 * would mislead a reader of the old form needs a new major form. See `docs/reference/documents.md`.
 */
export const manifestForm = '2.0';

/** The `$id` of the JSON Schema for all forms with this major number. */
export const manifestSchemaId = 'urn:winnow:selection:2';

/** The content of `selection.json`, which omits everything that the plan does not use. */
export interface Manifest extends ManifestBase {
  readonly tasks: readonly TaskEntry[];
}
type ManifestBase = DocumentOf<typeof baseSchema>;

export interface LazyManifest extends ManifestBase {
  readonly tasks: Iterable<TaskEntry>;
}

/** The schema for reading `selection.json`, and the published one; unknown keys are ignored. */
export function manifestSchema(): Form<unknown> {
  const { taskHashes, ...forms } = baseForms();
  return entry({ ...forms, tasks: list(taskSchema(), 'The selected tasks, by benchmark, then id.'), taskHashes });
}

function baseSchema() {
  return entry(baseForms());
}

function baseForms() {
  return {
    metadata: entry({
      title: text('The plan’s title.'),
      version: text('The format version of this file, as MAJOR.MINOR.'),
      schema: maybe(text(), `The schema of this file: ${manifestSchemaId}.`),
      generatedBy: text('The program that wrote this file, with its version.'),
      randomSeed: orNull(label(), 'The seed for all draws; null if the plan has none.'),
      totalAvailable: number('The number of tasks in all pools.'),
      totalSelected: number('The number of selected tasks.'),
      kind: word(kinds, 'Which claims results support; `representative` only if every benchmark is.'),
      plan: entry({
        name: text(),
        sha256: text('A hash of the plan’s content.'),
        file: maybe(text(), 'The name of the plan’s file; missing if the plan is built in or was given as text.'),
      }),
      files: maybe(
        record(text()),
        'The SHA-256 of each file written with this one, by name; missing if there are none. Earlier versions did not write it.',
      ),
      tier: maybe(
        entry({
          name: text(),
          size: number('The number of tasks in the tier.'),
          full: number('The number of tasks in the full selection, which contains all tiers.'),
          sizes: record(number(), 'The number of tasks in each tier.'),
        }),
        'The tier that this file contains; missing for the full selection.',
      ),
      tiers: maybe(
        record(number()),
        'In a full selection: the number of tasks in each tier. Each tier has its own selection in a folder of that name. Missing if the plan has no tiers.',
      ),
    }),
    methodology: entry({
      description: text(),
      phases: maybe(list(text()), 'The phases, in plan order; missing if the plan has none.'),
      fields: list(
        entry({
          name: text(),
          kind: word(['label', 'number', 'date']),
          declared: flag('Whether the plan declares the field or uses a column of its pool by name.'),
          column: maybe(text(), 'The column’s name in the plan and the pool; missing if it is the field’s name.'),
        }),
        'The fields that the plan uses, in the order in which it names them, then a declared title, summary or name, then the usual labels if known. The `fields` of each task contain their values.',
      ),
      selectionTargets: record(numberOrAll(), 'The number of tasks to select from each benchmark.'),
      claim: text('The claim that results support, in a sentence.'),
      weighting: weightingForm(),
      optimum: maybe(optimumForm(), 'The optimum for a goal over all benchmarks; missing if there is none.'),
      score: maybe(scoreSchema(), 'How tasks are scored; missing if the plan has no score.'),
      expectedUplift: maybe(
        expectedUpliftSchema(),
        'If tasks were chosen by their uplift in earlier runs: the uplift to expect in new runs; otherwise missing.',
      ),
      results: maybe(resultSettingsForm(), 'The plan’s settings for reading results; missing if it has none.'),
      level: maybe(
        entry({ weight: word(['pool', 'equal']), by: text('The label whose values have equal weight.') }),
        'The level to show first; missing if the plan does not set one.',
      ),
      looks: maybe(
        entry({
          sizes: list(number(), 'The number of tasks at each look; the last look includes all selected tasks.'),
          errorRate: number('The chance of a false verdict across all looks.'),
        }),
        'The planned looks at growing results; missing if the plan has none. The `look` of each task is the first that includes it.',
      ),
      wave: maybe(
        entry({
          system: text('The system that the second wave was selected for.'),
          first: list(
            entry({ benchmark: text(), taskId: text(), reward: number() }),
            'The system’s results on the first wave.',
          ),
        }),
        'In a second wave: the first wave that it is based on; otherwise missing.',
      ),
      pilot: maybe(
        entry({
          goal: text(),
          repeatsPerArm: number('The number of runs of each task in each arm.'),
          runs: number('The total number of runs in both arms.'),
          budget: text(),
        }),
        'In a pilot: how to run it; otherwise missing.',
      ),
    }),
    statistics: entry({
      tasksPerPhase: maybe(record(number()), 'Missing if the plan has no phases.'),
      tasksPerBenchmark: record(number()),
      tasksPerLanguage: maybe(record(number()), 'Missing if the plan does not use the language.'),
      averageScore: maybe(number(), 'The mean score of the selected tasks; missing if the plan has no score.'),
    }),
    benchmarks: list(benchmarkSchema()),
    corrections: list(
      entry({
        benchmark: text(),
        field: text('The label that was corrected.'),
        by: text('The field that selects the tasks to correct.'),
        value: text('The value of that field.'),
        to: label(),
        tasksMatched: number(),
        tasksChanged: number(),
        changedFrom: record(
          number(),
          'The number of tasks by their label before the correction; "" for tasks without a label.',
        ),
      }),
    ),
    exclusions: list(
      entry({
        taskId: text(),
        benchmark: text(),
        reason: text(),
        evidence: orNull(text()),
        date: orNull(text()),
        who: orNull(text()),
        wouldBeSelected: flag('Whether the task would otherwise be selected.'),
        replacedBy: orNull(text(), 'The task selected instead.'),
      }),
    ),
    warnings: list(entry({ code: text(), message: text(), benchmark: maybe(text()) })),
    history: maybe(
      list(historySchema()),
      'The changes from version to version, oldest first; missing in a first version.',
    ),
    taskHashes: record(record(text()), 'The start of each pool task’s SHA-256, by benchmark and task.'),
  };
}

export function historySchema() {
  return entry({
    version: number('The version number, from 2.'),
    of: text('The SHA-256 of the selection.json that this version replaced.'),
    change: text('The change, in a sentence.'),
    reasons: list(
      entry({
        benchmark: text(),
        taskId: text('The removed task.'),
        replacedBy: orNull(text(), 'Its replacement.'),
        reason: text(),
        evidence: orNull(text()),
      }),
    ),
  });
}

function scoreSchema() {
  const interval = orNull(entry({ low: number(), high: number() }));
  return entry({
    name: text('What the score measures.'),
    decimals: number('The number of decimals in a score.'),
    weights: record(number(), 'The weight of each component.'),
    evidence: maybe(
      list(
        entry({
          pairs: number('The number of tasks with a score and results in both arms.'),
          correlation: number('The rank correlation between score and uplift.'),
          interval,
          withinBenchmarks: number(),
          withinInterval: interval,
          source: text(),
          date: text(),
        }),
      ),
      'Paired results that test the score; missing if the plan cites none.',
    ),
  });
}

export function statedScore(score: ScoreRule) {
  const data = scoreData(score);
  return data && documentOf(scoreSchema(), data);
}

function scoreData({ name, decimals, weights, evidence }: ScoreRule) {
  if (weights.size === 0) return undefined;
  const rows = evidence.map(({ interval, within, withinInterval, ...row }) => ({
    ...row,
    interval: interval && { low: interval[0], high: interval[1] },
    withinBenchmarks: within,
    withinInterval: withinInterval && { low: withinInterval[0], high: withinInterval[1] },
  }));
  return { name, decimals, weights, evidence: rows.length === 0 ? undefined : rows };
}

/** The first wave in a manifest; undefined unless the selection was fitted to one. */
export function recordedWave(manifest: Pick<Manifest, 'methodology'> | undefined): FirstWave | undefined {
  const wave = manifest?.methodology.wave;
  if (wave === undefined) return undefined;
  return {
    system: wave.system,
    rewards: new Map(wave.first.map(({ benchmark, task_id: id, reward }) => [`${benchmark}/${id}`, reward])),
  };
}

export function makeManifest(selection: Selection, generatedBy: string): Manifest {
  const manifest = lazyManifest(selection, generatedBy);
  return { ...manifest, tasks: [...manifest.tasks] };
}

/** The manifest of a selection, with tasks built on demand to save memory. `files` are SHA-256 hashes by name. */
export function lazyManifest(
  selection: Selection,
  generatedBy: string,
  files?: Readonly<Record<string, string>>,
  hashes: ReadonlyMap<string, PoolHashes> = selectionHashes(selection),
): LazyManifest {
  const { plan, benchmarks, choices, statistics, weighting, tier } = selection;
  const fields = shownFields(selection);
  const usesLanguage = usedFields(selection).some(({ name }) => name === 'language');
  const { shape, tasks } = selectedTasks(selection, fields);
  const shared = benchmarks.find(({ optimum }) => optimum?.scope === 'plan')?.optimum;
  const { task_hashes, ...parts } = documentOf(baseSchema(), {
    metadata: {
      title: plan.title,
      version: manifestForm,
      schema: manifestSchemaId,
      generatedBy,
      randomSeed: plan.seed,
      totalAvailable: statistics.available,
      totalSelected: statistics.selected,
      kind: selection.kind,
      plan: { name: plan.name, sha256: plan.hash, file: plan.isBuiltIn ? undefined : planFileName(plan.file) },
      files,
      tier,
      tiers: tier === undefined ? plan.tiers : undefined,
    },
    methodology: {
      description: plan.description ?? overviewSentence(selection),
      phases: plan.phases.length === 0 ? undefined : plan.phases,
      fields,
      selectionTargets: new Map(benchmarks.map(({ plan: { name, select } }) => [name, select.take])),
      claim: claimOf(selection),
      weighting: weightingData(weighting),
      optimum: shared && optimumData(shared.certificate),
      score: scoreData(plan.score),
      expectedUplift: selection.expectedUplift && expectedUpliftData(selection.expectedUplift),
      results: plan.results,
      level: plan.level,
      looks: selection.looks,
      wave: selection.wave && {
        system: selection.wave.system,
        first: choices.flatMap(({ task: { benchmark, id } }) => {
          const reward = selection.wave?.rewards.get(`${benchmark}/${id}`);
          return reward === undefined ? [] : [{ benchmark, taskId: id, reward }];
        }),
      },
      pilot: plan.pilot && {
        ...plan.pilot,
        repeatsPerArm: plan.pilot.repeats,
        runs: pilotRuns(choices.length, plan.pilot.repeats),
      },
    },
    statistics: {
      tasksPerPhase: shape.hasPhases ? counts(statistics.byPhase) : undefined,
      tasksPerBenchmark: counts(statistics.byBenchmark),
      tasksPerLanguage: usesLanguage ? counts(statistics.byLanguage) : undefined,
      averageScore: shape.score === undefined ? undefined : statistics.averageScore,
    },
    benchmarks: benchmarks.map((benchmark) => benchmarkData(benchmark, plan, fields, hashes.get(benchmark.plan.name))),
    corrections: benchmarks.flatMap(correctionsOf),
    exclusions: benchmarks.flatMap(({ plan: { name }, exclusions }) =>
      exclusions.map((each) => ({ ...each, benchmark: name, wouldBeSelected: each.wouldBeIn })),
    ),
    warnings: selection.warnings,
    history: plan.history,
    taskHashes: new Map(benchmarks.map(({ plan: { name } }) => [name, hashes.get(name)?.tasks ?? new Map()])),
  });
  return { ...parts, tasks, task_hashes };
}

/** The name of a plan's file without its folder; undefined if the plan was given as text. */
export function planFileName(path: string): string | undefined {
  return /[^/\\]+\.(?:ya?ml|json)$/i.exec(path)?.[0];
}

/** The tasks of a selection in the manifest's form, built on demand. */
export function selectedTasks(
  selection: Selection,
  shown = shownFields(selection),
): {
  readonly shape: TaskShape;
  readonly tasks: Iterable<TaskEntry>;
} {
  const { plan, benchmarks, choices } = selection;
  const shape = shapeOf(selection, shown);
  const byName = new Map(benchmarks.map((benchmark) => [benchmark.plan.name, benchmark]));
  const tasks = {
    *[Symbol.iterator](): Generator<TaskEntry> {
      for (const choice of choices)
        yield taskEntry(choice, { plan, benchmark: byName.get(choice.task.benchmark), shape });
    },
  };
  return { shape, tasks };
}

export function shapeOfManifest({
  methodology: { phases, score, fields, looks },
}: Pick<Manifest, 'methodology'>): TaskShape {
  return {
    hasPhases: phases !== undefined,
    hasLooks: looks !== undefined,
    score: score?.name,
    components: Object.keys(score?.weights ?? {}),
    fields: fields.map(({ name }) => name),
    headings: fields.map(({ name, column }) => column ?? name),
  };
}

function counts(rows: readonly CoverageRow[]): ReadonlyMap<string, number> {
  return new Map(rows.filter((row) => row.selected > 0).map((row) => [row.name, row.selected]));
}

function correctionsOf({ plan, corrections }: BenchmarkSelection) {
  return corrections.map(({ rule, key, to, matched, changed }) => ({
    benchmark: plan.name,
    field: rule.field,
    by: rule.by,
    value: key,
    to,
    tasksMatched: matched,
    tasksChanged: [...changed.values()].reduce((sum, count) => sum + count, 0),
    changedFrom: changed,
  }));
}

/**
 * The text of `selection.json`.
 * @throws ManifestError if it exceeds the maximum length of a string; `manifestPieces` has no such limit.
 */
export function manifestText(manifest: Manifest): string {
  try {
    return `${JSON.stringify(manifest, null, 2)}\n`;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const message = `the manifest of ${countOf(manifest.tasks.length, 'selected task')} is larger than 512 MiB, the maximum for one document.`;
    const hint = 'Select fewer tasks, or write a plan for each part of the pool ("where" in its source).';
    throw new ManifestError([{ code: 'selection/too-large', message, hint }], { cause });
  }
}

/** The same text as `manifestText` but of any length, a few tasks at a time. */
export function manifestPieces(manifest: LazyManifest): TextPieces {
  return new TextPieces(() => piecesOf(manifest));
}

/** The manifest as it would be read from disk. */
export function readBack(manifest: LazyManifest): Manifest {
  const { tasks, ...rest } = manifest;
  const read: TaskEntry[] = [];
  for (const batch of batchesOf(tasks)) read.push(...asJson(batch));
  return { ...asJson(rest), tasks: read };
}

function asJson<Data>(data: Data): Data {
  return JSON.parse(JSON.stringify(data)) as Data;
}

/** Few enough to keep each piece small; large objects fill memory until a full garbage collection. */
const tasksPerPiece = 50;

function* piecesOf(manifest: LazyManifest): Generator<string> {
  let before = '{';
  for (const [key, value] of Object.entries(manifest)) {
    if (value === undefined) continue;
    if (key === 'tasks') yield* taskPieces(manifest.tasks, before);
    else yield `${before}${within(key, value)}`;
    before = ',';
  }
  yield '\n}\n';
}

function* taskPieces(tasks: Iterable<TaskEntry>, before: string): Generator<string> {
  const opening = '\n  "tasks": [';
  let lead = `${before}${opening}`;
  for (const batch of batchesOf(tasks)) {
    yield `${lead}${within('tasks', batch).slice(opening.length, -'\n  ]'.length)}`;
    lead = ',';
  }
  yield lead === ',' ? '\n  ]' : `${lead}]`;
}

function within(key: string, value: unknown): string {
  return JSON.stringify({ [key]: value }, null, 2).slice(1, -2);
}

function* batchesOf(tasks: Iterable<TaskEntry>): Generator<TaskEntry[]> {
  let batch: TaskEntry[] = [];
  for (const task of tasks) {
    batch.push(task);
    if (batch.length < tasksPerPiece) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

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
