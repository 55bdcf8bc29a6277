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

/** The content of `selection.json`. It omits everything that the plan does not use. */
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
      title: text('The title of the plan.'),
      version: text('The form of this file, MAJOR.MINOR.'),
      schema: maybe(text(), `The schema that it follows: ${manifestSchemaId}.`),
      generatedBy: text('The program that wrote it, and its version.'),
      randomSeed: orNull(label(), 'The seed of every draw; null if the plan has none.'),
      totalAvailable: number('Tasks of the pools.'),
      totalSelected: number('Tasks in this file.'),
      kind: word(kinds, 'The permissible claims: representative only if every benchmark is.'),
      plan: entry({ name: text(), sha256: text('A hash over the content of the plan.') }),
      files: maybe(
        record(text()),
        'The SHA-256 of each file that was written with this one, by name; missing if there is none, and in files of earlier versions.',
      ),
      tier: maybe(
        entry({
          name: text(),
          size: number('Its tasks.'),
          full: number('Tasks of the whole selection, which contains every tier.'),
          sizes: record(number(), 'The tasks of each tier.'),
        }),
        'The tier of the plan’s selection; missing for the whole selection.',
      ),
      tiers: maybe(
        record(number()),
        'Of the whole selection: the tasks of each tier, which has its own selection in a folder of that name; missing if the plan has none.',
      ),
    }),
    methodology: entry({
      description: text(),
      phases: maybe(list(text()), 'The phases, in the order of the plan; missing if it has none.'),
      fields: list(
        entry({
          name: text(),
          kind: word(['label', 'number', 'date']),
          declared: flag('Whether the plan declares it, or uses a column of its pool by name.'),
          column: maybe(
            text(),
            'The column as the plan and the pool write it; missing if it has the name of the field.',
          ),
        }),
        'The fields that the plan uses, in the order in which it names them, then a declared title, summary or name and the usual labels that are known: `fields` of each task has their values.',
      ),
      selectionTargets: record(numberOrAll(), 'The number of tasks that each benchmark should give.'),
      claim: text('The permissible claim about results, in a sentence.'),
      weighting: weightingForm(),
      optimum: maybe(optimumForm(), 'The optimum for the goal of all benchmarks together; missing without one.'),
      score: maybe(scoreSchema(), 'The score of the tasks; missing if the plan has none.'),
      expectedUplift: maybe(
        expectedUpliftSchema(),
        'The uplift to expect in new runs of tasks chosen by their uplift in earlier runs; missing if none were.',
      ),
      results: maybe(resultSettingsForm(), 'The settings of the plan for reading results; missing if it has none.'),
      level: maybe(
        entry({ weight: word(['pool', 'equal']), by: text('The label whose values count the same.') }),
        'The level that the plan shows first; missing if it does not set one.',
      ),
      looks: maybe(
        entry({
          sizes: list(number(), 'The tasks of each look, rising to all selected tasks.'),
          errorRate: number('The chance of a false verdict over all looks together.'),
        }),
        'The planned looks at growing results; missing if the plan has none. Each task has the look that it first belongs to.',
      ),
      wave: maybe(
        entry({
          system: text('The system that the second wave was fitted to.'),
          first: list(entry({ benchmark: text(), taskId: text(), reward: number() }), 'Its results on the first wave.'),
        }),
        'The first wave that this selection was fitted to; missing for any other selection.',
      ),
      pilot: maybe(
        entry({
          goal: text(),
          repeatsPerArm: number('The runs of each task in each of the two arms.'),
          runs: number('The runs of both arms.'),
          budget: text(),
        }),
        'How to run a pilot; missing for any other selection.',
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
        by: text('The field that identifies the tasks.'),
        value: text('Its value.'),
        to: label(),
        tasksMatched: number(),
        tasksChanged: number(),
        changedFrom: record(number(), 'The number of tasks by their label before; "" for tasks without one.'),
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
        wouldBeSelected: flag('Whether it would be selected otherwise.'),
        replacedBy: orNull(text(), 'The task selected instead.'),
      }),
    ),
    warnings: list(entry({ code: text(), message: text(), benchmark: maybe(text()) })),
    history: maybe(
      list(historySchema()),
      'The changes from earlier versions, oldest first; missing for a first version.',
    ),
    taskHashes: record(record(text()), 'By benchmark and task of the pool, the start of its SHA-256.'),
  };
}

export function historySchema() {
  return entry({
    version: number('From 2.'),
    of: text('SHA-256 of the selection.json that it replaced.'),
    change: text('The change, in a sentence.'),
    reasons: list(
      entry({
        benchmark: text(),
        taskId: text('A removed task.'),
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
    decimals: number('Decimals of the score.'),
    weights: record(number(), 'The weight of each component in the score.'),
    evidence: maybe(
      list(
        entry({
          pairs: number('Tasks with a score and a result in both arms.'),
          correlation: number('Rank correlation of score and uplift.'),
          interval,
          withinBenchmarks: number(),
          withinInterval: interval,
          source: text(),
          date: text(),
        }),
      ),
      'Paired results that test the score; missing if the plan gives none.',
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
      plan: { name: plan.name, sha256: plan.hash },
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
    const message = `the manifest of ${countOf(manifest.tasks.length, 'selected task')} is larger than 512 MiB, the limit for one document.`;
    const hint = 'Select fewer tasks, or make a plan for each part of the pool ("where" in its source).';
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
  const frame = within('tasks', ['']);
  const open = frame.slice(0, frame.indexOf('['));
  const close = frame.slice(frame.lastIndexOf('\n'));
  let lead = `${before}${open}[`;
  for (const batch of batchesOf(tasks)) {
    yield `${lead}${within('tasks', batch).slice(open.length + 1, -close.length)}`;
    lead = ',';
  }
  yield lead === ',' ? close : `${lead}]`;
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
