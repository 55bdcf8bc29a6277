import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { blocksText } from '../../src/cli/terminal/blocks-text.js';
import { manifestContradictions } from '../../src/core/compare/contradictions.js';
import { type EstimateOptions, estimateResults } from '../../src/core/estimate/estimate-results.js';
import type { Estimate, PoolFigure } from '../../src/core/estimate/pool-estimate.js';
import { type Manifest, makeManifest } from '../../src/core/manifest/manifest.js';
import type { Outcome, Outcomes } from '../../src/core/model/outcome.js';
import type { Task } from '../../src/core/model/task.js';
import { runPlan } from '../../src/core/pipeline.js';
import { readPlan } from '../../src/core/plan/read-plan.js';
import { estimateView } from '../../src/operations/estimate-view.js';
import { estimateText } from '../support/estimate-text.js';
import { faultsOf, planTextOf, poolsOf } from '../support/sample-plan.js';
import { generated, planText } from './generated.js';

const settings = { numRuns: 18, seed: 20_260_101 };

const methods = [
  { prefer: ['random'] },
  { draw: { method: 'systematic', by: 'lines_changed' } },
  { draw: { method: 'pareto', by: 'files_changed' } },
  { draw: { method: 'local-pivotal', by: ['lines_changed', 'files_changed'] } },
  { draw: { method: 'cube', by: ['lines_changed', 'files_changed'] } },
] as const;

/** A sample of a pool, and a value for every task of the pool. */
interface Sampled {
  readonly manifest: Manifest;
  readonly values: ReadonlyMap<string, number>;
}

const pool = fc.array(
  fc.record({
    repo: fc.constantFrom('a', 'b', 'c'),
    language: fc.constantFrom('go', 'c'),
    files_changed: fc.integer({ min: 1, max: 30 }),
    lines_changed: fc.nat(900),
    value: fc.oneof(
      fc.constantFrom(0, 1),
      fc.nat(16).map((part) => part / 16),
    ),
  }),
  { minLength: 4, maxLength: 40 },
);

/** Samples by every design, grouped or not; those that a plan cannot draw are passed over. */
function sampled(take?: 'all'): fc.Arbitrary<Sampled> {
  return pool
    .chain((list) =>
      fc.record({
        list: fc.constant(list),
        take: take === undefined ? fc.integer({ min: 3, max: list.length }) : fc.constant(take),
        method: fc.constantFrom(...methods),
        isGrouped: fc.boolean(),
        seed: fc.nat(9999),
      }),
    )
    .map(({ list, take: places, method, isGrouped, seed }): Sampled | undefined => {
      const tasks = list.map(({ value: _, ...fields }, i): Task => ({ benchmark: 'mine', id: `t${i}`, fields }));
      const select = { take: places, ...(isGrouped ? { group: { by: 'repo', at_least: 1 } } : {}), ...method };
      let manifest: Manifest | undefined;
      const faults = faultsOf(() => {
        const selection = runPlan(readPlan(planTextOf({ seed, benchmarks: { mine: { select } } })), poolsOf(tasks));
        manifest = makeManifest(selection, 'test');
      });
      expect(faults.filter(({ code }) => !code.startsWith('selection/')).map(({ code }) => code)).toEqual([]);
      return manifest && { manifest, values: new Map(list.map(({ value }, i) => [`t${i}`, value])) };
    })
    .filter((each): each is Sampled => each !== undefined);
}

function outcomesOf(configurations: Readonly<Record<string, ReadonlyMap<string, number>>>): Outcomes {
  const outcomes = Object.entries(configurations).flatMap(([configuration, values]) =>
    [...values].map(([taskId, reward]): Outcome => {
      const status = reward >= 1 ? 'passed' : 'failed';
      return { taskId, configuration, run: '', attempt: 1, status, reward, place: {} };
    }),
  );
  return { outcomes, files: [], faults: [], warnings: [] };
}

/** The value of every selected task. */
function valuesOn({ manifest, values }: Sampled, change: (value: number) => number = (value) => value) {
  return new Map(manifest.tasks.map(({ task_id: id }) => [id, change(values.get(id) ?? 0)]));
}

function figureOf(estimate: Estimate): PoolFigure {
  const figure = estimate.configurations[0]?.readings[0]?.pool;
  if (figure === undefined) throw new Error('no figure for the pool');
  return figure;
}

const levelOf = ({ manifest }: Sampled, values: ReadonlyMap<string, number>, options?: EstimateOptions) =>
  figureOf(estimateResults(manifest, outcomesOf({ a: values }), options));
const figuresOf = ({ configurations }: Estimate) =>
  configurations.flatMap(({ readings }) =>
    readings.flatMap(({ pool: own, parts }) =>
      [own, ...parts.map((part) => part.pool)].filter((each) => each !== undefined),
    ),
  );

