/** An integer program as numbers: which values of the columns keep every row and make the cost the least. */
export interface Program {
  /** What one of each column costs; the sum is made as small as possible. */
  readonly cost: readonly number[];
  readonly lower: readonly number[];
  readonly upper: readonly number[];
  /** Whether a column has whole numbers only. */
  readonly whole: readonly boolean[];
  readonly rows: readonly ProgramRow[];
}

/** `lower` ≤ the sum of values × columns ≤ `upper`; either may be infinite. */
export interface ProgramRow {
  readonly lower: number;
  readonly upper: number;
  readonly columns: readonly number[];
  readonly values: readonly number[];
}

/** Whatever solves integer programs: HiGHS, or another that keeps to this. */
export interface Solver {
  /** Its name and version, as a certificate tells it. */
  readonly name: string;
  /**
   * Solves a program whose costs are whole numbers, so that a bound less than one below the cost proves it the least.
   *
   * @throws EngineError when the program is more than it has memory for.
   */
  readonly solve: (program: Program, options: SolveOptions) => Solved;
}

export interface SolveOptions {
  /** How long it may search. */
  readonly seconds: number;
  /** Values of the columns to begin with. */
  readonly start?: readonly number[] | undefined;
}

/** What came of it, and how long it took, in seconds. */
export type Solved =
  | {
      readonly status: 'optimal';
      readonly values: readonly number[];
      readonly bound: number;
      readonly seconds: number;
      /** Where no column is whole: what each row is worth, above 0 at its lower bound and below 0 at its upper one. */
      readonly rowDuals?: readonly number[] | undefined;
    }
  | { readonly status: 'infeasible'; readonly seconds: number }
  /** The time was over; `values` are the best found, if any. */
  | {
      readonly status: 'limit';
      readonly values: readonly number[] | undefined;
      readonly bound: number;
      readonly seconds: number;
    };
