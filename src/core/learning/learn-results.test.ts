import { describe, expect, it } from 'vitest';
import { sfc32 } from '../statistics/random-numbers.js';
import { mean } from '../statistics/summary.js';
import { forecastShare, forecastTasks, learnResults, resultsAt } from './forecasts.js';
import { shiftToMean, sigmoid } from './task-difficulty.js';

describe('a pool of more than 100,000 tasks', () => {
  const tasks = 120_000;
  const random = sfc32([1, 2, 3, 4]);
  const ease = Array.from({ length: tasks }, () => 4 * random.double() - 2);
  const results = [-0.5, 0, 0.3, 0.6].map((level) => {
    const codes = Uint8Array.from(ease, (each) => (random.double() < sigmoid(each + level) ? 1 : 2));
    return { length: tasks, codes, values: [Number.NaN, 1, 0] };
  });

  it('is forecast from 20,000 of its tasks, to nearly the same figures', () => {
    const some = forecastTasks(tasks);
    expect(some).toHaveLength(20_000);
    expect(new Set(some).size).toBe(20_000);
    expect(some?.at(-1)).toBeGreaterThan(tasks - 10);
    const { share } = learnResults(results);
    const whole = forecastShare(resultsAt(results));
    expect(share.verdict).toBe(whole.verdict);
    expect(Math.abs((share.share ?? 0) - (whole.share ?? 0))).toBeLessThan(0.01);
  });

  it('learns the same from bytes as from numbers', () => {
    const numbers = learnResults(results.map(({ codes }) => Array.from(codes, (code) => (code === 1 ? 1 : 0))));
    const bytes = learnResults(results);
    expect(bytes.ease).toEqual(numbers.ease);
    expect(bytes.variance).toEqual(numbers.variance);
  });
});

it('looks at all tasks of a smaller pool, and of one of which many are taken', () => {
  expect(forecastTasks(100_000)).toBeUndefined();
  expect(forecastTasks(200_000, 300_000)).toBeUndefined();
  expect(forecastTasks(200_000, 30_000)).toHaveLength(30_000);
});

it('shifts many numbers of which few differ to a mean', () => {
  const z = Array.from({ length: 20_000 }, (_, i) => (i % 7) - 3);
  const shift = shiftToMean(z, 0.3);
  expect(mean(z.map((each) => sigmoid(each + shift)))).toBeCloseTo(0.3, 12);
});
