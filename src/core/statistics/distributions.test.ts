import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  binomialCdf,
  binomialProbability,
  binomialTail,
  chiSquaredUpperTail,
  normalCdf,
  normalQuantile,
  studentCdf,
  studentQuantile,
} from './distributions.js';
import { incompleteBeta, logGamma } from './special-functions.js';

const seed = 20_250_301;

function expectNear(actual: number, expected: number, relative: number): void {
  expect(Math.abs(actual - expected)).toBeLessThanOrEqual(relative * Math.abs(expected));
}

describe('the logarithm of the gamma function', () => {
  // From scipy.special.gammaln.
  it.each([
    [0.1, 2.252712651734206],
    [0.5, 0.5723649429247],
    [2.5, 0.2846828704729192],
    [7.3, 7.147892523022249],
    [100, 359.1342053695754],
    [1e5, 1051287.7089736569],
  ])('of %d', (x, expected) => expectNear(logGamma(x), expected, 3e-15));

  it('is 0 at 1 and at 2', () => {
    expect(logGamma(1)).toBeCloseTo(0, 14);
    expect(logGamma(2)).toBeCloseTo(0, 14);
  });
});

describe('the incomplete beta function', () => {
  // From scipy.special.betainc.
  it.each([
    [0.3, 2, 3, 0.3483],
    [0.45, 1000, 1000, 3.6831988690075765e-6],
    [0.1, 0.5, 0.5, 0.20483276469913345],
    [0.7, 33.3, 12.7, 0.3431055814889897],
  ])('at %d with %d and %d', (x, a, b, expected) => expectNear(incompleteBeta(x, a, b), expected, 1e-13));

  it('is 0 and 1 at the ends', () => {
    expect([incompleteBeta(0, 2, 3), incompleteBeta(1, 2, 3)]).toEqual([0, 1]);
  });

  it('and its mirror make 1', () => {
    const positive = fc.double({ min: 0.01, max: 500, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), positive, positive, (x, a, b) => {
        expect(incompleteBeta(x, a, b) + incompleteBeta(1 - x, b, a, x)).toBeCloseTo(1, 12);
      }),
      { seed },
    );
  });
});

describe('the binomial distribution', () => {
  // From scipy.stats.binom: pmf, cdf, and sf of k − 1.
  it.each([
    [3, 36, 0.1, 0.22064852229199686, 0.5085114053662192, 0.712137116925777],
    [18, 36, 0.5, 0.13206059957155988, 0.5660302997857798, 0.5660302997857798],
    [400, 826, 0.5, 0.018441260158707614, 0.19219399336288343, 0.8262472667958239],
    [100, 826, 0.3, 1.8509675874463824e-34, 2.7190480318246863e-34, 1],
  ])('at %d of %d with %d', (k, n, p, probability, below, above) => {
    expectNear(binomialProbability(k, n, p), probability, 1e-13);
    expectNear(binomialCdf(k, n, p), below, 3e-13);
    expectNear(binomialTail(k, n, p), above, 1e-13);
  });

  it('is exact where nothing is left to chance', () => {
    expect([0, 1, 5].map((k) => binomialProbability(k, 5, 0))).toEqual([1, 0, 0]);
    expect([0, 4, 5].map((k) => binomialProbability(k, 5, 1))).toEqual([0, 0, 1]);
    expect(binomialProbability(0, 0, 0.3)).toBe(1);
    expect([-1, 6, 2.5].map((k) => binomialProbability(k, 5, 0.5))).toEqual([0, 0, 0]);
    expect([binomialCdf(-1, 5, 0.5), binomialCdf(5, 5, 0.5), binomialCdf(2, 5, 0), binomialCdf(2, 5, 1)]).toEqual([
      0, 1, 1, 0,
    ]);
    expect([binomialTail(0, 5, 0.5), binomialTail(6, 5, 0.5)]).toEqual([1, 0]);
  });

  it('adds up to its distribution function', () => {
    const trials = fc.integer({ min: 1, max: 200 });
    fc.assert(
      fc.property(trials, fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(200), (n, p, at) => {
        let sum = 0;
        for (let k = 0; k <= Math.min(at, n); k++) sum += binomialProbability(k, n, p);
        expect(sum).toBeCloseTo(binomialCdf(at, n, p), 12);
      }),
      { seed },
    );
  });
});

describe('the normal distribution', () => {
  // From mpmath with 40 digits; scipy.stats.norm.cdf agrees but for the last digits of the far tail.
  it.each([
    [-30, 4.906713927148187e-198],
    [-8.5, 9.479534822203318e-18],
    [-3, 0.0013498980316300946],
    [-1.96, 0.024997895148220435],
    [-1, 0.15865525393145705],
    [-0.5, 0.3085375387259869],
    [0, 0.5],
    [0.3, 0.6179114221889526],
    [1.2, 0.8849303297782917],
    [2.5, 0.9937903346742238],
    [6, 0.9999999990134123],
  ])('at %d', (x, expected) => expectNear(normalCdf(x), expected, 2e-15));

  it('ends at 0 and 1', () => {
    expect([-Infinity, -50, 50, Infinity, Number.NaN].map(normalCdf)).toEqual([0, 0, 1, 1, Number.NaN]);
  });

  it('undoes its quantile', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 0.999, noNaN: true }), (p) => {
        expectNear(normalCdf(normalQuantile(p)), p, 1e-13);
      }),
      { seed },
    );
  });
});

