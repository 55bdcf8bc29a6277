import { drawDesignOf } from '../draws/draws.js';
import { at } from '../lists/lists.js';
import type { Fault } from '../model/errors.js';
import type { BenchmarkPlan, Plan, Tier } from '../model/plan.js';
import { roundingOf, webster } from '../roundings/roundings.js';
import { shareDesignOf } from '../shares/shares.js';
import { didYouMean } from '../text/nearest-name.js';
import { countOf } from '../text/words.js';

export interface TierTakes {
  readonly tier: Tier;
  /** By benchmark: `takes` for the tier, `full` for the whole selection. */
  readonly takes: ReadonlyMap<string, number>;
  readonly full: ReadonlyMap<string, number>;
}

/** Shares a tier among benchmarks by Webster's method, at least one each, so that tiers are nested. */
export function tierTakes(
  { tiers = new Map() }: Plan,
  name: string,
  full: ReadonlyMap<string, number>,
): TierTakes | { readonly faults: readonly Fault[] } {
  const whole = [...full.values()].reduce((sum, count) => sum + count, 0);
  const size = tiers.get(name) ?? sizeIn(name);
  if (size === undefined) return { faults: [unknownTier(name, [...tiers.keys()])] };
  const fault = (message: string, hint: string) => ({
    faults: [{ code: 'selection/tier', message: `tier "${name}" ${message}`, hint }],
  });
  if (size >= whole)
    return fault(
      `has ${countOf(size, 'task')}, but must be smaller than the whole selection (${whole}).`,
      'Make the tier smaller, or the whole selection larger.',
    );
  const names = [...full.keys()].filter((each) => (full.get(each) ?? 0) > 0);
  if (size < names.length)
    return fault(
      `has ${countOf(size, 'task')} for ${countOf(names.length, 'benchmark')}, but needs at least one per benchmark.`,
      `Give the tier ${names.length} tasks or more.`,
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

/** Resolves a name or a size to a tier; undefined if the size is that of the whole selection. */
export function tierOf({ tiers = new Map() }: Plan, asked: string | undefined, whole: number): string | undefined {
  if (asked === undefined || tiers.has(asked)) return asked;
  const size = sizeIn(asked);
  if (size === whole) return undefined;
  return [...tiers].find(([, own]) => own === size)?.[0] ?? asked;
}

/** Parses a size; undefined if the text is a name. Names of tiers begin with a letter. */
function sizeIn(text: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : undefined;
}

function unknownTier(name: string, known: readonly string[]): Fault {
  return {
    code: 'selection/tier',
    message: `the plan has no tier "${name}".${didYouMean(name, known)}${known.length === 0 ? '' : ` Its tiers: ${known.join(', ')}.`}`,
    hint: 'Name one of its tiers, or give a number of tasks smaller than the whole selection.',
  };
}

/** Reasons why a smaller selection by the same rule would not be a subset of the larger one. */
export function nestingFaults({ name, select }: BenchmarkPlan): Fault[] {
  const { draw, group, ensure, keep, quota } = select;
  const found: { readonly why: string; readonly hint: string }[] = [];
  if (draw !== undefined && drawDesignOf(draw).order === undefined) {
    const byQuota = quota === undefined ? '' : ', as the quota requires,';
    const hint = `Draw with "prefer: [random]"${quota === undefined ? '' : ' or remove the quota'}, or remove "tiers".`;
    found.push({ why: `a smaller sample drawn by ${draw.method}${byQuota} is not part of a larger one`, hint });
  }
  if (ensure.length > 0)
    found.push({
      why: '"ensure" may add tasks to a smaller selection that are not in the larger one',
      hint: 'Group by the label with "at_least" instead of "ensure", or remove "tiers".',
    });
  if (group !== undefined && shareDesignOf(group).placesIn !== undefined)
    found.push({
      why: 'its groups have fixed numbers of tasks',
      hint: 'Use "share: proportional", or remove "tiers".',
    });
  else if (group !== undefined && !roundingOf(group).isMonotone)
    found.push({
      why: `with rounding "${group.rounding}", a group can get more tasks in a smaller selection`,
      hint: 'Use "rounding: webster", or remove "tiers".',
    });
  if (keep !== undefined && quota !== undefined)
    found.push({
      why: 'with "keep" and a quota, there is no ranking from which to take a smaller selection',
      hint: 'Remove the quota, "keep" or "tiers".',
    });
  return found.map(({ why, hint }) => ({
    code: 'selection/tier',
    message: `benchmark "${name}" cannot have tiers, because ${why}.`,
    hint,
  }));
}
