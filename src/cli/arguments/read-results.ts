import type { Outcomes } from '../../core/model/outcome.js';
import { readOutcomes } from '../../results/read-outcomes.js';
import { withTicker } from '../terminal/ticker.js';

/** Reads the results that a command is given, and shows that it does where that takes long. */
export async function readResults(paths: readonly string[], passAt: number | undefined): Promise<Outcomes> {
  return withTicker('reading results', () => readOutcomes(paths, { passAt }));
}
