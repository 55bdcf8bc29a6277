import { describe, expect, it } from 'vitest';
import { at } from '../../src/core/lists/lists.js';
import { taskKey } from '../../src/core/outcomes/match-outcomes.js';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { boundariesAt } from '../../src/core/statistics/spending.js';
import { mean, variance } from '../../src/core/statistics/summary.js';
import { leaderboard } from '../support/leaderboard-tables.js';
import { type LearnedPool, laterName, laterOutcomes, learnedPool, manifestsOf } from '../support/learned-pools.js';
import { comparePath, everyTaskCrosses, exchanged, levelPath, lookTasks, marginPath } from '../support/look-paths.js';
import { reportFigures } from '../support/report-figures.js';

/** A share of the usual number of draws, for a quick look; chance then has its say. */
const part = Number(process.env['WINNOW_LEARNING_PART'] ?? 1);

interface Setting {
  readonly pool: LearnedPool;
  readonly purpose: 'comparison' | 'direction';
  readonly take: number;
}

/** How far difficulties are apart, and results of one task from them, by the discordance of two equal systems. */
const shapes = { '.2': { spread: 2.4, own: 0.3 }, '.3': { spread: 1.5, own: 1 }, '.4': { spread: 1, own: 1.6 } };
const generated = (tasks: number, discordance: keyof typeof shapes = '.3') =>
  learnedPool('mine', {
    ...shapes[discordance],
    seed: `looks/${tasks}/${discordance}`,
    tasks,
    earlier: 24,
    later: 8,
    unseen: [0.5, 0.5],
  });
const verified = () => leaderboard('verified', 90);
const terminal = () => leaderboard('terminal-bench-2', 57);

const settings: readonly (readonly [string, () => Setting])[] = [
  ...(['.2', '.3', '.4'] as const).map((rate): readonly [string, () => Setting] => [
    `generated, discordance ${rate}, 100 of 500`,
    () => ({ pool: generated(500, rate), purpose: 'comparison', take: 100 }),
  ]),
  ['generated, 30 of 100', () => ({ pool: generated(100), purpose: 'comparison', take: 30 })],
  ['generated, direction 70 of 500', () => ({ pool: generated(500), purpose: 'direction', take: 70 })],
  ['Verified, 100', () => ({ pool: verified(), purpose: 'comparison', take: 100 })],
  ['Verified, direction 70', () => ({ pool: verified(), purpose: 'direction', take: 70 })],
  ['Terminal-Bench 2, 30', () => ({ pool: terminal(), purpose: 'comparison', take: 30 })],
  ['Terminal-Bench 2, direction 30', () => ({ pool: terminal(), purpose: 'direction', take: 30 })],
];

/** All pairs of later systems whose difference on the pool is within these points. */
function pairsWithin({ matrix: { later } }: LearnedPool, low: number, high: number) {
  const found: (readonly [number, number, number])[] = [];
  for (const [a, first] of later.entries()) {
    for (const [b, second] of later.entries()) {
      const difference = 100 * (mean(second) - mean(first));
      if (a !== b && difference >= low && difference < high) found.push([a, b, difference]);
    }
  }
  return found;
}

/** Selections by number: a few dozen draws, used again and again with other systems. A purposive one is always the same. */
function draws(pool: LearnedPool, purpose: string, take: number, looks: number) {
  const drawn = manifestsOf([pool], { purpose, take }, undefined, looks);
  const kept = Array.from({ length: purpose === 'direction' ? 1 : Math.ceil(40 * part) }, (_, i) => drawn(`draw ${i}`));
  return (i: number) => at(kept, i % kept.length);
}

describe('two systems that do not differ', () => {
  it.each(settings)('%s: get a verdict in at most one of twenty cases', (name, make) => {
    const { pool, purpose, take } = make();
    const draw = draws(pool, purpose, take, 5);
    const random = randomStreamFor('looks', name);
    const pairs = pairsWithin(pool, 0, 100);
    const count = Math.ceil(2000 * part);
    const counts = { false: 0, tasks: 0 };
    const discordance: number[] = [];
    for (let i = 0; i < count; i++) {
      const manifest = draw(i);
      const [a, b] = at(pairs, Math.floor(random.double() * pairs.length));
      const [first, second] = [at(pool.matrix.later, a), at(pool.matrix.later, b)];
      discordance.push(mean(first.map((y, j) => Math.abs(y - at(second, j)))));
      const rewards = exchanged(pool.ids, pool.name, first, second, random);
      const { verdict, tasks } = comparePath(manifest, lookTasks(manifest, random), rewards, true);
      if (verdict === 'better' || verdict === 'worse') counts.false += 1;
      counts.tasks += tasks;
    }
    reportFigures(`looks, no difference: ${name}`, [
      `false verdicts ${(counts.false / count).toFixed(4)}`,
      `tasks ${(counts.tasks / count).toFixed(1)}`,
      `discordance ${mean(discordance).toFixed(2)}`,
    ]);
    expect(counts.false / count).toBeLessThanOrEqual(0.05 + 2.6 * Math.sqrt((0.05 * 0.95) / count));
    const [, said] = name.match(/discordance (\.\d)/) ?? [];
    if (said !== undefined) expect(Math.abs(mean(discordance) - Number(said))).toBeLessThan(0.02);
  });
});

