import { strategyLabel } from '../describe/describe-strategy.js';
import { drawDesignOf } from '../draws/draws.js';
import type { PoolHashes } from '../fingerprint/fingerprint-pool.js';
import { declaredLabels } from '../model/field.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import { isLargePool } from '../model/pool-census.js';
import type { BenchmarkSelection, Selection, Weighting } from '../model/selection.js';
import { type SourcePlan, trinoName } from '../model/source-plan.js';
import { fieldValue } from '../model/task.js';
import { compareText } from '../text/compare-text.js';
import { roundTo } from '../text/round-to.js';
import { learnedEntry } from './learned-entry.js';
import { optimumEntry } from './optimum-entry.js';
import { since } from './since.js';

/** How `tasks_sha256` of a large pool was found; `task_hashes` then has the selected tasks alone. */
export const sumAlgorithm: string = 'sum/v2';

/** What a manifest says of one benchmark. */
export function benchmarkEntry(benchmark: BenchmarkSelection, { plan }: Selection, hashes: PoolHashes | undefined) {
  const {
    plan: rules,
    available,
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
    population: benchmark.kind === 'focus' ? null : populationOf(benchmark, isSummed ? [] : declaredLabels(plan)),
    available,
    ...(benchmark.outside === undefined ? {} : { outside_pool: benchmark.outside }),
    eligible,
    selected: choices.length,
    tasks_sha256: hashes?.sha256 ?? '',
    ...(isSummed ? { fingerprint: sumAlgorithm } : {}),
    ...fieldHashEntry(hashes?.fields ?? new Map()),
    ...(hashes?.everyFile === true ? { files_counted: 'all' as const } : {}),
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

/** How a sample was drawn. */
export interface DrawEntry {
  /** Which ways of drawing there are is open: a reader takes any name. */
  readonly method: string;
  readonly by: readonly string[];
  readonly seed: string;
  readonly algorithm: string;
  readonly key: string;
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

/** The labels by which an estimate can be weighted to the pool. */
export const countedLabels = ['phase', 'language', 'difficulty', 'category', 'repo'] as const;

/** More values than these divide nothing. */
const mostOwnValues = 200;

/** What a sample of a benchmark speaks for: its eligible tasks, counted by each label; an unknown label is "". */
function populationOf({ groups, census, eligible }: BenchmarkSelection, own: readonly string[]) {
  if (census !== undefined) {
    const by = countedLabels.map((label) => [label, sorted(census.population.get(label) ?? new Map())] as const);
    return { size: eligible, by: Object.fromEntries(by) };
  }
  // One way through the tasks for all labels: they lie far apart in memory.
  const byLabel = [...countedLabels, ...own].map((label) => ({ label, counts: new Map<string, number>() }));
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
  const told = byLabel.filter(({ label, counts }) => !own.includes(label) || counts.size <= mostOwnValues);
  return { size, by: Object.fromEntries(told.map(({ label, counts }) => [label, sorted(counts)])) };
}

function sorted(counts: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...counts].sort(([a], [b]) => compareText(a, b)));
}

/** Left out where there is no goal, or others share it. */
export function optimumKey(benchmark: BenchmarkSelection | undefined) {
  const optimum = benchmark?.optimum;
  return optimum === undefined ? {} : { optimum: optimumEntry(optimum.certificate) };
}

/** What the weights of a sample amount to; null for focus. */
export function weightingEntry(weighting: Weighting | undefined) {
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
