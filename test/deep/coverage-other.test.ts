import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { calibratedInterval, levelInterval } from '../../src/core/estimate/estimate-level.js';
import { estimateMean, valuedTasks } from '../../src/core/estimate/estimate-mean.js';
import type { SampledTask } from '../../src/core/estimate/sample.js';
import { rakeTo } from '../../src/core/estimate/weighting.js';
import { at } from '../../src/core/lists/at.js';
import { groupBy } from '../../src/core/lists/group-by.js';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { normalQuantile } from '../../src/core/statistics/distributions.js';
import { mean } from '../../src/core/statistics/summary.js';
import { mostDraws as draws, isClear, slack } from '../support/coverage-draws.js';
import { drawerOf, poolDesigns } from '../support/pool-designs.js';
import { type ResponsePool, responsePools } from '../support/response-pools.js';

/** With WINNOW_COVERAGE_TABLE set, the figures are kept in that file. */
function report(...cells: readonly string[]): void {
  const file = process.env['WINNOW_COVERAGE_TABLE'];
  if (file !== undefined) appendFileSync(file, `${cells.join(' | ')}\n`);
}

const whole = poolDesigns.filter(({ name }) => ['random', 'cube', 'bands of earlier difficulty'].includes(name));

describe.each(responsePools().map((pool) => [pool.name, pool] as const))('a pool %s', (_, pool) => {
  it.each(whole.map((design) => [design.name, design] as const))(
    'has its level covered with weights moved to the counts of repositories: drawn by %s',
    (name, design) => {
      const drawer = drawerOf(pool, design);
      const counts = new Map([...groupBy(pool.tasks, ({ repo }) => repo)].map(([repo, own]) => [repo, own.length]));
      const held = pool.systems.map(() => 0);
      const truths = pool.systems.map(({ solved }) => mean(solved));
      let told = 0;
      // Samples whose weights cannot be moved say nothing: they are drawn again, so that the others are as many.
      const isDone = () =>
        told >= draws ||
        isClear(
          held.map((count) => ({ held: count })),
          told,
        );
      for (let draw = 0; draw < 4 * draws && !isDone(); draw++) {
        const drawn = drawer();
        const tasks = drawn.map(({ task }) => task);
        const unitsOf = (solved: readonly number[]) =>
          valuedTasks(
            tasks,
            drawn.map(({ task, index }) => ({ task, sides: [[at(solved, index)]] })),
          );
        // The weights depend on the tasks alone, not on what came of them.
        const calibrated = rakeTo(unitsOf(pool.tasks.map(() => 0)), sampleOf(pool, tasks, counts), ['repo']);
        if ('fault' in calibrated) {
          if (draw >= 100 && told === 0) break;
          continue;
        }
        const { calibration } = calibrated;
        for (const [s, { solved }] of pool.systems.entries()) {
          const units = unitsOf(solved);
          const estimate = estimateMean(units, { scope: 'pool', calibration });
          const { low, high } = calibratedInterval(units, estimate, {
            ...{ scope: 'pool', level: 0.95, within: () => true, takesStrata: true, population: pool.tasks.length },
            weights: calibration.weights,
          });
          if (low <= at(truths, s) + 1e-12 && at(truths, s) <= high + 1e-12) held[s] = at(held, s) + 1;
        }
        told += 1;
      }
      // Where no two repositories have five tasks in the sample, weights are not moved, and the caller is told.
      if (told === 0) return;
      const rates = held.map((count) => count / told);
      const ordinary = rates.filter((_rate, s) => pool.systems[s]?.isOrdinary === true);
      report('level, weighted', pool.name, name, Math.min(...rates).toFixed(3), mean(ordinary).toFixed(3), `${told}`);
      expect(Math.min(...rates)).toBeGreaterThanOrEqual(0.92 - slack);
    },
  );
});

function sampleOf(pool: ResponsePool, tasks: readonly SampledTask[], repo: ReadonlyMap<string, number>) {
  return { tasks, population: pool.tasks.length, counts: new Map([['repo', repo]]), populationIds: [] };
}

/** Pools are made anew each time, from repositories that differ: what is covered is the rate of all that could be made. */
describe('tasks like those of the pool', () => {
  it.each([
    { repos: 12, each: 20, places: 60, between: 0.6 },
    { repos: 40, each: 5, places: 60, between: 0.6 },
    { repos: 30, each: 20, places: 100, between: 1.2 },
    { repos: 8, each: 40, places: 80, between: 0.3 },
  ])('have their rate covered: $repos repositories of $each tasks, $places drawn', (shape) => {
    const random = randomStreamFor('coverage', JSON.stringify(shape));
    const normal = () => normalQuantile((random.double() * (2 ** 32 - 1) + 0.5) / 2 ** 32);
    const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
    const rates = [-2, -0.5, 0.5, 1.5].map((ability) => {
      const truth = mean(Array.from({ length: 200_000 }, () => sigmoid(ability + shape.between * normal() + normal())));
      let held = 0;
      for (let draw = 0; draw < draws; draw++) {
        const pool = Array.from({ length: shape.repos }, (_repo, r) => {
          const level = shape.between * normal();
          return Array.from({ length: shape.each }, (_task, i) => ({
            id: `r${r}-${i}`,
            repo: `r${r}`,
            value: random.double() < sigmoid(ability + level + normal()) ? 1 : 0,
            order: random.double(),
          }));
        }).flat();
        const drawn = pool.toSorted((a, b) => a.order - b.order).slice(0, shape.places);
        const tasks = drawn.map(({ id, repo }): SampledTask => sampled(id, repo, shape.places, pool.length));
        const units = valuedTasks(
          tasks,
          drawn.map(({ value }, i) => ({ task: at(tasks, i), sides: [[value]] })),
        );
        const options = { scope: 'beyond', level: 0.95, within: () => true, takesStrata: true } as const;
        const { low, high } = levelInterval(units, estimateMean(units, { scope: 'beyond' }), options);
        if (low <= truth && truth <= high) held += 1;
      }
      return held / draws;
    });
    const name = `${shape.repos} repositories of ${shape.each}, ${shape.places} drawn`;
    report('beyond the pool', name, 'random', Math.min(...rates).toFixed(3), mean(rates).toFixed(3));
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(0.92 - slack);
  });
});

function sampled(id: string, repo: string, places: number, size: number): SampledTask {
  return {
    benchmark: 'mine',
    id,
    aliases: [],
    labels: { benchmark: 'mine', phase: '', language: '', difficulty: '', category: '', repo },
    probability: places / size,
    weight: size / places,
    stratum: 'mine',
    stratumSize: size,
    variance: 'even',
    difficultyPlace: undefined,
    balance: [],
  };
}
