/** Where a fault is: the file and position, or the task, whichever is known. */
export interface Place {
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based, in characters. */
  readonly column?: number;
  /** The plan's keys from the top, such as `benchmarks.ccb_tac.select.take`. */
  readonly path?: string;
}

/** One thing that is wrong, told so that a person can act on it. */
export interface Fault {
  /** Stable across versions, for programs: `plan/unknown-key`, `pool/count`, … */
  readonly code: string;
  /** What is wrong, what was found and what was expected, in one or two sentences. */
  readonly message: string;
  readonly place?: Place;
  /** The benchmark in whose run it was found, where it is one's alone. */
  readonly benchmark?: string;
  /** What to do next. */
  readonly hint?: string;
}

/** Something the reader must know that did not stop the work; part of the result, never only printed. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly benchmark?: string;
  /** How many rows, files or values it is about, for a summary; undefined: one. No document has it. */
  readonly count?: number;
  /** What a summary says of it instead of its kind, after the count. No document has it. */
  readonly brief?: string;
}
