import { describe, expect, it } from 'vitest';
import { leastSlope } from '../../src/core/learning/assisted-estimate.js';
import { at } from '../../src/core/lists/lists.js';
import type { Manifest } from '../../src/core/manifest/manifest.js';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { mean, variance } from '../../src/core/statistics/summary.js';
import { type LearnedPool, laterEstimate, laterName, learnedPool, manifestsOf } from '../support/learned-pools.js';
import { reportFigures } from '../support/report-figures.js';
import type { MatrixOptions } from '../support/response-matrix.js';

/** A share of the usual number of draws, for a quick look; chance then has its say. */
const draws = Math.ceil(800 * Number(process.env['WINNOW_LEARNING_PART'] ?? 1));
const later = 8;

interface Case {
  readonly name: string;
  readonly options: Omit<MatrixOptions, 'seed' | 'tasks' | 'later'>;
  /** Tasks that no earlier system ran. */
  readonly unknown?: number;
  readonly floor?: number;
  /** Whether the forecast must see that earlier results do not help. */
  readonly fallsBack?: true;
}

const cases: readonly Case[] = [
  { name: '2 earlier systems', options: { earlier: 2 }, fallsBack: true },
  { name: '3 earlier systems', options: { earlier: 3 } },
  { name: '12 earlier systems', options: { earlier: 12 } },
  { name: '90 earlier systems', options: { earlier: 90 } },
  { name: '12, useless', options: { earlier: 12, corruption: 'shuffled' }, fallsBack: true },
  { name: '12, reversed', options: { earlier: 12, corruption: 'reversed' } },
  { name: '12, much stronger later systems', options: { earlier: 12, abilities: [-3, -0.5], unseen: [0.5, 2.5] } },
  { name: '12, half of them near-duplicates', options: { earlier: 12, duplicates: 0.5 } },
  { name: '12, a tenth of the tasks without results', options: { earlier: 12 }, unknown: 30 },
  { name: '12, at least 4 of each repository', options: { earlier: 12 }, floor: 4 },
];

describe('the level of new systems, from the plan to the estimate, 90 of 300 tasks', () => {
  it.each(cases.map((each) => [each.name, each] as const))('%s', (name, { options, unknown, floor, fallsBack }) => {
    const pool = learnedPool('mine', { seed: `levels/${name}`, tasks: 300, later, ...options }, unknown);
    const quota = floor === undefined ? {} : { quota: { by: 'repo', at_least: floor } };
    const draw = manifestsOf([pool], { purpose: 'level', take: 90, ...quota });
    const seen = { verdict: '', drawn: new Map<string, number>(), chances: new Map<string, number>() };
    const found = levels([pool], 90, draw, (manifest) => {
      seen.verdict = manifest.benchmarks[0]?.learned?.forecast.verdict ?? '';
      for (const { task_id: id, design } of manifest.tasks) {
        seen.drawn.set(id, (seen.drawn.get(id) ?? 0) + 1);
        seen.chances.set(id, design?.inclusion_probability ?? Number.NaN);
      }
      if (floor !== undefined) expectFloors(manifest, pool, floor);
    });
    reportFigures(name, [seen.verdict, ...found.cells]);
    expect(seen.verdict === 'helps').toBe(fallsBack !== true);
    if (floor !== undefined) expectChances(seen, pool.ids);
    expectHonest(found);
  });

  it('two benchmarks that share 120 tasks', () => {
    const pools = [
      learnedPool('hard', {
        seed: 'levels/hard',
        tasks: 240,
        later,
        earlier: 12,
        abilities: [-3, -1],
        unseen: [-1.5, 1],
      }),
      learnedPool('easy', { seed: 'levels/easy', tasks: 120, later, earlier: 12, spread: 1.6 }),
    ];
    const draw = manifestsOf(pools, {}, { purpose: 'level', take: 120 });
    const found = levels(pools, 120, draw, () => {});
    reportFigures('two benchmarks, 120 of 240 and 120 tasks', ['helps', ...found.cells]);
    expectHonest(found);
  });
});

describe('the level of new systems whose runs differ, three runs of each of 90 of 300 tasks', () => {
  it('12 earlier systems', () => {
    const pool = learnedPool('mine', { seed: 'levels/runs', tasks: 300, later, earlier: 12 });
    const draw = manifestsOf([pool], { purpose: 'level', take: 90 });
    const random = randomStreamFor('learned levels', 'runs');
    // A task that was solved is solved in nine of ten runs, another in one of ten.
    const chanceOf = (result: number) => 0.1 + 0.8 * result;
    const runsOf = (result: number) => Array.from({ length: 3 }, () => (random.double() < chanceOf(result) ? 1 : 0));
    const found = levels([pool], 90, draw, () => {}, { runsOf, expected: chanceOf });
    reportFigures('three runs of each task', found.cells);
    expect(found.coverage).toBeGreaterThanOrEqual(0.94);
    expect(found.worst).toBeGreaterThanOrEqual(0.92);
    expect(found.bias).toBeLessThan(0.3);
  });
});

