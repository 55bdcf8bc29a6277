import { namedPictures } from '../../blocks/blocks.js';
import { documentOf } from '../../documents/forms.js';
import type { OptionChoice, Question, QuestionOption } from '../question/question.js';
import { assessPower, type PowerOptions, powerSchema, shownRepeats } from './power.js';
import { detectablePicture, powerCurvePicture } from './power-curves.js';
import { powerGrade, powerSections, powerVerdict } from './power-view.js';

/** The differences to choose from on a page. */
const pointChoices: readonly OptionChoice[] = Array.from({ length: 40 }, (_, i) => {
  return { value: (i + 1) / 100, words: `${i + 1} ${i === 0 ? 'point' : 'points'}` };
});
const initialDifference = 0.15;

const option = (value: string, help: string, usual?: string, control?: QuestionOption['control']): QuestionOption => ({
  kind: 'number',
  value,
  help,
  default: usual,
  ...(control === undefined ? {} : { control }),
});

/** What a comparison on the selected tasks can show. */
export const powerQuestion: Question<PowerOptions> = {
  name: 'power',
  title: 'Power',
  summary: 'the smallest difference that a comparison on these tasks can detect',
  description:
    'Finds the smallest difference between two systems that the selected tasks can detect, overall and in each phase and\n' +
    'benchmark, what a smaller one would need, and whether more tasks or more repeats make better use of the same runs.\n' +
    'Needs no results; with results of two systems, it uses how often they disagree.',
  options: {
    difference: option('share', 'the difference that you want to find: 0.1 for 10 points', undefined, {
      label: 'Wanted difference',
      isScale: true,
      choices: () => pointChoices,
      initial: () => initialDifference,
    }),
    power: option('share', 'the power: the probability of finding a true difference', '0.8'),
    alpha: option('share', 'the significance level of the two-sided test', '0.05'),
    discordance: option('share', 'tasks that only one of two solves', 'from results, or 0.2-0.3'),
    repeats: option('count', 'runs of each task with each system', '1', {
      label: 'Runs of each task',
      isScale: false,
      choices: () => shownRepeats.map((value) => ({ value, words: String(value) })),
      initial: () => 1,
    }),
    configurations: option('count', 'how many systems you compare, each with each', '2'),
    taskCost: option('cost', 'the cost of setting up a task, to weigh tasks against repeats'),
    runCost: option('cost', 'the cost of one run of a task with all systems'),
  },
  schema: powerSchema,
  needsResults: false,
  isQuick: true,
  ask: ({ selection, results }, options) => {
    const assessment = assessPower(selection, results?.pool, options);
    const whyNone = results?.whyNone;
    return {
      grade: powerGrade(assessment),
      verdict: powerVerdict(assessment),
      document: documentOf(powerSchema(), assessment),
      sections: powerSections(selection.plan.name, assessment),
      notes: [...assessment.notes, ...(whyNone === undefined ? [] : [`No result was used: ${whyNone}`])],
      pictures:
        assessment.selected === 0
          ? []
          : namedPictures([
              ['power-curve', powerCurvePicture(assessment)],
              ['power-by-tasks', detectablePicture(assessment)],
            ]),
    };
  },
};
