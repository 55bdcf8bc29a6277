import type { Choice } from './selection.js';

/** What brought a task in: a pin, an `ensure` rule, its rank, a draw, or an optimisation. */
export type SelectedBy = 'pin' | 'ensure' | 'rank' | 'draw' | 'optimum';

/** What brought the chosen task in. */
export function selectedBy({ group, ensured, benchmark }: Choice): SelectedBy {
  if (group.pinned) return 'pin';
  if (ensured !== undefined) return 'ensure';
  if (benchmark.select.optimise !== undefined) return 'optimum';
  return benchmark.select.draw === undefined ? 'rank' : 'draw';
}
