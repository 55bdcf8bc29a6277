import { at, swap } from '../lists/lists.js';

/** Gaussian elimination with scaled pivoting (Golub and Van Loan 2013, 3.4); undefined if singular. */
export function solveLinear(
  matrix: readonly (readonly number[])[],
  right: readonly number[],
): readonly number[] | undefined {
  const n = right.length;
  const rows = matrix.map((row, i) => [...row, right[i] ?? Number.NaN]);
  const scales = matrix.map((row) => Math.max(...row.map(Math.abs)));
  for (let column = 0; column < n; column++) {
    const pivot = largestBelow(rows, column, scales);
    if (pivot === undefined) return undefined;
    swap(rows, column, pivot);
    swap(scales, column, pivot);
    eliminate(rows, column);
  }
  return substitute(rows, n);
}

/** The row at or below `column` with the largest entry relative to its scale; undefined if all are close to 0. */
function largestBelow(rows: readonly number[][], column: number, scales: readonly number[]): number | undefined {
  let best: number | undefined;
  let largest = 1e-12;
  for (let row = column; row < rows.length; row++) {
    const scale = scales[row] ?? 0;
    const size = scale === 0 ? 0 : Math.abs(rows[row]?.[column] ?? 0) / scale;
    if (size > largest) {
      best = row;
      largest = size;
    }
  }
  return best;
}

function eliminate(rows: readonly number[][], column: number): void {
  const from = rows[column] ?? [];
  for (const row of rows.slice(column + 1)) {
    const factor = (row[column] ?? 0) / (from[column] ?? 0);
    if (factor === 0) continue;
    for (let k = column; k < row.length; k++) row[k] = (row[k] as number) - factor * (from[k] as number);
  }
}

function substitute(rows: readonly number[][], n: number): number[] {
  const solution = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) {
    const row = rows[i] ?? [];
    let rest = row[n] ?? 0;
    for (let j = i + 1; j < n; j++) rest -= (row[j] ?? 0) * (solution[j] ?? 0);
    solution[i] = rest / (row[i] ?? 0);
  }
  return solution;
}

/** Weighted least squares by Gram–Schmidt (Björck 1967); skips linearly dependent columns. */
export function weightedResiduals(
  values: readonly number[],
  rows: readonly (readonly number[])[],
  weights: readonly number[],
) {
  const product = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, x, i) => sum + x * (b[i] ?? Number.NaN) * (weights[i] ?? Number.NaN), 0);
  const without = (vector: readonly number[], basis: readonly (readonly number[])[]): readonly number[] => {
    let left = vector;
    for (const unit of basis) {
      const share = product(left, unit);
      left = left.map((x, i) => x - share * (unit[i] ?? Number.NaN));
    }
    return left;
  };
  const basis: (readonly number[])[] = [];
  const width = rows[0]?.length ?? 0;
  for (let column = 0; column < width; column++) {
    const vector = rows.map((row) => row[column] ?? 0);
    const length = Math.sqrt(product(vector, vector));
    // Orthogonalise twice: after one pass, rounding errors can look like a new direction.
    const left = without(without(vector, basis), basis);
    const norm = Math.sqrt(product(left, left));
    if (norm > 1e-9 * length) basis.push(left.map((x) => x / norm));
  }
  const leverages = values.map((_, i) =>
    basis.reduce((sum, unit) => sum + (weights[i] ?? Number.NaN) * (unit[i] ?? Number.NaN) ** 2, 0),
  );
  return { residuals: without(without(values, basis), basis), rank: basis.length, leverages };
}

export interface RidgeFit {
  readonly penalty: number;
  readonly coefficients: readonly number[];
  readonly intercept: number;
}

/** The sums and cross products that linear fits need; moments of disjoint sets of rows add up. */
export class Moments {
  readonly #width: number;
  /** Layout: row count, Σy, Σy², Σx per column, Σxy per column, then the matrix of Σxx row by row. */
  readonly #sums: Float64Array;

  constructor(width: number) {
    this.#width = width;
    this.#sums = new Float64Array(3 + 2 * width + width * width);
  }

