/** One way in which a selection on disk is not what it should be. */
export interface Difference {
  /** Stable across versions, for programs: `plan/changed`, `pool/grown`, `task/edited`, … */
  readonly code: string;
  /** What was found and what was expected, in a sentence of its own. */
  readonly message: string;
  /** The keys in `selection.json` that lead to it, where it is one value. */
  readonly path?: string;
}
