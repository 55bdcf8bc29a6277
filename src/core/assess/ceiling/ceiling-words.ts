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
function testedTasks({ tasks, without }: CeilingCounts): number {
  return tasks - without;
}

function medianWords(median: number): string {
  return Number.isInteger(median) ? String(median) : median.toFixed(1);
}

/**
 * Why the finding is no rule for choosing. Measured on nine systems: tasks chosen for telling five of them apart put the
 * solve rates of the other four 16 points too high.
 */
const notByOutcome =
  'Do not choose tasks because they told these configurations apart: such a choice overstates what it measures. Tasks chosen so on some systems put the solve rates of others 16 points too high (SWE-bench Pro, nine systems).';
const keepFloor =
  'A task that none solves leaves room for better configurations, one that all solve shows a later loss: exclude a task only for a fault of its own, with evidence.';

/** What a reader must know before taking the figures for more than they are. */
export function ceilingNotes(
  facts: Omit<Ceiling, 'notes' | 'conclusion'>,
  whyNone: string | undefined,
  warnings: readonly string[],
): readonly string[] {
  const { overall, configurations, pairSummary } = facts;
  const { selected } = overall;
  const notes: string[] = [];
  if (whyNone !== undefined) notes.push(`The results cannot be used: ${whyNone}`);
  if (selected.without > 0 && testedTasks(selected) > 0) {
    notes.push(
      `${countOf(selected.without, 'selected task')} of ${selected.tasks} ${selected.without === 1 ? 'has' : 'have'} no score at all: nothing is known of them, and they are not counted as failed.`,
    );
  }
  if (selected.open > 0) {
    notes.push(
      `${countOf(selected.open, 'selected task')} ${selected.open === 1 ? 'is' : 'are'} alike so far, but some configuration has no score there (absent, errored or not run): counted as open, not as solved by none.`,
    );
  }
  const broken = configurations.filter((each) => each.selected.errored > 0);
  if (broken.length > 0) {
    const total = broken.reduce((sum, each) => sum + each.selected.errored, 0);
    notes.push(
      `${countOf(total, 'result')} on selected tasks errored (${broken.length} of ${countOf(configurations.length, 'configuration')}): an error is no score, and is not the same as an absent result.`,
    );
  }
  if (facts.partial) {
    notes.push(
      'Rewards between 0 and 1, and means over attempts, are compared as they are: any difference counts, however small. With --pass-at they count as passed or failed.',
    );
  }
  if (configurations.length === 1) {
    notes.push(
      'With one configuration "solved by all" and "by none" mean solved and not solved by it; give results of a second for the rest.',
    );
  }
  if (pairSummary !== undefined && pairSummary.hopeless > 0) {
    notes.push(
      `${pairSummary.hopeless} of ${countOf(pairSummary.pairs, 'pair')} ${pairSummary.hopeless === 1 ? 'differs' : 'differ'} on fewer than ${pairSummary.needed} selected tasks: no outcome of those could reach p < 0.05 in an exact test.`,
    );
  }
  if (testedTasks(selected) > 0 && configurations.length > 1) notes.push(notByOutcome, keepFloor);
  notes.push(...warnings);
  return notes;
}
