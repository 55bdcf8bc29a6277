/**
 * What Stirling's formula leaves of log Γ(x): log Γ(x) − [(x − ½) log x − x + ½ log 2π], for x > 0, to about 1e-16
 * absolute. It is 1/(12x) − … and falls to 0 as x grows (Abramowitz and Stegun 1964, 6.1.40).
 */
export function stirlingError(x: number): number {
  if (!(x > 0)) throw new RangeError(`stirlingError needs x > 0, not ${x}`);
  if (x <= knownUpTo && Number.isInteger(x)) return known[x] ?? computed(x);
  return computed(x);
}

/** The natural logarithm of the gamma function of x > 0, to about 1e-15 of the larger of 1 and the result. */
export function logGamma(x: number): number {
  return (x - 0.5) * Math.log(x) - x + halfLogTwoPi + stirlingError(x);
}

const halfLogTwoPi = Math.log(2 * Math.PI) / 2;

/** From here on the first eight terms of the series are exact to a double. */
const seriesFrom = 15;

function computed(x: number): number {
  // Γ(x + 1) = x Γ(x) carries the rest of x + 1 back to x.
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

/** B(2j) / (2j (2j − 1)) from j = 8 down to 1, B the Bernoulli numbers. */
const coefficients = [-3617 / 122400, 1 / 156, -691 / 360360, 1 / 1188, -1 / 1680, 1 / 1260, -1 / 360, 1 / 12];

// Binomial probabilities ask for small whole numbers over and over.
const knownUpTo = seriesFrom;
const known = Array.from({ length: knownUpTo + 1 }, (_, x) => (x === 0 ? Number.NaN : computed(x)));
