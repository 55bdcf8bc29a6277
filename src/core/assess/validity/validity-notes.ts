import type { Selection } from '../../model/selection.js';
import { variance } from '../../statistics/summary.js';
import { countOf, formatCount } from '../../text/count-of.js';
import { joinWords } from '../../text/join-words.js';
import { resamplesFor, usualResamples } from './resampled-interval.js';
import type { ResultTask } from './result-tasks.js';
import { hasSeveralScores } from './score-source.js';
import type { ScoreValidity, ValidityAssessment } from './validity.js';

/** What stands behind the figures. */
interface Background {
  readonly selection: Selection;
  readonly tasks: readonly ResultTask[];
  readonly caseFolded: number;
}

/** Scores that vary less than this part of the pool's hide a correlation. */
const narrowSpread = 0.8;

/** What a reader must know before taking the figures for more than they are. */
export function validityNotes(facts: Omit<ValidityAssessment, 'notes'>, background: Background): readonly string[] {
  const { score, comparisons, whyBaseline } = facts;
  const { tasks, caseFolded, selection } = background;
  const outside = tasks.filter(({ inPool }) => inPool === undefined).length;
  const notes: string[] = whyBaseline === undefined ? [] : [whyBaseline];
  if (score.from === 'results') {
    notes.push(
      `The scores are those of the results, column ${score.name}, for all tasks; ${outside} of ${countOf(tasks.length, 'task')} are not in the pool.`,
    );
  } else if (score.from === 'field') {
    notes.push(`The scores are the field ${score.name} of the pool's tasks; a task without it has no score.`);
  } else if (outside > 0) {
    notes.push(
      `${countOf(outside, 'task')} of the results ${outside === 1 ? 'is' : 'are'} not in the pool and have no score here. --score names a column of the results that has one.`,
    );
  }
  const several = tasks.filter((task) => hasSeveralScores(score, task)).length;
  if (several > 0) notes.push(`${countOf(several, 'task')} with different scores in different rows: left out.`);
  if (caseFolded > 0) {
    notes.push(`${countOf(caseFolded, 'name')} in the results match a task only when letter case is ignored.`);
  }
  for (const comparison of comparisons) notes.push(...comparisonNotes(comparison));
  const most = comparisons.reduce((largest, { pairs }) => Math.max(largest, pairs), 0);
  if (resamplesFor(most) < usualResamples) {
    notes.push(
      `The resampled intervals over ${countOf(most, 'pair')} rest on ${formatCount(resamplesFor(most))} resamples instead of ${formatCount(usualResamples)}, so that the answer does not take minutes.`,
    );
  }
  if (comparisons.length > 0) notes.push(...rangeNotes(comparisons, selection, score.from), clusterNote);
  return notes;
}

const clusterNote =
  'The intervals by formula and resampled take tasks for independent; tasks of one repository or benchmark are not quite, so that they are somewhat too narrow. The interval with benchmarks as units does not.';

function comparisonNotes({ configuration, pairs, overall, within, tasks, ceiling }: ScoreValidity): string[] {
  if (pairs === 0)
    return [`${configuration}: no task has a score and a result in both arms, so that nothing can be said.`];
  const isConstant = (field: 'score' | 'uplift') => tasks.every((task) => task[field] === tasks[0]?.[field]);
  const notes: string[] = [];
  if (overall === undefined) {
    const what = [
      ...(isConstant('score') ? ['all scores are equal'] : []),
      ...(isConstant('uplift') ? ['all uplifts are equal'] : []),
    ];
    notes.push(`${configuration}: no correlation over ${countOf(pairs, 'pair')}, because ${joinWords(what)}.`);
  } else if (overall.interval === undefined) {
    notes.push(
      `${configuration}: ${countOf(pairs, 'pair')} ${pairs === 1 ? 'is' : 'are'} too few, or too perfectly in order, for an interval.`,
    );
  }
  if (overall !== undefined && within === undefined) {
    notes.push(
      `${configuration}: within no benchmark do both score and uplift vary, so that nothing can be said within benchmarks.`,
    );
  }
  const { from, variances } = ceiling;
  const spread = tasks.length < 2 ? undefined : variance(tasks.map(({ uplift }) => uplift));
  if (from === 'default' && spread !== undefined && spread < variances.within) {
    notes.push(
      `${configuration}: the uplifts vary less (${spread.toFixed(3)}) than the assumed noise of the runs alone (${variances.within}), as partial rewards do; the ceiling is a rough guide. Only repeated runs tell it.`,
    );
  }
  return notes;
}

/** Over a narrow range of scores a correlation is smaller than over all. */
function rangeNotes(
  comparisons: readonly ScoreValidity[],
  { plan, benchmarks }: Selection,
  from: ValidityAssessment['score']['from'],
): string[] {
  const byScore = benchmarks
    .filter(
      ({ kind, plan: { select } }) =>
        kind === 'focus' && select.take !== 'all' && select.prefer.some(({ field }) => field === 'score'),
    )
    .map((benchmark) => benchmark.plan.name);
  const notes: string[] = [];
  if (byScore.length > 0) {
    notes.push(
      `The plan prefers tasks with a high ${plan.score.name} score in ${joinWords(byScore)}: results on tasks selected so cover a part of the scores only, and a correlation over a part is smaller than over all. Results on a sample drawn by chance would tell.`,
    );
  }
  if (from === 'pool') {
    for (const { configuration, spread } of comparisons) {
      if (spread.here === undefined || spread.pool === undefined || spread.here >= narrowSpread * spread.pool) continue;
      notes.push(
        `${configuration}: the scores of the compared tasks vary less (sd ${spread.here.toFixed(3)}) than those of the pool (${spread.pool.toFixed(3)}).`,
      );
    }
  }
  return notes;
}
