/** Where an error is, as far as it is known. */
export interface Place {
  readonly file?: string;
  /** 1-based. */
  readonly line?: number;
  /** 1-based, in characters. */
  readonly column?: number;
  /** The plan's keys from the top, such as `benchmarks.ccb_tac.select.take`. */
  readonly path?: string;
}

/** One error, with what a person needs to fix it. */
export interface Fault {
  /** Stable across versions: `plan/unknown-key`, `pool/count`, … */
  readonly code: string;
  /** The problem, what was found and what was expected, in one or two sentences. */
  readonly message: string;
  readonly place?: Place;
  /** The benchmark it concerns, if it is only one. */
  readonly benchmark?: string;
  readonly hint?: string;
}

/** Something the reader must know that did not stop the run; part of the result, never only printed. */
export interface Warning {
  readonly code: string;
  readonly message: string;
  readonly benchmark?: string;
  /** How many rows, files or values it is about, for a summary; undefined means one. Not in any document. */
  readonly count?: number;
  /** What a summary prints after the count, instead of the kind. Not in any document. */
  readonly brief?: string;
}
