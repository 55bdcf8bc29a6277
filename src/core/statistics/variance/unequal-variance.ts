import { mean } from '../summary/mean.js';
import { weightedResiduals } from './weighted-residuals.js';

/**
 * The variance of an estimate from a fixed-size sample with unequal probabilities, V = Σ c(z − B)², c = (1 − π) n/(n −
 * 1) and B the c-weighted mean of z (Hájek 1964; Deville 1999). Each influence z is already divided by its probability:
 * y/π for a total, w(y − ŷ)/Σw for a mean. For a sample balanced on q columns, whose rows x/π are given, B is the
 * regression of z on them and n − 1 becomes n − q (Deville and Tillé 2005); as many columns as units fall back to the
 * mean.
 *
 * Certain units (π = 1) cannot vary, so n counts the others. A single other unit has no spread of its own and is
 * measured from the mean of all influences.
 */
export function unequalVariance(
  influences: readonly number[],
  probabilities: readonly number[],
  balance?: readonly (readonly number[])[],
): number {
  const open = indexesOpen(influences, probabilities);
  const n = open.length;
  if (n === 0) return 0;
  const z = open.map((i) => influences[i] ?? Number.NaN);
  const doubts = open.map((i) => 1 - (probabilities[i] ?? Number.NaN));
  const [only = Number.NaN] = z;
  const [doubt = Number.NaN] = doubts;
  if (n === 1) return doubt * (only - mean(influences)) ** 2;
  const rows = balance === undefined ? undefined : open.map((i) => balance[i] ?? []);
  const regression = rows === undefined ? undefined : weightedResiduals(z, rows, doubts);
  const balanced = regression !== undefined && regression.rank > 0 && regression.rank < n;
  const around = balanced
    ? regression
    : weightedResiduals(
        z,
        z.map(() => [1]),
        doubts,
      );
  let sum = 0;
  around.residuals.forEach((residual, i) => {
    sum += (doubts[i] ?? Number.NaN) * residual * residual;
  });
  return (sum * n) / (n - around.rank);
}

function indexesOpen(influences: readonly number[], probabilities: readonly number[]): number[] {
  if (influences.length !== probabilities.length) throw new RangeError('each influence needs its probability');
  const open: number[] = [];
  probabilities.forEach((probability, i) => {
    if (!(probability > 0 && probability <= 1)) throw new RangeError(`${probability} is no inclusion probability`);
    if (probability < 1) open.push(i);
  });
  return open;
}
