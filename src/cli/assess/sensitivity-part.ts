import { numberFrom } from '../arguments/number-from.js';
import type { AssessPart } from './assess-part.js';

interface SensitivityFlags {
  readonly draws?: number;
  readonly concentration?: number;
  readonly seed?: string;
}

/** How far the selection depends on the weights of the score. */
export const sensitivityPart: AssessPart<SensitivityFlags> = {
  name: 'sensitivity',
  summary: 'how far the selection depends on the weights of the score',
  description:
    'Draws other weights around those of the plan, selects again each time, and says which tasks stay.\n' +
    'Then raises, lowers and leaves out each weight alone.',
  addOptions: (command) =>
    command
      .option('--draws <count>', 'how many random weightings (default: 500)', numberFrom)
      .option('--concentration <number>', 'how close they stay to the plan; higher is closer (default: 50)', numberFrom)
      .option('--seed <text>', "seed of the draws (default: the plan's, or 0)"),
  needsResults: false,
  assess: async ({ selection }, flags) => {
    const { assessSensitivity, sensitivityEntry } = await import('../../index.js');
    const { sensitivityReport } = await import('./sensitivity-report.js');
    const sensitivity = assessSensitivity(selection, flags);
    const { stability, selected } = sensitivity;
    return {
      verdict: `${stability.core} of ${selected} tasks stay in at least 9 of 10 draws of the weights; mean overlap ${stability.overlap.mean.toFixed(3)}.`,
      // With one component, or everything taken, there is nothing to find out.
      grade: sensitivity.changes.length === 0 ? 'unknown' : stability.core >= 0.9 * selected ? 'good' : 'look',
      document: sensitivityEntry(sensitivity),
      report: (terminal) => sensitivityReport(selection.plan, sensitivity, terminal),
      pictures: [],
    };
  },
};
