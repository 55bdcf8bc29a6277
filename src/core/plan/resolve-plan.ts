import type * as z from 'zod/mini';
import { resolveComponent } from '../components/component-kinds.js';
import { drawDesignOf, draws } from '../draws/draws.js';
import { fingerprint } from '../fingerprint/fingerprint.js';
import type {
  BenchmarkPlan,
  Exclusion,
  ExclusionRule,
  PathSource,
  Plan,
  ScoreRule,
  SourcePlan,
  TableRules,
  TotalRule,
} from '../model/plan.js';
import { part } from '../model/record.js';
import { mergedSettings } from '../model/result-settings.js';
import {
  type DrawRule,
  type Goal,
  type GroupBound,
  type GroupRule,
  type LimitRule,
  type OptimiseRule,
  type Preference,
  readTarget,
  resolveCondition,
  type SelectRule,
  type ShareRule,
} from '../model/select-rule.js';
import { randomField } from '../model/task.js';
import { defaultRounding } from '../roundings/roundings.js';
import type { ShareDesign } from '../shares/share-design.js';
import { anticipated, defaultShare, shareDesignOf } from '../shares/shares.js';
import { oneLine } from '../text/words.js';
import type { exclusionSchema } from './schema/benchmark-schema.js';
import { type PlanNames, preferencePattern } from './schema/name-schemas.js';
import type { PlanFile } from './schema/plan-schema.js';

type WrittenExclusion = z.output<ReturnType<typeof exclusionSchema>>;
type WrittenExclusionRule = Exclude<NonNullable<PlanFile['benchmarks'][string]['exclude']>, readonly unknown[]>;

type Written = {
  benchmark: PlanFile['benchmarks'][string];
  reading: Omit<NonNullable<PlanFile['benchmarks'][string]['folders']>, 'any_of'>;
};

/** Fills in defaults, applies shared rules to benchmarks without their own, and expands shorthand. */
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
    looks: written.looks,
    waves: written.waves,
    level: written.level && { weight: written.level.weight, by: written.level.by ?? 'benchmark' },
    tiers: written.tiers && mapOf(written.tiers),
    history: written.history?.map(({ reasons, ...version }) => ({
      ...version,
      reasons: reasons.map(({ task: taskId, replaced_by: replacedBy, evidence, ...rest }) => {
        return { ...rest, taskId, replacedBy, evidence };
      }),
    })),
    phases: written.phases ?? [],
    fields: names.fields,
    score: resolveScore(written.score),
    exclusionsFile: written.exclusions,
    vocabulary: mapOf(written.vocabulary),
    benchmarks: Object.entries(written.benchmarks).map(([name, benchmark]) =>
      resolveBenchmark(name, benchmark, written, exclusions.get(name) ?? []),
    ),
    // Exclusions in a separate file are part of the plan's content.
    hash: fingerprint(JSON.stringify(exclusions.size === 0 ? written : [written, [...exclusions]])),
  };
}

function mapOf<Value>(written: Readonly<Record<string, Value>> = {}): ReadonlyMap<string, Value> {
  return new Map(Object.entries(written));
}

function resolveScore(written: PlanFile['score']): ScoreRule {
  return {
    name: written?.name ?? '',
    decimals: written?.decimals ?? 4,
    partDecimals: written?.part_decimals ?? 3,
    weights: mapOf(written?.weights),
    evidence: (written?.evidence ?? []).map(({ within_interval, source, ...row }) => ({
      ...row,
      interval: row.interval,
      withinInterval: within_interval,
      source: oneLine(source),
    })),
  };
}

function resolveBenchmark(
  name: string,
  written: Written['benchmark'],
  shared: PlanFile,
  further: readonly Exclusion[],
): BenchmarkPlan {
  const rules = { ...shared.score?.components, ...written.components };
  const excluded = [written.exclude ?? []].flat();
  return {
    name,
    title: written.title ?? name,
    source: resolveSource(written.source),
    folders: written.folders && { anyOf: written.folders.any_of, source: resolveReading(written.folders, []) },
    declarations: Object.entries(written.declare ?? {}).map(([field, rule]) => ({ field, ...valuesBy(rule) })),
    distinct: written.distinct ?? false,
    expect: written.expect,
    notes: (written.notes ?? []).map(oneLine),
    dataset: written.dataset,
    corrections: Object.entries(written.correct ?? {}).map(([field, { by, values }]) => {
      return { field, by, values: mapOf(values) };
    }),
    phase: valuesBy(written.phase ?? shared.phase ?? ''),
    components: new Map(
      Object.keys(shared.score?.weights ?? {}).map((component) => [
        component,
        resolveComponent(rules[component] ?? {}),
      ]),
    ),
    run: { costUsd: written.run?.cost_usd, seconds: written.run?.seconds },
    prior: written.prior && resolvePrior(written.prior, shared),
    select: resolveSelect(written.select ?? {}, shared),
    exclusions: [...excluded.flatMap((each) => ('id' in each ? [resolveExclusion(each)] : [])), ...further],
    ...(excluded.some((each) => 'where' in each)
      ? { exclusionRules: excluded.flatMap((each) => ('where' in each ? [resolveExclusionRule(each)] : [])) }
      : {}),
  };
}

