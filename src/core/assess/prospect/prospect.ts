import { addCount } from '../../lists/lists.js';
import { countsBy } from '../../model/pool-census.js';
import { groupFields } from '../../model/select-rule.js';
import type { Selection } from '../../model/selection.js';
import { fieldValue } from '../../model/task.js';
import type { Purpose } from '../../purposes/purpose.js';
import { purposeOf } from '../../purposes/purposes.js';
import { normalQuantile } from '../../statistics/distributions.js';
import { wilsonInterval } from '../../statistics/rate-intervals.js';
import { compareText, countOf, formatCount, inPoints } from '../../text/words.js';
import { detectable, type ExpectedComparison, expectedComparison, sizeOf } from '../power/comparison.js';
import { testable } from '../power/power.js';
import { foundWords } from '../power/power-view.js';
import type { PoolResults } from '../question/pool-results.js';

/** The claims that a selection can support before any run: the main figures and a sentence. */
export type Prospect = { readonly sentence: string } & ReturnType<typeof figuresOf>;

/** Results, if given, show how often systems disagree. `find` is a parameter because it takes most of the time. */
export function prospectOf(
  selection: Selection,
  results: PoolResults | undefined,
  find: typeof detectable = detectable,
): Prospect {
  const figures = figuresOf(selection, results, find);
  return { sentence: sentenceOf(selection, figures), ...figures };
}

/**
 * Cost and time are for one run of each selected task; undefined unless every benchmark's plan gives them. The
 * detectable difference assumes one run per task and system, or the pilot's number of repeats.
 */
function figuresOf(selection: Selection, results: PoolResults | undefined, find: typeof detectable) {
  const { statistics, plan } = selection;
  const expected = expectedComparison(selection, results);
  const { goal, discordance } = expected.comparison;
  const found = find(expected.comparison, expected.size, plan.pilot?.repeats ?? 1);
  return {
    selected: statistics.selected,
    available: statistics.available,
    costUsd: runSum(selection, 'costUsd'),
    seconds: runSum(selection, 'seconds'),
    difference: { ...found, words: foundWords(found), power: goal.power, alpha: goal.level, discordance },
    level: levelOf(selection, expected),
    coverage: coverageOf(selection),
  };
}

/** From earlier results if there are any; otherwise for a rate of one half, which has the widest interval. */
function levelOf({ kind, weighting, statistics }: Selection, { halfWidth }: Pick<ExpectedComparison, 'halfWidth'>) {
  if (kind === 'focus' || weighting === undefined) {
    return { halfWidth: widestHalf(statistics.selected), of: 'tasks like these', isForecast: false };
  }
  const { effectiveSize, sampled, population } = weighting;
  if (halfWidth !== undefined && sampled < population) return { halfWidth, of: 'pool', isForecast: true };
  return { halfWidth: widestHalf(effectiveSize, 1 - sampled / population), of: 'pool', isForecast: false };
}

/** Half of the 95% interval of a rate of one half. `size` is in equally weighted tasks, `left` the unselected share. */
export function widestHalf(size: number, left = 1): number {
  const { low, high } = wilsonInterval(0.5, left <= 0 ? Number.POSITIVE_INFINITY : size / left, normalQuantile(0.975));
  return (high - low) / 2;
}

function coverageOf({ statistics, benchmarks }: Selection) {
  const phases = statistics.byPhase.map(({ name, selected, available }) => ({ name, selected, available }));
  const missing = phases.filter(({ selected }) => selected === 0).map(({ name }) => name);
  const shortfalls = benchmarks.flatMap((each) => each.shortfalls.map(({ message }) => message));
  return {
    isMet: missing.length === 0 && shortfalls.length === 0,
    phases,
    covered: phases.length - missing.length,
    missing,
    shortfalls,
  };
}

/** The total over one run of each selected task; undefined if a benchmark with selected tasks does not give it. */
function runSum({ benchmarks }: Selection, of: 'costUsd' | 'seconds'): number | undefined {
  let sum = 0;
  for (const { plan, choices } of benchmarks) {
    const each = choices.length === 0 ? 0 : plan.run[of];
    if (each === undefined) return undefined;
    sum += each * choices.length;
  }
  return sum;
}

export function costWords(usd: number): string {
  return usd < 100 ? `$${usd.toFixed(2)}` : `$${formatCount(Math.round(usd))}`;
}

