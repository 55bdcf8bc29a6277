import type { BenchmarkSelection } from '../../model/selection.js';
import { countOf } from '../../text/count-of.js';
import type { Balance } from './balance.js';
import { defaultDraws } from './balance-options.js';

/** What a reader must know before taking the figures for more than they are. */
export function balanceNotes(
  facts: Omit<Balance, 'notes' | 'conclusion'>,
  benchmarks: readonly BenchmarkSelection[],
  asked: number | undefined,
): readonly string[] {
  const { overall, kind, draws, seed, seedFrom } = facts;
  const notes: string[] = [];
  const available = benchmarks.reduce((sum, { tasks }) => sum + tasks.length, 0);
  if (available > overall.eligible) {
    const few = available - overall.eligible;
    notes.push(
      `${countOf(few, 'task')} of the pool may not be selected (excluded, or left out by "where"): the selection is compared with the other ${overall.eligible}.`,
    );
  }
  if (kind === 'focus') {
    notes.push(
      'The tasks were chosen by rank: even where the numbers compared here agree with the pool, results speak of the selected tasks alone. "Chance" is a random choice of as many tasks from each group.',
    );
  } else if (!overall.whole) {
    notes.push(
      'A probability sample is judged with its weights. One figure in twenty lies beyond its 95% point by chance; weighting to the totals of the pool (winnow estimate) takes such luck out.',
    );
  }
  const shifted = overall.numbers.filter((each) => Math.abs(each.fromShares) > 0.25);
  if (kind === 'focus' && shifted.length > 0 && facts.benchmarks.length > 1) {
    notes.push(
      'Over all, part of a difference comes from the shares that the plan gives to benchmarks and groups ("by shares"); the rest from the choice within them.',
    );
  }
  if (draws < defaultDraws && asked === undefined) {
    notes.push(
      `Redrawing takes long here: ${countOf(draws, 'redraw')} were made instead of ${defaultDraws}, so the 95% points are rough.`,
    );
  }
  if (seedFrom === 'default' && !overall.whole)
    notes.push(`Neither the plan nor the call gives a seed; the redraws use "${seed}".`);
  return notes;
}