  get rows(): number {
    return at(this.#sums, 0);
  }

  get mean(): number {
    return at(this.#sums, 1) / this.rows;
  }

  addRow(row: readonly number[], y: number): void {
    const [sums, width] = [this.#sums, this.#width];
    sums[0] = at(sums, 0) + 1;
    sums[1] = at(sums, 1) + y;
    sums[2] = at(sums, 2) + y * y;
    for (let j = 0; j < width; j++) {
      const x = at(row, j);
      sums[3 + j] = at(sums, 3 + j) + x;
      sums[3 + width + j] = at(sums, 3 + width + j) + x * y;
      for (let k = 0; k < width; k++) {
        const place = 3 + (2 + j) * width + k;
        sums[place] = at(sums, place) + x * at(row, k);
      }
    }
  }

  /** Adds the rows of another set of moments, or removes them if `sign` is −1. */
  add(other: Moments, sign: 1 | -1 = 1): this {
    const sums = this.#sums;
    for (let i = 0; i < sums.length; i++) sums[i] = at(sums, i) + sign * at(other.#sums, i);
    return this;
  }

  copy(): Moments {
    return new Moments(this.#width).add(this);
  }

  /**
   * Ridge regression with an unpenalised intercept: minimises Σ(y − b₀ − xb)² + penalty · Σb² (Hoerl & Kennard 1970).
   * Standardise the columns first. Undefined if the system is singular despite the penalty.
   */
  ridge(penalty: number): RidgeFit | undefined {
    const coefficients = this.#coefficients(penalty, new Array<number>(this.#width).fill(1));
    if (coefficients === undefined) return undefined;
    const intercept = coefficients.reduce((rest, own, j) => rest - this.#centre(j) * own, this.mean);
    return { penalty, coefficients, intercept };
  }

  /** Standard deviations per column; 0 for columns that are constant up to rounding. */
  get deviations(): readonly number[] {
    return Array.from({ length: this.#width }, (_, j) => {
      const squares = this.#productOf(j, j);
      return squares > 1e-12 * this.#xx(j, j) ? Math.sqrt(squares / (this.rows - 1)) : 0;
    });
  }

  /** Ridge coefficients fitted on standardised columns, on the original scale; 0 for constant columns. */
  standardisedRidge(penalty: number): readonly number[] | undefined {
    return this.#coefficients(penalty, this.deviations);
  }

  /** Fitted on columns divided by these scales, on the original scale; 0 for columns with a scale of 0. */
  #coefficients(penalty: number, scales: readonly number[]): readonly number[] | undefined {
    const used = scales.flatMap((scale, j) => (scale > 0 ? [{ j, scale }] : []));
    const matrix = used.map((a) =>
      used.map((b) => this.#productOf(a.j, b.j) / a.scale / b.scale + (a === b ? penalty : 0)),
    );
    const right = used.map(({ j, scale }) => this.#rightOf(j) / scale);
    const found = solveLinear(matrix, right);
    if (found === undefined) return undefined;
    const coefficients = new Array<number>(this.#width).fill(0);
    for (const [place, { j, scale }] of used.entries()) coefficients[j] = at(found, place) / scale;
    return coefficients;
  }

  /** The regression of y on a weighted sum of the columns; flat at the mean if the sum is constant. */
  lineOn(weights: readonly number[]): { readonly level: number; readonly slope: number; readonly centre: number } {
    let [centre, squares, products] = [0, 0, 0];
    for (const [j, own] of weights.entries()) {
      centre += own * this.#centre(j);
      products += own * this.#rightOf(j);
      for (const [k, other] of weights.entries()) squares += own * other * this.#productOf(j, k);
    }
    return { level: this.mean, slope: squares > 1e-12 ? products / squares : 0, centre };
  }

  #centre(j: number): number {
    return this.#x(j) / this.rows;
  }

  #rightOf(j: number): number {
    return this.#xy(j) - this.rows * this.#centre(j) * this.mean;
  }

  #productOf(j: number, k: number): number {
    return this.#xx(j, k) - this.rows * this.#centre(j) * this.#centre(k);
  }

  /** The sum of squared errors of a fit on these rows, or of predicting `level` everywhere if there is no fit. */
  errors(fit: RidgeFit | undefined, level = 0): number {
    const { coefficients, intercept } = fit ?? { coefficients: [], intercept: level };
    const [y, squares] = [at(this.#sums, 1), at(this.#sums, 2)];
    let sum = squares - 2 * intercept * y + this.rows * intercept ** 2;
    for (const [j, own] of coefficients.entries()) {
      sum += 2 * own * (intercept * this.#x(j) - this.#xy(j));
      for (const [k, other] of coefficients.entries()) sum += own * other * this.#xx(j, k);
    }
    // Rounding can leave the sum just below 0.
    return Math.max(0, sum);
  }

  #x(j: number): number {
    return at(this.#sums, 3 + j);
  }

  #xy(j: number): number {
    return at(this.#sums, 3 + this.#width + j);
  }

  #xx(j: number, k: number): number {
    return at(this.#sums, 3 + (2 + j) * this.#width + k);
  }
}
