import type { Fault } from '../model/errors.js';
import type { ShareRule } from '../model/select-rule.js';
import { inProportion, numbersSetting, type SharedWhat, type Sharer, settingOf } from './share-design.js';

const deviations = numbersSetting(
  {
    key: 'deviations',
    isNeeded: false,
    what: 'the standard deviation in each group',
    sentence: (each) =>
      `With share neyman: the standard deviation of results in each ${each}. Default: from earlier results.`,
  },
  'above 0',
  'its standard deviation',
);

/** In proportion to size × standard deviation, the most precise for a given number of tasks (Neyman 1934). */
export const neyman = inProportion({
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

/** The standard deviation behind the share: given by the plan, or from earlier results. */
function deviationOf({ key = '', size, priorSolved, priorResults }: Sharer, rule: ShareRule): number | undefined {
  const known = settingOf(rule, deviations);
  if (known !== undefined) return known.get(key);
  return size === 0 ? 0 : priorDeviation(priorSolved, priorResults, size);
}

function deviationFaults(sharers: readonly Sharer[], rule: ShareRule, what: SharedWhat): Fault[] {
  const known = settingOf(rule, deviations);
  if (known === undefined) {
    if (sharers.some(({ priorResults }) => priorResults > 0)) return [];
    return [
      {
        code: 'selection/deviations',
        message: `${what.who}: share "neyman" needs the spread of results in each ${what.each}, but no task has earlier results.`,
        hint: 'Give the results of earlier runs under "prior", or the standard deviations under "deviations".',
      },
    ];
  }
  return sharers
    .filter(({ key = '', eligible }) => eligible > 0 && !known.has(key))
    .map(({ key = '' }) => ({
      code: 'selection/deviations',
      message: `${what.who}: share "neyman" has no deviation for ${what.by} "${key}".`,
      hint: 'Add it to "deviations".',
    }));
}

function given(deviation: number | undefined): number {
  if (deviation === undefined || !(deviation >= 0 && deviation < Infinity)) {
    throw new RangeError(`The share needs a deviation of 0 or more, but has ${deviation}.`);
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
  label: () => 'By anticipated spread',
  proportion: () => 'in proportion to the uncertainty of results that earlier systems suggest',
  learnsFrom: () => 'the spread that earlier results suggest',
  faults: (sharers, _, what) =>
    sharers.some((sharer) => sharer.anticipated > 0)
      ? []
      : [
          {
            code: 'selection/deviations',
            message: `${what.who}: share "anticipated" needs earlier results, but no task has any.`,
            hint: 'Give the results of earlier runs under "prior".',
          },
        ],
  measure: (sharer) => sharer.anticipated,
});
