import { stirlingError } from './log-gamma.js';

/**
 * The binomial probability with real-valued arguments: Γ(n+1) / (Γ(k+1) Γ(n−k+1)) · p^k · q^(n−k), 0 ≤ k ≤ n, q = 1 −
 * p, by the saddle-point form, which keeps its digits for large n (Loader 2000, "Fast and accurate computation of
 * binomial probabilities"). The caller gives q too, for where p is near 1 it knows q better than 1 − p does.
 */
export function binomialDensity(k: number, n: number, p: number, q: number): number {
  if (p === 0) return k === 0 ? 1 : 0;
  if (q === 0) return k === n ? 1 : 0;
  if (k === 0) return power(q, p, n);
  if (k === n) return power(p, q, n);
  const rest = n - k;
  const exponent =
    stirlingError(n) - stirlingError(k) - stirlingError(rest) - deviance(k, n * p) - deviance(rest, n * q);
  return Math.exp(exponent) * Math.sqrt(n / (2 * Math.PI * k * rest));
}

/** base^n where other = 1 − base. */
function power(base: number, other: number, n: number): number {
  return Math.exp(n * (base > 0.5 ? Math.log1p(-other) : Math.log(base)));
}

/** x log(x / mean) + mean − x, by a series where the terms would cancel (Loader 2000, bd0). */
function deviance(x: number, mean: number): number {
  const difference = x - mean;
  if (Math.abs(difference) >= 0.1 * (x + mean)) return x * Math.log(x / mean) + mean - x;
  const v = difference / (x + mean);
  let sum = difference * v;
  let term = 2 * x * v;
  for (let odd = 3; ; odd += 2) {
    term *= v * v;
    const next = sum + term / odd;
    if (next === sum) return sum;
    sum = next;
  }
}
