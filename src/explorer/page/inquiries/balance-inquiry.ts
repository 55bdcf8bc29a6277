import { assessBalance, type Balance } from '../../../core/assess/balance/balance.js';
import type { Inquiry } from './inquiry.js';

/** How the selection differs from its pool: what the overview shows of it. */
type ShownBalance = Pick<Balance, 'conclusion' | 'overall' | 'draws' | 'notes'>;

/** How the selection differs from the tasks that could have been selected. */
export const balanceInquiry: Inquiry<Record<never, never>, ShownBalance> = {
  name: 'balance-with-pool',
  answer: ({ selection }) => {
    const { conclusion, overall, draws, notes } = assessBalance(selection);
    return { conclusion, overall, draws, notes };
  },
};
