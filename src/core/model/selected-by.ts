import type { Choice } from './selection.js';

/** What brought a task in: a pin, an `ensure` rule, its rank, or a draw. */
export type SelectedBy = 'pin' | 'ensure' | 'rank' | 'draw';

/** What brought the chosen task in. */
export function selectedBy({ group, ensured, benchmark }: Choice): SelectedBy {
  if (group.pinned) return 'pin';
  if (ensured !== undefined) return 'ensure';
  return benchmark.select.draw === undefined ? 'rank' : 'draw';
}
