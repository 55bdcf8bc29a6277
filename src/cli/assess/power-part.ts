import { numberFrom } from '../arguments/number-from.js';
import type { AssessPart } from './assess-part.js';

interface PowerFlags {
  readonly power?: number;
  readonly alpha?: number;
  readonly difference?: number;
  readonly discordance?: number;
  readonly repeats?: number;
  readonly configurations?: number;
  readonly taskCost?: number;
  readonly runCost?: number;
}

/** What a comparison on the selected tasks can show. */
export const powerPart: AssessPart<PowerFlags> = {
  name: 'power',
  summary: 'the smallest difference that a comparison on these tasks can find',
  description:
    'Says which difference between two configurations the selected tasks can find, overall and in each phase and\n' +
    'benchmark, what it would take to find less, and whether more tasks or more repeats do more for the same runs.\n' +
    'Needs no results; with those of two configurations it takes from them how often they disagree.',
  addOptions: (command) =>
    command
      .option('--difference <share>', 'the difference that you want to find: 0.1 for 10 points', numberFrom)
      .option('--power <share>', 'the chance to find a difference that is there (default: 0.8)', numberFrom)
      .option('--alpha <share>', 'the significance level of the two-sided test (default: 0.05)', numberFrom)
      .option(
        '--discordance <share>',
        'tasks that only one of two solves (default: from results, or 0.2-0.3)',
        numberFrom,
      )
      .option('--repeats <count>', 'runs of each task under each configuration (default: 1)', numberFrom)
      .option('--configurations <count>', 'how many you compare, all with all (default: 2)', numberFrom)
      .option('--task-cost <cost>', 'what a task costs once, to weigh tasks against repeats', numberFrom)
      .option('--run-cost <cost>', 'what a run of a task costs, all configurations together', numberFrom),
  needsResults: false,
  assess: async ({ selection, results }, flags) => {
    const { assessPower, powerEntry, powerCurvePicture, detectablePicture } = await import('../../index.js');
    const { powerGrade, powerReport, powerVerdict } = await import('./power-report.js');
    const assessment = assessPower(selection, results?.pool, flags);
    const whyNone = results?.whyNone;
    return {
      verdict: powerVerdict(assessment),
      grade: powerGrade(assessment),
      document: powerEntry(assessment),
      report: (terminal) => powerReport(selection.plan.name, assessment, whyNone, terminal),
      pictures:
        assessment.selected === 0
          ? []
          : [
              { name: 'power-curve', svg: powerCurvePicture(assessment) },
              { name: 'power-by-tasks', svg: detectablePicture(assessment) },
            ],
    };
  },
};
