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
  const pairs = pairSummary === undefined ? '' : `; a pair differs on ${medianWords(pairSummary.differ.median)} (median)`;
  return `${selected.apart} of ${countOf(tested, 'selected task')} with a score tell the ${more.length + 1} configurations apart${open}; ${flat}${pairs}.`;
}

/** Tasks for which any configuration has a score. */
export function testedTasks({ tasks, without }: CeilingCounts): number {
  return tasks - without;
}

function medianWords(median: number): string {
  return Number.isInteger(median) ? String(median) : median.toFixed(1);
}
