import type { Selection } from '../../index.js';
import type { AssessResults } from './assess-part.js';

/** Reads results and fits them to the pool; undefined when none are given. Results that fit no task are kept, and why. */
export async function assessResults(
  selection: Selection,
  paths: readonly string[] | undefined,
  passAt: number | undefined,
): Promise<AssessResults | undefined> {
  if (paths === undefined) return undefined;
  const { asPasses, poolResults, readOutcomes, ResultsError } = await import('../../index.js');
  const read = await readOutcomes(paths, { passAt });
  const outcomes = passAt === undefined ? read : asPasses(read);
  if (outcomes.faults.length > 0) throw new ResultsError(outcomes.faults);
  try {
    return { outcomes, pool: poolResults(selection, outcomes), whyNone: undefined };
  } catch (error) {
    // Some questions can be answered by the results alone.
    const isOverlap = error instanceof ResultsError && error.faults.every(({ code }) => code === 'results/no-overlap');
    if (!isOverlap) throw error;
    return { outcomes, pool: undefined, whyNone: error.faults[0]?.message };
  }
}
