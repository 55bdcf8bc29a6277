import { at } from '../lists/at.js';
import { itemAt, ListView } from '../lists/list-view.js';
import type { Outcome, OutcomeList } from '../model/outcome.js';
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
export function mapOutcomes(list: OutcomeList, change: (outcome: Outcome) => Outcome): OutcomeList {
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
