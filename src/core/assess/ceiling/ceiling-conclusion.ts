import { countOf } from '../../text/count-of.js';
import type { Ceiling, CeilingCounts } from './ceiling.js';

type Facts = Pick<Ceiling, 'configurations' | 'overall' | 'pairSummary'>;

/** What to act on, in words. */
export function ceilingConclusion({ configurations, overall, pairSummary }: Facts): string {
  const { selected, pool } = overall;
  const tested = testedTasks(selected);
  const [only, ...more] = configurations;
  if (only === undefined || testedTasks(pool) === 0) return 'Cannot say: no result has a score for an eligible task.';
  if (tested === 0) return `Cannot say: none of the ${countOf(selected.tasks, 'selected task')} has a score.`;
  if (more.length === 0) {
    const between = selected.alike === 0 ? '' : `, partly ${selected.alike}`;
    return `One configuration solves ${selected.byAll} of ${countOf(tested, 'selected task')} with a score, fails ${selected.byNone}${between}; which tasks tell configurations apart takes a second.`;
  }
  const open = selected.open === 0 ? '' : `, at most ${selected.apart + selected.open} once all results are in`;
  const flat = `${selected.byNone} are solved by none, ${selected.byAll} by all`;
  // A comparison with chance needs results on tasks that are not selected.
  const { low, high } = overall.expected;
  const chance =
    testedTasks(pool) >= 2 * tested
      ? ` (a random choice from the same groups: ${Math.round(low)} to ${Math.round(high)})`
      : '';
  const pairs =
    pairSummary === undefined ? '' : `; a pair differs on ${medianWords(pairSummary.differ.median)} (median)`;
  return `${selected.apart} of ${countOf(tested, 'selected task')} with a score tell the ${more.length + 1} configurations apart${chance}${open}; ${flat}${pairs}.`;
}

/** Tasks for which any configuration has a score. */
export function testedTasks({ tasks, without }: CeilingCounts): number {
  return tasks - without;
}

function medianWords(median: number): string {
  return Number.isInteger(median) ? String(median) : median.toFixed(1);
}
