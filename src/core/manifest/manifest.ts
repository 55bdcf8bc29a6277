import { claimOf } from '../describe/claim-of.js';
import { strategyLabel } from '../describe/describe-strategy.js';
import { overviewSentence } from '../describe/overview-sentence.js';
import { pilotRuns } from '../describe/pilot-words.js';
import { drawDesignOf } from '../draws/draws.js';
import { ManifestError } from '../model/errors.js';
import { isLargePool } from '../model/large-pool.js';
import type { BenchmarkPlan, PilotRule, Plan } from '../model/plan.js';
import type { BenchmarkSelection, CoverageRow, Selection, Weighting } from '../model/selection.js';
import { type SourcePlan, trinoName } from '../model/source-plan.js';
import { fieldValue } from '../model/task.js';
import { compareText } from '../text/compare-text.js';
import { countOf } from '../text/count-of.js';
import { roundTo } from '../text/round-to.js';
import { expectedUpliftEntry } from './expected-uplift-entry.js';
import { manifestForm, manifestSchemaId } from './form.js';
import { historyEntries, tierEntry } from './history-entries.js';
import { learnedEntry } from './learned-entry.js';
import { optimumEntry } from './optimum-entry.js';
import { scoreEntry } from './score-entry.js';
import { taskEntry } from './task-columns.js';

/**
 * The selection as plain data, ready for JSON. The keys that begin with `mcp_` hold the plan's score under whatever name
 * the plan gives it (`methodology.score.name`): readers of the first manifests look for them.
 */
export function makeManifest(selection: Selection, generatedBy: string) {
  const { plan, benchmarks, choices, statistics, warnings } = selection;
  const byName = new Map(benchmarks.map((benchmark) => [benchmark.plan.name, benchmark]));
  return {
    metadata: {
      title: plan.title,
      version: manifestForm,
      ...since({ schema: manifestSchemaId }),
      generated_by: generatedBy,
      random_seed: plan.seed ?? null,
      total_available: statistics.available,
      total_selected: statistics.selected,
      kind: selection.kind,
      plan: { name: plan.name, sha256: plan.hash },
      ...(selection.tier === undefined ? {} : { tier: tierEntry(selection.tier) }),
    },
    methodology: {
      description: plan.description ?? overviewSentence(selection),
      sdlc_phases: plan.phases,
      mcp_scoring_weights: Object.fromEntries(plan.score.weights),
      selection_targets: Object.fromEntries(benchmarks.map(({ plan: { name, select } }) => [name, select.take])),
      claim: claimOf(selection),
      weighting: weightingEntry(selection.weighting),
      ...optimumKey(benchmarks.find(({ optimum }) => optimum?.scope === 'plan')),
      score: scoreEntry(plan.score),
      ...expectedUpliftKey(selection),
      ...(plan.pilot === undefined ? {} : { pilot: pilotEntry(plan.pilot, choices.length) }),
    },
    statistics: {
      tasks_per_sdlc_phase: counts(statistics.byPhase),
      tasks_per_benchmark: counts(statistics.byBenchmark),
      tasks_per_language: counts(statistics.byLanguage),
      avg_mcp_benefit_score: statistics.averageScore,
    },
    benchmarks: benchmarks.map((benchmark) => benchmarkEntry(benchmark, selection)),
    corrections: benchmarks.flatMap(correctionEntries),
    exclusions: benchmarks.flatMap(({ plan: { name }, exclusions }) =>
      exclusions.map(({ taskId, reason, evidence, date, who, wouldBeIn, replacedBy }) => ({
        task_id: taskId,
        benchmark: name,
        reason: String(reason),
        evidence: evidence ?? null,
        date: date ?? null,
        who: who ?? null,
        would_be_selected: wouldBeIn,
        replaced_by: replacedBy ?? null,
      })),
    ),
    warnings,
    ...(plan.history === undefined ? {} : { history: historyEntries(plan.history) }),
    tasks: choices.map((choice) => taskEntry(choice, { plan, benchmark: byName.get(choice.task.benchmark) })),
    task_hashes: Object.fromEntries(
      benchmarks.map(({ plan: { name }, taskHashes }) => [name, Object.fromEntries(taskHashes())]),
    ),
  };
}

