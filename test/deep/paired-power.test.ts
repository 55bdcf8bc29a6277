import { describe, expect, it } from 'vitest';
import { estimatePaired, pairedFigures } from '../../src/core/estimate/estimate-difference.js';
import type { SampledTask } from '../../src/core/estimate/sample.js';
import { tieNumbers } from '../../src/core/learning/difficulty-bands.js';
import { forecastDifference } from '../../src/core/learning/forecasts.js';
import { at } from '../../src/core/lists/lists.js';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { usualGoal } from '../../src/core/statistics/power.js';
import { type RandomStream, randomInteger } from '../../src/core/statistics/random-numbers.js';
import { signFlipTest } from '../../src/core/statistics/sign-flip-test.js';
import { mean } from '../../src/core/statistics/summary.js';
import { leaderboard } from '../support/leaderboard-tables.js';
import { reportFigures } from '../support/report-figures.js';
import { responseMatrix } from '../support/response-matrix.js';

/** A share of the usual number of draws, for a quick look; chance then has its say. */
const part = Number(process.env['WINNOW_LEARNING_PART'] ?? 1);

const pools = [
  { name: '500 tasks, 100 drawn', tasks: 500, places: 100, spread: 2.6, earlier: 40 },
  { name: '89 tasks, 30 drawn', tasks: 89, places: 30, spread: 2.2, earlier: 40 },
  { name: '700 tasks, 93 drawn', tasks: 700, places: 93, spread: 1.8, earlier: 12 },
] as const;
type Pool = (typeof pools)[number];

/** Several pools of one kind; systems are like the stronger earlier ones, so that the forecast is about them. */
function matrixOf({ name, tasks, spread, earlier }: Pool, number: number) {
  const kind = { tasks, spread, earlier, later: 40, unseen: [-1.2, 0.6], duplicates: 0 } as const;
  return responseMatrix({ seed: `power/${name}/${number}`, ...kind });
}

type Matrix = Pick<ReturnType<typeof responseMatrix>, 'earlier' | 'later'>;

/** How often pairs of later systems are found whose difference is near the detectable one. */
function powerOn({ earlier, later }: Matrix, places: number, random: RandomStream) {
  const ids = earlier[0]?.map((_result, i) => ({ id: String(i) })) ?? [];
  const ties = tieNumbers({ tasks: ids, benchmark: 'mine', seed: '1' });
  const wanted = forecastDifference(earlier, places, ties, usualGoal)?.detectableAtRandom ?? 0;
  const pairs = later.flatMap((a, i) => later.slice(i + 1).map((b) => a.map((y, task) => y - at(b, task))));
  const away = (d: readonly number[]) => Math.abs(Math.abs(mean(d)) / wanted - 1);
  const taken = pairs
    .filter((d) => away(d) < 0.1)
    .toSorted((a, b) => away(a) - away(b))
    .slice(0, 30);
  const draws = Math.ceil(30 * part);
  let [found, wrong] = [0, 0];
  for (const d of taken) {
    for (let draw = 0; draw < draws; draw++) {
      // With replacement: another run would differ, which no finite pool makes up for.
      const drawn = Array.from({ length: places }, () => at(d, randomInteger(d.length, random)));
      const { p, z } = signFlipTest(
        drawn.map((difference) => ({ difference, weight: 1 })),
        random,
      );
      if (p < 0.05 && z * mean(d) > 0) found += 1;
      if (p < 0.05 && z * mean(d) < 0) wrong += 1;
    }
  }
  const count = taken.length * draws;
  const discordance = mean(taken.map((d) => mean(d.map((y) => y * y))));
  return { wanted, pairs: taken.length, discordance, power: found / count, wrong: wrong / count };
}

/** Keeps the figures of some pools, and gives the mean power over them. */
function reportPower(name: string, all: readonly ReturnType<typeof powerOn>[]): number {
  const each = all.filter(({ pairs }) => pairs > 0);
  const powers = each.map(({ power }) => power);
  const wrong = mean(each.map((one) => one.wrong));
  reportFigures(`power: ${name}`, [
    `${each.length} pools, ${each.reduce((sum, { pairs }) => sum + pairs, 0)} pairs`,
    `detectable ${(100 * mean(each.map(({ wanted }) => wanted))).toFixed(1)}`,
    `discordance ${mean(each.map(({ discordance }) => discordance)).toFixed(3)}`,
    `power ${mean(powers).toFixed(3)} (${Math.min(...powers).toFixed(3)} to ${Math.max(...powers).toFixed(3)})`,
    `wrong sign ${wrong.toFixed(4)}`,
  ]);
  expect(each.length).toBeGreaterThan(0);
  expect(wrong).toBeLessThan(0.003);
  return mean(powers);
}

