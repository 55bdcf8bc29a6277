import { at } from '../lists/at.js';
import type { Fault } from '../model/fault.js';
import type { Tier } from '../model/history.js';
import type { Plan } from '../model/plan.js';
import { webster } from '../roundings/webster.js';
import { countOf } from '../text/count-of.js';
import { didYouMean } from '../text/nearest-name.js';

/** How many tasks of a tier each benchmark gives. */
export interface TierTakes {
  readonly tier: Tier;
  /** By benchmark, in the tier and in the whole selection. */
  readonly takes: ReadonlyMap<string, number>;
  readonly full: ReadonlyMap<string, number>;
}

/**
 * Shares a tier among benchmarks by what each gives to the whole selection, at least one each. Webster's method takes no
 * place away when there are more, and gives the whole selection exactly: so tiers lie within each other.
 *
 * @param full How many tasks each benchmark gives to the whole.
 */
export function tierTakes(
  { tiers = new Map() }: Plan,
  name: string,
  full: ReadonlyMap<string, number>,
): TierTakes | { readonly faults: readonly Fault[] } {
  const whole = [...full.values()].reduce((sum, count) => sum + count, 0);
  const size = tiers.get(name);
  if (size === undefined) return { faults: [unknownTier(name, [...tiers.keys()])] };
  const fault = (message: string, hint: string) => ({
    faults: [{ code: 'selection/tier', message: `tier "${name}" ${message}`, hint }],
  });
  if (size >= whole)
    return fault(
      `has ${countOf(size, 'task')}, and the whole selection has ${whole}; a tier is smaller.`,
      'Lower it, or take more tasks in all.',
    );
  const names = [...full.keys()].filter((each) => (full.get(each) ?? 0) > 0);
  if (size < names.length)
    return fault(
      `has ${countOf(size, 'task')} for ${countOf(names.length, 'benchmark')}; each must have one.`,
      `Give it ${names.length} or more.`,
    );
  const bins = names.map((key) => {
    const count = full.get(key) ?? 0;
    return { key, size: count, measure: count, atLeast: 1, atMost: count };
  });
  const places = webster.round(bins, size);
  return {
    tier: { name, size, full: whole, sizes: tiers },
    takes: new Map([...full.keys()].map((each) => [each, names.includes(each) ? at(places, names.indexOf(each)) : 0])),
    full,
  };
}

function unknownTier(name: string, known: readonly string[]): Fault {
  return {
    code: 'selection/tier',
    message: `the plan has no tier "${name}".${didYouMean(name, known)}${known.length === 0 ? '' : ` It has: ${known.join(', ')}.`}`,
    hint: known.length === 0 ? 'Name tiers under "tiers" at the top of the plan: { smoke: 20 }.' : 'Name one of them.',
  };
}