describe('for any sample', () => {
  it('the manifest does not contradict itself', () => {
    fc.assert(
      fc.property(sampled(), ({ manifest }) => {
        expect(manifestContradictions(manifest)).toEqual([]);
      }),
      settings,
    );
  });

  it('a pool where every task passes has the mean 1, up to 1; where every task fails 0, from 0', () => {
    fc.assert(
      fc.property(sampled(), fc.constantFrom('pool', 'beyond'), (sample, scope) => {
        const ones = levelOf(
          sample,
          valuesOn(sample, () => 1),
          { scope },
        );
        expect([ones.mean, ones.high]).toEqual([1, 1]);
        const zeros = levelOf(
          sample,
          valuesOn(sample, () => 0),
          { scope },
        );
        expect([zeros.mean, zeros.low]).toEqual([0, 0]);
        expect(zeros.high).toBeCloseTo(1 - ones.low, 12);
      }),
      settings,
    );
  });

  it('every mean lies in its interval, and every interval from 0 to 1', () => {
    fc.assert(
      fc.property(sampled(), fc.constantFrom(0.6, 0.95, 0.999), (sample, level) => {
        const estimate = estimateResults(sample.manifest, outcomesOf({ a: valuesOn(sample) }), { level });
        for (const { low, mean, high, standardError } of figuresOf(estimate)) {
          expect(low).toBeGreaterThanOrEqual(0);
          expect(mean).toBeGreaterThanOrEqual(low - 1e-12);
          expect(mean).toBeLessThanOrEqual(high + 1e-12);
          expect(high).toBeLessThanOrEqual(1);
          expect(standardError).toBeGreaterThanOrEqual(0);
        }
      }),
      settings,
    );
  });

  it('passed and failed changed over mirror the mean and the interval', () => {
    fc.assert(
      fc.property(sampled(), (sample) => {
        const plain = levelOf(sample, valuesOn(sample));
        const mirrored = levelOf(
          sample,
          valuesOn(sample, (value) => 1 - value),
        );
        expect(mirrored.mean).toBeCloseTo(1 - plain.mean, 9);
        expect(mirrored.low).toBeCloseTo(1 - plain.high, 6);
        expect(mirrored.high).toBeCloseTo(1 - plain.low, 6);
        expect(mirrored.standardError).toBeCloseTo(plain.standardError, 9);
      }),
      settings,
    );
  });

  it('results on tasks that are not selected change no figure', () => {
    fc.assert(
      fc.property(sampled(), (sample) => {
        const { manifest, values } = sample;
        const own = estimateResults(manifest, outcomesOf({ a: valuesOn(sample) }));
        const all = estimateResults(manifest, outcomesOf({ a: values }));
        const figuresOf = (estimate: typeof all) =>
          estimate.configurations.map(({ readings, ...rest }) => ({
            ...rest,
            readings: readings.map(({ proven: _, ...reading }) => reading),
          }));
        expect({ ...all, warnings: [], configurations: figuresOf(all) }).toEqual({
          ...own,
          warnings: [],
          configurations: figuresOf(own),
        });
        const isCounted = all.warnings.some(({ code }) => code === 'results-not-selected');
        expect(isCounted).toBe(values.size > manifest.tasks.length);
      }),
      settings,
    );
  });

  it('levels that are cut are within what the results prove, which contains the truth', () => {
    fc.assert(
      fc.property(sampled(), fc.nat(), (sample, most) => {
        const { manifest, values } = sample;
        const known = new Map([...valuesOn(sample), ...[...values].slice(0, most % (values.size + 1))]);
        const { configurations } = estimateResults(manifest, outcomesOf({ a: known }), { cutToResults: true });
        const { pool, proven } = configurations[0]?.readings[0] ?? {};
        const truth = [...values.values()].reduce((sum, value) => sum + value, 0) / values.size;
        const slack = 1e-8;
        expect(proven?.low).toBeLessThanOrEqual(truth + slack);
        expect(proven?.high).toBeGreaterThanOrEqual(truth - slack);
        expect(pool?.low).toBeGreaterThanOrEqual((proven?.low ?? 1) - slack);
        expect(pool?.high).toBeLessThanOrEqual((proven?.high ?? 0) + slack);
        expect(pool?.mean).toBeGreaterThanOrEqual((pool?.low ?? 1) - slack);
        expect(pool?.mean).toBeLessThanOrEqual((pool?.high ?? 0) + slack);
      }),
      settings,
    );
  });

  it('with all tasks taken the mean is that of the pool, and certain', () => {
    fc.assert(
      fc.property(sampled('all'), (sample) => {
        const { mean, low, high, standardError, population } = levelOf(sample, valuesOn(sample));
        const { values } = sample;
        const truth = [...values.values()].reduce((sum, value) => sum + value, 0) / values.size;
        expect(mean).toBeCloseTo(truth, 12);
        expect([low, high, standardError]).toEqual([mean, mean, 0]);
        expect(population).toBeCloseTo(values.size, 9);
      }),
      settings,
    );
  });

  it('a difference lies in its interval, from -1 to 1, and is turned round with its sides', () => {
    fc.assert(
      fc.property(sampled(), fc.boolean(), fc.nat(9), (sample, isPlain, shift) => {
        const change = (value: number) => (isPlain ? Math.round(value) : value);
        const a = valuesOn(sample, change);
        const b = new Map([...a].map(([id, value], i) => [id, (i + shift) % 4 === 0 ? value : change(1 - value / 2)]));
        const of = (first: ReadonlyMap<string, number>, second: ReadonlyMap<string, number>) =>
          estimateResults(sample.manifest, outcomesOf({ a: first, b: second })).differences[0]?.readings[0];
        const [forth, back] = [of(a, b), of(b, a)];
        if (forth?.pool === undefined || back?.pool === undefined) throw new Error('no difference');
        const { low, mean, high } = forth.pool;
        expect(low).toBeGreaterThanOrEqual(-1);
        expect(high).toBeLessThanOrEqual(1);
        expect(mean).toBeGreaterThanOrEqual(low - 1e-9);
        expect(mean).toBeLessThanOrEqual(high + 1e-9);
        expect(back.pool.mean).toBeCloseTo(-mean, 9);
        expect(back.pool.low).toBeCloseTo(-high, 9);
        expect([back.gained, back.lost]).toEqual([forth.lost, forth.gained]);
        expect(forth.test.pValue).toBeGreaterThan(0);
        expect(forth.test.pValue).toBeLessThanOrEqual(1);
      }),
      settings,
    );
  });

  it('what is missing is carried by its stratum, so that the weights make up the strata that have a result', () => {
    fc.assert(
      fc.property(sampled(), fc.array(fc.boolean(), { minLength: 40, maxLength: 40 }), (sample, kept) => {
        const { tasks } = sample.manifest;
        const left = tasks.filter((_, i) => kept[i] === true || i === 0);
        const values = valuesOn(sample);
        const some = new Map(left.map(({ task_id: id }) => [id, values.get(id) ?? 0]));
        const figure = levelOf(sample, some);
        const strata = new Set(left.map(({ design }) => design?.stratum));
        const sizes = new Map(tasks.map(({ design }) => [design?.stratum, design?.stratum_size ?? 0]));
        const expected = [...strata].reduce((sum, stratum) => sum + (sizes.get(stratum) ?? 0), 0);
        expect(figure.population).toBeCloseTo(expected, 6);
        expect(figure.tasks).toBe(left.length);
      }),
      settings,
    );
  });
});

