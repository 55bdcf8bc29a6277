import type { Fault } from '../model/fault.js';
import type { ShareRule } from '../model/select-rule.js';
import { listed } from '../shares/in-proportion.js';
import type { ShareBin, SharedWhat } from '../shares/share-design.js';
import { shareDesignOf } from '../shares/shares.js';
import { countOf } from '../text/count-of.js';
import { didYouMean } from '../text/nearest-name.js';

/** Names in the rule's bounds, or given a number by its settings, that no sharer has: misspelt, or a group that is empty. */
export function unknownNameFaults(rule: ShareRule, what: SharedWhat): Fault[] {
  const { known } = what;
  const named = [
    { key: 'at_least', names: positive(rule.atLeast.values) },
    { key: 'at_most', names: positive(rule.atMost?.values ?? new Map()) },
    ...[...rule.settings].flatMap(([key, value]) => (value instanceof Map ? [{ key, names: positive(value) }] : [])),
  ];
  return named.flatMap(({ key, names }) =>
    names
      .filter((name) => !known.has(name))
      .map((name) => ({
        code: 'selection/empty-group',
        message: `${what.who}: ${key} names ${what.by} "${name}", which no eligible task has.${didYouMean(name, known)}`,
        hint: 'Correct the name, or take it out.',
      })),
  );
}

function positive(values: ReadonlyMap<string, number>): string[] {
  return [...values].filter(([, value]) => value > 0).map(([name]) => name);
}

/** Floors that ask for more than there is to share, by name. */
export function floorFault(
  bins: readonly ShareBin[],
  wanted: number,
  rule: ShareRule | undefined,
  what: SharedWhat,
): Fault {
  const least = bins.reduce((sum, bin) => sum + bin.atLeast, 0);
  const floors = bins.filter((bin) => bin.atLeast > 0);
  const floor = rule?.atLeast;
  const own = rule && shareDesignOf(rule).placesIn;
  const named =
    own !== undefined || floor === undefined || floor.values.size > 0
      ? `${own === undefined ? 'at_least' : `the ${own.key}`} of ${listed(floors, what, (bin) => bin.atLeast)}`
      : `at_least ${floor.otherwise} for each of ${countOf(bins.length, what.each)} by ${what.by} (all of a smaller one)`;
  const [have, raise] = what.isShare
    ? [`its part of the total is ${wanted}`, 'Raise the total or its at_least']
    : [`take is ${wanted}`, `Raise take to ${least}`];
  return {
    code: 'selection/floors',
    message: `${what.who}: ${named} asks for ${least} places, but ${have}.`,
    hint: `${raise} or lower at_least.`,
  };
}
