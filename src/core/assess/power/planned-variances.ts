import { type DifferenceVariances, effectVariance } from '../../statistics/power.js';
import { mean, variance } from '../../statistics/summary.js';
import { compareText } from '../../text/compare-text.js';
import { enoughTasks } from '../../uplift/paired-tasks.js';
import type { ConfigurationResults, PoolResults } from '../question/pool-results.js';
import { commonRewards } from './planned-discordance.js';
import type { PlannedDiscordance, PlannedVariances } from './power-assessment.js';

/**
 * Where no repeats are at hand: on Terminal-Bench 2 a run has a variance of 0.084 a task, and the true differences of pairs
 * of systems vary between tasks with quartiles of 0.068, 0.094 and 0.116.
 */
export const defaultVariances = { within: 0.168, effect: { low: 0.068, high: 0.116 } } as const;

/**
 * The noise of runs and the variation of the true differences: from repeats in the results; else as shares of the
 * discordance, which for equal configurations is the sum of the two; else as assumed.
 */
export function plannedVariances(results: PoolResults | undefined, discordance: PlannedDiscordance): PlannedVariances {
  const isKnown = discordance.from !== 'default';
  const assumed = {
    low: isKnown ? shared(discordance.low, 'low') : assumedAt('low'),
    high: isKnown ? shared(discordance.high, 'high') : assumedAt('high'),
  };
  const otherwise = isKnown ? 'discordance' : 'default';
  const { within, effects } = measuredVariances(results?.configurations ?? []);
  const at = (end: 'low' | 'high') => ({
    effect: (end === 'low' ? effects[0] : effects.at(-1)) ?? assumed[end].effect,
    within: within ?? assumed[end].within,
  });
  return {
    low: at('low'),
    high: at('high'),
    effectFrom: effects.length === 0 ? otherwise : 'results',
    withinFrom: within === undefined ? otherwise : 'results',
  };
}

function assumedAt(end: 'low' | 'high'): DifferenceVariances {
  return { effect: defaultVariances.effect[end], within: defaultVariances.within };
}

function shared(discordance: number, end: 'low' | 'high'): DifferenceVariances {
  const { effect, within } = assumedAt(end);
  return { effect: (discordance * effect) / (effect + within), within: (discordance * within) / (effect + within) };
}

/** From tasks with repeats: the noise of one run of each of two, and the variance of the true difference of each pair, ascending. */
function measuredVariances(configurations: readonly ConfigurationResults[]) {
  const repeated = configurations.flatMap((configuration) => {
    const noise = runNoise(configuration);
    return noise === undefined ? [] : [{ configuration, noise }];
  });
  const effects = repeated.flatMap(({ configuration: a }, i) =>
    repeated.slice(i + 1).flatMap(({ configuration: b }) => {
      const tasks = commonRewards(a, b).map(([first, second]) => ({ a: first, b: second }));
      return (tasks.length < enoughTasks ? undefined : effectVariance(tasks)) ?? [];
    }),
  );
  const within = repeated.length === 0 ? undefined : 2 * mean(repeated.map(({ noise }) => noise));
  return { within, effects: effects.sort((a, b) => a - b) };
}

/** The mean variance of the runs of a task; undefined when too few tasks have two. */
function runNoise({ byTask }: ConfigurationResults): number | undefined {
  const variances = [...byTask.keys()].sort(compareText).flatMap((key) => {
    const rewards = byTask.get(key)?.rewards ?? [];
    return rewards.length < 2 ? [] : [variance(rewards)];
  });
  return variances.length < enoughTasks ? undefined : mean(variances);
}
