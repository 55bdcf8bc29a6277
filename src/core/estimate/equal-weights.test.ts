import { describe, expect, it } from 'vitest';
import { isDeep } from '../../../test/support/depth.js';
import { sfc32 } from '../statistics/random-numbers.js';
import { estimateLevel } from './estimate-level.js';
import type { SampledTask } from './sample.js';
import type { Basis } from './weighting.js';

interface Part {
  readonly name: string;
  readonly size: number;
  readonly take: number;
}

const basisOf = (parts: readonly Part[], equalBy = 'benchmark'): Basis => ({
  equalBy,
  kind: 'representative',
  sampled: new Set(parts.map(({ name }) => name)),
  sample: {
    tasks: [],
    population: parts.reduce((sum, { size }) => sum + size, 0),
    counts: new Map(),
    populationIds: [],
  },
  scope: 'pool',
  level: 0.95,
  by: [],
  calibrate: undefined,
  assistances: new Map(),
  warn: () => {},
});

function taskOf({ name, size, take }: Part, i: number, labels: Record<string, string> = {}): SampledTask {
  return {
    benchmark: name,
    id: `${name}-${i}`,
    aliases: [],
    taskDir: undefined,
    labels: { benchmark: name, repo: '', ...labels },
    probability: take / size,
    weight: size / take,
    stratum: name,
    stratumSize: size,
    variance: 'even',
    difficultyPlace: undefined,
    balance: [],
  } as unknown as SampledTask;
}

describe('the level with the same weight for every benchmark', () => {
  it('is the mean of their levels, with the error of independent samples', () => {
    const parts = [
      { name: 'large', size: 500, take: 10 },
      { name: 'small', size: 40, take: 8 },
      { name: 'tiny', size: 5, take: 5 },
    ];
    const values = [
      [1, 1, 1, 1, 1, 1, 1, 0, 0, 0],
      [1, 1, 0, 0, 0, 0, 0, 0],
      [1, 0, 0, 0, 0],
    ];
    const runs = parts.flatMap((part, p) =>
      (values[p] ?? []).map((value, i) => ({ task: taskOf(part, i), sides: [[value]] })),
    );
    const { equal, pool } = estimateLevel(runs, 'absent', basisOf(parts));
    expect(equal?.mean).toBeCloseTo((0.7 + 0.25 + 0.2) / 3, 12);
    // (1 - f) s² / n for each benchmark; the last was taken whole.
    const variance = ((1 - 10 / 500) * ((0.7 * 0.3 * 10) / 9)) / 10 + ((1 - 8 / 40) * ((0.25 * 0.75 * 8) / 7)) / 8;
    expect(equal?.standardError).toBeCloseTo(Math.sqrt(variance) / 3, 12);
    expect(equal).toMatchObject({ by: 'benchmark', parts: 3, tasks: 23 });
    expect(pool?.mean).toBeCloseTo((500 * 0.7 + 40 * 0.25 + 5 * 0.2) / 545, 12);
  });

  it('is missing for one benchmark, and taken over a label where that is asked for', () => {
    const part = { name: 'one', size: 100, take: 8 };
    const runs = Array.from({ length: 8 }, (_, i) => ({
      task: taskOf(part, i, { language: i < 6 ? 'go' : 'rust' }),
      sides: [[i < 3 || i === 7 ? 1 : 0]],
    }));
    expect(estimateLevel(runs, 'absent', basisOf([part])).equal).toBeUndefined();
    expect(estimateLevel(runs, 'absent', basisOf([part], 'language')).equal).toMatchObject({
      by: 'language',
      parts: 2,
      mean: 0.5,
    });
  });

  it.runIf(isDeep)('has an interval that holds in at least 93% of the samples', () => {
    const parts = [
      { name: 'a', size: 600, take: 60, rate: 0.75 },
      { name: 'b', size: 120, take: 25, rate: 0.4 },
      { name: 'c', size: 50, take: 20, rate: 0.12 },
    ];
    const stream = sfc32([9, 8, 7, 6]);
    const pools = parts.map(({ size, rate }) => Array.from({ length: size }, () => (stream.double() < rate ? 1 : 0)));
    const truth = pools.reduce((sum, pool) => sum + pool.reduce((a: number, b) => a + b, 0) / pool.length, 0) / 3;
    let held = 0;
    const draws = 1500;
    for (let n = 0; n < draws; n++) {
      const runs = parts.flatMap((part, p) => {
        const pool = [...(pools[p] ?? [])];
        return Array.from({ length: part.take }, (_, i) => {
          const [value = 0] = pool.splice(Math.floor(stream.double() * pool.length), 1);
          return { task: taskOf(part, i), sides: [[value]] };
        });
      });
      const { equal } = estimateLevel(runs, 'absent', basisOf(parts));
      if (equal !== undefined && equal.low <= truth && truth <= equal.high) held += 1;
    }
    expect(held / draws).toBeGreaterThan(0.93);
    expect(held / draws).toBeLessThan(0.985);
  });
});
