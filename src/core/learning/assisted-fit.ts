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
  let alpha = shiftToMean(difficulties, (sum + 0.5) / (n + 1));
  let beta = 1;
  let objective = objectiveAt(difficulties, results, alpha, beta);
  for (let step = 0; step < mostSteps; step++) {
    const [da, db] = newtonStep(difficulties, results, alpha, beta);
    let scale = Math.min(1, largestStep / Math.max(Math.abs(da), Math.abs(db), 1e-300));
    let moved = false;
    for (let halving = 0; halving < 40; halving++, scale /= 2) {
      const nextAlpha = Math.max(-largestAlpha, Math.min(largestAlpha, alpha + scale * da));
      const nextBeta = beta + scale * db;
      const next = objectiveAt(difficulties, results, nextAlpha, nextBeta);
      if (next < objective) continue;
      moved = Math.abs(nextAlpha - alpha) + Math.abs(nextBeta - beta) > 1e-12;
      [alpha, beta, objective] = [nextAlpha, nextBeta, next];
      break;
    }
    if (!moved) break;
  }
  return { alpha, beta, information: informationAt(difficulties, alpha, beta) };
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

function newtonStep(x: readonly number[], y: readonly number[], alpha: number, beta: number): [number, number] {
  let [ga, gb] = [0, 1 - beta];
  for (let i = 0; i < x.length; i++) {
    const residual = at(y, i) - sigmoid(alpha + beta * at(x, i));
    ga += residual;
    gb += residual * at(x, i);
  }
  const [aa, ab, bb] = informationAt(x, alpha, beta);
  const determinant = aa * bb - ab * ab;
  return [(bb * ga - ab * gb) / determinant, (aa * gb - ab * ga) / determinant];
}

function informationAt(x: readonly number[], alpha: number, beta: number): [number, number, number] {
  let [aa, ab, bb] = [1e-6, 0, 1];
  for (const each of x) {
    const f = sigmoid(alpha + beta * each);
    const weight = f * (1 - f);
    aa += weight;
    ab += weight * each;
    bb += weight * each * each;
  }
  return [aa, ab, bb];
}
