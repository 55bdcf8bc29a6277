import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { solveLinear } from './linear-models.js';
import { surveyVariance } from './survey-variance.js';
import { calibratedResiduals, effectiveSize, postStratify, rake, weightingEffect } from './weighting.js';

// A simple random sample of 10 from 100; all numbers are those of R's survey (postStratify, rake, calibrate, svymean).
const values = [1, 0, 0, 1, 1, 0, 1, 0, 0, 0];
const languages = ['py', 'py', 'go', 'go', 'ts', 'ts', 'py', 'go', 'go', 'py'];
const sizes = ['S', 'L', 'S', 'L', 'S', 'L', 'S', 'L', 'S', 'L'];
const design = values.map(() => 10);
const languageTargets = new Map([
  ['py', 45],
  ['go', 30],
  ['ts', 25],
]);
const sizeTargets = new Map([
  ['S', 60],
  ['L', 40],
]);
const margins = [
  { cells: languages, targets: languageTargets },
  { cells: sizes, targets: sizeTargets },
];
const byLanguage = languages.map((language) => [...languageTargets.keys()].map((key) => (key === language ? 1 : 0)));
const byBoth = byLanguage.map((row, i) => [...row, sizes[i] === 'L' ? 1 : 0]);

const sum = (list: readonly number[]): number => list.reduce((total, x) => total + x, 0);
const meanOf = (weights: readonly number[]): number =>
  sum(weights.map((weight, i) => weight * (values[i] as number))) / sum(weights);

/** The standard error of the mean by the residual technique. */
function errorOf(weights: readonly number[], rows: readonly (readonly number[])[]): number {
  const factors = weights.map((weight, i) => weight / (design[i] as number));
  const { residuals } = calibratedResiduals({ weights: design, factors, rows }, values);
  const influences = residuals.map((residual, i) => (residual * (design[i] as number)) / sum(weights));
  return Math.sqrt(surveyVariance([{ influences, fraction: 0.1 }]).variance);
}

function weightsOf(result: object): readonly number[] {
  if (!('weights' in result)) throw new Error('no weights');
  return result.weights as readonly number[];
}

function expectWeights(actual: readonly number[], expected: readonly number[]): void {
  expect(actual.length).toBe(expected.length);
  for (const [i, weight] of actual.entries()) expect(weight).toBeCloseTo(expected[i] as number, 10);
}

describe('calibrated weights', () => {
  it('are not there before calibration', () => {
    expect(meanOf(design)).toBeCloseTo(0.4, 14);
    const ones = design.map(() => [1]);
    expect(errorOf(design, ones)).toBeCloseTo(0.15492, 5);
  });

  it('by post-stratification', () => {
    const weights = weightsOf(postStratify(design, languages, languageTargets));
    expectWeights(weights, [11.25, 11.25, 7.5, 7.5, 12.5, 12.5, 11.25, 7.5, 7.5, 11.25]);
    expect(meanOf(weights)).toBeCloseTo(0.425, 12);
    expect(errorOf(weights, byLanguage)).toBeCloseTo(0.15712, 5);
  });

  it('by raking', () => {
    const weights = weightsOf(rake(design, margins));
    expectWeights(weights, [13.5, 9, 9, 6, 15, 10, 13.5, 6, 9, 9]);
    expect(meanOf(weights)).toBeCloseTo(0.48, 10);
    expect(errorOf(weights, byBoth)).toBeCloseTo(0.11908, 5);
    expect(effectiveSize(weights)).toBeCloseTo(9.212345, 6);
    expect(weightingEffect(weights)).toBeCloseTo(1.0855, 4);
  });
});

describe('what calibration cannot do', () => {
  it('reach a cell that nobody was sampled from', () => {
    const targets = new Map([...languageTargets, ['rs', 3]]);
    expect(postStratify(design, languages, targets)).toEqual({ problem: 'empty-cell', cell: 'rs' });
    expect(rake(design, [...margins, { cells: languages, targets }])).toEqual({
      problem: 'empty-cell',
      margin: 2,
      cell: 'rs',
    });
  });

  it('may have a target of 0', () => {
    const none = new Map([
      ['a', 0],
      ['b', 4],
    ]);
    expect(postStratify([1, 2, 2], ['a', 'b', 'b'], none)).toEqual({ weights: [0, 2, 2] });
    expect(postStratify([0, 2, 2], ['a', 'b', 'b'], none)).toEqual({ weights: [0, 2, 2] });
  });

  it('meet margins that contradict each other', () => {
    const doubled = new Map([...sizeTargets].map(([cell, target]) => [cell, 2 * target]));
    expect(rake(design, [margins[0] as (typeof margins)[0], { cells: sizes, targets: doubled }])).toEqual({
      problem: 'no-convergence',
    });
  });
});

describe('calibration meets its totals', () => {
  const cell = fc.constantFrom('a', 'b');
  const unit = fc.record({ one: cell, two: cell, weight: fc.integer({ min: 1, max: 20 }) });
  // All four combinations occur, so any margins with equal totals can be met.
  const present = ['aa', 'ab', 'ba', 'bb'].map((pair) => ({ one: pair.charAt(0), two: pair.charAt(1), weight: 3 }));

  it('by raking', () => {
    fc.assert(
      fc.property(fc.array(unit), fc.integer({ min: 20, max: 80 }), fc.integer({ min: 20, max: 80 }), (extra, p, q) => {
        const units = [...present, ...extra];
        const weights = units.map(({ weight }) => weight);
        const ones = units.map(({ one }) => one);
        const twos = units.map(({ two }) => two);
        const total = (list: readonly number[], cells: readonly string[]): number =>
          sum(list.filter((_, i) => cells[i] === 'a'));
        const raked = weightsOf(
          rake(weights, [
            { cells: ones, targets: new Map(Object.entries({ a: p, b: 100 - p })) },
            { cells: twos, targets: new Map(Object.entries({ a: q, b: 100 - q })) },
          ]),
        );
        expect(sum(raked)).toBeCloseTo(100, 6);
        expect(total(raked, ones)).toBeCloseTo(p, 6);
        expect(total(raked, twos)).toBeCloseTo(q, 6);
      }),
      { seed: 20_250_306 },
    );
  });
});

describe("Kish's effective size", () => {
  it('is at most the number of weights, and that number for equal ones', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0.01, max: 100, noNaN: true }), { minLength: 1 }), (weights) => {
        expect(effectiveSize(weights)).toBeGreaterThan(0.999);
        expect(effectiveSize(weights)).toBeLessThanOrEqual(weights.length * (1 + 1e-12));
        expect(weightingEffect(weights)).toBeGreaterThanOrEqual(1 - 1e-12);
      }),
      { seed: 20_250_307 },
    );
    expect([effectiveSize([2, 2, 2]), weightingEffect([2, 2, 2])]).toEqual([3, 1]);
  });

  it('of nothing is 0', () => {
    expect([effectiveSize([]), effectiveSize([0, 0]), weightingEffect([])]).toEqual([0, 0, 1]);
  });
});

describe('the linear solver', () => {
  it('solves what it can and says when it cannot', () => {
    const solution = solveLinear(
      [
        [0, 2, 1],
        [1, 1, 0],
        [4, 0, 3],
      ],
      [7, 3, 13],
    );
    expectWeights(solution ?? [], [1, 2, 3]);
    expect(
      solveLinear(
        [
          [1, 2],
          [2, 4],
        ],
        [1, 2],
      ),
    ).toBeUndefined();
    expect(solveLinear([[0]], [1])).toBeUndefined();
    expect(solveLinear([], [])).toEqual([]);
  });
});
