import { logGamma } from './log-gamma.js';

/**
 * The chance, in [0, 1], that a χ² variable with these degrees of freedom is above x; 1 with none, where nothing can
 * differ.
 */
export function chiSquaredUpperTail(x: number, degreesOfFreedom: number): number {
  if (degreesOfFreedom <= 0 || x <= 0) return 1;
  return upperIncompleteGamma(degreesOfFreedom / 2, x / 2);
}

/**
 * The regularised upper incomplete gamma function Q(a, x): a series where it converges fast, Legendre's continued
 * fraction elsewhere (DLMF 8.7.1 and 8.9.2; Lentz's method after Thompson & Barnett 1986).
 */
function upperIncompleteGamma(a: number, x: number): number {
  const scale = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - scale * lowerSeries(a, x) : scale * upperFraction(a, x);
}

function lowerSeries(a: number, x: number): number {
  let term = 1 / a;
  let sum = term;
  for (let k = 1; term > sum * Number.EPSILON; k++) {
    term *= x / (a + k);
    sum += term;
  }
  return sum;
}

function upperFraction(a: number, x: number): number {
  // Stands in for a zero denominator, which Lentz's method cannot divide by.
  const tiny = 1e-300;
  let b = x + 1 - a;
  let c = 1 / tiny;
  let d = 1 / b;
  let fraction = d;
  for (let k = 1; k <= 10_000; k++) {
    const numerator = -k * (k - a);
    b += 2;
    d = 1 / (numerator * d + b || tiny);
    c = b + numerator / c || tiny;
    fraction *= d * c;
    if (Math.abs(d * c - 1) <= Number.EPSILON) break;
  }
  return fraction;
}
