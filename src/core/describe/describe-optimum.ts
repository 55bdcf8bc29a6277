import type { Certificate } from '../model/optimum.js';
import { formatCount } from '../text/count-of.js';
import { roundTo } from '../text/round-to.js';
import { capital } from '../text/words.js';

/** What was found and proven, in one or two sentences. */
export function optimumSentence({ goal, sense, value, bound, status, gap, timeLimit, solver }: Certificate): string {
  const reached = `${capital(goal)} is ${figure(value)}`;
  if (status === 'optimal') {
    const none = sense === 'maximise' ? 'more' : 'less';
    return `${reached}, and no selection that keeps the rules has ${none}: proven optimal by ${solver} (bound ${figure(bound)}, gap 0).`;
  }
  if (gap === 0)
    return `${reached}, and no selection that keeps the rules is better: proven by ${solver} (gap 0). Which of those that reach it is taken was not settled within ${formatCount(timeLimit ?? 0)} seconds. Not reproducible: another machine may find other tasks.`;
  const most = Number.isFinite(bound)
    ? `nothing beyond ${figure(bound)} is possible (gap ${Number((100 * gap).toPrecision(2))}%)`
    : 'no bound is known';
  return `${reached}: the best that ${solver} found within ${formatCount(timeLimit ?? 0)} seconds; ${most}. Not reproducible: another machine may find other tasks.`;
}

/** Why estimates need another design, and which. */
export const optimisedClaim =
  'It is a purposive (non-probability) selection: no task had a known chance of being in. Where estimates must stay valid for the pool, group and draw instead; draw: { method: cube } balances on several fields at once.';

function figure(value: number): string {
  return formatCount(roundTo(value, 6));
}
