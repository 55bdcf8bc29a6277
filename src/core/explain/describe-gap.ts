import { formatCount } from '../text/count-of.js';
import { roundTo } from '../text/round-to.js';
import type { Gap } from './explanation.js';

/** "ahead of x, the first below the cut, by 2 files changed (14 against 12)". */
export function describeGap(gap: Gap, side: 'ahead of' | 'behind', who: string): string {
  const { other, insteadOf } = gap;
  const stands = insteadOf === undefined ? '' : ` in the place of ${insteadOf.id}`;
  return `${side} ${other.id}${stands}, ${who}, by ${keyText(gap)}`;
}

function keyText({ field, words, counts, own, others }: Gap): string {
  if (field === 'id') return 'its id alone';
  const lead = counts && typeof own === 'number' && typeof others === 'number' ? Math.abs(own - others) : undefined;
  return `${lead === undefined ? '' : `${formatCount(roundTo(lead, 10))} `}${words} (${shown(own)} against ${shown(others)})`;
}

function shown(value: Gap['own']): string {
  return typeof value === 'number' ? formatCount(value) : (value ?? 'unknown');
}
