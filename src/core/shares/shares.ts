import type { Fault } from '../model/errors.js';
import type { ShareRule } from '../model/select-rule.js';
import type { Bin } from '../roundings/roundings.js';
import { joinWords } from '../text/words.js';
import {
  inProportion,
  listed,
  namesSetting,
  numberSetting,
  numbersSetting,
  type ShareDesign,
  type SharedWhat,
  type Sharer,
  settingOf,
  usualShare,
} from './share-design.js';

/** Gives each group the same share of the selection as of the pool. */
export const proportional = inProportion({
  name: 'proportional',
  label: () => 'Proportional',
  proportion: () => 'in proportion to the number of tasks',
  measure: ({ size }) => size,
});

/** Gives each group the same number of places, if it has enough tasks. */
const equal = inProportion({
  name: 'equal',
  label: () => 'Equal',
  proportion: () => 'in equal numbers',
  measure: () => 1,
});

/** Between equal and proportional: large groups get more, but small ones are still covered. */
const squareRoot = inProportion({
  name: 'square-root',
  label: () => 'By square root of size',
  proportion: () => 'in proportion to the square root of the number of tasks',
  measure: ({ size }) => Math.sqrt(size),
});

const exponent = numberSetting(
  {
    key: 'exponent',
    isNeeded: true,
    what: 'the exponent of the size, from 0 to 1',
    sentence: (each) => `With share "power": the exponent of a ${each}'s size. 0 is equal, 1 is proportional.`,
  },
  0,
  1,
);

/** In proportion to a power of the size: 1 is proportional, 0 is equal (Bankier 1988). */
const power = inProportion({
  name: 'power',
  settings: [exponent],
  label: (rule) => `By size to the power ${exponentOf(rule)}`,
  proportion: (rule) => `in proportion to the number of tasks to the power ${exponentOf(rule)}`,
  // Engines differ in the last bits of a power, which must not decide who gets a place.
  measure: ({ size }, rule) => Number((size ** exponentOf(rule)).toPrecision(12)),
});

function exponentOf(rule: ShareRule): number {
  const value = settingOf(rule, exponent);
  if (value === undefined || !(value >= 0 && value < Infinity)) {
    throw new RangeError(`The share needs an exponent of at least 0, but has ${value}.`);
  }
  return value;
}

const deviations = numbersSetting(
  {
    key: 'deviations',
    isNeeded: false,
    what: 'the standard deviation in each group',
    sentence: (each) =>
      `With share "neyman": the standard deviation of results in each ${each}. Default: from earlier results.`,
  },
  'above 0',
  'its standard deviation',
);

/** In proportion to size × standard deviation, the most precise for a given number of tasks (Neyman 1934). */
const neyman = inProportion({
  name: 'neyman',
  settings: [deviations],
  label: () => 'Neyman allocation',
  proportion: (rule) =>
    `in proportion to the number of tasks times the standard deviation of results ${isLearned(rule) ? '(from earlier results)' : '(as given)'}`,
  learnsFrom: (rule) => (isLearned(rule) ? 'the spread of earlier results' : undefined),
  faults: deviationFaults,
  measure: (sharer, rule) => sharer.size * given(deviationOf(sharer, rule)),
  deviation: deviationOf,
});

function isLearned(rule: ShareRule): boolean {
  return settingOf(rule, deviations) === undefined;
}

function deviationOf({ key = '', size, priorSolved, priorResults }: Sharer, rule: ShareRule): number | undefined {
  const known = settingOf(rule, deviations);
  if (known !== undefined) return known.get(key);
  return size === 0 ? 0 : priorDeviation(priorSolved, priorResults, size);
}

function deviationFaults(sharers: readonly Sharer[], rule: ShareRule, what: SharedWhat): Fault[] {
  const known = settingOf(rule, deviations);
  const fault = (message: string, hint: string) => {
    return { code: 'selection/deviations', message: `${what.who}: share "neyman" ${message}`, hint };
  };
  if (known === undefined) {
    if (sharers.some(({ priorResults }) => priorResults > 0)) return [];
    const message = `needs the standard deviation of results in each ${what.each}, but no task has earlier results.`;
    const hint = 'Add the results of earlier runs under "prior", or the standard deviations under "deviations".';
    return [fault(message, hint)];
  }
  return sharers
    .filter(({ key = '', eligible }) => eligible > 0 && !known.has(key))
    .map(({ key = '' }) => fault(`has no deviation for ${what.by} "${key}".`, 'Add it to "deviations".'));
}

function given(deviation: number | undefined): number {
  if (deviation === undefined || !(deviation >= 0 && deviation < Infinity)) {
    throw new RangeError(`The share needs a deviation of at least 0, but has ${deviation}.`);
  }
  return deviation;
}

/** The smallest assumed deviation, so that a group in which all runs failed still gets places. */
const leastDeviation = 0.2;

