/** How results are read; every part may be left out. */
export interface OutcomeOptions {
  /** A reward of at least this is a pass; above 0, at most 1. Default 1. */
  readonly passAt?: number | undefined;
  /** The ids of a split, for files that do not list failures: a task that is in the split and not in the file has failed. */
  readonly split?: readonly string[];
  /** The scorer, or the key of a scorer's values, that is taken from a log which has several. */
  readonly scorer?: string;
  /** What to call the configuration of everything below one of the paths, instead of the name that the files give. */
  readonly systems?: ReadonlyMap<string, string>;
}
