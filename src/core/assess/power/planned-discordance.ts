import { usualDiscordance } from '../../statistics/power.js';
import { quantile } from '../../statistics/summary.js';
import { compareText } from '../../text/compare-text.js';
import type { ConfigurationResults, PoolResults } from '../question/pool-results.js';
import type { PairDiscordance, PlannedDiscordance } from './power-assessment.js';

/** A share of fewer tasks says too little to plan by. */
const fewTasks = 20;

/** From this many pairs on, the middle half stands for all, so that one odd pair does not decide. */
const manyPairs = 4;

/** How often two configurations disagree: as given, as in the results, as on the pool earlier, or as measured elsewhere. */
export function plannedDiscordance(
  results: PoolResults | undefined,
  given: number | undefined,
  earlier?: { readonly discordance: number; readonly isPartial: boolean } | undefined,
): PlannedDiscordance {
  const pairs = pairDiscordances(results?.configurations ?? []);
  if (given !== undefined) return { from: 'option', low: given, high: given, partial: false, pairs };
  const used = pairs.filter(({ use }) => use === 'used');
  if (used.length === 0) {
    if (earlier === undefined) return { from: 'default', ...usualDiscordance, partial: false, pairs };
    return { from: 'earlier', low: earlier.discordance, high: earlier.discordance, partial: earlier.isPartial, pairs };
  }
  const sorted = used.map(({ discordance }) => discordance).sort((a, b) => a - b);
  const [from, to] = used.length >= manyPairs ? [0.25, 0.75] : [0, 1];
  const partial = used.some((pair) => pair.partial);
  return { from: 'results', low: quantile(sorted, from), high: quantile(sorted, to), partial, pairs };
}

function pairDiscordances(configurations: readonly ConfigurationResults[]): readonly PairDiscordance[] {
  return configurations.flatMap((a, i) => configurations.slice(i + 1).map((b) => pairDiscordance(a, b)));
}

function pairDiscordance(a: ConfigurationResults, b: ConfigurationResults): PairDiscordance {
  const both = commonRewards(a, b);
  const squares = both.map(([first, second]) => meanSquaredDifference(first, second));
  const discordance = both.length === 0 ? 0 : squares.reduce((sum, square) => sum + square, 0) / both.length;
  const partial = both.some((arms) => arms.some((rewards) => rewards.some((reward) => reward > 0 && reward < 1)));
  const use = both.length < fewTasks ? 'too few tasks' : discordance === 0 ? 'all alike' : 'used';
  return { a: a.name, b: b.name, tasks: both.length, discordance, partial, use };
}

/** The rewards of both on each task that both have a score on, in the order of the tasks' names. */
export function commonRewards(
  a: ConfigurationResults,
  b: ConfigurationResults,
): readonly (readonly [readonly number[], readonly number[]])[] {
  return [...a.byTask.keys()].sort(compareText).flatMap((key) => {
    const [first, second] = [a.byTask.get(key)?.rewards ?? [], b.byTask.get(key)?.rewards ?? []];
    return first.length === 0 || second.length === 0 ? [] : [[first, second] as const];
  });
}

/** Over all pairs of runs, so that repeats do not hide what single runs would show. */
function meanSquaredDifference(a: readonly number[], b: readonly number[]): number {
  const squares = a.flatMap((first) => b.map((second) => (second - first) ** 2));
  return squares.reduce((sum, square) => sum + square, 0) / squares.length;
}
