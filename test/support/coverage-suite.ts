import { appendFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { estimatePaired, pairedFigures } from '../../src/core/estimate/estimate-difference.js';
import { levelInterval } from '../../src/core/estimate/estimate-level.js';
import { estimateMean, type TaskRuns, valuedTasks } from '../../src/core/estimate/estimate-mean.js';
import type { Basis } from '../../src/core/estimate/weighting.js';
import { at } from '../../src/core/lists/lists.js';
import { randomStreamFor } from '../../src/core/random/seeded-numbers.js';
import { shuffle } from '../../src/core/statistics/random-numbers.js';
import { mean } from '../../src/core/statistics/summary.js';
import { mostDraws as draws, isClear, slack } from './coverage-draws.js';
import { type DrawnTask, drawerOf, type PoolDesign, poolDesigns } from './pool-designs.js';
import type { ResponsePool } from './response-pools.js';

const least = 0.92 - slack;
const mostOfType1 = 0.06 + slack;
const mostOnAverage = 0.97;
const ordinary = ({ systems }: ResponsePool) => systems.filter(({ isOrdinary }) => isOrdinary);

/** How often levels and differences are covered in some pools, by every design. */
export function coverageSuite(pools: readonly ResponsePool[]): void {
  const means: number[] = [];
  describe.each(pools.map((pool) => [pool.name, pool] as const))('a pool %s', (_, pool) => coverageOf(pool, means));

  // Of a part of the tests it says nothing.
  it.runIf(pools.length > 1)('covers levels of ordinary systems no more than was promised, over all designs', () => {
    if (means.length < 3 * poolDesigns.length * pools.flatMap(ordinary).length) return;
    expect(mean(means)).toBeGreaterThanOrEqual(0.94 - slack);
    expect(mean(means)).toBeLessThanOrEqual(mostOnAverage + slack);
  });
}

function coverageOf(pool: ResponsePool, means: number[]): void {
  describe.each(poolDesigns.map((design) => [design.name, design] as const))('drawn by %s', (_name, design) => {
    it('has its level covered as the runs went', () => {
      const found = levelCoverage(pool, design);
      report('level', pool, design, found);
      means.push(...ordinary(pool).map(() => found.mean));
      expect(found.worst).toBeGreaterThanOrEqual(least);
      expect(found.mean).toBeGreaterThanOrEqual(0.94 - slack);
    });

    it('has its level covered with three runs of each task, another run counted in', () => {
      const found = repeatedCoverage(pool, design);
      report('level, 3 runs', pool, design, found);
      means.push(...ordinary(pool).map(() => found.mean));
      expect(found.worst).toBeGreaterThanOrEqual(least);
    });

    it('has its level covered where rewards are fractions', () => {
      const found = fractionCoverage(pool, design);
      report('level, fractions', pool, design, found);
      means.push(...ordinary(pool).map(() => found.mean));
      expect(found.worst).toBeGreaterThanOrEqual(least);
      expect(found.mean).toBeGreaterThanOrEqual(0.94 - slack);
    });

    it.each([1, 3])('has differences covered, and no more found than there are: runs %i', (runs) => {
      const found = pairedCoverage(pool, design, runs);
      report(`difference, ${runs} runs`, pool, design, found);
      expect(found.worst).toBeGreaterThanOrEqual(least);
      expect(found.type1).toBeLessThanOrEqual(mostOfType1);
      expect(found.disagreed).toBe(0);
    });
  });
}

/** The samples of one pool by one design: every figure is measured on the same ones, which are drawn once. */
let drawnBy: { readonly pool: ResponsePool; readonly design: PoolDesign; readonly sampleAt: SampleAt } | undefined;
type SampleAt = (draw: number) => readonly DrawnTask[];

function samplesOf(pool: ResponsePool, design: PoolDesign): SampleAt {
  if (drawnBy?.pool === pool && drawnBy.design === design) return drawnBy.sampleAt;
  const drawer = drawerOf(pool, design);
  const samples: (readonly DrawnTask[])[] = [];
  const sampleAt = (draw: number) => {
    while (samples.length <= draw) samples.push(drawer());
    return at(samples, draw);
  };
  drawnBy = { pool, design, sampleAt };
  return sampleAt;
}

interface Found {
  readonly draws: number;
  readonly worst: number;
  /** Over systems whose rate is far from 0 and 1. */
  readonly mean: number;
  /** In points. */
  readonly width: number;
  readonly cells: readonly string[];
}

/** With WINNOW_COVERAGE_TABLE set, the figures are kept in that file. */
function report(
  kind: string,
  pool: ResponsePool,
  design: PoolDesign,
  found: Found & { readonly type1?: number },
): void {
  const file = process.env['WINNOW_COVERAGE_TABLE'];
  const numbers = [
    found.worst.toFixed(3),
    found.mean.toFixed(3),
    found.width.toFixed(1),
    found.type1?.toFixed(3) ?? '',
    `${found.draws} draws`,
  ];
  if (file === undefined) return;
  appendFileSync(file, `${[kind, pool.name, design.name, ...numbers, found.cells.join(' ')].join(' | ')}\n`);
}

const options = { level: 0.95, scope: 'pool', within: () => true, takesStrata: true } as const;

function levelCoverage(pool: ResponsePool, design: PoolDesign): Found {
  const truths = pool.systems.map(({ solved }) => mean(solved));
  return covered(pool, design, (drawn, s) => {
    const { solved } = at(pool.systems, s);
    const runs = drawn.map(({ task, index }) => ({ task, sides: [[at(solved, index)]] }));
    return { truth: at(truths, s), ...levelOf(runs) };
  });
}

/** A task that is not solved has part of the credit, a third at most; more where it was nearly solved. */
function fractionCoverage(pool: ResponsePool, design: PoolDesign): Found {
  const systems = pool.systems.map(({ solved, chances }) =>
    solved.map((value, i) => (value === 1 ? 1 : at(chances, i) / 3)),
  );
  const truths = systems.map(mean);
  return covered(pool, design, (drawn, s) => {
    const rewards = at(systems, s);
    const runs = drawn.map(({ task, index }) => ({ task, sides: [[at(rewards, index)]] }));
    return { truth: at(truths, s), ...levelOf(runs) };
  });
}

function repeatedCoverage(pool: ResponsePool, design: PoolDesign): Found {
  const random = randomStreamFor('coverage', `runs/${pool.name}/${design.name}`);
  const truths = pool.systems.map(({ chances }) => mean(chances));
  return covered(pool, design, (drawn, s) => {
    const { chances } = at(pool.systems, s);
    const runsOf = (index: number) => Array.from({ length: 3 }, () => (random.double() < at(chances, index) ? 1 : 0));
    return { truth: at(truths, s), ...levelOf(drawn.map(({ task, index }) => ({ task, sides: [runsOf(index)] }))) };
  });
}

function levelOf(runs: readonly TaskRuns[]) {
  const units = valuedTasks(
    runs.map(({ task }) => task),
    runs,
  );
  return levelInterval(units, estimateMean(units, { scope: 'pool' }), options);
}

function covered(
  pool: ResponsePool,
  design: PoolDesign,
  intervalOf: (drawn: readonly DrawnTask[], system: number) => { truth: number; low: number; high: number },
): Found {
  const sampleAt = samplesOf(pool, design);
  const totals = pool.systems.map(() => ({ held: 0, width: 0 }));
  const isOrdinary = (_: unknown, s: number) => pool.systems[s]?.isOrdinary === true;
  let count = 0;
  for (; count < draws && !isClear(totals, count, isOrdinary); count++) {
    const drawn = sampleAt(count);
    totals.forEach((total, s) => {
      const { low, high, truth } = intervalOf(drawn, s);
      if (low <= truth + 1e-12 && truth <= high + 1e-12) total.held += 1;
      total.width += high - low;
    });
  }
  const rates = totals.map(({ held }) => held / count);
  return {
    draws: count,
    worst: Math.min(...rates),
    mean: mean(rates.filter(isOrdinary)),
    width: (100 * mean(totals.map(({ width }) => width))) / count,
    cells: rates.map((rate, s) => `${rate.toFixed(3)}${pool.systems[s]?.isOrdinary === true ? '' : '°'}`),
  };
}

/** Three systems, each against the next, against itself, and against one with the same chances on other tasks. */
function pairedCoverage(pool: ResponsePool, design: PoolDesign, runs: number) {
  const random = randomStreamFor('coverage', `pairs/${pool.name}/${design.name}/${runs}`);
  // The weakest, one in the middle, the strongest.
  const systems = [0, Math.floor(pool.systems.length / 2), pool.systems.length - 1].map((s) => at(pool.systems, s));
  const pairs = systems.flatMap(({ chances }, s) => {
    const moved = shuffle(chances, randomStreamFor('coverage', `moved/${pool.name}/${s}`));
    const next = systems[s + 1]?.chances;
    const others = [
      { chances: [chances, chances] as const, isNull: true },
      { chances: [chances, moved] as const, isNull: true },
    ];
    return next === undefined ? others : [...others, { chances: [chances, next] as const, isNull: false }];
  });
  const sampleAt = samplesOf(pool, design);
  const totals = pairs.map(() => ({ held: 0, found: 0, width: 0 }));
  const truths = pairs.map(({ chances: [first, second] }) => mean(second) - mean(first));
  let disagreed = 0;
  let count = 0;
  const isNull = (i: number) => pairs[i]?.isNull === true;
  const told = () => totals.map((total, i) => (isNull(i) ? total : { held: total.held }));
  for (; count < draws && !isClear(told(), count); count++) {
    const drawn = sampleAt(count);
    pairs.forEach(({ chances: [first, second] }, i) => {
      const runsOf = (chances: readonly number[], index: number) =>
        Array.from({ length: runs }, () => (random.double() < at(chances, index) ? 1 : 0));
      const sides = drawn.map(({ task, index }) => ({ task, sides: [runsOf(first, index), runsOf(second, index)] }));
      const [figure] = pairedFigures([estimatePaired(sides, () => true, true, basis)], 0.95);
      if (figure === undefined) throw new Error('no figure');
      const truth = at(truths, i);
      const total = at(totals, i);
      if (figure.low <= truth + 1e-12 && truth <= figure.high + 1e-12) total.held += 1;
      if (figure.pValue < 0.05) total.found += 1;
      if (figure.pValue < 0.05 !== (figure.low > 0 || figure.high < 0)) disagreed += 1;
      total.width += figure.high - figure.low;
    });
  }
  const rates = totals.map(({ held }) => held / count);
  const nulls = totals.filter((_, i) => pairs[i]?.isNull === true);
  return {
    draws: count,
    worst: Math.min(...rates),
    mean: mean(rates),
    width: (100 * mean(totals.map(({ width }) => width))) / count,
    type1: Math.max(...nulls.map(({ found }) => found / count)),
    disagreed,
    cells: rates.map((rate) => rate.toFixed(3)),
  };
}

const basis: Basis = {
  equalBy: 'benchmark',
  kind: 'representative',
  sampled: new Set(['mine']),
  sample: {
    tasks: [],
    population: 0,
    counts: new Map(),
    populationIds: [],
  },
  scope: 'pool',
  level: 0.95,
  by: [],
  calibrate: undefined,
  assistances: new Map(),
  warn: () => {},
};
