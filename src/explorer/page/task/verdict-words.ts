import type { Verdict } from '../../../core/explain/explanation.js';

/** The verdict in a few words: the same as the command line's. */
export function verdictWords(verdict: Verdict): string {
  if (verdict.kind === 'in') return inWords[verdict.by];
  return verdict.kind === 'ineligible' ? 'Not eligible' : verdict.kind === 'excluded' ? 'Excluded' : 'Out';
}

const inWords = {
  rank: 'In by its rank',
  ensure: 'In by an ensure rule',
  draw: 'In, drawn by chance',
  pin: 'In, pinned',
  optimum: 'In, as part of the optimum',
} as const;
