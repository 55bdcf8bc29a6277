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
  summary: 'tasks that every system or no system solves, which cannot separate systems',
  description:
    'Counts the tasks that all systems solve and those that none solves, among the selected and in the pool. They add\n' +
    'nothing to a comparison. Needs results (--results).',
  options: {},
  schema: ceilingSchema,
  needsResults: true,
  isQuick: true,
  ask: ({ selection, results }) => {
    if (results === undefined) {
      const message = 'only results can show which tasks separate systems.';
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