describe('two systems that differ', () => {
  it.each([
    ['Verified, 100', 10, 13.5, 0.68, 100],
    ['Verified, direction 70', 10, 13.5, 0.78, 55],
    ['Terminal-Bench 2, 30', 24, 32, 0.6, 30],
    ['Terminal-Bench 2, direction 30', 24, 32, 0.6, 30],
  ] as const)('%s: %f to %f points', (name, low, high, power, most) => {
    const [, make] = settings.find(([each]) => each === name) ?? at(settings, 0);
    const { pool, purpose, take } = make();
    const draw = draws(pool, purpose, take, 5);
    const random = randomStreamFor('looks power', name);
    const [near, all] = [pairsWithin(pool, low, high), pairsWithin(pool, 0.001, 100)];
    const count = Math.ceil(1000 * part);
    const endings = [near, all].map((pairs) =>
      Array.from({ length: count }, (_, i) => {
        const manifest = draw(i);
        const [a, b] = at(pairs, Math.floor(random.double() * pairs.length));
        const [first, second] = [at(pool.matrix.later, a), at(pool.matrix.later, b)];
        const rewards = new Map(
          pool.ids.map((id, j) => [taskKey({ benchmark: pool.name, id }), [at(first, j), at(second, j)]]),
        );
        return comparePath(manifest, lookTasks(manifest, random), rewards, true);
      }),
    );
    const share = (of: number, verdict: string) =>
      (endings[of] ?? []).filter((each) => each.verdict === verdict).length / count;
    const tasks = (of: number) => mean((endings[of] ?? []).map((each) => each.tasks));
    reportFigures(`looks, power: ${name}`, [
      `${near.length} pairs of ${low} to ${high} points`,
      `power ${share(0, 'better').toFixed(3)}`,
      `wrong sign ${share(1, 'worse').toFixed(4)} of all pairs, ${share(0, 'worse').toFixed(4)} near`,
      `tasks ${tasks(0).toFixed(1)} near, ${tasks(1).toFixed(1)} over all pairs`,
    ]);
    expect(share(0, 'better')).toBeGreaterThanOrEqual(power - 0.05);
    expect(tasks(1)).toBeLessThanOrEqual(most);
  });
});

describe('looks that nobody planned', () => {
  it('after every single task keep the error rate', () => {
    const pool = verified();
    const manifest = draws(pool, 'direction', 70, 5)(0);
    const random = randomStreamFor('looks', 'every task');
    const sizes = Array.from({ length: 70 }, (_, i) => i + 1);
    const boundaries = boundariesAt(
      sizes.map((size) => size / 70),
      0.025,
    );
    const pairs = pairsWithin(pool, 0, 100);
    const count = Math.ceil(1500 * part);
    let [found, uncorrected] = [0, 0];
    for (let i = 0; i < count; i++) {
      const [a, b] = at(pairs, Math.floor(random.double() * pairs.length));
      const rewards = exchanged(pool.ids, pool.name, at(pool.matrix.later, a), at(pool.matrix.later, b), random);
      const looks = lookTasks(manifest, random, sizes);
      if (everyTaskCrosses(manifest, looks, rewards, boundaries)) found += 1;
      const plain = boundaries.map((boundary) => ({ ...boundary, critical: 1.959964 }));
      if (everyTaskCrosses(manifest, looks, rewards, plain)) uncorrected += 1;
    }
    reportFigures('looks after every task: Verified, direction 70', [
      `false verdicts ${(found / count).toFixed(4)}`,
      `without boundaries ${(uncorrected / count).toFixed(4)}`,
    ]);
    expect(found / count).toBeLessThanOrEqual(0.05 + 2.6 * Math.sqrt((0.05 * 0.95) / count));
    expect(uncorrected / count).toBeGreaterThan(0.1);
  });

  it('at half-run tiers, or in place of planned ones, keep it too', () => {
    const pool = verified();
    const draw = draws(pool, 'comparison', 100, 5);
    const random = randomStreamFor('looks', 'half-run');
    const pairs = pairsWithin(pool, 0, 100);
    const count = Math.ceil(1500 * part);
    let found = 0;
    for (let i = 0; i < count; i++) {
      const [a, b] = at(pairs, Math.floor(random.double() * pairs.length));
      const rewards = exchanged(pool.ids, pool.name, at(pool.matrix.later, a), at(pool.matrix.later, b), random);
      const unplanned = Array.from({ length: 3 }, () => 10 + Math.floor(88 * random.double()));
      const looks = lookTasks(draw(i), random, unplanned).filter(
        (_, k, all) => k === all.length - 1 || random.double() < 0.7,
      );
      const { verdict } = comparePath(draw(i), looks, rewards, true);
      if (verdict === 'better' || verdict === 'worse') found += 1;
    }
    reportFigures('looks at half-run tiers: Verified, 100', [`false verdicts ${(found / count).toFixed(4)}`]);
    expect(found / count).toBeLessThanOrEqual(0.05 + 2.6 * Math.sqrt((0.05 * 0.95) / count));
  });
});

