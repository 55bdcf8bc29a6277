import { mean } from '../../statistics/mean.js';
import { repeatDifference } from '../../statistics/repeat-variance.js';
import { variance } from '../../statistics/standard-deviation.js';
import { compareText } from '../../text/compare-text.js';
import type { ConfigurationResults, PoolResults } from '../pool-results.js';
import { commonRewards } from './planned-discordance.js';
import type { PlannedVariances } from './power.js';

/**
 * Where no repeats are at hand. Published single runs deviate by 1.5 points over 500 tasks, a variance of about 0.11 a run
 * (Bjarnason, Silva & Monperrus 2026); what differs between tasks beyond that is small.
 */
export const defaultVariances = { within: 0.2, effect: { low: 0.02, high: 0.05 } } as const;

/** So many tasks with repeats tell the noise of a run well enough. */
const enoughTasks = 20;

/** The noise of runs and the variation of the true differences: from the results where they have repeats. */
export function plannedVariances(results: PoolResults | undefined): PlannedVariances {
  const repeated = (results?.configurations ?? []).flatMap((configuration) => {
    const noise = runNoise(configuration);
    return noise === undefined ? [] : [{ configuration, noise }];
  });
  const within = repeated.length === 0 ? undefined : 2 * mean(repeated.map(({ noise }) => noise));
  const effects = repeated.flatMap(({ configuration: a }, i) =>
    repeated.slice(i + 1).flatMap(({ configuration: b }) => {
      const tasks = commonRewards(a, b).map(([first, second]) => ({ a: first, b: second }));
      const effect = tasks.length < enoughTasks ? undefined : repeatDifference(tasks, tasks.length).effect;
      return effect === undefined ? [] : [effect];
    }),
  );
  const effect =
    effects.length === 0 ? defaultVariances.effect : { low: Math.min(...effects), high: Math.max(...effects) };
  const noise = within ?? defaultVariances.within;
  return {
    low: { effect: effect.low, within: noise },
    high: { effect: effect.high, within: noise },
    effectFrom: effects.length === 0 ? 'default' : 'results',
    withinFrom: within === undefined ? 'default' : 'results',
  };
}

/** The mean variance of the runs of a task; undefined when too few tasks have two. */
function runNoise({ byTask }: ConfigurationResults): number | undefined {
  const variances = [...byTask.keys()].sort(compareText).flatMap((key) => {
    const rewards = byTask.get(key)?.rewards ?? [];
    return rewards.length < 2 ? [] : [variance(rewards)];
  });
  return variances.length < enoughTasks ? undefined : mean(variances);
}