/**
 * The standard deviation of a pass-or-fail result among the `size` tasks of a group, estimated from `runs` earlier runs
 * of which `passed` passed: √(p(1 − p) · size / (size − 1)) with p = (passed + 1) / (runs + 2) (Laplace's rule of
 * succession), and at least 0.2. Without earlier runs, p is ½.
 */
export function priorDeviation(passed: number, runs: number, size: number): number {
  if (!(passed >= 0 && passed <= runs && runs < Infinity))
    throw new RangeError(`${passed} of ${runs} cannot have passed.`);
  if (!(size >= 1)) throw new RangeError(`A group of ${size} tasks has no deviation.`);
  const rate = (passed + 1) / (runs + 2);
  // The correction for small groups is undefined for a single task, so it is left out there.
  const correction = size === 1 ? 1 : size / (size - 1);
  return Math.max(leastDeviation, Math.sqrt(rate * (1 - rate) * correction));
}

/** In proportion to the tasks' anticipated standard deviations, the most precise for the next system (Neyman 1934). */
export const anticipated = inProportion({
  name: 'anticipated',
  looksAt: ['prior_variance'],
  label: () => 'Proportional to uncertainty',
  proportion: () => 'in proportion to the uncertainty predicted from earlier systems',
  learnsFrom: () => 'the spread that earlier results suggest',
  faults: (sharers, _, what) => {
    if (sharers.some((sharer) => sharer.anticipated > 0)) return [];
    const message = `${what.who}: share "anticipated" needs earlier results, but no task has any.`;
    return [{ code: 'selection/deviations', message, hint: 'Add the results of earlier runs under "prior".' }];
  },
  measure: (sharer) => sharer.anticipated,
});

const places = numbersSetting(
  {
    key: 'places',
    isNeeded: true,
    what: 'the places of each group',
    sentence: (each) => `With share "fixed": the number of tasks from each ${each}.`,
  },
  'whole',
  'its places',
);

/** The places listed in the plan. Places that a group can't fill become a shortfall; no other group gets them. */
const fixed: ShareDesign = {
  ...usualShare,
  name: 'fixed',
  settings: [places],
  words: {
    label: () => 'Fixed numbers',
    sentence: (rule) => `as listed: ${joinWords([...placesOf(rule)].map(([name, count]) => `${name} ${count}`))}.`,
  },
  placesIn: places,
  measure: () => 0,
  bounds: ({ key = '', eligible }, rule) => {
    const given = Math.min(eligible, placesOf(rule).get(key) ?? 0);
    return { atLeast: given, atMost: given };
  },
  whyNoMore: (bins, rule, what) => {
    const short = bins.filter((bin) => (placesOf(rule).get(bin.key) ?? 0) > bin.eligible);
    return `by ${what.by}, these ${what.each}s have fewer eligible tasks than places: ${listed(short, what, (bin) => bin.eligible)}.`;
  },
};

function placesOf(rule: ShareRule): ReadonlyMap<string, number> {
  return settingOf(rule, places) ?? new Map();
}

const order = namesSetting({
  key: 'order',
  isNeeded: true,
  what: 'the groups to fill first',
  sentence: (each) => `With share "in-order": the ${each}s to fill first.`,
});

/** Fills one group after another: listed groups in their order, then the rest in their given order. */
const inOrder: ShareDesign = {
  ...usualShare,
  name: 'in-order',
  settings: [order],
  words: {
    label: () => 'In order',
    sentence: (rule, bounds) => `in order: ${orderOf(rule).join(', ')}, then any others${bounds}.`,
  },
  measure: () => 0,
  leavesOut: 'the last groups may get no tasks',
  share: (bins, places, rule) => {
    const first = orderOf(rule);
    const place = ({ key }: Bin) => (first.includes(key) ? first.indexOf(key) : first.length);
    let left = places - bins.reduce((sum, bin) => sum + bin.atLeast, 0);
    const given = new Map<Bin, number>();
    for (const bin of bins.toSorted((a, b) => place(a) - place(b))) {
      const more = Math.min(left, bin.atMost - bin.atLeast);
      left -= more;
      given.set(bin, bin.atLeast + more);
    }
    return bins.map((bin) => given.get(bin) ?? 0);
  },
};

function orderOf(rule: ShareRule): readonly string[] {
  return settingOf(rule, order) ?? [];
}

/** In the order in which plans and the page list them. */
export const shares: readonly ShareDesign[] = [
  proportional,
  equal,
  squareRoot,
  power,
  neyman,
  anticipated,
  fixed,
  inOrder,
];

export const defaultShare: string = proportional.name;

export function findShare(name: unknown): ShareDesign | undefined {
  return shares.find((design) => design.name === name);
}

export function shareDesignOf(rule: { readonly share: string }): ShareDesign {
  const design = findShare(rule.share);
  if (design === undefined) throw new TypeError(`unknown share "${rule.share}"`);
  return design;
}
