/**
 * The distribution function of the standard normal, Φ(x), from 0 to 1, to about 1e-15 relative in both tails: a series
 * near 0 (Abramowitz and Stegun 1964, 26.2.11) and the continued fraction of the tail beyond (26.2.14).
 */
export function normalCdf(x: number): number {
  const size = Math.abs(x);
  if (Number.isNaN(x)) return Number.NaN;
  if (size < 1) return 0.5 + Math.sign(x) * fromZero(size);
  return x < 0 ? tail(size) : 1 - tail(size);
}

/** The density of the standard normal, φ(x). */
function normalDensity(x: number): number {
  // Squaring rounds, and exp would enlarge that error; the square of a multiple of 1/16 is exact.
  const size = Math.abs(x);
  if (size > 40) return 0;
  const coarse = Math.floor(size * 16) / 16;
  const fine = (size - coarse) * (size + coarse);
  return (Math.exp(-coarse * coarse * 0.5) * Math.exp(-fine * 0.5)) / Math.sqrt(2 * Math.PI);
}

/** Φ(x) − ½ = φ(x) (x + x³/3 + x⁵/(3·5) + …), x ≥ 0. */
function fromZero(x: number): number {
  let sum = x;
  let term = x;
  for (let odd = 3; term > sum * 1e-17; odd += 2) {
    term *= (x * x) / odd;
    sum += term;
  }
  return sum * normalDensity(x);
}

/** 1 − Φ(x) = φ(x) / (x + 1/(x + 2/(x + 3/…))), x ≥ 1, from the inside out: all terms are positive. */
function tail(x: number): number {
  const density = normalDensity(x);
  if (density === 0) return 0;
  // The error falls as exp(−2x√k), so this depth leaves it below 1e-16.
  let bottom = x;
  for (let k = Math.ceil(400 / (x * x)) + 20; k >= 1; k--) bottom = x + k / bottom;
  return density / bottom;
}
