import type { RunResults } from '../model/outcome.js';
import { mapOutcomes } from './outcome-lists.js';

/** What reading says of passing, which has no bearing where rewards are used as they are. */
export const aboutPassing: ReadonlySet<string> = new Set(['outcomes/partial-rewards', 'outcomes/status-differs']);

/** Results as passed or not, 1 or 0, in the place of rewards in between; what has no score still has none. */
export function asPasses(results: RunResults): RunResults {
  return {
    ...results,
    outcomes: mapOutcomes(results.outcomes, (outcome) =>
      outcome.reward === undefined ? outcome : { ...outcome, reward: outcome.status === 'passed' ? 1 : 0 },
    ),
  };
}
