import { namedPictures } from '../../blocks/blocks.js';
import { documentOf } from '../../documents/forms.js';
import type { Grade, Question } from '../question/question.js';
import { assessBalance, type Balance, type BalanceOptions, balanceSchema } from './balance.js';
import { balancePicture, balanceSections, labelPicture } from './balance-view.js';

/** How the selection differs from the tasks it was chosen from. */
export const balanceQuestion: Question<BalanceOptions> = {
  name: 'balance',
  title: 'Balance',
  summary: 'how the selected tasks differ from the pool',
  description:
    'Compares the selected tasks with all eligible tasks: score, sizes, phases, languages. The distance is compared\n' +
    'with that of random choices from the same groups, because p-values do not apply to a part of the pool.',
  options: {
    draws: { kind: 'number', value: 'count', help: 'how many redraws to compare with', default: '1000' },
    seed: { kind: 'text', value: 'text', help: 'seed of the redraws', default: "the plan's, or 0" },
  },
  schema: balanceSchema,
  needsResults: false,
  isQuick: false,
  ask: ({ selection }, options) => {
    const balance = assessBalance(selection, options);
    return {
      grade: gradeOf(balance),
      verdict: balance.conclusion,
      document: documentOf(balanceSchema(), balance),
      sections: balanceSections(selection.plan.name, balance),
      notes: balance.notes,
      pictures: namedPictures([
        ['balance', balancePicture(balance)],
        ['balance-labels', labelPicture(balance)],
      ]),
    };
  },
};

/** Good if no number is off. A random sample is judged as a whole, because some of many figures are off by luck. */
function gradeOf({ overall, benchmarks, kind }: Balance): Grade {
  const scopes = kind === 'focus' ? [overall, ...benchmarks] : [overall];
  const levels = scopes.flatMap(({ numbers }) => numbers.map(({ level }) => level));
  if (levels.some((level) => level !== 'close')) return 'look';
  return levels.length > 0 || overall.whole ? 'good' : 'unknown';
}