/** Settings for these results override the plan's settings for all results. */
function resolvePrior(
  { embedded, path = [], configurations = [], uplift, ...own }: NonNullable<Written['benchmark']['prior']>,
  { results }: PlanFile,
): BenchmarkPlan['prior'] {
  return {
    embedded,
    paths: [path].flat(),
    configurations,
    uplift: uplift && { with: uplift.with, without: uplift.without, assumeNoise: uplift.assume_noise },
    results: mergedSettings(results, own),
  };
}

export function resolveExclusion(written: WrittenExclusion): Exclusion {
  const { id, reason, evidence, date, who, replacement } = written;
  return { id, reason, evidence: evidence && oneLine(evidence), date, who, replacement };
}

function resolveExclusionRule({ where, reason, evidence, date, who }: WrittenExclusionRule): ExclusionRule {
  return { where: resolveCondition(where), reason, evidence: evidence && oneLine(evidence), date, who };
}

function resolveSource(written: Written['benchmark']['source']): SourcePlan {
  if ('embedded' in written) return { kind: 'embedded', name: written.embedded, ...tableRules(written) };
  if ('trino' in written) return { kind: 'trino', table: written.trino, ...tableRules(written) };
  return { ...resolveReading(written, [written.path].flat()), ranges: written.ranges ?? [] };
}

function tableRules(written: Pick<Written['reading'], 'columns' | 'measured' | 'where'>): TableRules {
  const { columns, measured = [], where } = written;
  return { columns: mapOf(columns), measured, where: where && resolveCondition(where) };
}

function resolveReading(written: Written['reading'], paths: readonly string[]): PathSource {
  return {
    kind: 'path',
    paths,
    format: written.format,
    trust: mapOf(written.trust),
    ...tableRules(written),
    joins: (written.join ?? []).map(({ path, id, columns, measured = [] }) => {
      return { path, id, columns: mapOf(columns), measured };
    }),
    derivations: Object.entries(written.derive ?? {}).map(([field, { from, pattern, value }]) => ({
      field,
      from,
      pattern,
      value: value ?? `{${field}}`,
    })),
    ranges: [],
  };
}

function valuesBy<Value extends string | number>(
  written: Value | { by: string; values: Record<string, Value>; otherwise?: Value | undefined },
) {
  if (typeof written !== 'object') return { by: undefined, values: mapOf<Value>(), otherwise: written };
  return { by: written.by, values: mapOf(written.values), otherwise: written.otherwise };
}

type WrittenSelect = NonNullable<PlanFile['benchmarks'][string]['select']>;
type WrittenShare = Omit<NonNullable<PlanFile['total']>, 'take' | 'purpose' | 'precision' | 'detect' | 'budget'>;