type Found = ReturnType<typeof levels>;

function expectHonest({ bias, coverage, worst, gain }: Found): void {
  expect(bias).toBeLessThan(0.3);
  expect(coverage).toBeGreaterThanOrEqual(0.94);
  expect(coverage).toBeLessThanOrEqual(0.975);
  expect(worst).toBeGreaterThanOrEqual(0.92);
  expect(gain).toBeGreaterThan(0.85);
}

interface Runs {
  readonly runsOf: (result: number) => readonly number[];
  /** What a run is expected to give. */
  readonly expected: (result: number) => number;
}

/** Errors, coverage and gain over a simple random sample from all tasks, whose variance is exact. */
function levels(
  pools: readonly LearnedPool[],
  places: number,
  draw: (seed: string) => Manifest,
  look: (manifest: Manifest) => void,
  { runsOf, expected }: Runs = { runsOf: (result) => [result], expected: (result) => result },
) {
  const totals = Array.from({ length: later }, (_, s) => {
    const row = pools.flatMap(({ matrix }) => at(matrix.later, s)).map(expected);
    return { row, truth: mean(row), error: 0, squares: 0, plain: 0, held: 0, width: 0, low: 0 };
  });
  for (let i = 0; i < draws; i++) {
    const manifest = draw(`draw ${i}`);
    look(manifest);
    const estimate = laterEstimate(manifest, pools, { runsOf });
    totals.forEach((total, s) => {
      const { name, readings } = at(estimate.configurations, s);
      const pool = readings[0]?.pool;
      if (name !== laterName(s) || pool?.assisted === undefined) throw new Error('no assisted figure');
      total.error += pool.mean - total.truth;
      total.squares += (pool.mean - total.truth) ** 2;
      total.plain += (pool.assisted.plain.mean - total.truth) ** 2;
      total.width += pool.high - pool.low;
      if (pool.low <= total.truth + 1e-12 && total.truth <= pool.high + 1e-12) total.held += 1;
      if (pool.assisted.slopes.some(({ slope }) => slope < leastSlope)) total.low += 1;
    });
  }
  const tasks = at(totals, 0).row.length;
  const atRandom = mean(totals.map(({ row }) => (variance(row) * (1 - places / tasks)) / places));
  const ordinary = totals.filter(({ truth }) => truth > 0.1 && truth < 0.9);
  const found = {
    gain: atRandom / mean(totals.map(({ squares }) => squares / draws)),
    gainPlain: atRandom / mean(totals.map(({ plain }) => plain / draws)),
    bias: Math.max(...totals.map(({ error }) => (100 * Math.abs(error)) / draws)),
    coverage: mean(ordinary.map(({ held }) => held / draws)),
    worst: Math.min(...totals.map(({ held }) => held / draws)),
  };
  const rates = totals.map(({ truth }) => truth).sort((a, b) => a - b);
  const cells = [
    `× ${found.gain.toFixed(2)}`,
    `plain × ${found.gainPlain.toFixed(2)}`,
    `${found.bias.toFixed(2)}`,
    `${found.coverage.toFixed(3)} (${found.worst.toFixed(3)})`,
    `${(100 * mean(totals.map(({ width }) => width / draws))).toFixed(1)}`,
    `slope warned ${(100 * mean(totals.map(({ low }) => low / draws))).toFixed(1)}%`,
    `rates ${at(rates, 0).toFixed(2)} to ${at(rates, rates.length - 1).toFixed(2)}`,
  ];
  return { ...found, cells };
}

function expectFloors(manifest: Manifest, pool: LearnedPool, floor: number): void {
  const sizes = new Map<string, number>();
  for (const { fields } of pool.pool.tasks) {
    const repo = String(fields['repo']);
    sizes.set(repo, (sizes.get(repo) ?? 0) + 1);
  }
  for (const [repo, size] of sizes) {
    const drawn = manifest.tasks.filter((task) => task.fields['repo'] === repo).length;
    expect(drawn).toBeGreaterThanOrEqual(Math.min(floor, size));
  }
}

/** Each task is drawn as often as its probability says, within what chance allows for so many tasks. */
function expectChances(
  { drawn, chances }: { readonly drawn: ReadonlyMap<string, number>; readonly chances: ReadonlyMap<string, number> },
  ids: readonly string[],
): void {
  for (const id of ids) {
    const pi = chances.get(id) ?? 0;
    const error = Math.sqrt((pi * (1 - pi)) / draws);
    expect(Math.abs((drawn.get(id) ?? 0) / draws - pi)).toBeLessThanOrEqual(4.5 * error + 1e-9);
  }
}
