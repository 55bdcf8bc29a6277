import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { levelInterval } from '../../src/core/estimate/estimate-level.js';
import { estimateMean, valuedTasks } from '../../src/core/estimate/estimate-mean.js';
import { rakeTo } from '../../src/core/estimate/label-weights.js';
import type { Sample, SampledTask } from '../../src/core/estimate/sample.js';
import { at, groupBy } from '../../src/core/lists/lists.js';
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

const weighted = poolDesigns.filter(({ name }) =>
  ['random', 'cube', 'bands of earlier difficulty', 'strata, equal', 'pareto', 'strata with pareto'].includes(name),
);
const cells = weighted.flatMap((design) => [['repo'], ['repo', 'language']].map((labels) => ({ design, labels })));

describe.each(responsePools().map((pool) => [pool.name, pool] as const))('a pool %s', (_, pool) => {
  it.each(cells.map(({ design, labels }) => [design.name, labels.join(' and '), design, labels] as const))(
    'has its level covered with weights moved: drawn by %s, to the counts of %s',
    (name, said, design, labels) => {
      const languages = languagesOf(pool);
      const drawer = labelled(drawerOf(pool, design), languages);
      const count = (values: readonly string[]) =>
        new Map([...groupBy(values, (value) => value)].map(([value, own]) => [value, own.length]));
      const counts = new Map([
        ['repo', count(pool.tasks.map(({ repo }) => repo))],
        ['language', count(languages)],
      ]);
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
        const calibrated = rakeTo(unitsOf(pool.tasks.map(() => 0)), sampleOf(pool, tasks, counts), labels);
        if ('fault' in calibrated) {
          if (draw >= 100 && told === 0) break;
          continue;
        }
        const { calibration } = calibrated;
        for (const [s, { solved }] of pool.systems.entries()) {
          const units = unitsOf(solved);
          const estimate = estimateMean(units, { scope: 'pool', calibration });
          const { low, high } = calibration.intervalOf(units, estimate, {
            ...{ scope: 'pool', level: 0.95, within: () => true, takesStrata: true, population: pool.tasks.length },
          });
          if (low <= at(truths, s) + 1e-12 && at(truths, s) <= high + 1e-12) held[s] = at(held, s) + 1;
        }
        told += 1;
      }
      // Where no two repositories have five tasks in the sample, weights are not moved, and the caller is told.
      if (told === 0) return;
      const rates = held.map((count) => count / told);
      const ordinary = rates.filter((_rate, s) => pool.systems[s]?.isOrdinary === true);
      const figures = [Math.min(...rates).toFixed(3), mean(ordinary).toFixed(3), `${told}`];
      report(`level, weighted by ${said}`, pool.name, name, ...figures);
      expect(Math.min(...rates)).toBeGreaterThanOrEqual(0.92 - slack);
    },
  );
});

/** A second label, which tells a little of difficulty. */
function languagesOf(pool: ResponsePool): readonly string[] {
  const random = randomStreamFor('coverage', `languages/${pool.name}`);
  return pool.tasks.map(({ difficulty }) => {
    const seen = difficulty / 2 + 2 * (random.double() + random.double() + random.double() - 1.5);
    return seen < -0.7 ? 'go' : seen < 0.6 ? 'python' : 'rust';
  });
}

function labelled(drawer: ReturnType<typeof drawerOf>, languages: readonly string[]): ReturnType<typeof drawerOf> {
  return () =>
    drawer().map(({ task, index }) => ({
      index,
      task: { ...task, labels: { ...task.labels, language: at(languages, index) } },
    }));
}

function sampleOf(pool: ResponsePool, tasks: readonly SampledTask[], counts: Sample['counts']): Sample {
  return { tasks, population: pool.tasks.length, counts, populationIds: [] };
}

