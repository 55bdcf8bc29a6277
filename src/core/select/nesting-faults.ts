import { drawDesignOf } from '../draws/draws.js';
import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan } from '../model/plan.js';
import { roundingOf } from '../roundings/roundings.js';
import { shareDesignOf } from '../shares/shares.js';

/** What keeps a smaller selection by the same rule from lying within the larger one. */
export function nestingFaults({ name, select }: BenchmarkPlan): Fault[] {
  const { draw, group, ensure, keep, quota } = select;
  const found: { readonly why: string; readonly hint: string }[] = [];
  if (draw !== undefined && drawDesignOf(draw).order === undefined) {
    const byQuota = quota === undefined ? '' : ', which the quota needs';
    const hint = `Draw with "prefer: [random]"${quota === undefined ? '' : ' or leave the quota out'}, or leave "tiers" out.`;
    found.push({ why: `a smaller sample drawn by ${draw.method}${byQuota}, is not part of a larger one`, hint });
  }
  if (ensure.length > 0)
    found.push({
      why: 'what "ensure" adds to a smaller selection may not be in the larger one',
      hint: 'Group by the label with "at_least" instead of "ensure", or leave "tiers" out.',
    });
  if (group !== undefined && shareDesignOf(group).placesIn !== undefined)
    found.push({
      why: 'the places of its groups are fixed',
      hint: 'Share them with "share: proportional", or leave "tiers" out.',
    });
  else if (group !== undefined && !roundingOf(group).isMonotone)
    found.push({
      why: `with rounding "${group.rounding}" a group may have more places of fewer`,
      hint: 'Use "rounding: webster", or leave "tiers" out.',
    });
  if (keep !== undefined && quota !== undefined)
    found.push({
      why: 'a version that keeps tasks of the former one under a quota has no order to cut',
      hint: 'Leave the quota, "keep" or "tiers" out.',
    });
  return found.map(({ why, hint }) => ({
    code: 'selection/tier',
    message: `benchmark "${name}" cannot have tiers: ${why}.`,
    hint,
  }));
}
