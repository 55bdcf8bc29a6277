import { WinnowError } from '../../model/errors.js';
import type { RunResults } from '../../model/outcome.js';
import type { Selection } from '../../model/selection.js';
import { chooseBaseline } from './choose-baseline.js';
import { compareScore } from './compare-score.js';
import { resultTasks } from './result-tasks.js';
import { scoreSource } from './score-source.js';
import type { ValidityAssessment, ValidityOptions } from './validity.js';
import { validityNotes } from './validity-notes.js';

/**
 * Does the score of a task tell how much a configuration gains on it? Compares each configuration with the baseline over
 * the tasks that both have a score on, whether selected or not, and in the pool or not.
 *
 * @throws WinnowError when there are no results, or an option names what they do not have; ResultsError when they contradict each other.
 */
export function assessValidity(
  selection: Selection,
  results: RunResults | undefined,
  options: ValidityOptions = {},
): ValidityAssessment {
  if (results === undefined) {
    const message = 'whether the score predicts anything can only be told from results of runs.';
    const hint = 'Give those of two configurations, with and without what is tried: --results FILE.';
    throw new WinnowError([{ code: 'assess/no-results', message, hint }]);
  }
  const { configurations, tasks, caseFolded } = resultTasks(selection, results);
  const score = scoreSource(selection, tasks, options.score);
  const { baseline, why } = chooseBaseline(configurations, options.baseline);
  const comparisons =
    baseline === undefined
      ? []
      : configurations
          .filter((name) => name !== baseline)
          .map((configuration) => compareScore(selection, tasks, score, { baseline, configuration }));
  const facts = { baseline, whyBaseline: why, configurations, score, comparisons };
  return { ...facts, notes: validityNotes(facts, { selection, tasks, caseFolded }) };
}
