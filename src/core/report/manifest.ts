import { describeChoice } from '../describe/describe-choice.js';
import { strategyLabel } from '../describe/describe-strategy.js';
import { drawDesignOf } from '../draws/draws.js';
import { randomField } from '../model/field.js';
import type { BenchmarkPlan, SourcePlan } from '../model/plan.js';
import { provenanceOf } from '../model/provenance-of.js';
import { selectedBy } from '../model/selected-by.js';
import type { BenchmarkSelection, Choice, CoverageRow, Selection, Weighting } from '../model/selection.js';
import { fieldValue } from '../model/task.js';
import { roundTo } from '../text/round-to.js';
import { claimOf } from './claim-of.js';
import { designWeight, stratumName } from './design-weight.js';
import { overviewSentence } from './overview-sentence.js';
import { populationOf } from './population-of.js';

/** The version of the manifest's form: the first number changes when a reader of the old form would break. */
const manifestVersion = '1.1';

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
      version: manifestVersion,
      generated_by: generatedBy,
      random_seed: plan.seed ?? null,
      total_available: statistics.available,
      total_selected: statistics.selected,
      kind: selection.kind,
      plan: { name: plan.name, sha256: plan.hash },
    },
    methodology: {
      description: plan.description ?? overviewSentence(selection),
      sdlc_phases: plan.phases,
      mcp_scoring_weights: Object.fromEntries(plan.score.weights),
      selection_targets: Object.fromEntries(benchmarks.map(({ plan: { name, select } }) => [name, select.take])),
      claim: claimOf(selection),
      weighting: weightingEntry(selection.weighting),
      score: { name: plan.score.name, decimals: plan.score.decimals },
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
        reason,
        evidence: evidence ?? null,
        date: date ?? null,
        who: who ?? null,
        would_be_selected: wouldBeIn,
        replaced_by: replacedBy ?? null,
      })),
    ),
    warnings,
    tasks: choices.map((choice) => taskEntry(choice, selection, byName.get(choice.task.benchmark))),
    task_hashes: Object.fromEntries(
      benchmarks.map(({ plan: { name }, taskHashes }) => [name, Object.fromEntries(taskHashes())]),
    ),
  };
}

/** What `makeManifest` gives. */
export type Manifest = ReturnType<typeof makeManifest>;

/** The manifest as the text of `selection.json`. */
export function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

function counts(rows: readonly CoverageRow[]): Record<string, number> {
  return Object.fromEntries(rows.filter((row) => row.selected > 0).map((row) => [row.name, row.selected]));
}

function benchmarkEntry(benchmark: BenchmarkSelection, { plan }: Selection) {
  const {
    plan: rules,
    tasks,
    tasksHash,
    eligible,
    leftOut,
    groups,
    features,
    conflicts,
    ensured,
    shortfalls,
    choices,
  } = benchmark;
  return {
    name: rules.name,
    title: rules.title,
    source: sourceText(rules.source),
    strategy: strategyLabel(rules.select, plan.fields),
    kind: benchmark.kind,
    draw: drawEntry(rules),
    weighting: weightingEntry(benchmark.weighting),
    run: { cost_usd: rules.run.costUsd ?? null, seconds: rules.run.seconds ?? null },
    prior_systems: benchmark.priorSystems,
    population: benchmark.kind === 'focus' ? null : populationOf(benchmark),
    available: tasks.length,
    eligible,
    selected: choices.length,
    tasks_sha256: tasksHash(),
    groups: groups.map(({ key, ranking, allocated, deviation, tie, pinned }) => ({
      by: rules.select.group?.by ?? null,
      value: key ?? null,
      size: ranking.length,
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
    left_out_by_where: leftOut,
  };
}

/** How a probability sample was drawn, with all it takes to draw it again; null where tasks were ranked or all taken. */
function drawEntry({ name, select: { draw } }: BenchmarkPlan) {
  if (draw === undefined) return null;
  const { method, by, seed } = draw;
  const { algorithm, key } = drawDesignOf(draw).numbers;
  return { method, by, seed, algorithm, key: key(name) };
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
  return source.kind === 'embedded' ? `embedded:${source.name}` : source.paths.join(', ');
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

function taskEntry(choice: Choice, { plan }: Selection, benchmark: BenchmarkSelection | undefined) {
  const { task, group, rank } = choice;
  const label = (field: string) => fieldValue(task, field) ?? null;
  return {
    task_id: task.id,
    benchmark: task.benchmark,
    sdlc_phase: task.phase,
    language: label('language'),
    difficulty: label('difficulty'),
    category: label('category'),
    repo: label('repo'),
    mcp_benefit_score: task.score,
    features: taskFeatures(choice, benchmark),
    mcp_breakdown: Object.fromEntries(
      Object.entries(task.parts).map(([component, value]) => [component, roundTo(value, plan.score.partDecimals)]),
    ),
    selection_rationale: describeChoice(choice, plan.fields),
    task_dir: task.taskDir ?? null,
    selected_by: selectedBy(choice),
    design: designEntry(choice),
    group: {
      by: choice.benchmark.select.group?.by ?? null,
      value: group.key ?? null,
      size: group.ranking.length,
    },
    rank,
    last_rank_taken: group.allocated,
    defaulted_components: task.defaulted,
    aliases: task.aliases ?? [],
    feature_provenance: Object.fromEntries(
      (benchmark?.features ?? []).map(({ field }) => [field, provenanceOf(task, field)]),
    ),
  };
}

/** The chance a task had and what it stands for; null for focus, where no chance is known. */
function designEntry(choice: Choice) {
  const { probability, group, task, balance } = choice;
  if (probability === undefined) return null;
  return {
    inclusion_probability: probability,
    design_weight: designWeight(choice) ?? 1,
    stratum: stratumName(choice),
    stratum_size: group.ranking.length,
    stratum_sampled: group.allocated,
    random_number: task.random ?? null,
    balance: balance ?? null,
  };
}

/** What the score and the order looked at, so that both can be checked. */
function taskFeatures({ task, benchmark: rules }: Choice, benchmark: BenchmarkSelection | undefined) {
  const scored = (benchmark?.features ?? []).map(({ field }) => field);
  const { prefer, draw } = rules.select;
  const fields = [...new Set([...scored, ...prefer.map(({ field }) => field), ...(draw?.by ?? [])])].filter(
    (field) => field !== 'score' && field !== 'id' && field !== randomField.name,
  );
  return Object.fromEntries(fields.map((field) => [field, fieldValue(task, field) ?? null]));
}
