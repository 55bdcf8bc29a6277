import { at } from '../lists/at.js';
import { shiftToMean, sigmoid } from './logistic.js';

/** A logistic curve in the difficulty, σ(α + βx), and what the sample says of it. */
export interface AssistedFit {
  readonly alpha: number;
  readonly beta: number;
  /** The information matrix with its penalty: αα, αβ and ββ. */
  readonly information: readonly [aa: number, ab: number, bb: number];
}

const largestAlpha = 12;
const largestStep = 3;
const mostSteps = 100;

/**
 * Fits the curve to results in [0, 1], unweighted, with a penalty ½(β − 1)²: few results leave the slope near that of
 * the earlier systems (Lehtonen and Veijanen 1998 for the logistic working model; Firth 1993 for the need of a penalty).
 * Newton's steps on 2 × 2, at most 3 in size, halved while the objective falls.
 */
export function assistedFit(difficulties: readonly number[], results: readonly number[]): AssistedFit {
  const n = results.length;
  if (n === 0 || difficulties.length !== n) throw new RangeError('a fit needs a difficulty for each of its results');
  const sum = results.reduce((total, y) => total + y, 0);
  // A start near by is enough: there is one maximum, whatever the start.
  let alpha = shiftToMean(difficulties, (sum + 0.5) / (n + 1), 20);
  let beta = 1;
  let objective = objectiveAt(difficulties, results, alpha, beta);
  for (let step = 0; step < mostSteps; step++) {
    const { change, size } = newtonStep(difficulties, results, alpha, beta);
    const [da, db] = change;
    let moved = 0;
    for (let scale = Math.min(1, largestStep / size); scale > 1e-12; scale /= 2) {
      const nextAlpha = Math.max(-largestAlpha, Math.min(largestAlpha, alpha + scale * da));
      const nextBeta = beta + scale * db;
      const next = objectiveAt(difficulties, results, nextAlpha, nextBeta);
      // Near the maximum rounding alone makes it fall.
      if (next < objective - 1e-11) continue;
      moved = Math.max(Math.abs(nextAlpha - alpha), Math.abs(nextBeta - beta));
      [alpha, beta, objective] = [nextAlpha, nextBeta, next];
      break;
    }
    if (moved < 1e-9) break;
  }
  return { alpha, beta, information: slopesAt(difficulties, results, alpha, beta).information };
}

/** What the curve gives for each difficulty. */
export function predictions({ alpha, beta }: AssistedFit, difficulties: readonly number[]): number[] {
  return difficulties.map((x) => sigmoid(alpha + beta * x));
}

/** How far each result has drawn the curve to itself, from 0 to ½ (Pregibon 1981). */
export function leverages(fit: AssistedFit, difficulties: readonly number[]): number[] {
  const [aa, ab, bb] = fit.information;
  const determinant = aa * bb - ab * ab;
  return difficulties.map((x) => {
    const f = sigmoid(fit.alpha + fit.beta * x);
    return Math.min(0.5, (f * (1 - f) * (bb - 2 * ab * x + aa * x * x)) / determinant);
  });
}

function objectiveAt(x: readonly number[], y: readonly number[], alpha: number, beta: number): number {
  let sum = -0.5 * (beta - 1) ** 2;
  for (let i = 0; i < x.length; i++) {
    const z = alpha + beta * at(x, i);
    // log(1 + e^z), which would overflow for a large z.
    sum += at(y, i) * z - Math.max(0, z) - Math.log1p(Math.exp(-Math.abs(z)));
  }
  return sum;
}

function newtonStep(x: readonly number[], y: readonly number[], alpha: number, beta: number) {
  const { gradient, information } = slopesAt(x, y, alpha, beta);
  const [ga, gb] = gradient;
  const [aa, ab, bb] = information;
  const determinant = aa * bb - ab * ab;
  const change = [(bb * ga - ab * gb) / determinant, (aa * gb - ab * ga) / determinant] as const;
  return { change, size: Math.max(Math.abs(change[0]), Math.abs(change[1]), 1e-300) };
}

/** The gradient of the objective, and the information with its penalty. */
function slopesAt(x: readonly number[], y: readonly number[], alpha: number, beta: number) {
  let [ga, gb, aa, ab, bb] = [0, 1 - beta, 1e-6, 0, 1];
  for (let i = 0; i < x.length; i++) {
    const each = at(x, i);
    const f = sigmoid(alpha + beta * each);
    const residual = at(y, i) - f;
    const weight = f * (1 - f);
    ga += residual;
    gb += residual * each;
    aa += weight;
    ab += weight * each;
    bb += weight * each * each;
  }
  return { gradient: [ga, gb] as const, information: [aa, ab, bb] as const };
}
