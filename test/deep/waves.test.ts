import { describe, expect, it } from 'vitest';
import { assistedEstimate, assistedInterval } from '../../src/core/learning/assisted-estimate.js';
import { bandCount, bandsOf, bandTotals, placesOfBands } from '../../src/core/learning/difficulty-bands.js';
import {
  anticipatedRates,
  anticipatedVariance,
  systemMeans,
  taskDifficulty,
} from '../../src/core/learning/task-difficulty.js';
import { at } from '../../src/core/lists/lists.js';
import { firstWaveShare, waveVariances } from '../../src/core/purposes/fit-wave.js';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { shuffle } from '../../src/core/statistics/random-numbers.js';
import { mean } from '../../src/core/statistics/summary.js';
import { leaderboard } from '../support/leaderboard-tables.js';
import { type LearnedPool, learnedPool } from '../support/learned-pools.js';
import { reportFigures } from '../support/report-figures.js';

const part = Number(process.env['WINNOW_LEARNING_PART'] ?? 1);

interface Total {
  readonly truth: number;
  absolute: number;
  squares: number;
  held: number;
  width: number;
}

/** Levels of the later systems, in one wave and in two, with the same tasks in the first. */
function levels({ matrix }: LearnedPool, take: number, draws: number, seed: string) {
  const { earlier, later } = matrix;
  const ease = taskDifficulty(earlier);
  const variance = anticipatedVariance(ease, anticipatedRates(systemMeans(earlier)));
  const count = bandCount(take, ease.length);
  const random = randomStreamFor('waves', seed);
  const ties = ease.map(() => random.double());
  const bands = bandsOf(ease, ties, count);
  const sizes = bandTotals(bands, count, () => 1);
  const placesFor = (values: readonly number[], places: number, already?: readonly number[]) =>
    placesOfBands(
      bandTotals(bands, count, (i) => Math.sqrt(at(values, i))),
      sizes,
      places,
      already,
    );
  const members = Array.from({ length: count }, (_, band) => [...bands.keys()].filter((i) => bands[i] === band));
  const totals = () => later.map((row): Total => ({ truth: mean(row), absolute: 0, squares: 0, held: 0, width: 0 }));
  const [one, two] = [totals(), totals()];
  const onePlaces = placesFor(variance, take);
  const firstPlaces = placesFor(variance, Math.max(count, Math.round(firstWaveShare * take)));
  const add = (
    total: Total,
    row: readonly number[],
    order: readonly (readonly number[])[],
    places: readonly number[],
  ) => {
    const taken = order.flatMap((tasks, band) => tasks.slice(0, at(places, band)).map((task) => ({ task, band })));
    const found = assistedEstimate(
      {
        difficulties: taken.map(({ task }) => at(ease, task)),
        results: taken.map(({ task }) => at(row, task)),
        probabilities: taken.map(({ band }) => at(places, band) / at(sizes, band)),
      },
      ease,
    );
    if (found === undefined) throw new Error('no estimate');
    const { low, high } = assistedInterval(found, 0.95);
    total.absolute += Math.abs(found.mean - total.truth);
    total.squares += (found.mean - total.truth) ** 2;
    total.width += high - low;
    if (low <= total.truth + 1e-12 && total.truth <= high + 1e-12) total.held += 1;
  };
  for (let i = 0; i < draws; i++) {
    const order = members.map((tasks) => shuffle(tasks, random));
    for (const [s, row] of later.entries()) {
      add(at(one, s), row, order, onePlaces);
      const first = new Map(
        order.flatMap((tasks, band) =>
          tasks.slice(0, at(firstPlaces, band)).map((task) => [task, at(row, task)] as const),
        ),
      );
      add(at(two, s), row, order, placesFor(waveVariances(ease, variance, first), take, firstPlaces));
    }
  }
  const figures = (list: readonly Total[]) => ({
    mae: mean(list.map(({ absolute }) => (100 * absolute) / draws)),
    rmse: 100 * Math.sqrt(mean(list.map(({ squares }) => squares / draws))),
    coverage: mean(list.map(({ held }) => held / draws)),
    worst: Math.min(...list.map(({ held }) => held / draws)),
    width: mean(list.map(({ width }) => (100 * width) / draws)),
  });
  return { one: figures(one), two: figures(two) };
}

describe('a second wave fitted to the system', () => {
  it.each([
    ['Verified, 100', () => leaderboard('verified', 90), 100],
    ['Terminal-Bench 2, 30', () => leaderboard('terminal-bench-2', 57), 30],
    ['generated, 100 of 500', () => learnedPool('mine', { seed: 'waves', tasks: 500, earlier: 30, later: 12 }), 100],
    ['generated, 40 of 200', () => learnedPool('mine', { seed: 'waves/200', tasks: 200, earlier: 30, later: 12 }), 40],
    [
      'generated, strong, 40 of 200',
      () => learnedPool('mine', { seed: 'waves/strong', tasks: 200, earlier: 30, later: 12, unseen: [1.5, 4] }),
      40,
    ],
    [
      'shuffled, 40 of 200',
      () => learnedPool('mine', { seed: 'waves/shuffled', tasks: 200, earlier: 30, later: 12, corruption: 'shuffled' }),
      40,
    ],
  ] as const)('%s', (name, make, take) => {
    const { one, two } = levels(make(), take, Math.ceil(2000 * part), name);
    const cells = ({ mae, rmse, coverage, worst, width }: typeof one) =>
      `MAE ${mae.toFixed(2)} RMSE ${rmse.toFixed(2)} coverage ${coverage.toFixed(3)} worst ${worst.toFixed(3)} width ${width.toFixed(1)}`;
    reportFigures(`waves: ${name}`, [`one: ${cells(one)}`, `two: ${cells(two)}`]);
    expect(two.worst).toBeGreaterThanOrEqual(0.92 - 0.02 * (part < 1 ? 1 : 0));
  });
});
