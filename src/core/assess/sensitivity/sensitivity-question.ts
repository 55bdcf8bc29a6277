import { documentOf } from '../../documents/document-of.js';
import { WinnowError } from '../../model/errors.js';
import type { AssessInput, Grade, Question } from '../question/question.js';
import { assessSensitivity, type Sensitivity, type SensitivityOptions, sensitivitySchema } from './sensitivity.js';
import { sensitivitySections } from './sensitivity-view.js';

/** A selection is stable when so large a share of its tasks stays in nine draws of ten. */
const stableCore = 0.9;

/** How far the selection depends on the weights of the score. */
export const sensitivityQuestion: Question<SensitivityOptions> = {
  name: 'sensitivity',
  title: 'Sensitivity to the weights',
  summary: 'how far the selection depends on the weights of the score',
  description:
    'Draws other weights around those of the plan, selects again each time, and says which tasks stay.\n' +
    'Then raises, lowers and leaves out each weight alone.',
  options: {
    draws: {
      kind: 'number',
      value: 'count',
      help: 'how many random weightings',
      default: '500; fewer above 20,000 tasks',
    },
    concentration: {
      kind: 'number',
      value: 'number',
      help: 'how close they stay to the plan; higher is closer',
      default: '50',
    },
    seed: { kind: 'text', value: 'text', help: 'seed of the draws', default: "the plan's, or 0" },
  },
  schema: sensitivitySchema,
  needsResults: false,
  isQuick: false,
  whyNot,
  ask: ({ selection, results }, { draws, concentration, seed }) => {
    const message = whyNot({ selection, results });
    if (message !== undefined) {
      const hint = '"winnow assess frontier" shows what the goal and its rules cost.';
      throw new WinnowError([{ code: 'assess/optimised', message, hint }]);
    }
    const sensitivity = assessSensitivity(selection, { draws, concentration, seed });
    const { core, overlap, selected } = sensitivity;
    return {
      grade: gradeOf(sensitivity),
      verdict: `${core} of ${selected} tasks stay in at least 9 of 10 draws of the weights; mean overlap ${overlap.mean.toFixed(3)}.`,
      document: documentOf(sensitivitySchema(), sensitivity),
      sections: sensitivitySections(selection.plan, sensitivity),
      notes: sensitivity.notes,
      pictures: [],
    };
  },
};

function whyNot({ selection }: AssessInput): string | undefined {
  const isOptimised = selection.benchmarks.some(({ optimum }) => optimum !== undefined);
  return isOptimised ? 'a plan with a goal is not solved again under hundreds of other weights.' : undefined;
}

/** With one component there is nothing to find out. */
function gradeOf({ changes, core, selected }: Sensitivity): Grade {
  if (changes.length === 0) return 'unknown';
  return core >= stableCore * selected ? 'good' : 'look';
}