it.each([
  ['SWE-bench Verified, 100 drawn', 'verified', 90, 100],
  ['Terminal-Bench 2, 30 drawn', 'terminal-bench-2', 57, 30],
] as const)(
  'later systems of a leaderboard are told apart about as often as forecast: %s',
  (name, table, earlier, places) => {
    const { matrix } = leaderboard(table, earlier);
    const power = reportPower(name, [powerOn(matrix, places, randomStreamFor('power', name))]);
    expect(Math.abs(power - 0.8)).toBeLessThan(part < 1 ? 0.1 : 0.05);
  },
);

describe.each(pools.map((pool) => [pool.name, pool] as const))('two systems on a random sample: %s', (_, pool) => {
  const random = randomStreamFor('power', pool.name);

  it('are told apart as often as the forecast says, near the detectable difference', () => {
    const count = part < 1 ? 3 : 12;
    const each = Array.from({ length: count }, (_pool, number) => powerOn(matrixOf(pool, number), pool.places, random));
    const power = reportPower(pool.name, each);
    // The line through all pairs is a little low at differences as large as 30 tasks need.
    expect(Math.abs(power - 0.8)).toBeLessThan(part < 1 ? 0.1 : pool.places < 50 ? 0.06 : 0.03);
  });

  it('that are alike are told apart in at most 5.5%', () => {
    const rates = [0.2, 0.3, 0.4].map((discordance) => {
      const draws = Math.ceil(6000 * part);
      let found = 0;
      for (let draw = 0; draw < draws; draw++) {
        const units = alike(pool.places, discordance, random);
        if (signFlipTest(units, random).p < 0.05) found += 1;
      }
      return found / draws;
    });
    reportFigures(
      `type I: ${pool.name}`,
      rates.map((rate) => rate.toFixed(4)),
    );
    expect(Math.max(...rates)).toBeLessThan(0.055 + (part < 1 ? 0.02 : 0.004));
    // Six discordant tasks, as 30 tasks have on average at .2, leave few p-values to choose from.
    expect(Math.min(...rates)).toBeGreaterThan((pool.places < 50 ? 0.025 : 0.038) - (part < 1 ? 0.02 : 0));
  });
});

function alike(places: number, discordance: number, random: RandomStream) {
  return Array.from({ length: places }, () => {
    const differs = random.double() < discordance;
    return { difference: differs ? (random.double() < 0.5 ? 1 : -1) : 0, weight: 1 };
  });
}

describe('the difference of two systems beyond the pool, by repository', () => {
  it.each([
    { repos: 30, each: 10, between: 0.2 },
    { repos: 12, each: 10, between: 0.2 },
    { repos: 12, each: 10, between: 0.2, largest: 90 },
  ])(
    'is covered and tested: $repos repositories of $each, one of $largest',
    ({ repos, each, between, largest = each }) => {
      const random = randomStreamFor('beyond', `${repos}/${each}/${largest}`);
      const draws = Math.ceil(2000 * part);
      let [held, found] = [0, 0];
      for (let draw = 0; draw < draws; draw++) {
        const runs = Array.from({ length: repos }, (_, r) => {
          // The gain of a repository is as likely up as down: none on average.
          const gain = between * (2 * random.double() - 1);
          return Array.from({ length: r === 0 ? largest : each }, (_task, i) => {
            const u = random.double();
            const d = u < 0.15 + gain / 2 ? 1 : u < 0.3 ? -1 : 0;
            return { task: taskOf(`r${r}-${i}`, `r${r}`), sides: [[d < 0 ? 1 : 0], [d > 0 ? 1 : 0]] };
          });
        }).flat();
        const [figure] = pairedFigures([estimatePaired(runs, () => true, true, basis)], 0.95);
        if (figure === undefined) throw new Error('no figure');
        if (figure.low <= 0 && figure.high >= 0) held += 1;
        if (figure.pValue < 0.05) found += 1;
        expect(figure.pValue < 0.05).toBe(figure.low > 0 || figure.high < 0);
      }
      reportFigures(`beyond, difference: ${repos} of ${each}, one of ${largest}`, [
        `${(held / draws).toFixed(3)}`,
        `type I ${(found / draws).toFixed(3)}`,
      ]);
      expect(held / draws).toBeGreaterThanOrEqual(0.92 - (part < 1 ? 0.03 : 0));
    },
  );
});

function taskOf(id: string, repo: string): SampledTask {
  return {
    benchmark: 'mine',
    id,
    aliases: [],
    labels: { benchmark: 'mine', phase: '', language: '', difficulty: '', category: '', repo },
    probability: 0.2,
    weight: 5,
    stratum: 'mine',
    stratumSize: 5000,
    variance: 'even',
    difficultyPlace: undefined,
    balance: [],
  };
}

const basis = {
  kind: 'representative',
  equalBy: 'benchmark',
  sampled: new Set(['mine']),
  sample: { tasks: [], population: 0, counts: new Map(), populationIds: [] },
  scope: 'beyond',
  level: 0.95,
  by: [],
  calibrate: undefined,
  assistances: new Map(),
  warn: () => {},
} as const;