function resolveSelect(
  written: WrittenSelect,
  plan: Pick<PlanFile, 'seed' | 'total' | 'optimise' | 'score'>,
): SelectRule {
  const { seed, total } = plan;
  const { where, group, draw, quota, ensure = [] } = written;
  const pins = [written.pin ?? []].flat();
  const pin = pins.filter((each) => typeof each === 'string');
  const pinWhere = pins.flatMap((each) => (typeof each === 'string' ? [] : [resolveCondition(each.where)]));
  const target = readTarget(written);
  const takesShare = written.take === undefined && target === undefined && fixedPlaces(group) === undefined;
  // The total's purpose applies to every benchmark that shares in the total and has no purpose.
  const purpose = written.purpose ?? (takesShare ? total?.purpose : undefined);
  const shared = plan.optimise && resolveOptimise(plan.optimise, 'plan');
  const prefer = draw === undefined ? resolvePrefer(written.prefer, plan) : orderOf(draw);
  const drawn = resolveDraw(written, String(seed ?? ''));
  const rules = written.rules?.map(resolveRule);
  const optimise =
    shared ??
    (written.optimise && resolveOptimise(written.optimise, 'benchmark')) ??
    (rules && drawn === undefined ? rankUnder(rules, prefer) : undefined);
  const isRanked = purpose === undefined && optimise === undefined && drawn === undefined;
  const kept: readonly Preference[] =
    written.keep && isRanked ? [{ kind: 'kept', field: 'id', ids: new Set(written.keep.tasks) }] : [];
  return {
    take: written.take ?? takeOf(group, pin),
    why: written.why && oneLine(written.why),
    takesShare,
    purpose: purpose === undefined ? undefined : { name: purpose, target },
    quota: quota && {
      by: [quota.by].flat(),
      ...resolveBounds(quota),
    },
    keep: written.keep && { tasks: written.keep.tasks, newAtMost: written.keep.new_at_most },
    optimise,
    where: where && resolveCondition(where),
    pin,
    ...(pinWhere.length === 0 ? {} : { pinWhere }),
    group: group
      ? { ...groupedBy(group.by), bands: group.bands ?? [], ...resolveShare(group) }
      : rules && drawn && groupOf(rules),
    prefer: [...kept, ...prefer],
    draw: drawn,
    ensure: ensure.map(({ by, values, at_least: atLeast, prefer: order }) => {
      return { by, values, atLeast, prefer: [...kept, ...resolvePrefer(order, plan)] };
    }),
  };
}

function rankUnder(rules: readonly LimitRule[], [first]: readonly Preference[]): OptimiseRule {
  const { field, direction } = first?.kind === 'field' ? first : { field: 'score', direction: 'desc' };
  const goal: Goal = { kind: 'sum', sense: direction === 'desc' ? 'maximise' : 'minimise', field };
  return { scope: 'benchmark', goal, take: undefined, rules };
}

/** Turns a rule on one label into groups with its floors and ceilings. `drawnRules` has rejected all other rules. */
function groupOf([rule]: readonly LimitRule[]): GroupRule | undefined {
  if (rule?.kind !== 'count') return undefined;
  const { by, bands, atLeast = { values: new Map(), otherwise: 0 }, atMost } = rule;
  return { ...groupedBy(by), bands, ...resolveShare({}), atLeast, atMost };
}

function groupedBy(by: string | readonly string[]): Pick<GroupRule, 'by' | 'crossed'> {
  const [only = '', ...more] = [by].flat();
  return more.length === 0 ? { by: only } : { by: [only, ...more].join(' × '), crossed: [only, ...more] };
}

/** Without `take`, a benchmark takes the fixed places of its groups plus its pins, or all its tasks. */
function takeOf(group: WrittenSelect['group'], pin: readonly string[]): number | 'all' {
  const places = fixedPlaces(group);
  return places === undefined ? 'all' : [...places.values()].reduce((sum, count) => sum + count, pin.length);
}

function fixedPlaces(group: WrittenSelect['group']): ReadonlyMap<string, number> | undefined {
  const setting = group && shareOf(group).placesIn;
  return setting?.read(part(group, setting.key));
}

function shareOf({ share = defaultShare }: WrittenShare): ShareDesign {
  return shareDesignOf({ share });
}

/** Unless the plan says otherwise, a total with a purpose is shared by anticipated variance. */
function resolveTotal(written: NonNullable<PlanFile['total']>): TotalRule {
  const { purpose } = written;
  if (purpose === undefined) return { take: written.take, share: resolveShare(written), purpose };
  const share = { ...written, share: written.share ?? anticipated.name, at_least: written.at_least ?? 1 };
  return { take: written.take, share: resolveShare(share), purpose: { name: purpose, target: readTarget(written) } };
}

function resolveShare(written: WrittenShare): ShareRule {
  const { name, settings } = shareOf(written);
  return {
    share: name,
    settings: new Map(
      settings.flatMap(({ key, read }) => {
        const value = read(part(written, key));
        return value === undefined ? [] : [[key, value]];
      }),
    ),
    ...resolveBounds(written),
    rounding: written.rounding ?? defaultRounding,
  };
}

/** A draw, or an order that begins with "random", which is also a draw. */
function resolveDraw({ draw, prefer }: WrittenSelect, seed: string): DrawRule | undefined {
  if (draw !== undefined) return { method: draw.method, by: [draw.by ?? []].flat(), seed };
  const [first] = prefer?.map(readPreference) ?? [];
  const ordering = draws.find(({ order }) => order !== undefined && order.field === first?.field);
  return ordering && { method: ordering.name, by: [], seed };
}

