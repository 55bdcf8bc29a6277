import { at } from '../../lists/at.js';
import { type RidgeFit, solveLinear } from './ridge.js';

/**
 * What a linear fit needs of its rows, and no more: their number, sums and products. Those of two sets of rows add up to
 * those of both, so that a fit without some of the rows need not go through the others again.
 */
export class Moments {
  readonly #width: number;
  /** Rows; Σy; Σy²; Σx of each column; Σxy of each; Σxx of each two, row by row. */
  readonly #sums: Float64Array;

  constructor(width: number) {
    this.#width = width;
    this.#sums = new Float64Array(3 + 2 * width + width * width);
  }

  get rows(): number {
    return at(this.#sums, 0);
  }

  /** The mean of y. */
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

  /** Adds other rows, or takes them away. */
  add(other: Moments, sign: 1 | -1 = 1): this {
    const sums = this.#sums;
    for (let i = 0; i < sums.length; i++) sums[i] = at(sums, i) + sign * at(other.#sums, i);
    return this;
  }

  copy(): Moments {
    return new Moments(this.#width).add(this);
  }

  /** The ridge regression of these rows, as `ridge` finds it from the rows themselves. */
  ridge(penalty: number): RidgeFit | undefined {
    const columns = Array.from({ length: this.#width }, (_, j) => j);
    const means = columns.map((j) => this.#x(j) / this.rows);
    const right = columns.map((j) => this.#xy(j) - this.rows * at(means, j) * this.mean);
    const matrix = columns.map((j) =>
      columns.map((k) => this.#xx(j, k) - this.rows * at(means, j) * at(means, k) + (j === k ? penalty : 0)),
    );
    const coefficients = solveLinear(matrix, right);
    if (coefficients === undefined) return undefined;
    const intercept = columns.reduce((rest, j) => rest - at(means, j) * at(coefficients, j), this.mean);
    return { penalty, coefficients, intercept };
  }

  /** The squared errors of a fit on these rows, summed; without one, of foretelling the same level for all. */
  errors(fit: RidgeFit | undefined, level = 0): number {
    const { coefficients, intercept } = fit ?? { coefficients: [], intercept: level };
    const [y, squares] = [at(this.#sums, 1), at(this.#sums, 2)];
    let sum = squares - 2 * intercept * y + this.rows * intercept ** 2;
    for (const [j, own] of coefficients.entries()) {
      sum += 2 * own * (intercept * this.#x(j) - this.#xy(j));
      for (const [k, other] of coefficients.entries()) sum += own * other * this.#xx(j, k);
    }
    // What is below 0 is rounding.
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
