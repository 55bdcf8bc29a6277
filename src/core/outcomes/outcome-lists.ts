import { at } from '../lists/at.js';
import { itemAt, ListView } from '../lists/list-view.js';
import type { Outcome, OutcomeList, RunResults } from '../model/outcome.js';
import { compareText } from '../text/compare-text.js';

/** The results that `isKept` says yes to, in their order; none of them is copied. */
export function filterOutcomes(list: OutcomeList, isKept: (outcome: Outcome) => boolean): OutcomeList {
  const indexes: number[] = [];
  let index = 0;
  for (const outcome of list) {
    if (isKept(outcome)) indexes.push(index);
    index += 1;
  }
  return new ListView(indexes.length, (i) => itemAt(list, at(indexes, i)));
}

/** The results as `change` makes them, each when it is asked for. */
function mapOutcomes(list: OutcomeList, change: (outcome: Outcome) => Outcome): OutcomeList {
  return new ListView(list.length, (i) => change(itemAt(list, i)));
}

/** The names of the configurations, in the order of their first results. */
export function configurationNames(list: OutcomeList): readonly string[] {
  const names = new Set<string>();
  for (const { configuration } of list) names.add(configuration);
  return [...names];
}

/** The names of the configurations, sorted. */
export function sortedConfigurationNames(list: OutcomeList): readonly string[] {
  return configurationNames(list).toSorted(compareText);
}

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
