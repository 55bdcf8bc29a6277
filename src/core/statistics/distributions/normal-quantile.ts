/**
 * The quantile of the standard normal distribution, to about 16 digits (Wichura 1988, Applied Statistics 37:477,
 * algorithm AS 241, PPND16; its coefficients as the nearest doubles). 0 gives −∞ and 1 gives +∞.
 */
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

/** Coefficients from the highest power down. */
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
