import type { Warning } from '../model/errors.js';
import { countOf, quotedWord } from '../text/words.js';
import type { CoveredTier } from './covered-tier.js';

/** The warning about incomplete tiers of a plan, by the first of these; none if all are complete. */
export function coveredTierNotes(plan: string, found: readonly CoveredTier[]): Warning[] {
  const [first, ...others] = found.filter(({ covered, complete }) => complete !== covered && !covered.isPool);
  if (first === undefined) return [];
  const { covered, fewest, complete } = first;
  const choice =
    complete?.tier === undefined
      ? 'choose a tier with --tier'
      : `add --tier ${quotedWord(complete.tier)}, because all ${complete.tasks.size} tasks of that tier have results`;
  const which = covered.tier === undefined ? 'the whole selection' : `the tier "${covered.tier}"`;
  const more =
    others.length === 0 ? '' : ` ${countOf(others.length, 'other system is', 'other systems are')} missing some too.`;
  const message = `${plan}: Winnow assumes that the results cover ${which} (${covered.tasks.size} tasks), but "${fewest.system}" ran only ${fewest.tasks} of them, including errors.${more} Run the remaining tasks, or ${choice}.`;
  return [{ code: 'tier-incomplete', message }];
}
