import { describe, expect, it } from 'vitest';
import { at } from '../lists/lists.js';
import { sfc32, shuffle } from '../statistics/random-numbers.js';
import { mean } from '../statistics/summary.js';
import { benefitLists } from './benefit-lists.js';
import { judgedTasks } from './paired-tasks.js';
import { PassForecast } from './pass-forecast.js';

/** The true pass rates of 60 tasks: most are easy or hard, and some gain from the change. */
const rates = Array.from({ length: 60 }, (_, i) => {
  const without = at([0, 0, 0, 0.1, 0.3, 0.6, 0.9, 1, 1, 1], i % 10);
  return { without, with: i % 5 === 0 ? 1 : i % 5 === 1 ? Math.min(1, without + 0.4) : without };
});

function drawn(repeats: number, tasks: number, seed: number) {
  const random = sfc32([repeats, tasks, seed, 1]);
  const runs = (rate: number) => Array.from({ length: repeats }, () => (random.double() < rate ? 1 : 0));
  return shuffle(rates, random)
    .slice(0, tasks)
    .map((rate) => ({ cluster: 'x', without: runs(rate.without), with: runs(rate.with) }));
}

function listed(repeats: number, tasks: number, seed: number): number {
  const judged = judgedTasks(drawn(repeats, tasks, seed));
  if (judged === undefined) throw new Error('no repeats');
  return benefitLists(judged.tasks, judged.noise).filter(({ benefit }) => benefit === 'benefits').length;
}

describe('a forecast for runs that only pass or fail', () => {
  const seeds = Array.from({ length: 60 }, (_, i) => i + 100);
  it.each([
    [2, 60],
    [3, 50],
    [4, 37],
    [5, 30],
  ])('expects the tasks that are listed with %i runs of %i tasks', (repeats, tasks) => {
    const realised = mean(seeds.map((seed) => listed(repeats, tasks, seed)));
    const forecasts = [1, 2, 3, 4].map((seed) => new PassForecast(drawn(5, 60, seed)).listed(tasks, repeats, 0.1));
    expect(mean(forecasts) / realised).toBeGreaterThan(0.75);
    expect(mean(forecasts) / realised).toBeLessThan(1.25);
  });

  it('expects almost none if the arms are alike', () => {
    const alike = drawn(5, 60, 1).map((task) => ({ ...task, with: task.without }));
    expect(new PassForecast(alike).listed(50, 3, 0.1)).toBeLessThan(0.1);
  });

  it('grows with the number of tasks, and is the same each time', () => {
    const forecast = new PassForecast(drawn(5, 60, 1));
    expect(forecast.listed(4000, 3, 0.1)).toBeCloseTo(4 * forecast.listed(1000, 3, 0.1), 9);
    expect(forecast.listed(40, 12, 0.1)).toBe(new PassForecast(drawn(5, 60, 1)).listed(40, 12, 0.1));
  });
});