describe('a level against a threshold, eight looks', () => {
  it.each([
    ['generated, 100 of 500', () => generated(500), 100, 8],
    ['Verified, 100', verified, 100, 8],
    ['Terminal-Bench 2, 30', terminal, 30, 5],
  ] as const)('%s: errs on either side in at most one of twenty cases', (name, make, take, looks) => {
    const pool = make();
    const drawn = manifestsOf([pool], { purpose: 'level', take }, undefined, looks);
    const random = randomStreamFor('looks level', name);
    const systems = pool.matrix.later.slice(0, 8);
    const cells = [0, 0.075, 0.1].map((away) => ({ away, passed: 0, failed: 0, tasks: 0, paths: 0 }));
    // The false verdicts of each draw: systems that share a draw err together.
    const [falsePasses, falseFails]: [number[], number[]] = [[], []];
    for (let i = 0; i < Math.ceil(200 * part); i++) {
      const { passed: passedBefore, failed: failedBefore } = at(cells, 0);
      const manifest = drawn(`level ${i}`);
      const results = laterOutcomes(manifest, [pool]);
      const path = lookTasks(manifest, random);
      for (const [s, row] of systems.entries()) {
        for (const cell of cells) {
          if (cell.away > 0 && (s + i) % 8 > 0) continue;
          const limit = mean(row) - cell.away;
          if (limit <= 0.02) continue;
          const { verdict, tasks } = levelPath(manifest, path, results, laterName(s), limit, pool.ids.length);
          if (verdict === 'passed') cell.passed += 1;
          if (verdict === 'failed') cell.failed += 1;
          cell.tasks += tasks;
          cell.paths += 1;
        }
      }
      falsePasses.push(at(cells, 0).passed - passedBefore);
      falseFails.push(at(cells, 0).failed - failedBefore);
    }
    const shares = cells.map(({ away, passed, failed, tasks, paths }) => {
      const saved = 1 - tasks / paths / take;
      return `${100 * away} points: passed ${(passed / paths).toFixed(3)}, failed ${(failed / paths).toFixed(3)}, ${(100 * saved).toFixed(0)}% saved`;
    });
    reportFigures(`looks, level: ${name}`, shares);
    const { paths } = at(cells, 0);
    for (const counts of [falsePasses, falseFails]) {
      const byDraw = Math.sqrt(counts.length * variance(counts)) / paths;
      const error = Math.max(Math.sqrt((0.05 * 0.95) / paths), byDraw);
      expect(counts.reduce((sum, count) => sum + count, 0) / paths).toBeLessThanOrEqual(0.05 + 2.6 * error);
    }
  });
});

describe('a difference against a margin', () => {
  it('Verified, 100: is called above the margin in at most one of twenty cases in which it is at it', () => {
    const pool = verified();
    const drawn = manifestsOf([pool], { purpose: 'level', take: 100 }, undefined, 3);
    const random = randomStreamFor('looks margin', 'verified');
    const pairs = pairsWithin(pool, -12, 0).slice(0, 6);
    const passes: number[] = [];
    for (let i = 0; i < Math.ceil(60 * part); i++) {
      const manifest = drawn(`margin ${i}`);
      const results = laterOutcomes(manifest, [pool]);
      const path = lookTasks(manifest, random);
      const verdicts = pairs.map(([a, b, points]) => {
        const pair = { system: laterName(b), baseline: laterName(a) };
        return marginPath(manifest, path, results, pair, points / 100).verdict;
      });
      passes.push(verdicts.filter((verdict) => verdict === 'passed').length);
    }
    const paths = passes.length * pairs.length;
    const found = passes.reduce((sum, count) => sum + count, 0) / paths;
    reportFigures('looks, margin: Verified, 100', [`false passes ${found.toFixed(4)} of ${paths}`]);
    const error = Math.max(Math.sqrt((0.05 * 0.95) / paths), Math.sqrt(passes.length * variance(passes)) / paths);
    expect(found).toBeLessThanOrEqual(0.05 + 2.6 * error);
  });
});
