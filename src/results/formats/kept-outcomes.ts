import { countOf, formatCount } from '../../core/text/count-of.js';
import type { ReadingNotes } from '../content/reading-notes.js';
import type { FoundOutcome, OutcomeOptions } from './result-format.js';

/** How many outcomes of one file are kept, whatever their tasks. */
const keptAnyway = 250_000;

/**
 * The outcomes of a file that may be of any length. Of a very long one, only those of the tasks that are asked for are
 * kept, and one of each other task, to tell of it. Names that repeat are kept once.
 */
export class KeptOutcomes {
  readonly list: FoundOutcome[] = [];
  readonly #isWanted: OutcomeOptions['isWanted'];
  readonly #texts = new Map<string, string>();
  readonly #wanted = new Map<string, boolean>();

  readonly #file: string;
  readonly #notes: ReadingNotes;

  constructor({ isWanted }: OutcomeOptions, file: string, notes: ReadingNotes) {
    this.#isWanted = isWanted;
    this.#file = file;
    this.#notes = notes;
  }

  add(outcome: FoundOutcome): void {
    const { taskId, benchmark, configuration, run } = outcome;
    if (this.#isWanted !== undefined && this.list.length >= keptAnyway) {
      const wanted = this.#wanted.get(taskId);
      if (wanted === false) {
        this.#notes.warn('outcomes/not-kept', this.#file, leftOut);
        return;
      }
      if (wanted === undefined) this.#wanted.set(this.#once(taskId), this.#isWanted(taskId));
    }
    this.list.push({
      ...outcome,
      taskId: this.#once(taskId),
      benchmark: benchmark === undefined ? undefined : this.#once(benchmark),
      configuration: this.#once(configuration),
      run: run === undefined ? undefined : this.#once(run),
    });
  }

  #once(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }
}

function leftOut(count: number): string {
  return `${countOf(count, 'result')} of tasks that are not asked about left out, of files with more than ${formatCount(keptAnyway)}.`;
}
