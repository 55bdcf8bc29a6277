import type { TaskResult } from '../../outcomes/task-result.js';
import { pearson, phiCoefficient } from '../../statistics/correlation.js';
import { mean } from '../../statistics/summary.js';
import { compareText } from '../../text/compare-text.js';
import type { ConfigurationResults } from '../question/pool-results.js';
import type { NearDuplicates } from './fidelity.js';

/** Above this two systems are taken for one: the same runs under two names, or a regrade. */
const duplicateAbove = 0.85;

/** With fewer tasks in common, likeness may be chance. */
export const leastCommon = 20;

/**
 * The pairs of systems whose passes and failures nearly coincide on the tasks that both tried; by name. Partial rewards
 * must agree as well: two systems that both pass nothing but earn different parts of it are not the same.
 */
export function findNearDuplicates(systems: readonly ConfigurationResults[], passAt: number): NearDuplicates[] {
  const tried = systems
    .map(({ name, byTask }) => ({ name, byTask: trialsOf(byTask, passAt) }))
    .sort((a, b) => compareText(a.name, b.name));
  return tried.flatMap((one, at) =>
    tried.slice(at + 1).flatMap((other): NearDuplicates[] => {
      const common = [...one.byTask].flatMap(([key, first]) => {
        const second = other.byTask.get(key);
        return second === undefined ? [] : [[first, second] as const];
      });
      if (common.length < leastCommon) return [];
      const phi = phiCoefficient(
        common.map(([first]) => first.passed),
        common.map(([, second]) => second.passed),
      );
      if (phi === undefined || phi <= duplicateAbove) return [];
      const correlation = pearson(
        common.map(([first]) => first.reward),
        common.map(([, second]) => second.reward),
      );
      if (correlation === undefined || correlation <= duplicateAbove) return [];
      const discordant = common.filter(([first, second]) => first.passed !== second.passed).length;
      return [{ systems: [one.name, other.name], phi, common: common.length, discordant }];
    }),
  );
}

/** Each system with all that are near-duplicates of it, directly or through others, itself among them; by name. */
export function duplicatesOf(names: readonly string[], pairs: readonly NearDuplicates[]): Map<string, Set<string>> {
  const groups = new Map(names.map((name) => [name, new Set([name])]));
  for (const { systems } of pairs) {
    const [first, second] = systems;
    const [one, other] = [groups.get(first) ?? new Set([first]), groups.get(second) ?? new Set([second])];
    if (one === other) continue;
    for (const name of other) {
      one.add(name);
      groups.set(name, one);
    }
  }
  return groups;
}

interface Trial {
  /** Whether at least half of the scored attempts passed. */
  readonly passed: boolean;
  readonly reward: number;
}

function trialsOf(byTask: ReadonlyMap<string, TaskResult>, passAt: number): Map<string, Trial> {
  return new Map(
    [...byTask].flatMap(([key, { rewards }]): [string, Trial][] => {
      if (rewards.length === 0) return [];
      const passes = rewards.filter((reward) => reward >= passAt).length;
      return [[key, { passed: 2 * passes >= rewards.length, reward: mean(rewards) }]];
    }),
  );
}
