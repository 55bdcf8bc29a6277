import type { Command } from 'commander';
import type { Outcomes, PoolResults, Selection } from '../../index.js';
import type { Terminal } from '../terminal/terminal.js';

/** One question that can be asked of a selection: a file each, an entry in `parts`. */
export interface AssessPart<Flags extends object = object> {
  /** The word after `winnow assess`. */
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  /** Adds the part's own options. */
  readonly addOptions?: (command: Command) => Command;
  /** Whether it has anything to say without results of runs. */
  readonly needsResults: boolean;
  /** Answers the question; every flag has a default, so that the report card can ask all parts without any. */
  readonly assess: (input: AssessInput, flags: Flags) => Promise<PartAnswer>;
}

/** What every part is asked about. */
export interface AssessInput {
  readonly selection: Selection;
  /** Undefined when no results were given. */
  readonly results: AssessResults | undefined;
}

/** Results of runs: as they were read, and fitted to the tasks of the pool. */
export interface AssessResults {
  readonly outcomes: Outcomes;
  /** Undefined when no result fits a task of the pool; the reason says so. */
  readonly pool: PoolResults | undefined;
  readonly whyNone: string | undefined;
}

/** An answer in the forms in which it is given. */
export interface PartAnswer {
  /** For the report card: one sentence that a person acts on. */
  readonly verdict: string;
  /** Good enough, to be looked at, or not to be told from what was given. */
  readonly grade: 'good' | 'look' | 'unknown';
  /** For `--json`. */
  readonly document: object;
  /** For the screen, without a heading. */
  readonly report: (terminal: Terminal) => string;
  /** Charts, by the name of their file without its ending. */
  readonly pictures: readonly { readonly name: string; readonly svg: string }[];
}
