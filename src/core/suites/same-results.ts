import type { PriorRewards } from '../model/task.js';

/** On fewer tasks, two systems of the tables that ship often agree by chance: 1% of them at 50, 16% at 25. */
const fewestTasks = 40;
const fewestOfEach = 3;

/** The systems with the results of an earlier one on every task they ran, at least forty. Rewards are by task id. */
export function sameResults(rewards: ReadonlyMap<string, ReadonlyMap<string, number>>, prior: PriorRewards) {
  return [...rewards].flatMap(([system, own]) => {
    const passes = [...own.values()].filter((reward) => reward === 1).length;
    const enough = own.size >= fewestTasks && passes >= fewestOfEach && own.size - passes >= fewestOfEach;
    if (!enough) return [];
    const same = [...prior].find(([, earlier]) => isSame(own, earlier));
    return same === undefined ? [] : [{ system, earlier: same[0], tasks: own.size }];
  });
}

function isSame(own: ReadonlyMap<string, number>, earlier: ReadonlyMap<string, readonly number[]>): boolean {
  for (const [id, reward] of own) {
    const [first, ...more] = earlier.get(id) ?? [];
    if (first !== reward || more.length > 0) return false;
  }
  return true;
}
