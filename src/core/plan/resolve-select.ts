import { drawDesignOf, draws } from '../draws/draws.js';
import { randomField } from '../model/field.js';
import type { Goal, LimitRule, OptimiseRule } from '../model/optimise-rule.js';
import type { TotalRule } from '../model/plan.js';
import { resolveCondition } from '../model/resolve-condition.js';
import type { DrawRule, GroupBound, Preference, SelectRule, ShareRule } from '../model/select-rule.js';
import { readTarget } from '../model/size-target.js';
import { defaultRounding } from '../roundings/roundings.js';
import { anticipated } from '../shares/anticipated.js';
import type { ShareDesign } from '../shares/share-design.js';
import { defaultShare, shareDesignOf } from '../shares/shares.js';
import { part } from './loose-record.js';
import type { PlanFile } from './schema/plan-schema.js';
import { preferencePattern } from './schema/preference-pattern.js';

type Written = NonNullable<PlanFile['benchmarks'][string]['select']>;
type WrittenShare = Pick<
  NonNullable<PlanFile['total']>,
  Exclude<keyof NonNullable<PlanFile['total']>, 'take' | 'purpose' | 'precision' | 'detect' | 'budget'>
>;

/** How a benchmark is selected from, with every default filled in. */
export function resolveSelect(written: Written, plan: Pick<PlanFile, 'seed' | 'total' | 'optimise'>): SelectRule {
  const { seed, total } = plan;
  const { where, group, draw, quota, ensure = [], pin = [] } = written;
  const target = readTarget(written);
  const takesShare = written.take === undefined && target === undefined && fixedPlaces(group) === undefined;
  // A purpose at the top is that of every benchmark which shares in the total and has none of its own.
  const purpose = written.purpose ?? (takesShare ? total?.purpose : undefined);
  const shared = plan.optimise && resolveOptimise(plan.optimise, 'plan');
  return {
    take: written.take ?? takeOf(group, pin),
    takesShare,
    purpose: purpose === undefined ? undefined : { name: purpose, target },
    quota: quota && {
      by: [quota.by].flat(),
      atLeast: resolveBound(quota.at_least ?? 0),
      atMost: quota.at_most === undefined ? undefined : resolveBound(quota.at_most),
    },
    keep: written.keep && { tasks: written.keep.tasks, newAtMost: written.keep.new_at_most },
    optimise: shared ?? (written.optimise && resolveOptimise(written.optimise, 'benchmark')),
    where: where && resolveCondition(where),
    pin,
    group: group && { by: group.by, bands: group.bands ?? [], ...resolveShare(group) },
    prefer: draw === undefined ? resolvePrefer(written.prefer) : orderOf(draw),
    draw: resolveDraw(written, String(seed ?? '')),
    ensure: ensure.map((rule) => ({
      by: rule.by,
      values: rule.values,
      atLeast: rule.at_least,
      prefer: resolvePrefer(rule.prefer),
    })),
  };
}

/** Without a number of its own a benchmark gives the places that its groups are fixed at and its pins, or all it has. */
function takeOf(group: Written['group'], pin: readonly string[]): number | 'all' {
  const places = fixedPlaces(group);
  return places === undefined ? 'all' : [...places.values()].reduce((sum, count) => sum + count, pin.length);
}

/** The places of each group, where the plan lists them. */
function fixedPlaces(group: Written['group']): ReadonlyMap<string, number> | undefined {
  const setting = group && shareOf(group).placesIn;
  return setting?.read(part(group, setting.key));
}

function shareOf({ share = defaultShare.name }: WrittenShare): ShareDesign {
  return shareDesignOf({ share });
}

/** A total, with every default filled in; one with a purpose is shared by what to expect from earlier results. */
export function resolveTotal(written: NonNullable<PlanFile['total']>): TotalRule {
  const { purpose } = written;
  if (purpose === undefined) return { take: written.take, share: resolveShare(written), purpose };
  const share = { ...written, share: written.share ?? anticipated.name, at_least: written.at_least ?? 1 };
  return { take: written.take, share: resolveShare(share), purpose: { name: purpose, target: readTarget(written) } };
}

/** How places are shared, with every default filled in. */
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
    atLeast: resolveBound(written.at_least ?? 0),
    atMost: written.at_most === undefined ? undefined : resolveBound(written.at_most),
    rounding: written.rounding ?? defaultRounding.name,
  };
}

/** A draw, or an order that begins with chance, which is one too. */
function resolveDraw({ draw, prefer }: Written, seed: string): DrawRule | undefined {
  if (draw !== undefined) return { method: draw.method, by: [draw.by ?? []].flat(), seed };
  const [first] = resolvePrefer(prefer);
  const ordering = draws.find(({ order }) => order !== undefined && order.field === first?.field);
  return ordering && { method: ordering.name, by: [], seed };
}

/** The order that a draw is, if it is one. */
function orderOf(draw: NonNullable<Written['draw']>): readonly Preference[] {
  const { order } = drawDesignOf(draw);
  return order === undefined ? [] : [order];
}

function resolvePrefer(written: Written['prefer'] | undefined): readonly Preference[] {
  return written?.map(readPreference) ?? defaultPrefer;
}

/** The key of an order that only chance decides: the lowest random number first. */
const randomPreference: Preference = { kind: 'field', field: randomField.name, direction: 'asc' };

/** The order that nothing else was said about: the best score first. */
const defaultPrefer: readonly Preference[] = [{ kind: 'field', field: 'score', direction: 'desc' }];

/** Turns one written preference into its parts. */
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

/** A goal and rules with their shorthand unfolded. */
function resolveOptimise(
  written: Omit<WrittenOptimise, 'take'> & { readonly take?: WrittenOptimise['take'] },
  scope: OptimiseRule['scope'],
): OptimiseRule {
  return { scope, goal: resolveGoal(written), take: written.take, rules: (written.rules ?? []).map(resolveRule) };
}

function resolveGoal({ maximise, minimise }: Omit<WrittenOptimise, 'take'>): Goal {
  const sense = maximise === undefined ? 'minimise' : 'maximise';
  // The consistency check has made sure that one of the two is there.
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
    atLeast: floor === undefined ? undefined : resolveBound(floor),
    atMost: ceiling === undefined ? undefined : resolveBound(ceiling),
  };
}

/** A bound for each that is named and for the others. */
function resolveBound(written: WrittenBound): GroupBound {
  if (typeof written === 'number') return { values: new Map(), otherwise: written };
  return { values: new Map(Object.entries(written.values)), otherwise: written.otherwise };
}
