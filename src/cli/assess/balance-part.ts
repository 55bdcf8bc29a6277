import type { Balance } from '../../index.js';
import { numberFrom } from '../arguments/number-from.js';
import type { AssessPart } from './assess-part.js';

interface BalanceFlags {
  readonly draws?: number;
  readonly seed?: string;
}

/** How the selection differs from the tasks it was chosen from. */
export const balancePart: AssessPart<BalanceFlags> = {
  name: 'balance',
  summary: 'how the selected tasks differ from the pool',
  description:
    'Compares the selected tasks with all that may be selected: score, sizes, phases, languages. The distance is compared\n' +
    'with that of random choices from the same groups, because a p-value does not hold for a part of the pool.',
  addOptions: (command) =>
    command
      .option('--draws <count>', 'how many redraws to compare with (default: 1000)', numberFrom)
      .option('--seed <text>', "seed of the redraws (default: the plan's, or 0)"),
  needsResults: false,
  assess: async ({ selection }, { draws, seed }) => {
    const { assessBalance, balanceEntry, balancePicture, labelPicture } = await import('../../index.js');
    const { balanceReport } = await import('./balance-report.js');
    const balance = assessBalance(selection, { draws, seed });
    const pictures = [
      { name: 'balance', svg: balancePicture(balance) },
      { name: 'balance-labels', svg: labelPicture(balance) },
    ];
    return {
      verdict: balance.conclusion,
      grade: gradeOf(balance),
      document: balanceEntry(balance),
      report: (terminal) => balanceReport(selection.plan.name, balance, terminal),
      pictures: pictures.flatMap(({ name, svg }) => (svg === undefined ? [] : [{ name, svg }])),
    };
  },
};

/**
 * Good if nothing compared is off; of a sample drawn by chance the whole is judged, as of many figures some are off by luck.
 * Where nothing could be compared, nothing is known, unless all tasks are in.
 */
function gradeOf({ overall, benchmarks, kind }: Balance): 'good' | 'look' | 'unknown' {
  const scopes = kind === 'focus' ? [overall, ...benchmarks] : [overall];
  const levels = scopes.flatMap(({ numbers }) => numbers.map(({ level }) => level));
  if (levels.some((level) => level !== 'close')) return 'look';
  return levels.length > 0 || overall.whole ? 'good' : 'unknown';
}
