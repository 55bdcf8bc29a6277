import { countOf, formatCount } from '../../core/text/count-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import { FoundRows } from './found-rows.js';
import type { FoundOutcome, OutcomeOptions } from './result-format.js';

/** How many outcomes of one file are kept, whatever their tasks. */
const keptAnyway = 250_000;

/**
 * The outcomes of a file that may be of any length. Of a very long one, only those of the tasks that are asked for are
 * kept, and one of each other task, to tell of it.
 */
export class KeptOutcomes {
  readonly rows: FoundRows;
  readonly #isWanted: OutcomeOptions['isWanted'];
  readonly #wanted = new Map<string, boolean>();

  readonly #file: string;
  readonly #notes: ReadingNotes;

  constructor({ isWanted }: OutcomeOptions, file: string, notes: ReadingNotes) {
    this.rows = new FoundRows(file);
    this.#isWanted = isWanted;
    this.#file = file;
    this.#notes = notes;
  }

  add(outcome: FoundOutcome): void {
    if (this.#isWanted !== undefined && this.rows.length >= keptAnyway) {
      const { taskId } = outcome;
      const wanted = this.#wanted.get(taskId);
      if (wanted === false) {
        this.#notes.warn('outcomes/not-kept', this.#file, leftOut);
        return;
      }
      if (wanted === undefined) this.#wanted.set(taskId, this.#isWanted(taskId));
    }
    this.rows.push(outcome);
  }
}

function leftOut(count: number): string {
  return `${countOf(count, 'result')} of tasks that are not asked about left out, of files with more than ${formatCount(keptAnyway)}.`;
}
