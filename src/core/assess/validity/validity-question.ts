import type { Picture } from '../../blocks/blocks.js';
import { sortedConfigurationNames } from '../../outcomes/outcome-lists.js';
import { visibleText } from '../../text/visible-text.js';
import type { AssessInput, Question } from '../question/question.js';
import { assessValidity } from './assess-validity.js';
import { usualBaseline } from './choose-baseline.js';
import type { ValidityAssessment, ValidityOptions } from './validity.js';
import { validitySchema } from './validity-document.js';
import { validityEntry } from './validity-entry.js';
import { validityPicture } from './validity-picture.js';
import { validitySections } from './validity-sections.js';
import { validityGrade, validityVerdict } from './validity-words.js';

/** Charts beyond these would only be looked through. */
const mostPictures = 6;

/** Whether the score predicts what it claims. */
export const validityQuestion: Question<ValidityOptions> = {
  name: 'validity',
  title: 'Validity of the score',
  summary: 'whether the score predicts the benefit, from paired results',
  description:
    'Compares the score of each task with what a configuration gained on it over the baseline, over the tasks that\n' +
    'have a result in both arms, overall and within benchmarks. Results on tasks outside the pool count too, if they\n' +
    'carry a score of their own.',
  options: {
    baseline: {
      kind: 'text',
      value: 'name',
      help: 'the configuration to compare with',
      default: '"baseline", or the first of two',
      onCard: 'the configuration that the others are compared with, for validity',
      control: {
        label: 'Baseline',
        isScale: false,
        choices: (input) => configurationsOf(input).map((value) => ({ value, words: visibleText(value, 60) })),
        initial: (input) => {
          const names = configurationsOf(input);
          return names.find((name) => name === usualBaseline) ?? names[0];
        },
      },
    },
    score: {
      kind: 'text',
      value: 'column',
      help: 'the column of the results, or the field of the tasks, with the score; "pool": the plan\'s',
      default: "mcp_benefit_score, or the plan's",
    },
  },
  schema: validitySchema,
  needsResults: true,
  isQuick: false,
  ask: ({ selection, results }, { baseline, score }) => {
    const assessment = assessValidity(selection, results?.outcomes, { baseline, score });
    return {
      grade: validityGrade(assessment),
      verdict: validityVerdict(assessment),
      document: validityEntry(assessment),
      sections: validitySections(selection.plan.name, assessment),
      notes: assessment.notes,
      pictures: picturesOf(assessment),
    };
  },
};

function configurationsOf({ results }: AssessInput): readonly string[] {
  return sortedConfigurationNames(results?.outcomes.outcomes ?? []);
}

/** Numbered, because a configuration's name need not be the name of a file. */
function picturesOf(assessment: ValidityAssessment): readonly Picture[] {
  return assessment.comparisons
    .filter(({ pairs }) => pairs > 0)
    .map((comparison, i) => ({
      name: `validity-${i + 1}`,
      ...validityPicture(assessment, comparison),
      ...(i < mostPictures ? {} : { detail: true }),
    }));
}
