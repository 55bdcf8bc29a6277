import type { FoundOutcome, OutcomeOptions } from './result-format.js';

/**
 * The outcomes of a long file. Of a task that is not asked for one outcome is kept, which is enough to say that it was
 * met; names that repeat are kept once.
 */
export class KeptOutcomes {
  readonly list: FoundOutcome[] = [];
  readonly #isWanted: OutcomeOptions['isWanted'];
  readonly #texts = new Map<string, string>();
  readonly #wanted = new Map<string, boolean>();

  constructor({ isWanted }: OutcomeOptions) {
    this.#isWanted = isWanted;
  }

  add(outcome: FoundOutcome): void {
    const { taskId, benchmark, configuration, run } = outcome;
    if (this.#isWanted !== undefined) {
      const key = benchmark === undefined ? taskId : `${benchmark}\n${taskId}`;
      const wanted = this.#wanted.get(key);
      if (wanted === false) return;
      if (wanted === undefined) this.#wanted.set(this.#once(key), this.#isWanted(taskId, benchmark));
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
