import { resolveComponent } from '../components/component-kinds.js';
import { fingerprint } from '../fingerprint/fingerprint.js';
import type { BenchmarkPlan, DeclarationRule, Exclusion, PhaseRule, Plan } from '../model/plan.js';
import { resolveCondition } from '../model/resolve-condition.js';
import { mergedSettings } from '../model/result-settings.js';
import type { PathSource, SourcePlan } from '../model/source-plan.js';
import { oneLine } from '../text/one-line.js';
import { resolveSelect, resolveTotal } from './resolve-select.js';
import type { PlanNames } from './schema/name-schemas.js';
import type { PlanFile } from './schema/plan-schema.js';

type WrittenExclusion = NonNullable<PlanFile['benchmarks'][string]['exclude']>[number];

type Written = {
  benchmark: PlanFile['benchmarks'][string];
  reading: Omit<NonNullable<PlanFile['benchmarks'][string]['folders']>, 'any_of'>;
  declaration: NonNullable<PlanFile['benchmarks'][string]['declare']>[string];
  phase: NonNullable<PlanFile['phase']>;
};

/** Fills in every default, lets shared rules stand in where a benchmark has none of its own, and unfolds shorthand. */
export function resolvePlan(
  written: PlanFile,
  names: PlanNames,
  file: string,
  exclusions: ReadonlyMap<string, readonly Exclusion[]>,
): Plan {
  return {
    file,
    name: written.name,
    title: written.title ?? written.name,
    description: written.description,
    seed: written.seed,
    total: written.total && resolveTotal(written.total),
    pilot: written.pilot,
    results: written.results,
    tiers: written.tiers && new Map(Object.entries(written.tiers)),
    history: written.history?.map(({ version, of, change, reasons }) => ({
      version,
      of,
      change,
      reasons: reasons.map(({ benchmark, task, replaced_by: replacedBy, reason, evidence }) => ({
        benchmark,
        taskId: task,
        replacedBy,
        reason,
        evidence,
      })),
    })),
    phases: written.phases,
    fields: names.fields,
    score: {
      name: written.score.name,
      decimals: written.score.decimals ?? 4,
      partDecimals: written.score.part_decimals ?? 3,
      weights: new Map(Object.entries(written.score.weights)),
      evidence: (written.score.evidence ?? []).map(({ within_interval, source, ...row }) => ({
        ...row,
        interval: row.interval,
        withinInterval: within_interval,
        source: oneLine(source),
      })),
    },
    exclusionsFile: written.exclusions,
    vocabulary: new Map(Object.entries(written.vocabulary ?? {})),
    benchmarks: Object.entries(written.benchmarks).map(([name, benchmark]) =>
      resolveBenchmark(name, benchmark, written, exclusions.get(name) ?? []),
    ),
    // The exclusions of a file of its own are part of what the plan says.
    hash: fingerprint(JSON.stringify(exclusions.size === 0 ? written : [written, [...exclusions]])),
  };
}

function resolveBenchmark(
  name: string,
  written: Written['benchmark'],
  shared: PlanFile,
  further: readonly Exclusion[],
): BenchmarkPlan {
  const rules = { ...shared.score.components, ...written.components };
  const phase = written.phase ?? shared.phase;
  return {
    name,
    title: written.title ?? name,
    source: resolveSource(written.source),
    folders: written.folders && {
      anyOf: written.folders.any_of,
      source: resolveReading(written.folders, []),
    },
    declarations: Object.entries(written.declare ?? {}).map(([field, declaration]) =>
      resolveDeclaration(field, declaration),
    ),
    distinct: written.distinct ?? false,
    expect: written.expect,
    notes: (written.notes ?? []).map(oneLine),
    corrections: Object.entries(written.correct ?? {}).map(([field, { by, values }]) => ({
      field,
      by,
      values: new Map(Object.entries(values)),
    })),
    // The consistency check has made sure that one of the two is there.
    phase: resolvePhase(phase as Written['phase']),
    components: new Map(
      Object.keys(shared.score.weights).map((component) => [component, resolveComponent(rules[component] ?? {})]),
    ),
    run: { costUsd: written.run?.cost_usd, seconds: written.run?.seconds },
    prior: written.prior && resolvePrior(written.prior, shared),
    select: resolveSelect(written.select ?? {}, shared),
    exclusions: [...(written.exclude ?? []).map(resolveExclusion), ...further],
  };
}

/** Earlier results, read as the plan says for all results unless they have settings themselves. */
function resolvePrior(
  { path, configurations = [], uplift, ...own }: NonNullable<Written['benchmark']['prior']>,
  { results }: PlanFile,
): BenchmarkPlan['prior'] {
  return {
    paths: [path].flat(),
    configurations,
    uplift: uplift && { with: uplift.with, without: uplift.without, assumeNoise: uplift.assume_noise },
    results: mergedSettings(results, own),
  };
}

/** An exclusion with its prose on one line. */
export function resolveExclusion(written: WrittenExclusion): Exclusion {
  const { id, reason, evidence, date, who, replacement } = written;
  return { id, reason, evidence: evidence && oneLine(evidence), date, who, replacement };
}

function resolveSource(written: Written['benchmark']['source']): SourcePlan {
  if ('embedded' in written) {
    return {
      kind: 'embedded',
      name: written.embedded,
      measured: written.measured ?? [],
      where: written.where && resolveCondition(written.where),
    };
  }
  if ('trino' in written) {
    return {
      kind: 'trino',
      table: written.trino,
      columns: new Map(Object.entries(written.columns ?? {})),
      measured: written.measured ?? [],
      where: written.where && resolveCondition(written.where),
    };
  }
  const paths = typeof written.path === 'string' ? [written.path] : written.path;
  return { ...resolveReading(written, paths), ranges: written.ranges ?? [] };
}

function resolveReading(written: Written['reading'], paths: readonly string[]): PathSource {
  return {
    kind: 'path',
    paths,
    format: written.format,
    trust: new Map(Object.entries(written.trust ?? {})),
    columns: new Map(Object.entries(written.columns ?? {})),
    measured: written.measured ?? [],
    joins: (written.join ?? []).map(({ path, id, columns, measured }) => ({
      path,
      id,
      columns: new Map(Object.entries(columns ?? {})),
      measured: measured ?? [],
    })),
    derivations: Object.entries(written.derive ?? {}).map(([field, { from, pattern, value }]) => ({
      field,
      from,
      pattern,
      value: value ?? `{${field}}`,
    })),
    where: written.where && resolveCondition(written.where),
    ranges: [],
  };
}

function resolveDeclaration(field: string, written: Written['declaration']): DeclarationRule {
  if (typeof written !== 'object') return { field, by: undefined, values: new Map(), otherwise: written };
  return { field, by: written.by, values: new Map(Object.entries(written.values)), otherwise: written.otherwise };
}

function resolvePhase(written: Written['phase']): PhaseRule {
  if (typeof written === 'string') return { by: undefined, values: new Map(), otherwise: written };
  return { by: written.by, values: new Map(Object.entries(written.values)), otherwise: written.otherwise };
}
