import { at } from '../../lists/at.js';
import { ridge } from '../../statistics/fitting/ridge.js';
import { mean } from '../../statistics/summary/mean.js';
import { standardDeviation } from '../../statistics/summary/standard-deviation.js';

/** Tasks to fit weights to: the value of each component, and the uplift. */
export interface FitData {
  readonly rows: readonly (readonly number[])[];
  readonly uplifts: readonly number[];
}

/**
 * Weights of the components for each penalty: ridge on standardised components, then back on their own scale, negative
 * ones set to 0, and all to sum 1. Undefined where none is positive.
 */
export function fitWeights(
  { rows, uplifts }: FitData,
  penalties: readonly number[],
): (readonly number[] | undefined)[] {
  const width = rows[0]?.length ?? 0;
  const deviations = Array.from({ length: width }, (_, j) => {
    const column = rows.map((row) => row[j] ?? 0);
    return column.every((value) => value === column[0]) ? 0 : standardDeviation(column);
  });
  const varying = deviations.flatMap((deviation, j) => (deviation > 0 ? [{ j, deviation }] : []));
  const standardised = rows.map((row) => varying.map(({ j, deviation }) => (row[j] ?? 0) / deviation));
  return ridge(standardised, uplifts, penalties).map((fit) => {
    if (fit === undefined) return undefined;
    const raw = new Array<number>(width).fill(0);
    for (const [place, { j, deviation }] of varying.entries()) {
      raw[j] = Math.max(0, (fit.coefficients[place] ?? 0) / deviation);
    }
    const sum = raw.reduce((total, weight) => total + weight, 0);
    return sum > 0 ? raw.map((weight) => weight / sum) : undefined;
  });
}

/** How a score foretells the uplift: the line through the tasks it is fitted to; flat without a score. */
export function upliftLine(
  scores: readonly number[] | undefined,
  uplifts: readonly number[],
): (score: number) => number {
  const level = mean(uplifts);
  if (scores === undefined) return () => level;
  const centre = mean(scores);
  let [squares, products] = [0, 0];
  for (let i = 0; i < scores.length; i++) {
    const from = at(scores, i) - centre;
    squares += from ** 2;
    products += from * (at(uplifts, i) - level);
  }
  if (!(squares > 1e-12)) return () => level;
  const slope = products / squares;
  return (score) => level + slope * (score - centre);
}

/** The weighted sum of a task's components. */
export function scoreWith(weights: readonly number[], row: readonly number[]): number {
  let sum = 0;
  for (let j = 0; j < row.length; j++) sum += (row[j] ?? 0) * (weights[j] ?? 0);
  return sum;
}
