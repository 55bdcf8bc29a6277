import { drawDesignOf, draws } from '../draws/draws.js';
import { randomField } from '../model/field.js';
import type { TotalRule } from '../model/plan.js';
import { resolveCondition } from '../model/resolve-condition.js';
import type { DrawRule, Preference, SelectRule, ShareRule } from '../model/select-rule.js';
import { readTarget } from '../model/size-target.js';
import { defaultRounding } from '../roundings/roundings.js';
import { anticipated } from '../shares/anticipated.js';
import type { ShareDesign } from '../shares/share-design.js';
import { defaultShare, shareDesignOf } from '../shares/shares.js';
import { part } from './loose-record.js';
import { resolveBound, resolveOptimise } from './resolve-optimise.js';
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

/** A total, with every default filled in; one with a purpose is shared by what earlier results let expect. */
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
