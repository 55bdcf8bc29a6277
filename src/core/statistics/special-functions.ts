/** log Γ(x) − [(x − ½) log x − x + ½ log 2π], for x > 0, to about 1e-16 (Abramowitz and Stegun 1964, 6.1.40). */
function stirlingError(x: number): number {
  return (Number.isInteger(x) ? known[x] : undefined) ?? computed(x);
}

/** log Γ(x) for x > 0, with an error of about 1e-15 · max(1, |log Γ(x)|). */
export function logGamma(x: number): number {
  return (x - 0.5) * Math.log(x) - x + halfLogTwoPi + stirlingError(x);
}

const halfLogTwoPi = Math.log(2 * Math.PI) / 2;

/** From here on, eight terms of the series are exact in double precision. */
const seriesFrom = 15;

function computed(x: number): number {
  // Recurse upwards with Γ(x + 1) = x Γ(x) until the series converges.
  let sum = 0;
  let at = x;
  for (; at < seriesFrom; at++) sum += (at + 0.5) * Math.log1p(1 / at) - 1;
  return sum + series(at);
}

function series(x: number): number {
  const square = x * x;
  let sum = 0;
  for (const coefficient of coefficients) sum = sum / square + coefficient;
  return sum / x;
}

/** B(2j) / (2j (2j − 1)) for j = 8 down to 1, with Bernoulli numbers B. */
const coefficients = [-3617 / 122400, 1 / 156, -691 / 360360, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12];

// Binomial probabilities use small whole numbers again and again.
const known = Array.from({ length: 1001 }, (_, x) => (x === 0 ? Number.NaN : computed(x)));

/** The binomial probability for real arguments in saddle-point form (Loader 2000); pass q = 1 − p without rounding. */
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

/** base^n, given other = 1 − base. */
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

/** The regularised incomplete beta I_x(a, b), to about 1e-14 (Abramowitz and Stegun 1964, 26.5.8; Lentz 1976). */
export function incompleteBeta(x: number, a: number, b: number, y: number = 1 - x): number {
  if (x === 0) return 0;
  if (y === 0) return 1;
  // The continued fraction converges fast below the mean; above it, use the complement.
  return x <= (a + 1) / (a + b + 2) ? side(x, y, a, b) : 1 - side(y, x, b, a);
}

function side(x: number, y: number, a: number, b: number): number {
  // x^a y^b / (a B(a, b)) is a binomial density, which is accurate where log-gammas would cancel.
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

/** Lentz's method can't divide by 0. */
const away = (value: number): number => (Math.abs(value) < 1e-300 ? 1e-300 : value);

/** The fraction needs a few times √max(a, b) terms, so this is enough for samples far larger than any pool. */
const mostTerms = 100_000;