describe('for any plan', () => {
  const plainly = (text: string) => text;
  const terminal = {
    rich: false,
    width: 100,
    lineWidth: 100,
    bold: plainly,
    dim: plainly,
    accent: plainly,
    warning: plainly,
    danger: plainly,
  };

  it('a benchmark chosen by rank gets no figure for the pool and no interval', () => {
    let focused = 0;
    fc.assert(
      fc.property(
        generated,
        fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 5 }),
        (input, values) => {
          let manifest: Manifest | undefined;
          faultsOf(() => {
            const selection = runPlan(readPlan(planText(input.plan)), input.pools, { allowShortfall: true });
            manifest = makeManifest(selection, 'test');
          });
          if (manifest === undefined || manifest.metadata.kind !== 'focus' || manifest.tasks.length === 0) return;
          focused += 1;
          const rows = (configuration: string, shift: number): Outcome[] =>
            (manifest?.tasks ?? []).map(({ task_id: taskId, benchmark }, i) => {
              const reward = values[(i + shift) % values.length] ?? 0;
              return { taskId, benchmark, configuration, run: '', attempt: 1, status: 'failed', reward, place: {} };
            });
          const outcomes = { outcomes: [...rows('a', 0), ...rows('b', 1)], files: [], faults: [], warnings: [] };
          const estimate = estimateResults(manifest, outcomes);
          const samples = new Set(
            manifest.benchmarks.filter(({ kind }) => kind === 'representative').map(({ name }) => name),
          );
          const isEstimated = ({ by, value }: { readonly by: string; readonly value: string }) =>
            by === 'benchmark' && samples.has(value);
          for (const { readings } of estimate.configurations) {
            for (const { pool: figure, parts } of readings) {
              expect(figure).toBeUndefined();
              for (const part of parts) {
                if (!isEstimated(part)) expect(part.pool).toBeUndefined();
                // All that is a sample here was taken whole.
                else if (part.pool !== undefined) expect(part.pool.low).toBe(part.pool.high);
              }
            }
          }
          for (const { readings } of estimate.differences) {
            for (const { pool: figure, parts } of readings) expect([figure, parts]).toEqual([undefined, []]);
          }
          const text = estimateText(estimate);
          if (samples.size === 0) expect(text).not.toMatch(/"low"|"high"|"standard_error"/);
          const report = blocksText(estimateView(estimate), terminal).split('Warnings (')[0] ?? '';
          expect(report).not.toMatch(/\(-?\d+\.\d to |\([+-]?\d+\.\d to |^ *pool/m);
        },
      ),
      { ...settings, numRuns: 30 },
    );
    expect(focused).toBeGreaterThan(8);
  });
});
