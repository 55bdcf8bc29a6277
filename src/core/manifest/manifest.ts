import { claimOf } from '../describe/claim-of.js';
import { overviewSentence } from '../describe/overview-sentence.js';
import { pilotRuns } from '../describe/pilot-words.js';
import { type PoolHashes, selectionHashes } from '../fingerprint/fingerprint-pool.js';
import { ManifestError } from '../model/errors.js';
import type { PilotRule } from '../model/plan.js';
import type { BenchmarkSelection, CoverageRow, Selection } from '../model/selection.js';
import { countOf } from '../text/count-of.js';
import { benchmarkEntry, optimumKey, weightingEntry } from './benchmark-entry.js';
import { type TaskEntry, taskEntry } from './csv-columns.js';
import { expectedUpliftEntry } from './expected-uplift-entry.js';
import { manifestForm, manifestSchemaId } from './form.js';
import { historyEntries, tierEntry } from './history-entries.js';
import { scoreEntry } from './score-entry.js';
import { since } from './since.js';

/**
 * The selection as plain data, ready for JSON. The keys that begin with `mcp_` hold the plan's score under whatever name
 * the plan gives it (`methodology.score.name`): readers of the first manifests look for them.
 */
export function makeManifest(selection: Selection, generatedBy: string) {
  const manifest = lazyManifest(selection, generatedBy);
  return { ...manifest, tasks: [...manifest.tasks] };
}

/**
 * The same, with each task's entry made whenever it is asked for: the entries of a large selection fill the memory.
 *
 * @param files The SHA-256 of each file that is written with it, by name.
 */
export function lazyManifest(
  selection: Selection,
  generatedBy: string,
  files?: Readonly<Record<string, string>>,
  hashes: ReadonlyMap<string, PoolHashes> = selectionHashes(selection),
) {
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
      ...(files === undefined ? {} : { files }),
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
      ...(plan.results === undefined ? {} : { results: plan.results }),
      ...(plan.pilot === undefined ? {} : { pilot: pilotEntry(plan.pilot, choices.length) }),
    },
    statistics: {
      tasks_per_sdlc_phase: counts(statistics.byPhase),
      tasks_per_benchmark: counts(statistics.byBenchmark),
      tasks_per_language: counts(statistics.byLanguage),
      avg_mcp_benefit_score: statistics.averageScore,
    },
    benchmarks: benchmarks.map((benchmark) => benchmarkEntry(benchmark, selection, hashes.get(benchmark.plan.name))),
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
    warnings: warnings.map(({ count, brief, ...warning }) => warning),
    ...(plan.history === undefined ? {} : { history: historyEntries(plan.history) }),
    tasks: {
      *[Symbol.iterator](): Generator<TaskEntry> {
        for (const choice of choices) yield taskEntry(choice, { plan, benchmark: byName.get(choice.task.benchmark) });
      },
    },
    task_hashes: Object.fromEntries(
      benchmarks.map(({ plan: { name } }) => [name, Object.fromEntries(hashes.get(name)?.tasks ?? [])]),
    ),
  };
}

/**
 * What `makeManifest` gives and `readManifest` reads. It is inferred here and not from the schema, so that the published
 * types need no library; the compiler holds the two to each other, where a manifest is read.
 */
export type Manifest = ReturnType<typeof makeManifest>;

/** A manifest of which the tasks need not be there all at once. */
export type LazyManifest = Omit<Manifest, 'tasks'> & { readonly tasks: Iterable<TaskEntry> };

/**
 * The text of a `selection.json`.
 *
 * @throws ManifestError when it is longer than a text can be; `manifestPieces` has no such limit.
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

function counts(rows: readonly CoverageRow[]): Record<string, number> {
  return Object.fromEntries(rows.filter((row) => row.selected > 0).map((row) => [row.name, row.selected]));
}

/** How a pilot is to be run. */
function pilotEntry({ goal, repeats, budget }: PilotRule, tasks: number) {
  return { goal, repeats_per_arm: repeats, runs: pilotRuns(tasks, repeats), budget };
}

/** Left out where nothing was chosen by its uplift in earlier runs. */
function expectedUpliftKey({ expectedUplift: expected }: Selection) {
  return expected === undefined ? {} : { expected_uplift: expectedUpliftEntry(expected) };
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
