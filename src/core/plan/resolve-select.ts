import { resolveCondition } from '../model/resolve-condition.js';
import type { DrawRule, GroupBound, Preference, SelectRule, ShareRule } from '../model/select-rule.js';
import { defaultPrefer, randomPreference, readPreference } from './read-preference.js';
import type { PlanFile } from './schema/plan-schema.js';

type Written = NonNullable<PlanFile['benchmarks'][string]['select']>;
type WrittenShare = Omit<NonNullable<PlanFile['total']>, 'take'>;

/** How a benchmark is selected from, with every default filled in; `seed` is the plan's. */
export function resolveSelect(written: Written, seed: PlanFile['seed']): SelectRule {
  const { where, group, ensure = [], pin = [] } = written;
  return {
    take: written.take ?? takeOf(group, pin),
    takesShare: written.take === undefined && group?.places === undefined,
    where: where && resolveCondition(where),
    pin,
    group: group && { by: group.by, bands: group.bands ?? [], ...resolveShare(group) },
    prefer:
      written.draw === undefined
        ? resolvePrefer(written.prefer)
        : written.draw.method === 'random'
          ? [randomPreference]
          : [],
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
  if (group?.places === undefined) return 'all';
  return Object.values(group.places).reduce((sum, places) => sum + places, pin.length);
}

/** How places are shared, with every default filled in. */
export function resolveShare(written: WrittenShare): ShareRule {
  return {
    share: written.share ?? 'proportional',
    exponent: written.exponent ?? 1,
    deviations: written.deviations && new Map(Object.entries(written.deviations)),
    places: new Map(Object.entries(written.places ?? {})),
    order: written.order ?? [],
    atLeast: resolveBound(written.at_least ?? 0),
    atMost: written.at_most === undefined ? undefined : resolveBound(written.at_most),
    rounding: written.rounding ?? 'webster',
  };
}

function resolveBound(written: NonNullable<WrittenShare['at_least']>): GroupBound {
  if (typeof written === 'number') return { values: new Map(), otherwise: written };
  return { values: new Map(Object.entries(written.values)), otherwise: written.otherwise };
}

/** A draw, or an order that begins with chance, which is one too. */
function resolveDraw({ draw, prefer }: Written, seed: string): DrawRule | undefined {
  if (draw !== undefined) return { method: draw.method, by: [draw.by ?? []].flat(), seed };
  const [first] = resolvePrefer(prefer);
  return first === randomPreference ? { method: 'random', by: [], seed } : undefined;
}

function resolvePrefer(written: Written['prefer'] | undefined): readonly Preference[] {
  return written?.map(readPreference) ?? defaultPrefer;
}