function sentenceOf(
  selection: Selection,
  { selected, available, difference, level }: Omit<Prospect, 'sentence'>,
): string {
  const isOne = selected === 1;
  const are = isOne ? 'is' : 'are';
  const whole = isOne ? 'The only task' : `All ${countOf(selected, 'task')}`;
  const some = `${isOne ? 'One' : `These ${formatCount(selected)}`} of ${countOf(available, 'task')}`;
  const tasks = selected === available ? whole : some;
  const { low, high } = difference;
  const isCertain = low !== undefined && high !== undefined;
  const words = difference.words?.replace(' at best', '');
  const can = isCertain ? 'can' : 'can at best';
  const { pilot } = selection.plan;
  if (pilot !== undefined) {
    const runs = `run ${pilot.repeats === 1 ? 'once' : `${formatCount(pilot.repeats)} times`} in each of two arms`;
    const shown = words === undefined ? `${are} too few to detect any uplift` : `${can} detect an uplift of ${words}`;
    return `${tasks}, ${runs}, ${shown}.`;
  }
  const like = difference.discordance.from === 'results' ? ' that disagree as often as those in the results' : '';
  const shown =
    words === undefined
      ? `${are} too few to detect any difference between two systems`
      : `${can} detect a difference of ${words} between two systems${like}`;
  const estimates = purposeEstimates(selection);
  if (estimates === 'order')
    return `${tasks} ${isOne ? 'ranks' : 'rank'} systems. Their mean is not the success rate on the pool.`;
  if (level.of !== 'pool') return `${tasks} ${shown}. Their results do not generalise to the pool.`;
  const points = `${inPoints(level.halfWidth)} points`;
  const level95 = `${isOne ? 'estimates' : 'estimate'} the success rate on the whole pool to within ±${points}`;
  const known = level.halfWidth === 0 ? `${isOne ? 'covers' : 'cover'} the whole pool` : level95;
  if (estimates === 'difference') return `${tasks} ${shown} and ${known}.`;
  return `${tasks} ${known} and ${shown}.`;
}

function purposeEstimates({ plan: { total, benchmarks } }: Selection): Purpose['estimates'] | undefined {
  const names = benchmarks.map(({ select }) => (select.purpose ?? total?.purpose)?.name);
  const found = new Set(names.map((name) => (name === undefined ? undefined : purposeOf({ name }).estimates)));
  const [only] = found;
  return found.size === 1 ? only : undefined;
}

export type LabelStanding = NonNullable<ReturnType<typeof coverageBy>>['values'][number];

/** The label to report coverage by: the phase, or the first label that the plan groups by. */
export function coverageField({ plan }: Selection): string | undefined {
  if (plan.phases.length > 1) return 'phase';
  const named = plan.benchmarks.flatMap(({ select: { group, quota } }) => [
    ...(group === undefined ? [] : groupFields(group)),
    ...(quota?.by ?? []),
  ]);
  return named.find((name) => plan.fields.get(name)?.kind === 'label');
}

const mostValues = 60;

/**
 * The coverage of each value of the main label; undefined if there is none, or it has too few or too many values. A
 * value is testable as in `assess power`, or else present if any task is selected.
 */
export function coverageBy(selection: Selection, results: PoolResults | undefined) {
  const field = coverageField(selection);
  if (field === undefined) return undefined;
  const { plan, benchmarks, choices, kind } = selection;
  const available = new Map<string, number>();
  for (const benchmark of benchmarks)
    for (const [value = '', tasks] of countsBy(benchmark, field)) if (value !== '') addCount(available, value, tasks);
  if (available.size < 2 || available.size > mostValues) return undefined;
  const { comparison } = expectedComparison(selection, results);
  const planned = new Map(plan.phases.map((name, place) => [name, place]));
  const placeOf = (value: string) => (field === 'phase' ? (planned.get(value) ?? planned.size) : 0);
  const values = [...available]
    .sort(([a, n], [b, m]) => placeOf(a) - placeOf(b) || m - n || compareText(a, b))
    .map(([value, count]) => {
      const own = choices.filter(({ task }) => String(fieldValue(task, field) ?? '') === value);
      const found = detectable(comparison, sizeOf(own, kind === 'representative'), 1);
      const isTestable = own.length > 0 && testable(found) === 'yes';
      const standing = isTestable ? 'testable' : own.length > 0 ? 'present' : 'absent';
      return { value, selected: own.length, available: count, standing } as const;
    });
  return { field, values };
}
