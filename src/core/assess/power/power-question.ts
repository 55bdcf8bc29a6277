import { namedPictures } from '../../blocks/blocks.js';
import type { OptionChoice, Question } from '../question/question.js';
import { assessPower } from './assess-power.js';
import type { PowerOptions } from './power-assessment.js';
import { powerSchema } from './power-document.js';
import { powerEntry } from './power-entry.js';
import { detectablePicture, powerCurvePicture } from './power-picture.js';
import { shownRepeats } from './power-row.js';
import { powerSections } from './power-sections.js';
import { powerGrade, powerVerdict } from './power-words.js';

/** The differences that a page lets one look for, in points. */
const pointChoices: readonly OptionChoice[] = Array.from({ length: 40 }, (_, i) => {
  return { value: (i + 1) / 100, words: `${i + 1} ${i === 0 ? 'point' : 'points'}` };
});
const initialDifference = 0.15;

/** What a comparison on the selected tasks can show. */
export const powerQuestion: Question<PowerOptions> = {
  name: 'power',
  title: 'Power',
  summary: 'the smallest difference that a comparison on these tasks can find',
  description:
    'Says which difference between two configurations the selected tasks can find, overall and in each phase and\n' +
    'benchmark, what it would take to find less, and whether more tasks or more repeats do more for the same runs.\n' +
    'Needs no results; with those of two configurations it takes from them how often they disagree.',
  options: {
    difference: {
      kind: 'number',
      value: 'share',
      help: 'the difference that you want to find: 0.1 for 10 points',
      default: undefined,
      control: {
        label: 'Wanted difference',
        isScale: true,
        choices: () => pointChoices,
        initial: () => initialDifference,
      },
    },
    power: {
      kind: 'number',
      value: 'share',
      help: 'the chance to find a difference that is there',
      default: '0.8',
    },
    alpha: {
      kind: 'number',
      value: 'share',
      help: 'the significance level of the two-sided test',
      default: '0.05',
    },
    discordance: {
      kind: 'number',
      value: 'share',
      help: 'tasks that only one of two solves',
      default: 'from results, or 0.2-0.3',
    },
    repeats: {
      kind: 'number',
      value: 'count',
      help: 'runs of each task under each configuration',
      default: '1',
      control: {
        label: 'Runs of each task',
        isScale: false,
        choices: () => shownRepeats.map((value) => ({ value, words: String(value) })),
        initial: () => 1,
      },
    },
    configurations: {
      kind: 'number',
      value: 'count',
      help: 'how many you compare, all with all',
      default: '2',
    },
    taskCost: {
      kind: 'number',
      value: 'cost',
      help: 'what a task costs once, to weigh tasks against repeats',
      default: undefined,
    },
    runCost: {
      kind: 'number',
      value: 'cost',
      help: 'what a run of a task costs, all configurations together',
      default: undefined,
    },
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
      document: powerEntry(assessment),
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