describe("Student's t", () => {
  // From scipy.stats.t.ppf; the last from mpmath with 30 digits.
  it.each([
    [0.975, 1, 12.706204736174694],
    [0.975, 6, 2.4469118511449786],
    [0.95, 3.7, 2.1824938039146007],
    [0.995, 92.5, 2.630029230419546],
    [0.001, 2, -22.327124770119873],
    [1e-10, 8, -39.12956297338265],
    [0.975, 0.5, 164.55767348048818],
    [0.025, 200_000, -1.959975845966768],
  ])('the quantile at %d with %d degrees', (p, df, expected) => expectNear(studentQuantile(p, df), expected, 1e-13));

  // From scipy.stats.t.cdf; the last two from mpmath with 30 digits.
  it.each([
    [-2, 6, 0.04621315576583756],
    [1.5, 3.7, 0.8932009153989933],
    [-10, 2.5, 0.0022207478836537117],
    [0.1, 1, 0.5317255174305535],
    [3, 1e4, 0.9986467759050012],
    [-2.5, 99_999, 0.0062104596042225],
    [-2.5, 200_000, 0.006210062456181062],
  ])('the chance below %d with %d degrees', (t, df, expected) => expectNear(studentCdf(t, df), expected, 3e-12));

  it('is the normal with infinitely many degrees of freedom, and ends where it ends', () => {
    expect(studentQuantile(0.975, Infinity)).toBe(normalQuantile(0.975));
    expect(studentCdf(1.2, Infinity)).toBe(normalCdf(1.2));
    expect([0, 0.5, 1, 2].map((p) => studentQuantile(p, 3))).toEqual([-Infinity, 0, Infinity, Number.NaN]);
    expect([-Infinity, 0, Infinity].map((t) => studentCdf(t, 3))).toEqual([0, 0.5, 1]);
    expect(studentCdf(-1000, 1e6)).toBe(0);
  });

  it('undoes its quantile', () => {
    const degrees = fc.double({ min: 0.5, max: 1e4, noNaN: true });
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 0.999, noNaN: true }), degrees, (p, df) => {
        expectNear(studentCdf(studentQuantile(p, df), df), p, 1e-12);
      }),
      { seed },
    );
  });
});

// From Python's statistics.NormalDist().inv_cdf.
it.each([
  [1e-300, -37.0470962993612],
  [1e-20, -9.262340089798405],
  [0.001, -3.090232306167813],
  [0.07, -1.4757910281791702],
  [0.3, -0.5244005127080407],
  [0.5, 0],
  [0.975, 1.9599639845400536],
  [0.999999, 4.753424308817089],
])('the normal quantile of %d', (p, expected) => {
  expect(Math.abs(normalQuantile(p) - expected)).toBeLessThan(1e-14 * Math.max(1, Math.abs(expected)));
});

it('reaches infinity at the ends and is nothing beyond them', () => {
  expect([0, 1, -0.1, 1.1].map(normalQuantile)).toEqual([-Infinity, Infinity, Number.NaN, Number.NaN]);
});

describe('the upper tail of χ²', () => {
  it.each([
    [3.841458820694124, 1, 0.05],
    [5.991464547107979, 2, 0.05],
    [18.307038053275146, 10, 0.05],
    [6.6348966010212145, 1, 0.01],
  ])('of %d with %d degrees of freedom is %d', (x, degrees, expected) => {
    // The quantiles of the usual tables, with more digits.
    expect(chiSquaredUpperTail(x, degrees)).toBeCloseTo(expected, 12);
  });

  it('is e^(-x/2) with two degrees of freedom, however far out', () => {
    for (const x of [0.001, 0.5, 2, 3.9, 4.1, 20, 700]) {
      expect(chiSquaredUpperTail(x, 2) / Math.exp(-x / 2)).toBeCloseTo(1, 12);
    }
  });

  it('is a finite sum for an even number of degrees of freedom', () => {
    for (const half of [2, 5, 20]) {
      for (const x of [1, 2 * half - 1, 2 * half + 1, 2 * half + 3, 100]) {
        let term = Math.exp(-x / 2);
        let sum = term;
        for (let k = 1; k < half; k++) {
          term *= x / 2 / k;
          sum += term;
        }
        expect(chiSquaredUpperTail(x, 2 * half) / sum).toBeCloseTo(1, 12);
      }
    }
  });

  it('is 1 at 0 and without degrees of freedom', () => {
    expect(chiSquaredUpperTail(0, 3)).toBe(1);
    expect(chiSquaredUpperTail(0, 0)).toBe(1);
  });

  it('falls with x and grows with the degrees of freedom', () => {
    const positive = fc.double({ min: 0.01, max: 60, noNaN: true });
    fc.assert(
      fc.property(positive, positive, fc.integer({ min: 1, max: 40 }), (x, more, degrees) => {
        const tail = chiSquaredUpperTail(x, degrees);
        expect(chiSquaredUpperTail(x + more, degrees)).toBeLessThanOrEqual(tail + 1e-14);
        expect(chiSquaredUpperTail(x, degrees + 1)).toBeGreaterThanOrEqual(tail - 1e-14);
      }),
      { seed: 20_260_101 },
    );
  });
});
