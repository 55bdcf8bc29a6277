import type { Warning } from '../model/errors.js';
import { countOf } from '../text/words.js';
import type { CoveredTier } from './covered-tier.js';

/** The warning about incomplete tiers of a plan, by the first of these; none if all are complete. */
export function coveredTierNotes(plan: string, found: readonly CoveredTier[]): Warning[] {
  // With results on nearly the whole pool, the effect of the missing tasks is shown anyway.
  const [first, ...others] = found.filter(({ covered, isComplete }) => !isComplete && !covered.isPool);
  if (first === undefined) return [];
  const { covered, fewest } = first;
  const which = covered.tier === undefined ? 'the whole selection' : `the tier "${covered.tier}"`;
  const more =
    others.length === 0 ? '' : ` ${countOf(others.length, 'other system is', 'other systems are')} missing some too.`;
  const message = `${plan}: Winnow assumes that the results cover ${which} (${covered.tasks.size} tasks), but "${fewest.system}" ran only ${fewest.tasks} of them, including errors.${more} Results are rarely missing at random, so the estimate may be off by more than the interval suggests. Run the remaining tasks, or choose a tier with --tier.`;
  return [{ code: 'tier-incomplete', message }];
}
