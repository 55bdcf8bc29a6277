import type { Outcomes } from '../model/outcome.js';

/** Results as passed or not, 1 or 0, in the place of rewards in between; what has no score still has none. */
export function asPasses(results: Outcomes): Outcomes {
  return {
    ...results,
    outcomes: results.outcomes.map((outcome) =>
      outcome.reward === undefined ? outcome : { ...outcome, reward: outcome.status === 'passed' ? 1 : 0 },
    ),
  };
}
