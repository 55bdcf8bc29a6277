import { namedPictures } from '../../blocks/blocks.js';
import type { Grade, Question } from '../question/question.js';
import { assessBalance } from './assess-balance.js';
import type { Balance, BalanceOptions } from './balance.js';
import { balanceSchema } from './balance-document.js';
import { balanceEntry } from './balance-entry.js';
import { balancePicture, labelPicture } from './balance-picture.js';
import { balanceSections } from './balance-sections.js';

/** How the selection differs from the tasks it was chosen from. */
export const balanceQuestion: Question<BalanceOptions> = {
  name: 'balance',
  title: 'Balance',
  summary: 'how the selected tasks differ from the pool',
  description:
    'Compares the selected tasks with all that may be selected: score, sizes, phases, languages. The distance is compared\n' +
    'with that of random choices from the same groups, because a p-value does not hold for a part of the pool.',
  options: {
    draws: { kind: 'number', value: 'count', help: 'how many redraws to compare with', default: '1000' },
    seed: { kind: 'text', value: 'text', help: 'seed of the redraws', default: "the plan's, or 0" },
  },
  schema: balanceSchema,
  needsResults: false,
  isQuick: false,
  ask: ({ selection }, { draws, seed }) => {
    const balance = assessBalance(selection, { draws, seed });
    return {
      grade: gradeOf(balance),
      verdict: balance.conclusion,
      document: balanceEntry(balance),
      sections: balanceSections(selection.plan.name, balance),
      notes: balance.notes,
      pictures: namedPictures([
        ['balance', balancePicture(balance)],
        ['balance-labels', labelPicture(balance)],
      ]),
    };
  },
};

/**
 * Good if nothing compared is off; of a sample drawn by chance the whole is judged, as of many figures some are off by luck.
 * Where nothing could be compared, nothing is known, unless all tasks are in.
 */
function gradeOf({ overall, benchmarks, kind }: Balance): Grade {
  const scopes = kind === 'focus' ? [overall, ...benchmarks] : [overall];
  const levels = scopes.flatMap(({ numbers }) => numbers.map(({ level }) => level));
  if (levels.some((level) => level !== 'close')) return 'look';
  return levels.length > 0 || overall.whole ? 'good' : 'unknown';
}