/**
 * What `makeManifest` gives and `readManifest` reads. It is inferred here and not from the schema, so that the published
 * types need no library; the compiler holds the two to each other, where a manifest is read.
 */
export type Manifest = ReturnType<typeof makeManifest>;

/**
 * The text of a `selection.json`.
 *
 * @throws ManifestError when it is longer than a text can be.
 */
export function manifestText(manifest: Manifest): string {
  try {
    return `${JSON.stringify(manifest, null, 2)}\n`;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    const message = `the manifest of ${countOf(manifest.tasks.length, 'selected task')} is longer than a text can be (512 MiB).`;
    const hint = 'Take fewer tasks, or make a plan for each part of the pool ("where" in its source).';
    throw new ManifestError([{ code: 'selection/too-large', message, hint }], { cause });
  }
}

/** A key that came with a later minor form, or within one: it is always written, and may be missing from what is read. */
function since<Entry>(entry: Entry): Partial<Entry> {
  return entry;
}

function counts(rows: readonly CoverageRow[]): Record<string, number> {
  return Object.fromEntries(rows.filter((row) => row.selected > 0).map((row) => [row.name, row.selected]));
}

function benchmarkEntry(benchmark: BenchmarkSelection, { plan }: Selection) {
  const {
    plan: rules,
    available,
    tasksHash,
    fieldHashes,
    everyFileCounts,
    eligible,
    leftOut,
    groups,
    features,
    conflicts,
    ensured,
    shortfalls,
    choices,
  } = benchmark;
  const isSummed = isLargePool(available) && benchmark.isHashedOneByOne !== true;
  return {
    ...statedEntry(rules, plan),
    kind: benchmark.kind,
    draw: drawEntry(rules),
    weighting: weightingEntry(benchmark.weighting),
    run: runEntry(rules),
    prior_systems: benchmark.priorSystems,
    ...(benchmark.learned === undefined ? {} : { learned: learnedEntry(benchmark.learned, benchmark) }),
    ...optimumKey(benchmark.optimum?.scope === 'benchmark' ? benchmark : undefined),
    population: benchmark.kind === 'focus' ? null : populationOf(benchmark),
    available,
    ...(benchmark.outside === undefined ? {} : { outside_pool: benchmark.outside }),
    eligible,
    selected: choices.length,
    tasks_sha256: tasksHash(),
    ...(isSummed ? { fingerprint: sumAlgorithm } : {}),
    ...fieldHashEntry(fieldHashes()),
    ...(everyFileCounts() ? { files_counted: 'all' as const } : {}),
    groups: groups.map(({ key, size, allocated, deviation, tie, pinned }) => ({
      by: rules.select.group?.by ?? null,
      value: key ?? null,
      size,
      places: allocated,
      standard_deviation: deviation === undefined ? null : roundTo(deviation, 6),
      pinned,
      tied_at_cut: tie ?? null,
    })),
    features,
    label_conflicts: conflicts,
    ensured: ensured.map(({ rule, value, before, added }) => ({
      by: rule.by,
      value,
      at_least: rule.atLeast,
      before,
      added,
    })),
    shortfalls,
    // Of a large pool their number is told: it is what is neither eligible nor excluded.
    ...(isSummed ? {} : since({ left_out_by_where: leftOut })),
  };
}

/** How a pilot is to be run. */
function pilotEntry({ goal, repeats, budget }: PilotRule, tasks: number) {
  return { goal, repeats_per_arm: repeats, runs: pilotRuns(tasks, repeats), budget };
}

/** Left out where nothing was chosen by its uplift in earlier runs. */
function expectedUpliftKey({ expectedUplift }: Selection) {
  const expected = expectedUplift?.();
  return expected === undefined ? {} : { expected_uplift: expectedUpliftEntry(expected) };
}

