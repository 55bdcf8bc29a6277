import { at, groupBy, smallest } from '../lists/lists.js';
import type { Reading } from '../outcomes/task-result.js';
import { randomStreamFor } from '../random/seeded-numbers.js';
import { holm } from '../statistics/p-values.js';
import { pairedInterval, plainVariance } from '../statistics/paired-tests.js';
import { agreeingInterval, signFlipInterval, signFlipTest } from '../statistics/sign-flip-test.js';
import { mean } from '../statistics/summary.js';
import { compareText } from '../text/words.js';
import { type TaskRuns, valuedTasks } from './estimate-mean.js';
import { placementWords } from './placement.js';
import type { Estimate, OrderReading } from './pool-estimate.js';
import type { SampledTask } from './sample.js';

/** A task used for ranking, with the rewards of its runs under each system. */
export type RankedTask = { readonly task: SampledTask; readonly rewards: readonly (readonly number[])[] };

/**
 * Orders systems by their mean on tasks that were chosen to rank them. Simultaneous intervals of all paired differences
 * (Bonferroni) show which can't be told apart. Undefined if no task has a result under every system.
 */
export function estimateOrder(
  names: readonly string[],
  tasks: readonly RankedTask[],
  reading: Reading,
  level: number,
): OrderReading | undefined {
  const told = tasks.filter(({ rewards }) => rewards.every((runs) => runs.length > 0));
  if (told.length === 0) return undefined;
  const scored = names.map((name, index) => {
    const own = told.map(({ rewards }) => at(rewards, index));
    // Task means are sorted before averaging, so that the same rewards in another order give exactly the same mean.
    return {
      name,
      index,
      mean: mean(own.map(mean).sort((a, b) => a - b)),
      passed: own.filter((each) => each.every((reward) => reward >= 1)).length,
    };
  });
  const sorted = scored.toSorted((a, b) => b.mean - a.mean || compareText(a.name, b.name));
  const comparisons = (names.length * (names.length - 1)) / 2;
  const pairs = sorted.flatMap((better, place) =>
    sorted.slice(place + 1).map((worse): OrderReading['pairs'][number] => {
      const runs = told.map(
        ({ task, rewards }): TaskRuns => ({ task, sides: [at(rewards, worse.index), at(rewards, better.index)] }),
      );
      const difference = better.mean - worse.mean;
      const { p, low, high } = pairFigure(runs, 1 - (1 - level) / comparisons);
      return {
        first: better.name,
        second: worse.name,
        difference,
        low: Math.min(low, difference),
        high: Math.max(high, difference),
        pValue: Math.min(1, comparisons * p),
        apart: low > 0 || high < 0,
      };
    }),
  );
  const apart = new Set(pairs.filter(({ apart }) => apart).map(({ first, second }) => `${first}\n${second}`));
  const groups = tiedRuns(sorted.length, (i, j) => apart.has(`${at(sorted, i).name}\n${at(sorted, j).name}`));
  return {
    missingCountsAs: reading,
    tasks: told.length,
    places: sorted.map(({ name, mean: own, passed }, place) => ({
      name,
      rank: 1 + sorted.findIndex((each) => each.mean === own),
      mean: own,
      passed,
      groups: groups.flatMap(([from, to], g) => (from <= place && place <= to ? [letterOf(g)] : [])),
    })),
    pairs,
  };
}

/** A paired difference on equally weighted tasks, whatever the size of the pool. */
function pairFigure(runs: readonly TaskRuns[], level: number) {
  const tasks = runs.map(({ task }) => task);
  const units = valuedTasks(tasks, runs);
  const strata = [...groupBy(units, ({ task }) => task.benchmark).values()].map((own) => own.map(({ value }) => value));
  const difference = mean(units.map(({ value }) => value));
  const fewest = smallest(runs.flatMap(({ sides }) => sides.map((side) => side.length)));
  const interval = pairedInterval(plainVariance(strata, difference, fewest), level);
  const flips = units.map(({ value }) => ({ difference: value, weight: 1 }));
  const { p } = signFlipTest(flips, flipStream());
  const ofTest = () => signFlipInterval(flips, level, flipStream());
  return { p, ...agreeingInterval(interval, difference, p, level, ofTest) };
}

const flipStream = () => randomStreamFor('estimate', 'sign flips');

/** The longest ranges of ranks whose systems can't be told apart. Every rank is in at least one. */
function tiedRuns(count: number, areApart: (first: number, second: number) => boolean): (readonly [number, number])[] {
  const runs: (readonly [number, number])[] = [];
  let from = 0;
  for (let to = 0; to < count; to++) {
    const before = from;
    for (let other = to - 1; other >= from; other--) if (areApart(other, to)) from = other + 1;
    if (from > before) runs.push([before, to - 1]);
  }
  if (count > 0) runs.push([from, count - 1]);
  return runs;
}

function letterOf(place: number): string {
  const letter = String.fromCharCode(97 + (place % 26));
  return place < 26 ? letter : `${letterOf(Math.floor(place / 26) - 1)}${letter}`;
}

export type Leaderboard = ReturnType<typeof leaderboardOf>;

/**
 * The systems by level, each with the number of systems shown to be better by paired differences, Holm-adjusted for all
 * pairs. `against` returns the estimate with a given baseline.
 */
export function leaderboardOf({ configurations, level }: Estimate, against: (baseline: string) => Estimate) {
  const names = configurations.map(({ name }) => name);
  // Each pair once, with the first of its two systems as the baseline.
  const pairs = names
    .slice(0, -1)
    .flatMap((baseline, i) => against(baseline).differences.filter(({ second }) => names.indexOf(second) > i));
  const pValues = pairs.map(({ readings: [reading] }) => reading?.pool?.pValue ?? reading?.test.pValue ?? 1);
  const adjusted = holm(pValues);
  const beats = new Map<string, number>();
  for (const [i, { first, second, readings }] of pairs.entries()) {
    const [reading] = readings;
    if ((adjusted[i] ?? 1) > 1 - level || reading === undefined) continue;
    const worse = (reading.pool?.mean ?? reading.selectedMean) > 0 ? first : second;
    beats.set(worse, (beats.get(worse) ?? 0) + 1);
  }
  const rows = configurations.map(({ name, readings, placement }) => ({
    name,
    beatenBy: beats.get(name) ?? 0,
    mean: readings[0]?.pool?.mean ?? readings[0]?.selectedMean,
    pool: readings[0]?.pool,
    tasks: readings[0]?.tasks ?? 0,
    placement: placementWords({ placement, readings }),
  }));
  return {
    rows: rows.sort((a, b) => (b.mean ?? -1) - (a.mean ?? -1) || compareText(a.name, b.name)),
    comparisons: pairs.length,
  };
}
