import { describe, expect, it } from 'vitest';
import { clusterVariance } from './cluster-variance.js';
import { variance } from './summary.js';

function byCluster(values: readonly number[], weights: readonly number[], names: readonly string[]) {
  const own = (name: string) => (_: number, i: number) => names[i] === name;
  return clusterVariance(
    [...new Set(names)].map((name) => ({ values: values.filter(own(name)), weights: weights.filter(own(name)) })),
  );
}

describe('the variance of a weighted mean by clusters', () => {
  const rewards = [0.2, 0.5, 0.9, 0.1, 0.7, 0.3, 0.8, 0.6, 0.4, 1, 0, 0.55];
  const equal = rewards.map(() => 1);
  const uneven = [1, 2, 1.5, 4, 1, 2, 2, 2, 3, 1, 5, 0.5];
  const five = [...'aaaaabbbccde'];

  it('is the usual one where every unit is its own cluster', () => {
    const found = byCluster(
      rewards,
      equal,
      rewards.map((_, i) => `${i}`),
    );
    expect(found?.variance).toBeCloseTo(variance(rewards) / rewards.length, 12);
    expect(found?.degreesOfFreedom).toBeCloseTo(11, 9);
  });

  it('does not change with the scale of the weights or the order of the clusters', () => {
    const found = byCluster(rewards, uneven, five);
    const moved = byCluster(
      rewards.toReversed(),
      uneven.map((weight) => 1000 * weight).toReversed(),
      five.toReversed(),
    );
    expect(moved?.variance).toBeCloseTo(found?.variance ?? 0, 12);
    expect(moved?.degreesOfFreedom).toBeCloseTo(found?.degreesOfFreedom ?? 0, 9);
  });

  it('is not known of a single cluster', () => {
    expect(byCluster(rewards, equal, [...'aaaaaaaaaaaa'])).toBeUndefined();
  });
});