/** Left out where there is no goal, or others share it. */
function optimumKey(benchmark: BenchmarkSelection | undefined) {
  const optimum = benchmark?.optimum;
  return optimum === undefined ? {} : { optimum: optimumEntry(optimum.certificate) };
}

/** What the plan alone says of a benchmark. */
export function statedEntry({ name, title, source, select }: BenchmarkPlan, { fields }: Plan) {
  return { name, title, source: sourceText(source), strategy: strategyLabel(select, fields) };
}

/** Left out where the contents of the tasks are not known. */
function fieldHashEntry(hashes: ReadonlyMap<string, string>): { readonly field_hashes?: Record<string, string> } {
  return hashes.size === 0 ? {} : { field_hashes: Object.fromEntries(hashes) };
}

/** How a probability sample was drawn, with all it takes to draw it again; null where tasks were ranked or all taken. */
export function drawEntry({ name, select: { draw } }: BenchmarkPlan): DrawEntry | null {
  if (draw === undefined) return null;
  const { method, by, seed } = draw;
  const { algorithm, key } = drawDesignOf(draw).numbers;
  return { method, by, seed, algorithm, key: key(name) };
}

/** What the plan expects of a run of one task. */
export function runEntry({ run: { costUsd, seconds } }: BenchmarkPlan) {
  return { cost_usd: costUsd ?? null, seconds: seconds ?? null };
}

interface DrawEntry {
  /** Which ways of drawing there are is open: a reader takes any name. */
  readonly method: string;
  readonly by: readonly string[];
  readonly seed: string;
  readonly algorithm: string;
  readonly key: string;
}

function weightingEntry(weighting: Weighting | undefined) {
  if (weighting === undefined) return null;
  const { population, sampled, weightSum, effectiveSize, designEffect } = weighting;
  return {
    population,
    sampled,
    weight_sum: roundTo(weightSum, 6),
    effective_sample_size: roundTo(effectiveSize, 6),
    design_effect: roundTo(designEffect, 6),
  };
}

function sourceText(source: SourcePlan): string {
  switch (source.kind) {
    case 'embedded':
      return `embedded:${source.name}`;
    case 'trino':
      return trinoName(source.table);
    default:
      return source.paths.join(', ');
  }
}

function correctionEntries({ plan, corrections }: BenchmarkSelection) {
  return corrections.map(({ rule, key, to, matched, changed }) => ({
    benchmark: plan.name,
    field: rule.field,
    by: rule.by,
    value: key,
    to,
    tasks_matched: matched,
    tasks_changed: [...changed.values()].reduce((sum, count) => sum + count, 0),
    changed_from: Object.fromEntries(changed),
  }));
}

/** How `tasks_sha256` of a large pool was found; `task_hashes` then has the selected tasks alone. */
const sumAlgorithm: string = 'sum/v1';

/** The labels by which an estimate can be weighted to the pool. */
export const countedLabels = ['phase', 'language', 'difficulty', 'category', 'repo'] as const;

/** What a sample of a benchmark speaks for: its eligible tasks, counted by each label; an unknown label is "". */
function populationOf({ groups, census, eligible }: BenchmarkSelection) {
  if (census !== undefined) {
    const by = countedLabels.map((label) => [label, sorted(census.population.get(label) ?? new Map())] as const);
    return { size: eligible, by: Object.fromEntries(by) };
  }
  // One way through the tasks for all labels: they lie far apart in memory.
  const byLabel = countedLabels.map((label) => ({ label, counts: new Map<string, number>() }));
  let size = 0;
  for (const { ranking } of groups) {
    size += ranking.length;
    for (const task of ranking) {
      for (const { label, counts } of byLabel) {
        const value = String(fieldValue(task, label) ?? '');
        counts.set(value, (counts.get(value) ?? 0) + 1);
      }
    }
  }
  return { size, by: Object.fromEntries(byLabel.map(({ label, counts }) => [label, sorted(counts)])) };
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => compareText(a, b)));
}
