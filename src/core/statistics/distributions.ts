import { binomialDensity, incompleteBeta, logGamma } from './special-functions.js';

/** The standard normal Φ(x), to about 1e-15 in both tails (Abramowitz and Stegun 1964, 26.2.11 and 26.2.14). */
export function normalCdf(x: number): number {
  const size = Math.abs(x);
  if (Number.isNaN(x)) return Number.NaN;
  if (size < 1) return 0.5 + Math.sign(x) * fromZero(size);
  return x < 0 ? tail(size) : 1 - tail(size);
}

function normalDensity(x: number): number {
  // exp amplifies the rounding error of x². The square of a multiple of 1/16 is exact, so split x there.
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

/** 1 − Φ(x) = φ(x) / (x + 1/(x + 2/(x + 3/…))), x ≥ 1, evaluated from the innermost term. */
function tail(x: number): number {
  const density = normalDensity(x);
  if (density === 0) return 0;
  // The error shrinks as exp(−2x√k), so this depth keeps it below 1e-16.
  let bottom = x;
  for (let k = Math.ceil(400 / (x * x)) + 20; k >= 1; k--) bottom = x + k / bottom;
  return density / bottom;
}

/** The standard normal quantile, to about 16 digits (Wichura 1988, AS 241); ∓∞ at 0 and 1, NaN outside [0, 1]. */
export function normalQuantile(p: number): number {
  const q = p - 0.5;
  if (Math.abs(q) <= 0.425) return q * ratio(0.180625 - q * q, centreAbove, centreBelow);
  const tail = q < 0 ? p : 1 - p;
  if (tail <= 0) return tail === 0 ? Math.sign(q) * Infinity : Number.NaN;
  const r = Math.sqrt(-Math.log(tail));
  const size = r <= 5 ? ratio(r - 1.6, middleAbove, middleBelow) : ratio(r - 5, farAbove, farBelow);
  return Math.sign(q) * size;
}

function ratio(x: number, above: readonly number[], below: readonly number[]): number {
  return polynomial(x, above) / polynomial(x, below);
}

/** Coefficients are ordered from the highest power down. */
function polynomial(x: number, coefficients: readonly number[]): number {
  let sum = 0;
  for (const coefficient of coefficients) sum = sum * x + coefficient;
  return sum;
}

const centreAbove = [
  2509.0809287301227, 33430.57558358813, 67265.7709270087, 45921.95393154987, 13731.69376550946, 1971.5909503065513,
  133.14166789178438, 3.3871328727963665,
];
const centreBelow = [
  5226.495278852854, 28729.085735721943, 39307.89580009271, 21213.794301586597, 5394.196021424751, 687.1870074920579,
  42.31333070160091, 1,
];
const middleAbove = [
  0.0007745450142783414, 0.022723844989269184, 0.2417807251774506, 1.2704582524523684, 3.6478483247632045,
  5.769497221460691, 4.630337846156546, 1.4234371107496835,
];
const middleBelow = [
  1.0507500716444169e-9, 0.0005475938084995345, 0.015198666563616457, 0.14810397642748008, 0.6897673349851,
  1.6763848301838038, 2.053191626637759, 1,
];
const farAbove = [
  2.0103343992922881e-7, 0.000027115555687434876, 0.0012426609473880784, 0.026532189526576124, 0.29656057182850487,
  1.7848265399172913, 5.463784911164114, 6.657904643501103,
];
const farBelow = [
  2.0442631033899397e-15, 1.421511758316446e-7, 0.000018463183175100548, 0.0007868691311456133, 0.014875361290850615,
  0.1369298809227358, 0.599832206555888, 1,
];

/** Student's t distribution function for any df > 0 (Abramowitz and Stegun 1964, 26.7.1). */
export function studentCdf(t: number, df: number): number {
  if (df > manyFrom) return normalCdf(asNormal(t, df));
  return t < 0 ? upperTail(-t, df) : 1 - upperTail(t, df);
}

/** The quantile of Student's t; ∓∞ at p = 0 and 1, NaN outside [0, 1]. */
export function studentQuantile(p: number, df: number): number {
  if (p === 0.5) return 0;
  if (!(p > 0 && p < 1)) return normalQuantile(p);
  if (df > manyFrom) return fromNormal(normalQuantile(p), df);
  return p < 0.5 ? -upperQuantile(p, df) : upperQuantile(1 - p, df);
}

function upperQuantile(chance: number, df: number): number {
  let high = 1;
  while (upperTail(high, df) > chance) high *= 2;
  let low = high === 1 ? 0 : high / 2;
  // Newton's method, with bisection whenever a step leaves the bracket.
  let t = (low + high) / 2;
  for (let round = 0; round < 200; round++) {
    const excess = upperTail(t, df) - chance;
    if (excess > 0) low = t;
    else high = t;
    const step = excess / density(t, df);
    const next = t + step > low && t + step < high ? t + step : (low + high) / 2;
    if (excess === 0 || Math.abs(next - t) <= 1e-16 * t) return t;
    t = next;
  }
  return t;
}

/** P(T > t) for t ≥ 0. */
function upperTail(t: number, df: number): number {
  if (t === Infinity) return 0;
  // Derive both arguments from t²/df: computing one as 1 minus the other would lose digits.
  const ratio = (t * t) / df;
  const outer = ratio === Infinity ? 0 : 1 / (1 + ratio);
  const inner = ratio === Infinity ? 1 : ratio / (1 + ratio);
  return incompleteBeta(outer, df / 2, 0.5, inner) / 2;
}

/** The density at t > 0: x^a y^b / (t B(a, b)) with a = df/2, b = ½ and x = df / (df + t²). */
function density(t: number, df: number): number {
  const ratio = (t * t) / df;
  const a = df / 2;
  const atom = binomialDensity(a, a + 0.5, 1 / (1 + ratio), ratio / (1 + ratio));
  return (atom * ((a * 0.5) / (a + 0.5))) / t;
}

/** Above this df, the incomplete beta function is less accurate than the expansions around the normal. */
const manyFrom = 1e5;

/** The normal deviate with the same lower tail as t (Fisher 1926, to second order in 1/df). */
function asNormal(t: number, df: number): number {
  // Beyond 40 the tail is 0 in double precision, and the expansion is invalid.
  if (Math.abs(t) > 40) return t;
  const s = t * t;
  return t * (1 - (s + 1) / (4 * df) + ((13 * s + 8) * s + 3) / (96 * df * df));
}

/** The inverse of `asNormal` (Abramowitz and Stegun 1964, 26.7.5, to third order in 1/df). */
function fromNormal(z: number, df: number): number {
  const s = z * z;
  const second = ((5 * s + 16) * s + 3) / (96 * df * df);
  const third = (((3 * s + 19) * s + 17) * s - 15) / (384 * df * df * df);
  return z * (1 + (s + 1) / (4 * df) + second + third);
}

/** P(K = k) for a binomial K (Loader 2000); 0 if k is not a whole number from 0 to n. */
export function binomialProbability(k: number, n: number, p: number): number {
  return Number.isInteger(k) && k >= 0 && k <= n ? binomialDensity(k, n, p, 1 - p) : 0;
}

/** P(K ≤ k) for a binomial K (Abramowitz and Stegun 1964, 26.5.24). */
export function binomialCdf(k: number, n: number, p: number): number {
  const whole = Math.floor(k);
  if (whole < 0) return 0;
  if (whole >= n) return 1;
  return incompleteBeta(1 - p, n - whole, whole + 1, p);
}

/** P(K ≥ k) for a binomial K, without the cancellation of 1 − P(K < k). */
export function binomialTail(k: number, n: number, p: number): number {
  const whole = Math.ceil(k);
  if (whole <= 0) return 1;
  if (whole > n) return 0;
  return incompleteBeta(p, whole, n - whole + 1);
}

/** The upper tail of the χ² distribution; 1 if there are no degrees of freedom. */
export function chiSquaredUpperTail(x: number, degreesOfFreedom: number): number {
  if (degreesOfFreedom <= 0 || x <= 0) return 1;
  return upperIncompleteGamma(degreesOfFreedom / 2, x / 2);
}

/** The regularised upper incomplete gamma function Q(a, x), by series or continued fraction (DLMF 8.7.1, 8.9.2). */
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
  // Lentz's method can't divide by 0, so this replaces a zero denominator.
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
