import type { Warning } from '../model/errors.js';
import type { PriorRewards } from '../model/task.js';
import { type MatchedOutcomes, meanReward, taskKey } from '../outcomes/match-outcomes.js';
import { fewestVotes, taskResult, voteOf } from '../outcomes/task-result.js';
import { countOf } from '../text/words.js';
import { sameResults } from './covered-tier.js';

export interface EarlierResults {
  readonly benchmark: string;
  readonly ids: readonly string[];
  readonly priorRewards: PriorRewards;
}

/** Systems whose results, or the majority votes of repeated runs, match those of an earlier system, whatever its name. */
export function knownSystems(benchmarks: readonly EarlierResults[], { configurations }: MatchedOutcomes) {
  const voted = new Set<string>();
  const found = benchmarks.flatMap(({ benchmark, ids, priorRewards }) => {
    const rewards = configurations
      .filter(({ name }) => !priorRewards.has(name))
      .map(({ name, byTask }) => {
        const means = ids.flatMap((id) => {
          const key = taskKey({ benchmark, id });
          const { rewards } = taskResult(byTask.get(key));
          const isVoted = rewards.length >= fewestVotes;
          if (isVoted) voted.add(name);
          const reward = isVoted ? voteOf(rewards) : meanReward(byTask, key);
          return reward === undefined ? [] : [[id, reward] as const];
        });
        return [name, new Map(means)] as const;
      });
    return sameResults(new Map(rewards), priorRewards).map((each) => ({ ...each, benchmark, pool: ids.length }));
  });
  return {
    earlier: new Map(found.map(({ system, earlier }) => [system, earlier])),
    notes: found.map(({ system, earlier, tasks, benchmark, pool }): Warning => {
      // On the whole pool nothing is estimated.
      const certain = tasks < pool ? ' If they are the same system, the interval for its level is too narrow.' : '';
      const message = `${system}: ${voted.has(system) ? 'the majority votes of its runs' : 'its results'} on all ${countOf(tasks, 'task')} are identical to those of ${earlier}, one of the systems that Winnow learned task difficulty from. The ranking of ${system} leaves out ${earlier}.${certain}`;
      return { code: 'learned-from', message, benchmark };
    }),
  };
}