/** Levels of parts that cut through strata, whose numbers in the pool are counted. */
describe.each(responsePools().map((pool) => [pool.name, pool] as const))('parts of a pool %s', (_, pool) => {
  it.each(
    poolDesigns
      .filter(({ name }) => ['random', 'strata, equal', 'pareto', 'bands of earlier difficulty'].includes(name))
      .map((design) => [design.name, design] as const),
  )('are covered, and within what their results allow: drawn by %s', (name, design) => {
    const languages = languagesOf(pool);
    const drawer = labelled(drawerOf(pool, design), languages);
    const parts = [...groupBy([...languages.keys()], (i) => at(languages, i))];
    const totals = pool.systems.flatMap(() => parts.map(() => ({ held: 0, told: 0 })));
    let beyond = 0;
    for (let draw = 0; draw < draws; draw++) {
      const drawn = drawer();
      pool.systems.forEach(({ solved }, s) => {
        const units = valuedTasks(
          drawn.map(({ task }) => task),
          drawn.map(({ task, index }) => ({ task, sides: [[at(solved, index)]] })),
        );
        parts.forEach(([language, indexes], p) => {
          const within = (task: SampledTask) => task.labels['language'] === language;
          const own = drawn.filter(({ task }) => within(task));
          // Fewer are not shown.
          if (own.length < 5) return;
          const population = indexes.length;
          const options = { scope: 'pool', level: 0.95, within, takesStrata: false, population } as const;
          const estimate = estimateMean(units, { scope: 'pool', within });
          const { low, high } = levelInterval(units, estimate, options);
          const truth = mean(indexes.map((i) => at(solved, i)));
          const passed = own.reduce((sum, { index }) => sum + at(solved, index), 0);
          if (low < passed / population - 1e-9 || high > 1 - (own.length - passed) / population + 1e-9) beyond += 1;
          const total = at(totals, s * parts.length + p);
          total.told += 1;
          if (low <= truth + 1e-12 && truth <= high + 1e-12) total.held += 1;
        });
      });
    }
    const rates = totals.filter(({ told }) => told > draws / 2).map(({ held, told }) => held / told);
    report('parts', pool.name, name, Math.min(...rates).toFixed(3), mean(rates).toFixed(3));
    expect(beyond).toBe(0);
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(0.92 - slack);
    expect(mean(rates)).toBeGreaterThanOrEqual(0.94 - slack);
  });
});

/** Pools are made anew each time, from repositories that differ: what is covered is the rate of all that could be made. */
describe('tasks like those of the pool', () => {
  it.each([
    { repos: 12, each: 20, places: 60, between: 0.6 },
    { repos: 40, each: 5, places: 60, between: 0.6 },
    { repos: 30, each: 20, places: 100, between: 1.2 },
    { repos: 8, each: 40, places: 80, between: 0.3 },
    // One repository has nearly half of the tasks, as in SWE-bench Verified.
    { repos: 12, each: 40, places: 100, between: 0.6, largest: 400 },
    { repos: 12, each: 40, places: 100, between: 1.2, largest: 400 },
  ])('have their rate covered: $repos repositories of $each tasks, $places drawn', (shape: Beyond) => {
    const random = randomStreamFor('coverage', JSON.stringify(shape));
    const normal = () => normalQuantile((random.double() * (2 ** 32 - 1) + 0.5) / 2 ** 32);
    const sigmoid = (x: number) => 1 / (1 + Math.exp(-x));
    const rates = [-2, -0.5, 0.5, 1.5].map((ability) => {
      const truth = mean(Array.from({ length: 200_000 }, () => sigmoid(ability + shape.between * normal() + normal())));
      let held = 0;
      for (let draw = 0; draw < draws; draw++) {
        const pool = Array.from({ length: shape.repos }, (_repo, r) => {
          const level = shape.between * normal();
          const count = r === 0 ? (shape.largest ?? shape.each) : shape.each;
          return Array.from({ length: count }, (_task, i) => ({
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
    const uneven = shape.largest === undefined ? '' : `, one of ${shape.largest}, spread ${shape.between}`;
    const name = `${shape.repos} repositories of ${shape.each}${uneven}, ${shape.places} drawn`;
    report('beyond the pool', name, 'random', Math.min(...rates).toFixed(3), mean(rates).toFixed(3));
    expect(Math.min(...rates)).toBeGreaterThanOrEqual(0.92 - slack);
  });
});

interface Beyond {
  readonly repos: number;
  readonly each: number;
  readonly places: number;
  readonly between: number;
  readonly largest?: number;
}

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