function orderOf(draw: NonNullable<WrittenSelect['draw']>): readonly Preference[] {
  const { order } = drawDesignOf(draw);
  return order === undefined ? [] : [order];
}

function resolvePrefer(
  written: WrittenSelect['prefer'] | undefined,
  { score }: Pick<PlanFile, 'score'>,
): readonly Preference[] {
  return written?.map(readPreference) ?? (score === undefined ? [] : defaultPrefer);
}

const randomPreference: Preference = { kind: 'field', field: randomField.name, direction: 'asc' };

const defaultPrefer: readonly Preference[] = [{ kind: 'field', field: 'score', direction: 'desc' }];

function readPreference(written: string | Readonly<Record<string, readonly string[]>>): Preference {
  if (typeof written === 'string') {
    const [, field, direction] = preferencePattern.exec(written) ?? [];
    if (field === undefined) return randomPreference;
    return { kind: 'field', field, direction: direction === 'asc' ? 'asc' : 'desc' };
  }
  const [field = '', values = []] = Object.entries(written)[0] ?? [];
  return { kind: 'values', field, values };
}

type WrittenOptimise = NonNullable<PlanFile['optimise']>;
type WrittenRule = NonNullable<WrittenOptimise['rules']>[number];
type WrittenBound = NonNullable<NonNullable<PlanFile['total']>['at_least']>;
type ResolvedBound<Bound> = GroupBound | (undefined extends Bound ? undefined : never);

function resolveOptimise(
  written: Omit<WrittenOptimise, 'take'> & { readonly take?: WrittenOptimise['take'] },
  scope: OptimiseRule['scope'],
): OptimiseRule {
  return { scope, goal: resolveGoal(written), take: written.take, rules: (written.rules ?? []).map(resolveRule) };
}

function resolveGoal({ maximise, minimise }: Omit<WrittenOptimise, 'take'>): Goal {
  const sense = maximise === undefined ? 'minimise' : 'maximise';
  // The consistency check requires one of the two.
  const goal = maximise ?? minimise ?? 'tasks';
  if (typeof goal === 'string')
    return goal === 'tasks' ? { kind: 'tasks', sense } : { kind: 'sum', sense, field: goal };
  if ('labels' in goal) return { kind: 'labels', sense, by: [goal.labels].flat() };
  return { kind: 'distance', sense, by: [goal.distance].flat() };
}

function resolveRule(written: WrittenRule): LimitRule {
  if ('at_most_one_of' in written) return { kind: 'one-of', ids: written.at_most_one_of };
  if ('budget' in written) {
    const target = readTarget({ budget: written.budget });
    const field = target?.kind === 'budget' && target.unit === 'usd' ? 'run.cost_usd' : 'run.seconds';
    const atMost = target?.kind === 'budget' ? target.most : undefined;
    return { kind: 'sum', field, where: undefined, unknown: undefined, atLeast: undefined, atMost };
  }
  const where = written.where && resolveCondition(written.where);
  if ('sum' in written) {
    const { sum: field, unknown, at_least: atLeast, at_most: atMost } = written;
    return { kind: 'sum', field, where, unknown, atLeast, atMost };
  }
  const { at_least: least, at_most: most, exactly } = written;
  const [floor, ceiling] = exactly === undefined ? [least, most] : [exactly, exactly];
  return {
    kind: 'count',
    by: 'by' in written ? [written.by].flat() : [],
    bands: 'by' in written ? (written.bands ?? []) : [],
    where,
    atLeast: resolveBound(floor),
    atMost: resolveBound(ceiling),
  };
}

function resolveBounds(written: { at_least?: WrittenBound | undefined; at_most?: WrittenBound | undefined }) {
  return { atLeast: resolveBound(written.at_least ?? 0), atMost: resolveBound(written.at_most) };
}

function resolveBound<Bound extends WrittenBound | undefined>(written: Bound): ResolvedBound<Bound>;
function resolveBound(written: WrittenBound | undefined): GroupBound | undefined {
  if (written === undefined) return undefined;
  const count = (each: number | 'all') => (each === 'all' ? Number.POSITIVE_INFINITY : each);
  if (typeof written !== 'object') return { values: new Map(), otherwise: count(written) };
  return {
    values: new Map(Object.entries(written.values).map(([name, each]) => [name, count(each)])),
    otherwise: written.otherwise === undefined ? undefined : count(written.otherwise),
  };
}
