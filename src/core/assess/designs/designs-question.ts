import { namedPictures } from '../question/answer.js';
import type { Question } from '../question/question.js';
import { seedWords } from '../question/seed.js';
import { assessDesigns } from './assess-designs.js';
import { budgetChart } from './budget-curve.js';
import { designsEntry, designsSchema } from './designs-document.js';
import { designsSections, designsVerdict } from './designs-words.js';

/** What other ways to choose as many tasks would give. */
export const designsQuestion: Question<{ readonly seed?: string }> = {
  name: 'designs',
  title: 'Designs side by side',
  summary: 'what random, ranked and learned selections of the same size would give, and other budgets',
  description:
    'Selects as many tasks at random, in proportion, by score and by what was learned, and holds the plan against them:\n' +
    'cost, smallest detectable difference, interval of a level, balance, tasks shared, coverage, what each may claim.\n' +
    'Then says what fewer and more tasks, chosen as the plan chooses, would buy. Needs no results.',
  options: {
    seed: { kind: 'text', value: 'text', help: 'seed of the random designs', default: "the plan's, or 0" },
  },
  schema: designsSchema,
  needsResults: false,
  isQuick: false,
  hasOwnView: true,
  ask: ({ selection, results }, options) => {
    const assessment = assessDesigns(selection, results?.pool, options);
    const verdict = designsVerdict(assessment);
    return {
      grade: 'good',
      verdict,
      document: designsEntry(selection.plan.name, assessment, verdict),
      sections: designsSections(assessment),
      notes: [],
      method: `Random numbers from the seed "${assessment.seed}" (${seedWords[assessment.seedFrom]}); a difference is found with 80% power at a level of 5%.`,
      pictures: namedPictures([['designs-budget', budgetChart(assessment.budgets)]]),
    };
  },
};
