import { binomialDensity } from './binomial-density.js';

/**
 * The regularised incomplete beta function I_x(a, b), a, b > 0, a probability from 0 to 1, to about 1e-14, by its
 * continued fraction (Abramowitz and Stegun 1964, 26.5.8; evaluated as in Lentz 1976). Give y = 1 − x when it is known
 * better than the subtraction would have it.
 */
export function incompleteBeta(x: number, a: number, b: number, y: number = 1 - x): number {
  if (!(a > 0 && b > 0)) throw new RangeError(`incompleteBeta needs a, b > 0, not ${a} and ${b}`);
  if (!(x >= 0 && y >= 0)) throw new RangeError(`incompleteBeta needs x from 0 to 1, not ${x}`);
  if (x === 0) return 0;
  if (y === 0) return 1;
  // The fraction converges fast on this side of the mean; the other side is the complement.
  return x <= (a + 1) / (a + b + 2) ? side(x, y, a, b) : 1 - side(y, x, b, a);
}

function side(x: number, y: number, a: number, b: number): number {
  // x^a y^b / (a B(a, b)) is a binomial density, which is exact where log-gammas would cancel.
  const front = (binomialDensity(a, a + b, x, y) * b) / (a + b);
  return front === 0 ? 0 : front / fraction(x, a, b);
}

/** 1 + d1/(1 + d2/(1 + …)), by Lentz's method. */
function fraction(x: number, a: number, b: number): number {
  let value = 1;
  let above = 1;
  let below = 0;
  for (let j = 1; j <= mostTerms; j++) {
    const d = coefficient(j, x, a, b);
    below = 1 / away(1 + d * below);
    above = away(1 + d / above);
    const step = above * below;
    value *= step;
    if (Math.abs(step - 1) < 1e-16) break;
  }
  return value;
}

function coefficient(j: number, x: number, a: number, b: number): number {
  const m = Math.floor(j / 2);
  const at = a + 2 * m;
  if (j % 2 === 0) return ((m * (b - m)) / ((at - 1) * at)) * x;
  return -(((a + m) * (a + b + m)) / (at * (at + 1))) * x;
}

/** Lentz's method may not divide by 0. */
const away = (value: number): number => (Math.abs(value) < 1e-300 ? 1e-300 : value);

/** The fraction needs a few times √max(a, b) terms, so this serves samples far beyond any pool of tasks. */
const mostTerms = 100_000;
