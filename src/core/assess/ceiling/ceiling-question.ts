import { namedPictures } from '../../blocks/blocks.js';
import { documentOf } from '../../documents/forms.js';
import { ResultsError } from '../../model/errors.js';
import type { Grade, Question } from '../question/question.js';
import { assessCeiling, type Ceiling, ceilingSchema } from './ceiling.js';
import { ceilingPicture, ceilingSections } from './ceiling-view.js';

/** Which tasks all configurations solve, or none. */
export const ceilingQuestion: Question = {
  name: 'ceiling',
  title: 'Ceiling and floor',
  summary: 'which tasks everyone or no one solves, so that they tell nothing apart',
  description:
    'Counts the tasks that all configurations solve and those that none does, among the selected and in the pool. They add\n' +
    'nothing to a comparison. Needs results of runs (--results).',
  options: {},
  schema: ceilingSchema,
  needsResults: true,
  isQuick: true,
  ask: ({ selection, results }) => {
    if (results === undefined) {
      const message = 'which tasks tell configurations apart is known only from results of runs.';
      throw new ResultsError([{ code: 'assess/no-results', message, hint: 'Give them with --results.' }]);
    }
    const ceiling = assessCeiling(selection, results.pool, { whyNone: results.whyNone });
    return {
      grade: gradeOf(ceiling),
      verdict: ceiling.conclusion,
      document: documentOf(ceilingSchema(), ceiling),
      sections: ceilingSections(selection.plan.name, ceiling),
      notes: ceiling.notes,
      pictures: namedPictures([['ceiling', ceilingPicture(ceiling)]]),
    };
  },
};

/** Good where half of the tasks tell the configurations apart, and most pairs differ on enough of them for a test. */
function gradeOf({ configurations, overall: { selected }, pairs }: Ceiling): Grade {
  const tested = selected.tasks - selected.withoutScore;
  if (configurations.length < 2 || tested === 0) return 'unknown';
  const { differ = { median: 0 }, needed = 0 } = pairs ?? {};
  return 2 * selected.apart >= tested && differ.median >= needed ? 'good' : 'look';
}
