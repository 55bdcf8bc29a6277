import type { Fault } from '../model/fault.js';
import type { ShareRule } from '../model/select-rule.js';
import { countOf } from '../text/count-of.js';
import { didYouMean } from '../text/nearest-name.js';
import type { ShareBin, SharedWhat, Sharer } from './share-places.js';

/** Names in the rule's bounds, places or deviations that no sharer has: a misspelling, or a group that is empty. */
export function unknownNameFaults(rule: ShareRule, what: SharedWhat): Fault[] {
  const { known } = what;
  const named = [
    { key: 'at_least', names: positive(rule.atLeast.values) },
    { key: 'at_most', names: positive(rule.atMost?.values ?? new Map()) },
    { key: 'places', names: positive(rule.places) },
    { key: 'deviations', names: [...(rule.deviations?.keys() ?? [])] },
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

/** What a share of "neyman" lacks. */
export function measureFaults(sharers: readonly Sharer[], rule: ShareRule, what: SharedWhat): Fault[] {
  if (rule.share !== 'neyman') return [];
  const { deviations } = rule;
  if (deviations === undefined) {
    if (sharers.some(({ priorResults }) => priorResults > 0)) return [];
    return [
      {
        code: 'selection/deviations',
        message: `${what.who}: share "neyman" needs to know how far results lie apart in each ${what.each}, but no task has earlier results.`,
        hint: 'Give the results of earlier runs under "prior", or the standard deviations under "deviations".',
      },
    ];
  }
  return sharers
    .filter(({ key, eligible }) => eligible > 0 && !deviations.has(key ?? ''))
    .map(({ key }) => ({
      code: 'selection/deviations',
      message: `${what.who}: share "neyman" has no deviation for ${what.by} "${key ?? ''}".`,
      hint: 'Add it to "deviations".',
    }));
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
  const named =
    rule?.share === 'fixed' || floor === undefined || floor.values.size > 0
      ? `${rule?.share === 'fixed' ? 'the places' : 'at_least'} of ${listed(floors, what, (bin) => bin.atLeast)}`
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

/** Why no more can be taken: which ones are capped, or that all are used up. */
export function capMessage(bins: readonly ShareBin[], rule: ShareRule, what: SharedWhat): string {
  const capped = bins.filter((bin) => bin.atMost < bin.eligible);
  if (rule.share === 'fixed') {
    const short = bins.filter((bin) => (rule.places.get(bin.key) ?? 0) > bin.eligible);
    return `by ${what.by}, these ${what.each}s have fewer eligible tasks than places: ${listed(short, what, (bin) => bin.eligible)}.`;
  }
  const one = rule.atMost?.values.size === 0 ? ` at ${rule.atMost.otherwise}` : '';
  const [which, why] = capped.length > 0 ? [capped, `capped${one}`] : [bins, 'used up'];
  return `by ${what.by}, these ${what.each}s are ${why}: ${listed(which, what, (bin) => bin.atMost)}.`;
}

const mostListed = 5;

function listed(bins: readonly ShareBin[], what: SharedWhat, figure: (bin: ShareBin) => number): string {
  const shown = bins
    .slice(0, mostListed)
    .map((bin) => `${bin.key === '' ? `no ${what.by}` : bin.key} (${figure(bin)})`);
  const more = bins.length > shown.length ? ` and ${bins.length - shown.length} more` : '';
  return `${shown.join(', ')}${more}`;
}
